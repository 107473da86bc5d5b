"""Fuzzed messages: made from the protocol's own types, and changed a little or a lot.

Most of them are actions at a real question of a running game, legal or nearly so. The others are
any message of the protocol with values that its types allow, and what is left of a message after
bytes were changed, cut out, doubled or put in.
"""

from __future__ import annotations

import json
import random
import re
import string
from collections.abc import Callable
from typing import Any

import msgspec
from history import Json
from msgspec import inspect

from quedlinburg.server.protocol.client_messages import FromClient, decode_message

PLAIN = string.ascii_letters + string.digits + "_-"
ODD = "\0\n\r\t\x1b\u202e\u200b\u00e4\u6f22\U0001f986\ufeff'\"\\<>&%{}"
# Messages that take long, end the game or make tables come rarely.
RARE = {"odds", "hint", "resign", "abandon", "rematch", "kick", "start", "leave", "look"}
RARE_WEIGHT = 0.02
WORDS = (
    *("draw", "stop", "flask", "short", "stir", "buy", "buy B1 R2", "buy R2", "done", "back R1"),
    *("spend droplet", "spend flask", "choose none", "choose P1", "choose 0", "choose vp"),
    *("choose", "draw draw", "buy B9", "DRAW", " draw", "", "choose \0", "buy " + "B1 " * 15),
)


def _kinds() -> dict[str, inspect.StructType]:
    """The types of all messages that a client may send, by their names."""
    found = {}
    for shape in FromClient.__args__:
        info = inspect.type_info(shape)
        assert isinstance(info, inspect.StructType)
        found[str(info.tag)] = info
    return found


class Fuzzer:
    """Makes messages."""

    def __init__(self, choose: random.Random) -> None:
        """Choose by this."""
        self.choose = choose
        self._kinds = _kinds()
        self._names = sorted(self._kinds)
        self._weights = [RARE_WEIGHT if name in RARE else 1.0 for name in self._names]
        self._ids = 0

    def next_id(self) -> str:
        """An id that was not used before."""
        self._ids += 1
        return f"f{self._ids}-{self.choose.getrandbits(32):x}"

    # --- messages --------------------------------------------------------------------------------

    def any_message(self) -> Json:
        """A message of the protocol with values that its types allow, at the edges too."""
        name = self.choose.choices(self._names, self._weights)[0]
        message = self._struct(self._kinds[name])
        if self.choose.random() < 0.8:
            message["id"] = self.next_id()
        return {"type": name, **message}

    def action(self, ask: Json | None, ahead: int) -> Json:
        """An action at a question: legal, or nearly so.

        `ahead` is how many actions were sent since the question was heard of: the number of the
        question is guessed.
        """
        choose = self.choose
        number = 1 if ask is None else int(ask["question"]["number"])
        legal = [] if ask is None else [option["action"] for option in ask["legal"]]
        action = choose.choice(legal) if legal and choose.random() < 0.8 else choose.choice(WORDS)
        if choose.random() < 0.1:
            action = self._changed_text(action)
        question = number + (ahead if choose.random() < 0.8 else choose.randint(-2, 3))
        return {"type": "act", "id": self.next_id(), "question": question, "action": action}

    def damaged(self) -> str | bytes:
        """A message after something happened to its bytes or values."""
        message = self.any_message()
        choose = self.choose
        if choose.random() < 0.5:
            name = choose.choice(sorted(message))
            message[name] = choose.choice(
                [None, True, -1, 2**63, 10**30, 0.5, "", "x" * 300, [], {}, [[[]]], self._text(70)]
            )
            return json.dumps(message)
        data = bytearray(json.dumps(message).encode())
        for _ in range(choose.randint(1, 4)):
            self._damage(data)
        if choose.random() < 0.5:
            return bytes(data)
        return data.decode(errors="replace")

    def _damage(self, data: bytearray) -> None:
        """Change, remove, double or insert some bytes."""
        at = self.choose.randrange(len(data) + 1)
        to = min(len(data), at + self.choose.randint(1, 8))
        match self.choose.randrange(4):
            case 0:
                data[at:to] = self.choose.randbytes(to - at)
            case 1:
                del data[at:to]
            case 2:
                data[at:at] = data[at:to]
            case _:
                data[at:at] = self.choose.choice([b"\0", b'"', b"{", b"[", b"\xff", b"\\u0000"])

    # --- values ----------------------------------------------------------------------------------

    def _struct(self, info: inspect.StructType) -> Json:
        """Values for the fields of a struct; those that may be left out often are."""
        return {
            field.encode_name: self._value(field.type)
            for field in info.fields
            if field.required or self.choose.random() < 0.5
        }

    def _value(self, info: inspect.Type) -> Any:  # noqa: ANN401
        """A value that a type allows."""
        make = self._makers().get(type(info))
        return None if make is None else make(info)

    def _makers(self) -> dict[type, Callable[[Any], Any]]:
        """What makes the values of each sort of type."""
        choose = self.choose
        return {
            inspect.UnionType: lambda info: self._value(choose.choice(info.types)),
            inspect.LiteralType: lambda info: choose.choice(info.values),
            inspect.BoolType: lambda _: choose.random() < 0.5,
            inspect.IntType: self._integer,
            inspect.FloatType: lambda _: choose.random(),
            inspect.StrType: self._string,
            inspect.StructType: self._struct,
            inspect.ListType: lambda info: [self._value(info.item_type)],
            inspect.DictType: lambda info: {
                self._value(info.key_type): self._value(info.value_type) for _ in range(2)
            },
        }

    def _integer(self, info: inspect.IntType) -> int:
        """A whole number that a type allows, often at its edge."""
        least = info.ge if info.ge is not None else -(2**40)
        most = info.le if info.le is not None else 2**40
        near = [number for number in (0, 1, 2, 7, least, most) if least <= number <= most]
        return self.choose.choice(near)

    def _string(self, info: inspect.StrType) -> str:
        """A text that a type allows, by its length and pattern."""
        if info.pattern is None:
            return self._text(info.max_length or 80, info.min_length or 0)
        for length in (self.choose.randint(1, 64), 64, 6):
            for letters in (PLAIN, "0123456789abcdef"):
                text = "".join(self.choose.choices(letters, k=length))
                if re.search(info.pattern, text):
                    return text
        return "a"

    def _text(self, most: int, least: int = 0) -> str:
        """A text of at most so many characters, some of them odd."""
        length = self.choose.choice([least, min(most, 5), min(most, 20), most])
        letters = PLAIN + " " + ODD if self.choose.random() < 0.4 else PLAIN
        return "".join(self.choose.choices(letters, k=length))

    def _changed_text(self, text: str) -> str:
        """A text with a character changed, doubled or removed."""
        at = self.choose.randrange(len(text) + 1)
        new = self.choose.choice(["", text[at : at + 1] * 2, self.choose.choice(PLAIN + ODD)])
        return text[:at] + new + text[at + 1 :]


def is_well_formed(message: str | bytes) -> bool:
    """Whether the protocol takes a message."""
    try:
        decode_message(message)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True
