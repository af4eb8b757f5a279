"""What is wrong with a message, in one sentence for people: where, what should stand there, and what does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from rowlock.rules import Refusal
from rowlock.rules.game import shown

NO_JSON = "send one JSON object, with the header Content-Type: application/json"
BESIDE = ("query", "path", "header")
"""What FastAPI reads beside the body, and what a place begins with there."""
OBJECT = "an object, such as {}"

WANTED = {
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "dataclass_type": OBJECT,
    "dict_type": OBJECT,
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number",
    "int_type": "a whole number",
    "list_type": "a list",
    "mapping_type": OBJECT,
    "model_attributes_type": OBJECT,
    "model_type": OBJECT,
    "string_type": "a text",
    "tuple_type": "a list",
}
"""What should stand there, by the kinds of errors as pydantic names them."""
LIMITS = {
    "greater_than_equal": "a number from {ge} on",
    "less_than_equal": "a number up to {le}",
    "literal_error": "{expected}",
    "string_pattern_mismatch": "written as {pattern}",
    "string_too_long": "a text of at most {max_length} characters",
    "string_too_short": "a text of at least {min_length} characters",
    "too_long": "a list of at most {max_length}",
    "too_short": "a list of at least {min_length}",
    "union_tag_invalid": "one of {expected_tags}",
}
"""The same where it depends on a limit."""


MISSING = ("missing", "missing_argument", "missing_keyword_only_argument")
UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")


def malformed(errors: Sequence[ErrorDetails], body: Any) -> Refusal:
    """The refusal of a call, by the first thing that is wrong with it."""
    first = errors[0]
    if first["type"] == "json_invalid" or first["loc"] == ("body",):
        return Refusal("malformed", NO_JSON, place="body")
    place = _place(first, body)
    alike = [error for error in errors if _place(error, body) == place]  # one for each way to read it
    return Refusal("malformed", _sentence(place or "the message", alike), place=place or "body")


def not_a_message(error: ValidationError, text: str) -> Refusal:
    """The same for what came over a socket."""
    errors = error.errors()
    if errors[0]["type"] == "json_invalid":
        return Refusal("malformed", "a message is one JSON object, as text", place="body")
    return malformed(errors, json.loads(text))


def _place(error: ErrorDetails, body: Any) -> str:
    """Where it is, by the names that the sender gave. What only tells how pydantic tried to read it is left out."""
    way, named = list(error["loc"]), list[str]()
    if way[:1] == ["body"]:
        way = way[1:]
    elif way and way[0] in BESIDE:
        return str(way[-1])
    for step in way:
        try:
            body = body[step]
        except (LookupError, TypeError):
            if error["type"] not in MISSING or step != way[-1]:
                continue
        named.append(str(step))
    if error["type"].startswith("union_tag"):
        named.append(error["ctx"]["discriminator"].strip("'"))
    return ".".join(named)


def _sentence(place: str, alike: Sequence[ErrorDetails]) -> str:
    kind, given, limits = alike[0]["type"], alike[0]["input"], alike[0].get("ctx", {})
    if kind in MISSING or kind == "union_tag_not_found":
        return f"{place} is missing"
    if kind in UNKNOWN:
        return f"{place} is not known here"
    if kind == "value_error":  # ours
        return f"{place}: {limits['error']}"
    wanted = " or ".join(dict.fromkeys(map(_wanted, alike)))
    return f"{place} should be {wanted}, not {_shown(limits.get('tag', given))}"


def _wanted(error: ErrorDetails) -> str:
    kind = error["type"]
    return LIMITS[kind].format(**error["ctx"]) if kind in LIMITS else WANTED.get(kind, "something else")


def _shown(given: Any) -> str:
    if isinstance(given, list):
        return f"a list of {len(given)}"
    return shown(given) if isinstance(given, str) else shown(json.dumps(given, default=str)).strip("'")
