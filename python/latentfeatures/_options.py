"""Options of the command line by the names of parameters: as words of a command, and in its messages."""

import re

import numpy as np

_OPTIONS = {
    "n_components": "--features",
    "random_state": "--seed",
    "time_limit": "--time-limit",
    "backend": "--backend",
    "method": "--method",
    "missing": "--missing",
    "order": "--order",
    "infinite": "--infinite",
    "sigma": "--sigma",
}
_PARAMETERS = {"-k": "n_components", **{option: name for name, option in _OPTIONS.items()}}

# An option as messages mention it, alone or with a value: -k auto, --l1=0.5, --scale-by 1e-20.
_MENTION = re.compile(
    r"(?<![\w-])(?P<option>-k|--[a-z][a-z0-9-]*)(?![\w-])"
    r"(?:[= ](?P<value>(?<==)[^\s'\",;]+|(?:nan|auto|none|all|rows|-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)(?![\w.-]*\w)))?"
)


def words(**parameters):
    """Options as words: ``True`` is a flag, ``False`` and ``None`` are left out."""
    found = []
    for name, value in parameters.items():
        option = _OPTIONS.get(name) or f"--{name.replace('_', '-')}"
        if not isinstance(value, (bool, np.bool_)):
            found += [] if value is None else [f"{option}={value}"]
        elif value:
            found.append(f"{option}=nan" if name == "missing" else option)
    return found


def in_python(message, others):
    """A message with parameters in place of options.

    Parameters
    ----------
    message : str
        A sentence of the command line.
    others : bool
        Whether there is a parameter ``options`` for those that have none of their own.
    """

    def parameter(mention):
        option = mention["option"]
        value = mention["value"]
        name = _PARAMETERS.get(option)
        if name == "missing" and value == "nan":
            return "missing=True"
        if name is not None:
            return name if value is None else f"{name}={_literal(value)}"
        if not others or option == "--help":
            return mention[0]
        key = option[2:].replace("-", "_")
        return f'options["{key}"]' if value is None else f'options={{"{key}": {_literal(value)}}}'

    return _MENTION.sub(parameter, message.replace("Invalid value for option ", "Invalid value for "))


def _literal(value):
    try:
        float(value)
    except ValueError:
        return f'"{value}"'
    return value
