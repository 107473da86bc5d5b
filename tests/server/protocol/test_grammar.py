"""Every text from outside has one strict grammar, checked before anything else sees it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest
from conftest import StartServer
from driving import PATIENCE, Person, drive, full_table, refused
from msgspec import inspect

from quedlinburg.server.people.identities import Person as Somebody
from quedlinburg.server.protocol import bodies, client_messages, grammar
from quedlinburg.server.protocol.client_messages import decode_message
from quedlinburg.server.storage.documents import read_document, write_document
from quedlinburg.server.tables.new_tables import wanted_table

SHAPES: tuple[type[msgspec.Struct], ...] = (
    *client_messages.FromClient.__args__,
    *bodies.Body.__subclasses__(),
)


def parts(shape: Any) -> Iterator[Any]:  # noqa: ANN401
    """A type and all the types inside it."""
    yield shape
    match shape:
        case inspect.StructType():
            for field in shape.fields:
                yield from parts(field.type)
        case inspect.UnionType():
            for part in shape.types:
                yield from parts(part)
        case inspect.DictType():
            yield from parts(shape.key_type)
            yield from parts(shape.value_type)
        case inspect.ListType():
            yield from parts(shape.item_type)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_every_text_and_number_from_outside_has_bounds(shape: type[msgspec.Struct]) -> None:
    """No message or body has a text without a pattern of the whole, or a number without an end."""
    for part in parts(inspect.type_info(shape)):
        match part:
            case inspect.StrType():
                assert part.pattern is not None
                assert part.pattern.startswith("^")
                assert part.pattern.endswith(r"$(?!\n)")
            case inspect.IntType():
                assert part.ge is not None
                assert part.le is not None
            case inspect.ListType() | inspect.DictType():
                keys = getattr(part, "key_type", None)
                assert part.max_length is not None or isinstance(keys, inspect.LiteralType)
            case inspect.StructType():
                assert part.forbid_unknown_fields
            case inspect.AnyType() | inspect.FloatType():
                pytest.fail(f"{shape.__name__} takes anything")


ACT = {"type": "act", "id": "a1", "question": 3, "action": "draw"}
WRONG = ("\x00", "\n", "a\n", "a\x00b", "\x1b[2J", "a\x7f", "a\x85", "")


@pytest.mark.parametrize("text", WRONG)
@pytest.mark.parametrize(
    ("message", "field"),
    [
        (ACT, "id"),
        (ACT, "action"),
        ({"type": "nonce", "nonce": "x"}, "nonce"),
        ({"type": "chat", "text": "x"}, "text"),
        ({"type": "sit", "seat": 1, "name": "x"}, "name"),
        ({"type": "add_bot", "seat": 1, "level": "x"}, "level"),
        ({"type": "ping", "id": "x"}, "id"),
    ],
)
def test_no_message_takes_control_characters(
    message: dict[str, object], field: str, text: str
) -> None:
    """Nor a newline at the end, nor an empty text; the message is fine otherwise."""
    decode_message(json.dumps(message))
    with pytest.raises(msgspec.DecodeError):
        decode_message(json.dumps({**message, field: text}))


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({**ACT, "question": 10**30}),
        json.dumps({**ACT, "question": -1}),
        json.dumps({"type": "resume", "since": 2**31}),
        json.dumps({"type": "mute", "line": 10**30}),
        json.dumps({"type": "mute", "line": -1}),
        json.dumps({**ACT, "id": "é"}),
        json.dumps({**ACT, "id": "x" * 65}),
        json.dumps({"type": "nonce", "nonce": "x" * 65}),
        json.dumps({"type": "set_options", "options": {"title": "a\tb"}}),
        json.dumps({"type": "set_options", "options": {"edition": "a\n"}}),
        json.dumps({"type": "set_options", "options": {"edition": {"rubies": 10**30}}}),
        json.dumps({"type": "set_options", "options": {"edition": {"flask": "a\x00"}}}),
        '{"type": "chat", "text": "\\ud800"}',
        '{"type": "chat", "text": "\\udc00 and more"}',
    ],
)
def test_texts_and_numbers_out_of_bounds_are_not_decoded(text: str) -> None:
    """Each of them once ended further inside, some in the database."""
    with pytest.raises(msgspec.DecodeError):
        decode_message(text)


@pytest.mark.parametrize("code", ["", "A\n", "\x00", "ABCDEF\n", "A B", "ſ", "x" * 13, "../x"])
def test_what_is_no_code_names_no_table(code: str) -> None:
    """No text but letters and digits is looked for in the database."""
    assert grammar.table_code(code) == ""
    assert grammar.table_code("abc234") == "ABC234"


@pytest.mark.parametrize("text", ["", "-1", "1\n", "٣", "1" * 8, "1.0", None])
def test_what_is_no_number_in_a_query_is_left_out(text: str | None) -> None:
    """Digits of other scripts are no digits here."""
    assert grammar.number(text) is None
    assert grammar.number("0012") == 12


def test_a_stored_title_of_before_is_read_without_its_control_characters() -> None:
    """Titles were not checked once; such a table is still there."""
    document = wanted_table(Somebody("ada", "Ada"), bodies.MakeTable())
    stored = json.loads(write_document(document))
    stored["options"]["title"] = "tea\tat\u0000five"
    assert read_document(json.dumps(stored)).options.title == "tea at five"
    stored["options"]["players"] = "many"
    with pytest.raises(msgspec.ValidationError):
        read_document(json.dumps(stored))


def test_texts_that_a_database_does_not_take_are_refused_in_words(
    start_server: StartServer, database: str
) -> None:
    """A NUL in an id, a code, a query, a header: no request fails and no table is disturbed."""
    server = start_server(database)

    async def run() -> None:
        people = [await Person.arrive(server, name) for name in ("Ada", "Bo")]
        code, (ada, bo) = await full_table(people)
        assert ada.ask is not None
        act = {"type": "act", "question": ada.ask["question"]["number"], "action": "draw"}
        for wrong in ("a\x00b", "a\n", "\udc00"):
            await ada.send({**act, "id": wrong})
            told = await ada.until_type("refused")
            assert (told["id"], told["code"]) == (None, "malformed")
            assert "64 printable ASCII characters" in told["reason"] or "\udc00" in wrong
            came = await people[1].at(code)
            assert (await came.hear())["number"] == bo.number
        assert refused(await ada.say("mute", line=10**30)) == "malformed"
        assert refused(await ada.say("resume", since=10**30)) == "malformed"
        assert (await ada.say("act", question=act["question"], action="draw"))["type"] == "ack"
        http = people[0].http
        for path in ("/api/tables/%00", "/api/games/%00/record", "/api/games/A%0A/replay"):
            assert (await http.get(path)).status_code == 404
        assert (await http.get("/api/rules?language=%00")).json()["language"] == "en"
        lost = await people[0].at("%00")
        with pytest.raises(Exception, match="4004"):
            await lost.hear()

    drive(run)
    headers = {"authorization": "Bearer \x80\xff", "cookie": 'quacks="\\000\\012"'}
    for name, value in headers.items():
        raw = {name.encode(): value.encode("latin-1")}
        answer = httpx.get(f"{server.address}/api/identity", headers=raw, timeout=PATIENCE)
        assert answer.status_code == 401
    strange = {"origin": "http://[::1", "content-type": "application/json"}
    answer = httpx.post(f"{server.address}/api/identity", headers=strange, content="{}")
    assert answer.status_code == 403
    assert "trace" not in server.log.read_text()
