"""The verbs of tool names and what they do: words, no code."""

from __future__ import annotations

from typing import Final

from doublefire.model import Effect
from doublefire.semantics.values.wordlist import word_set

WRITE: Final = word_set(
    # makes something new
    "create add append prepend insert new make generate write compose register enroll enrol invite hire onboard "
    "provision launch spawn start initiate commence lodge restart reboot trigger fire issue mint open raise print"
    " copy duplicate clone fork "
    "split log record snapshot attach allocate upload import ingest commit push merge release publish deploy promote "
    "rollout "
    # says something to somebody
    "send resend post repost reply respond forward email mail sms text message dm fax tweet toot comment notify alert "
    "announce broadcast remind escalate nudge warn contact phone dial telephone ring report request complain "
    # moves money or goods, or binds somebody to something
    "charge recharge pay repay prepay refund reimburse remit transfer wire debit credit deposit withdraw disburse "
    "payout topup donate tip gift award give grant redeem claim spend order reorder buy purchase sell trade swap "
    "exchange bridge stake unstake borrow lend burn airdrop bid bet wager offer invoice bill fund settle authorize "
    "authorise capture reverse collect checkout book rebook reserve hold place schedule rent lease renew extend ship "
    "deliver dispatch return submit apply sign vote cast checkin clockin clockout signup dispense administer "
    "prescribe refill refuel restock retweet "
    # starts from where things are: a second one goes further
    "increment decrement increase decrease incr decr bump deduct subtract reduce adjust toggle flip rotate advance "
    "rollback undo redo pop dequeue consume enqueue queue shift retry rerun replay redeliver requeue"
)
"""Asked for twice, they have two effects."""

IDEMPOTENT: Final = word_set(
    "set unset put upsert replace overwrite ensure delete remove destroy drop erase purge clear wipe truncate flush "
    "trash undelete discard close reopen cancel abort terminate stop kill shutdown halt enable disable activate "
    "deactivate reactivate archive unarchive restore mark unmark lock unlock freeze unfreeze pause unpause resume "
    "suspend unsuspend subscribe unsubscribe follow unfollow like unlike star unstar favorite favourite bookmark pin "
    "unpin flag unflag tag untag label unlabel upvote downvote react rate block unblock mute unmute ban unban kick "
    "hide unhide join leave connect disconnect link unlink bind unbind mount unmount detach unassign revoke rescind "
    "void invalidate expire deregister unregister unpublish uninstall install configure initialize initialise init "
    "bootstrap reset refresh sync synchronize synchronise reindex rename resize scale reschedule confirm approve "
    "reject accept decline acknowledge ack nack complete finalize finalise resolve finish transition switch login "
    "logout authenticate dismiss snooze withhold share unshare persist touch lower"
)
"""The second one leaves the world as the first did."""

UPDATES: Final = word_set("update edit move assign reassign change modify amend patch alter revise relocate")
"""They set a value, unless an argument is relative: `relative.py` looks at the arguments."""

READ: Final = word_set(
    "get list ls search read reread check fetch find lookup query view show display describe count verify validate "
    "preview estimate calculate compute calc summarize summarise translate classify categorize extract analyze "
    "analyse parse download export inspect examine retrieve load browse visit crawl scrape navigate goto scroll scan "
    "grep glob diff compare filter sort rank score predict forecast recommend suggest detect recognize recognise "
    "identify determine evaluate assess audit explain monitor poll track observe watch tail peek locate discover "
    "explore enumerate match select test simulate measure sample quote convert transform format render plot chart "
    "graph visualize encode decode hash embed tokenize transcribe ocr ping echo wait sleep think reflect reason plan "
    "brainstorm recall research investigate ask prompt greet geocode whois head stat screenshot hover zoom debug "
    "diagnose lint prove solve whoami cat can has is does exists contains what which who when where how aggregate "
    "rerank review see multiply divide sum average"
)
"""Nothing outside changes."""

UNDECIDED: Final = word_set(
    "save store build compile backup migrate draft prepare manage control take use click press type tap fill drag "
    "interact delegate receive speak say tell pick choose cache setup drive train upgrade downgrade handoff answer "
    "remember note play"
)
"""Verbs whose effect only the tool's author knows: the name then says nothing."""

NEUTRAL: Final = word_set("run do execute exec process call invoke perform handle bash try conduct action")
"""They announce the next word and say nothing themselves."""

NOUNS: Final = word_set(
    "order book post charge transfer email mail sms text message comment tweet reply issue schedule request report "
    "record log store refund purchase deposit trade swap exchange stake bid bet offer gift tip invoice bill fund "
    "alert contact claim vote return release deploy push pull merge commit branch fork clone import export upload "
    "download update patch change label tag flag star note plan rate review list query test scan filter match rank "
    "score track index snapshot backup copy move block share credit debit pay queue answer link draft build cache "
    "chart plot graph format hash place hold split view lock pin drive train start stop reset sign escrow checkout "
    "wire phone ring reason prompt research rent lease search screenshot poll"
)
"""Verbs that are nouns too: another verb right behind them, or at the end of the name, makes them the thing it is done
to."""

THINGS: Final = word_set(
    "order book post charge transfer email mail sms text message comment tweet reply issue request refund purchase "
    "deposit trade swap exchange stake bid bet offer gift tip invoice bill fund alert contact claim vote return "
    "release deploy pull merge commit fork credit debit pay queue share place escrow checkout wire phone rent lease "
    "rate track"
)
"""Nouns of which one asks: with a word of `INFORMATION` at the end (`charge_history`) they are looked up."""

WORKS: Final = word_set("schedule record log upload import report snapshot backup sign print build launch")
"""As `THINGS`, but only before a word of `STATE`: `import_status` reads, `import_templates` imports."""

STATE: Final = word_set("status statuses state history count counts list lookup search stats details info")

INFORMATION: Final = STATE | word_set(
    "states detail information total totals summary summaries balance balances statistics metrics overview metadata "
    "schema availability price prices pricing cost costs quote quotes estimate estimates forecast rates rate timeline "
    "trend trends score scores analytics insight insights eligibility preview limit limits types type options id ids "
    "number numbers template templates settings config configuration preference preferences address addresses inbox "
    "categories policy policies methods terms progress log logs report reports result results check view review index "
    "catalog catalogue directory weather time date news distance directions tracking eta version health uptime usage "
    "quota tree content contents feed reader viewer checker finder searcher calculator validator explorer analyzer "
    "analyser parser estimator retriever query queries audit"
)
"""Words that end the name of something known."""

NOT_ASKED: Final = frozenset((("deposit", "check"),))
"""Where the last word is the object after all: a check is deposited."""

ASKING: Final = word_set("list search query view")
"""Behind a noun and before a word these are verbs: `order_list_items`."""

BINDING: Final = UPDATES | word_set("pay book charge refund transfer order purchase deposit submit")
"""Verbs that count behind "and" though they are nouns too: `check_availability_and_book` books."""

COMMUNICATED: Final = word_set(
    "summary report reports result results quote estimate forecast news log review query preview"
)
"""What is said to people: after a verb of `TELLING` it is the object. `email_report` sends, `email_history` reads."""

TELLING: Final = word_set("email mail sms text message post tweet fax request contact")
PUBLIC: Final = word_set("post tweet")
SAID_IN_PUBLIC: Final = word_set("status update content question")

VERB_FIRST: Final = word_set("preview check estimate forecast sample verify validate simulate")
"""They keep the word behind them from counting: `preview_send` sends nothing."""

SELECTORS: Final = word_set(
    "latest last current recent previous next my all upcoming existing pending active available"
)
"""Words that pick one out of what is there: `latest_order` places no order."""

PREPOSITIONS: Final = word_set(
    "by for from with to in on at of as via using per into about against between within under"
)
"""No verb follows these: `find_user_by_email` sends nothing."""

JOINTS: Final = word_set("or and then")
"""Two verbs count only where one of these joins them."""

CREATING: Final = word_set("create add insert new register make")
RENEWING: Final = UPDATES | word_set("replace overwrite ignore skip reuse")
"""`create_or_update` is an upsert in two words, whichever comes first."""

DEEDS: Final = word_set(
    "payment payments payout payouts transaction transactions checkout withdrawal purchase refund refunds order trade "
    "transfer charge deposit booking reservation shipment settlement reimbursement remittance disbursement deployment "
    "deploy release return exchange swap bid buy sell donation redemption sms tweet debit credit invoice upload "
    "import merge push commit fork invite reply alert broadcast publish"
)
"""Nouns that name an effect: after a word that says nothing (`process_payment`) or a service (`stripe_refund`) they are
all that the tool could be for."""

PHRASES: Final[dict[tuple[str, ...], Effect]] = {
    tuple(pair.split("_")): effect
    for effect, pairs in {
        Effect.WRITE: (
            "check_in check_out sign_up follow_up clock_in clock_out punch_in punch_out top_up pick_up drop_off "
            "cash_out cash_in pay_out pay_off pay_in send_out roll_back roll_out call_back write_off ring_up sell_off "
            "spin_up scale_up scale_down move_up move_down book_in set_up hand_out speed_up reach_out kick_off "
            "buy_back buy_in go_live"
        ),
        Effect.IDEMPOTENT: (
            "turn_on turn_off switch_on switch_off shut_down shut_off power_on power_off log_in log_out sign_in "
            "sign_out opt_in opt_out fill_in fill_out tear_down clean_up spin_down check_off wake_up take_down"
        ),
        Effect.READ: "look_up find_out dry_run smoke_test look_at",
        Effect.UNKNOWN: "back_up hand_off sign_off",
    }.items()
    for pair in pairs.split()
}
"""Verbs of two words; they decide before their first word does."""

NOT_PHRASES: Final = frozenset(
    tuple(words.split("_"))
    for words in word_set(
        "check_in_progress check_in_stock check_in_use check_in_range check_in_bounds check_in_list "
        "check_in_inventory check_out_of book_in_advance pay_in_full"
    )
)
"""Where the second word belongs to the third."""

SUFFIXES: Final = word_set("tool tools function")
"""What frameworks put behind the name: `refund_tool` is refund."""

COMPOUND_NOUNS: Final = frozenset(
    (("pull", "request"), ("pull", "requests"), ("merge", "request"), ("change", "request"))
)
"""Two verbs that are one noun: in `pull_request_read` nothing is pulled."""

ONLY_BEFORE: Final[dict[str, frozenset[str]]] = {
    "file": word_set(
        "claim complaint ticket bug report issue tax taxes return dispute appeal request lawsuit grievance"
    ),
    "page": word_set("oncall on engineer team responder doctor"),
    "call": word_set("customer user phone client patient lead restaurant driver emergency"),
    "pull": word_set(""),
}
"""Words that are a verb, a write, only with these behind them."""

_NUMBERS = word_set("numbers integers floats fractions vectors")
_HTTP = word_set("http https api rest")
_PEOPLE = word_set("user users app application client device access session")

BY_OBJECT: Final[dict[str, dict[Effect, frozenset[str]]]] = {
    "add": {Effect.READ: _NUMBERS},
    "subtract": {Effect.READ: _NUMBERS},
    "apply": {
        Effect.IDEMPOTENT: word_set(
            "filter filters config configuration settings template templates label labels style styles theme "
            "formatting policy tag tags manifest manifests yaml resource resources record records state"
        )
    },
    "authorize": {Effect.IDEMPOTENT: _PEOPLE},
    "authorise": {Effect.IDEMPOTENT: _PEOPLE},
    "capture": {Effect.READ: word_set("screenshot screen image photo frame snapshot page output logs state")},
    "checkout": {Effect.IDEMPOTENT: word_set("branch branches repo repository ref commit git file tag")},
    "clone": {Effect.IDEMPOTENT: word_set("repo repository repositories")},
    "collect": {
        Effect.READ: word_set("info information data feedback details requirements metrics logs stats input facts")
    },
    "complete": {
        Effect.READ: word_set("text code chat prompt sentence"),
        Effect.WRITE: word_set("purchase payment checkout booking transaction transfer"),
    },
    "compose": {Effect.UNKNOWN: word_set("email mail message text reply response post tweet answer")},
    "confirm": {Effect.WRITE: word_set("payment purchase checkout")},
    "convert": {Effect.IDEMPOTENT: word_set("lead leads prospect opportunity")},
    "copy": {Effect.IDEMPOTENT: word_set("file files object objects directory clipboard")},
    "finalize": {Effect.WRITE: word_set("payment purchase checkout booking")},
    "generate": {
        Effect.WRITE: word_set(
            "invoice invoices coupon link key keys token voucher label ticket order payment credential certificate "
            "refund"
        ),
        Effect.READ: word_set(
            "text summary report code embedding embeddings response answer ideas random uuid hash sql query prompt "
            "caption title description plot chart diagram outline suggestions"
        ),
        Effect.UNKNOWN: frozenset(("*",)),
    },
    "give": {Effect.READ: word_set("answer advice hint")},
    "grant": {
        Effect.IDEMPOTENT: word_set(
            "access permission permissions role roles privilege privileges consent scope scopes"
        )
    },
    "make": {Effect.UNKNOWN: _HTTP | word_set("plan decision choice guess")},
    "open": {
        Effect.READ: word_set(
            "file files url urls link page website site web browser app application form document doc notebook folder "
            "node nodes inbox image pdf"
        ),
        Effect.IDEMPOTENT: word_set("door doors window gate valve tab"),
    },
    "leave": {Effect.WRITE: word_set("voicemail message comment review note feedback tip")},
    "ping": {Effect.WRITE: word_set("user users team channel member oncall")},
    "print": {Effect.READ: word_set("message text hello value state")},
    "quote": {Effect.WRITE: word_set("tweet post")},
    "release": {
        Effect.IDEMPOTENT: word_set(
            "lock locks hold holds seat seats resource resources reservation slot slots connection memory"
        )
    },
    "report": {Effect.READ: word_set("progress status")},
    "request": {Effect.UNKNOWN: _HTTP | word_set("web url")},
    "resolve": {
        Effect.READ: word_set(
            "library address name names host hostname dns url redirect reference path entity entities"
        )
    },
    "return": {Effect.READ: word_set("answer result results response output value values json")},
    "review": {Effect.UNKNOWN: word_set("pull pr")},
    "select": {Effect.IDEMPOTENT: word_set("seat seats room plan")},
    "send": {Effect.UNKNOWN: _HTTP},
    "set": {Effect.WRITE: word_set("reminder reminders alarm timer appointment meeting")},
    "start": {
        Effect.IDEMPOTENT: word_set(
            "instance instances server service vm container machine device engine motor cluster"
        )
    },
    "take": {
        Effect.READ: word_set("screenshot screenshots snapshot photo picture"),
        Effect.WRITE: word_set("payment order deposit booking reservation"),
    },
    "track": {Effect.WRITE: word_set("event events conversion expense")},
    "write": {Effect.READ: word_set("poem story essay code query")},
}
"""Verbs whose effect hangs on what they are done to: a later word of the name decides (`*`: any), else the verb
itself."""
