"""Names, titles and lines: one form, nothing invisible, and no two names that look alike."""

from __future__ import annotations

import unicodedata

import pytest
from driving import Client, Person, Server, browser, drive
from hypothesis import given
from hypothesis import strategies as st

from quedlinburg.server.limits import NAME_BYTES, NAME_LENGTH
from quedlinburg.server.people.names import (
    MARKS_A_LETTER,
    checked_name,
    clean_line,
    clean_name,
    distinct,
    skeleton,
)
from quedlinburg.server.protocol.refusals import Refusal

ZALGO = "Z" + "\u0337\u0322\u0327\u031b" * 10 + "oe"
# Letters of several scripts, marks, joiners, directions, controls, blanks and pictures.
ODD = (
    "aAö\u0301\u0337\u200b\u200d\u202e\u2066\u00ad\ufe0f\u20dd\u3164\u115f\u2800 \u00a0\u2028"
    "\t\x1b\ue000\u0378Жא🦆👩ﬁ"
)


@given(st.one_of(st.text(), st.text(alphabet=ODD)))
def test_a_clean_text_is_clean_whatever_it_was(text: str) -> None:
    """One form, one line, nothing hidden, few marks; and cleaning it again changes nothing."""
    assert unicodedata.is_normalized("NFKC", clean_name(text))
    assert unicodedata.is_normalized("NFC", clean_line(text))
    for clean in (clean_name, clean_line):
        cleaned = clean(text)
        assert clean(cleaned) == cleaned
        assert cleaned == " ".join(cleaned.split())
        assert not set("\u202e\u2066\u200b\u3164\x1b\ue000") & set(cleaned)
        marks = [unicodedata.category(c) == "Mn" for c in cleaned]
        assert not any(all(marks[n : n + 3]) for n in range(len(marks) - MARKS_A_LETTER))


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("  Ada\u0000  L. ", "Ada L."),
        ("\u202eadA", "adA"),
        ("A\u200bd\u00ada\u2060", "Ada"),
        ("Ａｄａ", "Ada"),
        ("Zoe\u0308", "Zoë"),
        ("Nguyễn Thị", "Nguyễn Thị"),
        (ZALGO, "Z\u0337\u0337oe"),
        ("佐藤", "佐藤"),
        ("Ente 🦆", "Ente 🦆"),
    ],
)
def test_a_name_has_one_form(written: str, name: str) -> None:
    """What is seen stays; what is not goes."""
    assert checked_name(written) == name


@pytest.mark.parametrize(
    "name",
    [
        "\u200b\u202e",
        "\u3164\u115f",
        "...",
        "🦆",
        "x" * (NAME_LENGTH + 1),
        "\u0e01\u0e47" * NAME_LENGTH,
        "Apprentice Tilda",
        "\u0410pprentice Tilda",
        "LEHRLING  JOST",
    ],
)
def test_a_name_that_nobody_can_read_or_that_a_bot_has_is_refused(name: str) -> None:
    """It needs a letter or a digit, and has an end in letters and in bytes."""
    with pytest.raises(Refusal, match="name"):
        checked_name(name)


def test_a_name_is_counted_once_it_is_clean() -> None:
    """In letters as people count them, whatever they are made of."""
    assert checked_name("e\u0301" * NAME_LENGTH) == "é" * NAME_LENGTH
    assert len(("é" * NAME_LENGTH).encode()) <= NAME_BYTES
    assert checked_name("\u200b" * 100 + "Ada") == "Ada"


@pytest.mark.parametrize("line", ["❤️‍🔥 👩‍👩‍👧", "1️⃣ first", "🇩🇪", "می‌خواهم", "a b", "schöne Grüße"])
def test_a_line_keeps_emoji_and_scripts_that_join(line: str) -> None:
    """Joiners stay where there is something to join."""
    assert clean_line(line) == line


def test_a_line_of_joiners_alone_says_nothing() -> None:
    """And a pile of them is cut."""
    assert clean_line("\u200d\ufe0f \u200d") == ""
    assert clean_line("a" + "\u200d" * 50 + "b").count("\u200d") == MARKS_A_LETTER


@pytest.mark.parametrize(
    "name", ["Аda", "ADA", "A d a", "Ada.", "Ádá", "𝓐da", "Ad\u0251", "ᗅda"], ids=ascii
)
def test_names_that_look_alike_have_one_skeleton(name: str) -> None:
    """Other scripts, case, spaces, punctuation and marks don't make another name."""
    assert skeleton(name) == skeleton("Ada")
    assert distinct(name, ["Ada"]) == f"{name} (2)"


def test_i_l_and_one_and_m_and_rn_look_alike() -> None:
    """The classics among Latin letters."""
    assert skeleton("Ida") == skeleton("lda") == skeleton("1da")
    assert skeleton("Rumpel") == skeleton("Rurnpel")
    assert skeleton("Ada") != skeleton("Bo")
    assert distinct("Ada", ["Ada", "Ada (2)"]) == "Ada (3)"


async def arrived(person: Person, code: str) -> Client:
    """A client that has seen the table."""
    client = await person.at(code)
    await client.until_type("snapshot")
    return client


def test_no_two_names_at_a_table_look_alike(shared: Server) -> None:
    """Whoever comes second is counted: on a seat, on a passed seat, after a rename, as a guest."""

    async def run() -> None:
        first, second, third = [
            await Person.arrive(shared, name) for name in ("Ada", "\u0410da", "Ada")
        ]
        code = await first.make_table(options={"players": 4, "pass_around": True})
        host, other, guest = [await arrived(p, code) for p in (first, second, third)]
        assert (await other.say("sit", seat=1))["type"] == "ack"
        assert other.table["seats"][1]["name"] == "\u0410da (2)"
        assert (await other.say("sit", seat=2, name="ADA"))["type"] == "ack"
        assert other.table["seats"][2]["name"] == "ADA (3)"
        await guest.say("chat", text="hello")
        line = (await other.until_type("chat"))["line"]
        assert (line["name"], line["seat"]) == ("Ada (4)", None)
        renamed = await first.http.post("/api/identity", json={"name": "aDa"})
        assert renamed.status_code == 200
        told = await guest.until(lambda m: m["type"] == "table")
        assert told["table"]["seats"][0]["name"] == "aDa"
        assert told["table"]["host_name"] == "aDa"
        renamed = await second.http.post("/api/identity", json={"name": "Bo"})
        await guest.until(lambda m: m["type"] == "table" and m["table"]["seats"][1]["name"] == "Bo")
        assert (await guest.say("sit", seat=3, name="Rosie Thumbs"))["code"] == "name"
        assert (await host.say("add_bot", seat=3, level="novice"))["type"] == "ack"

    drive(run)


def test_the_first_name_that_a_page_offers_never_fails(shared: Server) -> None:
    """Also where everybody bears it: playing at once needs no thought about names."""

    async def run() -> None:
        people = [await Person.arrive(shared, "Quacksalber") for _ in range(3)]
        code = await people[0].make_table(options={"players": 4})
        clients = [await arrived(person, code) for person in people]
        for seat, client in enumerate(clients[1:], start=1):
            assert (await client.say("sit", seat=seat))["type"] == "ack"
        names = [seat["name"] for seat in clients[2].table["seats"]]
        assert names[:3] == ["Quacksalber", "Quacksalber (2)", "Quacksalber (3)"]

    drive(run)


def test_titles_and_lines_are_clean(shared: Server) -> None:
    """Nothing turns the direction of a page around."""

    async def run() -> None:
        ada = await Person.arrive(shared, "Ada")
        code = await ada.make_table(options={"title": "a\u202e \u200b  b"})
        client = await arrived(ada, code)
        assert client.table["options"]["title"] == "a b"
        options = client.table["options"] | {"title": "\u2066c"}
        assert (await client.say("set_options", options=options))["type"] == "ack"
        assert client.table["options"]["title"] == "c"
        await client.say("chat", text="\u202ehello \u200b world")
        (line,) = [message["line"] for message in client.heard if message["type"] == "chat"]
        assert line["text"] == "hello world"
        assert (await client.say("chat", text="\u202e\u200b"))["code"] == "malformed"

    drive(run)
    with browser(shared) as ada:
        assert ada.post("/api/identity", json={"name": "\u202e" + "A" * 24}).status_code == 201
