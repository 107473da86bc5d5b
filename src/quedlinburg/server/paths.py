"""The paths of the HTTP interface: what each takes, gives and refuses; routes and docs use this."""

from __future__ import annotations

from dataclasses import dataclass

from quedlinburg.server import bodies, http

NOBODY = (401,)
CHANGING = (403,)
POSTING = (400, 403, 413, 415)


@dataclass(frozen=True)
class Path:
    """One path and method: who answers, with what, and how it may refuse."""

    method: str
    path: str
    handle: http.Endpoint
    body: type | None = None
    answer: type | str | None = None
    status: tuple[int, ...] = (200,)
    refusals: tuple[int, ...] = ()
    query: tuple[str, ...] = ()

    @property
    def every_refusal(self) -> tuple[int, ...]:
        """How it may refuse; too many requests, and a store that can't store, are everywhere."""
        return (*sorted(self.refusals), 429, 503)


PATHS: tuple[Path, ...] = (
    Path("GET", "/api/identity", http.show_identity, answer=bodies.Identity, refusals=NOBODY),
    Path(
        "POST",
        "/api/identity",
        http.make_identity,
        body=bodies.MakeIdentity,
        answer=bodies.Identity,
        status=(200, 201),
        refusals=POSTING,
    ),
    Path(
        "DELETE",
        "/api/identity",
        http.delete_identity,
        status=(204,),
        refusals=NOBODY + CHANGING,
    ),
    Path(
        "POST",
        "/api/identity/code",
        http.make_code,
        answer=bodies.MovingCode,
        status=(201,),
        refusals=NOBODY + CHANGING,
    ),
    Path(
        "POST",
        "/api/identity/claim",
        http.claim_code,
        body=bodies.ClaimIdentity,
        answer=bodies.Identity,
        refusals=POSTING,
    ),
    Path("GET", "/api/tables", http.list_tables, answer=bodies.TableList),
    Path(
        "POST",
        "/api/tables",
        http.make_table,
        body=bodies.MakeTable,
        answer=bodies.TableMade,
        status=(201,),
        refusals=NOBODY + POSTING,
    ),
    Path(
        "GET",
        "/api/tables/{code}",
        http.show_table,
        answer=bodies.TableAnswer,
        refusals=(404, 409),
    ),
    Path(
        "GET",
        "/api/tables/{code}/log",
        http.show_log,
        answer="text/plain",
        refusals=(404, 409),
    ),
    Path("GET", "/api/games", http.list_games, answer=bodies.GameList, refusals=NOBODY),
    Path("GET", "/api/games/{code}/record", http.show_record, answer="text/plain", refusals=(404,)),
    Path(
        "GET", "/api/games/{code}/replay", http.show_replay, answer=bodies.Replay, refusals=(404,)
    ),
    Path(
        "GET", "/api/games/{code}/verify", http.verify_game, answer=bodies.Verified, refusals=(404,)
    ),
    Path("GET", "/api/rules", http.show_rules, answer=bodies.Rules, query=("language",)),
    Path("GET", "/metrics", http.show_metrics, answer="text/plain", refusals=(403,)),
)
# Only in test mode: a table that stands as a text says.
TEST_PATHS: tuple[Path, ...] = (
    Path(
        "POST",
        "/api/test/tables",
        http.make_test_table,
        body=bodies.MakeTableFromPosition,
        answer=bodies.TableMade,
        status=(201,),
        refusals=NOBODY + POSTING,
    ),
)
