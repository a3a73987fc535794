"""The one family of errors that a user can cause; everything else that is raised is a bug and shows itself."""


class DoublefireError(Exception):
    """A problem the user can mend: the message is one line that says what, where and what to do."""

    exit_code = 2


class UsageError(DoublefireError):
    """The command line asks for something that cannot be done."""


class ConfigError(DoublefireError):
    """A configuration, baseline or declaration file is not usable."""


class InputError(DoublefireError):
    """A trace cannot be read, or holds nothing to audit."""
