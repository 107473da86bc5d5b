"""The HTTP interface against its own description: schemathesis asks whatever it can think of."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from driving import PATIENCE, Server
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

CHECKS: list[CheckFunction] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]


def become(server: Server) -> str:
    """The token of somebody new."""
    body = {"name": "Somebody", "program": True}
    made = httpx.post(f"{server.address}/api/identity", json=body, timeout=PATIENCE)
    return str(made.json()["token"])


@pytest.fixture(scope="session")
def token(shared: Server) -> str:
    """Somebody who asks."""
    return become(shared)


@pytest.fixture(scope="session")
def interface(shared: Server) -> BaseSchema:
    """The description that the server gives of itself."""
    return schemathesis.openapi.from_url(f"{shared.address}/api/openapi.json", config=CONFIG)


# A text that is longer than any request may be is refused with 413, before anything is read. Every
# run asks the same questions: what fails once fails again.
REFUSED = [400, 401, 403, 404, 405, 413, 415, 429]
CONFIG = SchemathesisConfig.from_dict(
    {"seed": 1, "checks": {"negative_data_rejection": {"expected-statuses": REFUSED}}}
)
described = schemathesis.pytest.from_fixture("interface")


@described.parametrize()
@settings(max_examples=12, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_every_path_answers_as_it_is_described(case: Case[Any], shared: Server, token: str) -> None:
    """Never a 500, no undocumented status or shape; what is not allowed is refused."""
    # Whoever deletes an identity takes one of their own along.
    own = become(shared) if case.method.upper() == "DELETE" else token
    headers = {"authorization": f"Bearer {own}"}
    case.call_and_validate(headers=headers, checks=CHECKS)


def test_the_description_names_every_path_that_is_served(shared: Server) -> None:
    """Also the ones for tests, since this server has them."""
    described = httpx.get(f"{shared.address}/api/openapi.json", timeout=PATIENCE).json()
    assert "/api/test/tables" in described["paths"]
    assert described["paths"]["/api/tables"]["post"]["requestBody"]
    for path, methods in described["paths"].items():
        for method in methods:
            if method == "get":
                answer = httpx.get(f"{shared.address}{path}", timeout=PATIENCE)
                assert str(answer.status_code) in methods["get"]["responses"], path
