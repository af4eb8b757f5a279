"""Prints the OpenAPI document that the page's types are made from: the server's, and the sockets' messages."""

import json
import sys

from pydantic import TypeAdapter

from rowlock.server.app import create_app
from rowlock.server.series_wire import FromSeries
from rowlock.server.socket_wire import FromClient, FromServer

REF = "#/components/schemas/{model}"


def messages() -> dict[str, object]:
    """The sockets' messages as an OpenAPI document without calls."""
    sent: TypeAdapter[object] = TypeAdapter(FromServer)
    told: TypeAdapter[object] = TypeAdapter(FromSeries)
    received: TypeAdapter[object] = TypeAdapter(FromClient)
    schemas: dict[str, object] = {}
    for name, schema in (
        ("FromServer", sent.json_schema(ref_template=REF, mode="serialization")),
        ("FromSeries", told.json_schema(ref_template=REF, mode="serialization")),
        ("FromClient", received.json_schema(ref_template=REF, mode="validation")),
    ):
        schemas |= {**schema.pop("$defs"), name: schema}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Socket", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas},
    }


json.dump({"api": create_app().openapi(), "socket": messages()}, sys.stdout)
