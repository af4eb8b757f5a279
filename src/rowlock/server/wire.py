"""What all messages on the wire have in common, HTTP and socket alike. They stand in the files `…_wire.py`; the OpenAPI
document and the page's types are made from them."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field

from rowlock.rules import Refusal

TableId = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,32}$")]
Token = Annotated[str, Field(min_length=1, max_length=64)]
Key = Annotated[str, Field(pattern="^([A-Za-z0-9_-]{22,64})?$")]
"""A secret that a browser makes for itself, once; only its hash is kept. Empty for none."""


class Message(BaseModel):
    """One type each; what isn't named isn't taken."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def of(cls, **values: Any) -> Self:
        """A message that the server makes itself: all fields, unchecked, as `model_construct` does it more slowly."""
        message = cls.__new__(cls)
        object.__setattr__(message, "__dict__", values)
        object.__setattr__(message, "__pydantic_fields_set__", set(values))
        object.__setattr__(message, "__pydantic_extra__", None)
        object.__setattr__(message, "__pydantic_private__", None)
        return message


class Refused(Message):
    """Why something was not done: a code that the page puts into words, and its facts."""

    code: str
    message: str
    facts: dict[str, str | int] = {}

    @staticmethod
    def because(refusal: Refusal) -> Refused:
        """A refusal as it is told."""
        return Refused(code=refusal.code, message=str(refusal), facts=dict(refusal.facts))
