"""The OpenAPI document is true: random calls by its description are answered as described, and never with a 500."""

from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.serving import Address, Opened

TRIES = settings.get_profile(settings.get_current_profile_name()).max_examples // 10
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def operations(document: dict[str, Any]) -> dict[str, Any]:
    loaded = schemathesis.openapi.from_dict(document)
    found: list[Any] = [operation.ok() for operation in cast(Any, loaded).get_all_operations()]
    return {operation.label: operation for operation in found}


def test_calls_are_answered_as_described(address: Address) -> None:
    table = address.open("qwixx", [{"kind": "human"}, {"kind": "open"}], public=True)
    found = operations(address.get("/openapi.json"))
    assert "POST /api/tables/{id}/moves" in found
    for operation in found.values():
        make_calls(address, operation, table)


def make_calls(address: Address, operation: Any, table: Opened) -> None:
    """Random calls, sound ones and others; most of them about a table that is there, and by somebody who sits there."""

    @settings(max_examples=TRIES, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(), st.sampled_from([True, True, False]), st.booleans())
    def call(case: Any, real: bool, seated: bool) -> None:
        if real and "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = table.id
        headers = {"Authorization": f"Bearer {table.tokens[1]}"} if seated else None
        answer = case.call_and_validate(
            base_url=f"http://127.0.0.1:{address.port}", headers=headers, checks=CHECKS, session=None
        )
        for words in (b"something else", b"Input should"):  # nothing better was known to say
            assert words not in answer.content

    call()


def test_the_check_finds_a_wrong_answer(address: Address) -> None:
    """A check that cannot fail proves nothing: here the document promises another answer."""
    document = address.get("/openapi.json")
    document["components"]["schemas"]["Health"]["properties"]["version"] = {"type": "integer"}
    health = operations(document)["GET /api/health"]
    table = address.open()
    with pytest.raises(BaseException, match="schema"):
        make_calls(address, health, table)
