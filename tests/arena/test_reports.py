"""Reports: text, JSON, CSV and a page say the same, and other programs can read them."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from quedlinburg.arena.contest import Contest
from quedlinburg.arena.report import plots
from quedlinburg.arena.report.csv import games_csv, purchases_csv, rounds_csv
from quedlinburg.arena.report.html import figures, page
from quedlinburg.arena.report.text import report_text
from quedlinburg.arena.results import Results
from quedlinburg.arena.runner import RunResult, run
from quedlinburg.arena.statistics import Estimate, Findings, find

CONTEST = Contest(("cautious", "random", "random"), games=12, plain=True, books="2")


@pytest.fixture(scope="module")
def ran() -> RunResult:
    """Four deals."""
    return run(CONTEST)


@pytest.fixture(scope="module")
def findings(ran: RunResult) -> Findings:
    """What they say."""
    return find(ran)


def test_shares_of_all_seats_add_up_to_one(findings: Findings) -> None:
    """A bot's share is for each of its seats."""
    assert sum(bot.seats * bot.share.mean for bot in findings.bots) == pytest.approx(1.0)
    assert [bot.seats for bot in findings.bots] == [1, 2]
    cautious, chance = findings.bots
    assert cautious.share.mean > 0.9 > chance.share.mean
    assert cautious.ahead["random"].mean == pytest.approx(1 - chance.ahead["cautious"].mean)


def test_findings_count_what_the_results_hold(ran: RunResult, findings: Findings) -> None:
    """Means over games, by bot and round."""
    assert findings.games == 12
    assert findings.complete
    last = findings.bots[1].rounds[-1]
    assert last.points == pytest.approx(float(ran.results.points[:, :, 1:].mean()))
    assert last.points == pytest.approx(findings.bots[1].points.mean)
    for bot in findings.bots:
        assert all(0 <= line.exploded <= 1 for line in bot.rounds)
        assert bot.bought[8] == {"nothing": 1.0}


def test_equal_points_count_half_for_either() -> None:
    """Who is ahead of whom is about points alone."""
    results = Results.blank(2, 3)
    results.numbers[:] = range(3)
    results.points[:] = [[[50, 50], [50, 50]], [[60, 50], [50, 60]], [[40, 40], [70, 30]]]
    results.winners[:] = 1
    found = find(RunResult(Contest(("cautious", "random"), games=6, plain=True), results))
    ahead = found.bots[0].ahead["random"].mean
    assert ahead == pytest.approx((0.5 + 0.5 + 1 + 0 + 0.5 + 1) / 6)
    assert found.bots[1].ahead["cautious"].mean == pytest.approx(1 - ahead)


def test_nothing_played_has_no_findings() -> None:
    """There is nothing to say, and it is said in one line."""
    with pytest.raises(ValueError, match="no deal has been played"):
        find(RunResult(CONTEST, Results.blank(3)))


def test_json_holds_all_of_it(findings: Findings) -> None:
    """Command, contest, bots, rounds and purchases."""
    plain = json.loads(json.dumps(findings.to_json()))
    assert plain["command"] == CONTEST.command()
    assert Contest.from_json(plain["contest"]) == CONTEST
    bot = plain["bots"][0]
    assert bot["share"]["low"] <= bot["share"]["mean"] <= bot["share"]["high"]
    assert [line["round"] for line in bot["rounds"]] == list(range(1, 10))
    assert {"mu", "sigma"} == set(bot["rating"])


def test_the_table_of_games_has_a_row_for_each_bot_in_each_game(ran: RunResult) -> None:
    """Points and shares add up to those of the results."""
    rows = list(csv.DictReader(io.StringIO(games_csv(CONTEST, ran.results))))
    assert len(rows) == 36
    assert {row["green"] for row in rows} == {"2"}
    assert sum(int(row["points"]) for row in rows) == ran.results.points.sum()
    assert sum(float(row["share"]) for row in rows) == pytest.approx(12, abs=1e-4)
    seats = {(row["deal"], row["rotation"], row["seat"]) for row in rows}
    assert len(seats) == 36


def test_tables_of_rounds_and_purchases_can_be_read(findings: Findings) -> None:
    """Nine rounds for each bot; chips by their codes."""
    rounds = list(csv.DictReader(io.StringIO(rounds_csv(findings))))
    assert len(rounds) == 18
    bought = list(csv.DictReader(io.StringIO(purchases_csv(findings))))
    assert all(re.fullmatch(r"[OGBRYPK][124]|nothing", row["kind"]) for row in bought)
    assert all(float(row["bought"]) > 0 for row in bought)


def test_the_text_fits_and_says_what_was_played(findings: Findings) -> None:
    """Bots, intervals, rounds, and the command that does it again."""
    text = report_text(findings)
    assert max(map(len, text.splitlines())) <= 110
    for words in ("12 games: 4 deals", "books 2", "Equal bots would win 33.3 %", CONTEST.command()):
        assert words in text
    assert "…" not in text


class Page(HTMLParser):
    """Reads a page: its elements, and whatever it would load from elsewhere."""

    def __init__(self) -> None:
        """Begin."""
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count an element, and what it points to."""
        self.seen.append(tag)
        if tag not in ("meta", "rect", "line", "path", "polyline"):
            self.open.append(tag)
        self.loads += [f"{tag} {n}" for n, _ in attrs if n in ("src", "href", "action")]

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        if tag not in ("rect", "line", "path", "polyline"):
            assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing_else(findings: Findings) -> None:
    """Every element is closed, nothing is loaded, no script runs."""
    reader = Page()
    reader.feed(page(findings))
    assert reader.open == []
    assert reader.loads == []
    assert "script" not in reader.seen
    assert reader.seen.count("svg") == 4
    assert "prefers-color-scheme:dark" in page(findings)


def test_names_are_escaped_in_the_page() -> None:
    """One's own bot may have any module's name."""
    drawn = plots.bars("a < b", {"<b>&": Estimate(0.5, 0.4, 0.6)}, mark=0.25)
    assert "<b>" not in drawn
    assert ElementTree.fromstring(drawn).get("aria-label") == "a < b"


def test_plots_stay_within_their_frames(findings: Findings) -> None:
    """Whatever the numbers are: parse, and no point lies outside."""
    drawn = [*figures(findings).values(), plots.lines("flat", {"a": [0.0] * 9})]
    drawn.append(plots.lines("below", {"a": [-3.0, 2.0, 1.0], "b": [0.5, 0.5, 0.5]}))
    for svg in drawn:
        root = ElementTree.fromstring(svg)
        width, height = map(float, (root.get("viewBox") or "").split()[2:])
        for line in root.iter("{http://www.w3.org/2000/svg}polyline"):
            for point in (line.get("points") or "").split():
                x, y = map(float, point.split(","))
                assert 0 <= x <= width
                assert 0 <= y <= height
