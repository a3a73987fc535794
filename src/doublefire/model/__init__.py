"""The words of the auditor as types, all of them plain values: what is imported everywhere else.

`words` are the closed sets, `emissions` is what a dialect yields for one record, `results` is what reports are written
from. The two halves meet in the tables of `schema.py`.
"""

from doublefire.model.emissions import UNSAID as UNSAID
from doublefire.model.emissions import Child as Child
from doublefire.model.emissions import Declaration as Declaration
from doublefire.model.emissions import Emission as Emission
from doublefire.model.emissions import Link as Link
from doublefire.model.emissions import Mark as Mark
from doublefire.model.emissions import Record as Record
from doublefire.model.emissions import Rejection as Rejection
from doublefire.model.emissions import SessionOf as SessionOf
from doublefire.model.emissions import Sighting as Sighting
from doublefire.model.emissions import Status as Status
from doublefire.model.results import Audit as Audit
from doublefire.model.results import Call as Call
from doublefire.model.results import Cleared as Cleared
from doublefire.model.results import Evidence as Evidence
from doublefire.model.results import Explanation as Explanation
from doublefire.model.results import Finding as Finding
from doublefire.model.results import GapRow as GapRow
from doublefire.model.results import InputRow as InputRow
from doublefire.model.results import Money as Money
from doublefire.model.results import Place as Place
from doublefire.model.results import Summary as Summary
from doublefire.model.results import Suppression as Suppression
from doublefire.model.results import ToolRow as ToolRow
from doublefire.model.results import Tuning as Tuning
from doublefire.model.results import WindowRow as WindowRow
from doublefire.model.words import ABSENT as ABSENT
from doublefire.model.words import Absent as Absent
from doublefire.model.words import Cause as Cause
from doublefire.model.words import Confidence as Confidence
from doublefire.model.words import Effect as Effect
from doublefire.model.words import Kind as Kind
from doublefire.model.words import Layer as Layer
from doublefire.model.words import MarkKind as MarkKind
from doublefire.model.words import Outcome as Outcome
from doublefire.model.words import Reason as Reason
from doublefire.model.words import Scope as Scope
from doublefire.model.words import Severity as Severity
from doublefire.model.words import ToolKind as ToolKind
from doublefire.model.words import Trouble as Trouble
