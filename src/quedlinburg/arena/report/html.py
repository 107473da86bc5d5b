"""The report as one self-contained page of HTML, with a light and a dark theme."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from quedlinburg.arena.report import plots
from quedlinburg.arena.report.text import headline, number, percent
from quedlinburg.arena.statistics import NOTHING_BOUGHT, BotFinding, Findings
from quedlinburg.rules.constants import KIND_CODES, LAST_ROUND

_COLOURS = """
:root{color-scheme:light dark;--paper:#f3e8d0;--lift:#fbf4e3;--ink:#1e1813;--ink-2:#51453a;
--rule:#bfac86;--accent:#1b5a55}
@media(prefers-color-scheme:dark){:root{--paper:#0c1a1d;--lift:#142a2e;--ink:#f3e7cb;
--ink-2:#cbbe9d;--rule:#33494b;--accent:#83cdbc}}
body{background:var(--paper);color:var(--ink);margin:0 auto;padding:2rem 1rem 4rem;max-width:60rem;
font:1.0625rem/1.4 'Alegreya Sans','Segoe UI',sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:2rem;margin:0 0 .5rem}h2{font-size:1.4rem;margin:2.5rem 0 .75rem}
p{color:var(--ink-2);max-width:46rem}
.wide{overflow-x:auto}table{border-collapse:collapse}
th,td{padding:.3rem .8rem .3rem 0;text-align:right;border-bottom:1px solid var(--rule)}
th:first-child,td:first-child{text-align:left}th{font-weight:700}
code{background:var(--lift);padding:.15rem .35rem;overflow-wrap:anywhere}
figure{margin:1.5rem 0;background:var(--lift);padding:.75rem}
.heat td{padding:.15rem .5rem;border:0;text-align:center;min-width:2.2rem}
"""


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], *, style: str = "") -> str:
    """A table; cells are HTML already."""
    heads = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<div class="wide"><table class="{style}"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _summary(findings: Findings) -> str:
    """Wins, points and ratings."""
    rows = [
        (
            escape(bot.name),
            str(bot.seats),
            percent(bot.share),
            number(bot.points),
            f"{bot.rating.mu:.1f} ±{2 * bot.rating.sigma:.1f}",
        )
        for bot in findings.bots
    ]
    return _table(("bot", "seats", "wins", "points", "rating"), rows)


def _against(findings: Findings) -> str:
    """Who has more points than whom."""
    names = [escape(bot.name) for bot in findings.bots]
    rows = []
    for bot, name in zip(findings.bots, names, strict=True):
        parts = [bot.ahead.get(other.name) for other in findings.bots]
        rows.append((name, *(percent(part) if part else "–" for part in parts)))
    return _table(("more points than", *names), rows)


def _heat(bot: BotFinding) -> str:
    """What a bot bought in which round: the darker, the more."""
    bought = bot.bought[: LAST_ROUND - 1]
    kinds = [kind for kind in (*KIND_CODES, NOTHING_BOUGHT) if any(kind in r for r in bought)]
    rows = []
    for kind in kinds:
        row = [kind]
        for line in bought:
            count = line.get(kind, 0.0)
            shade = min(100, round(100 * count))
            shown = f"{count:.2f}" if count >= 0.005 else ""
            mix = f"color-mix(in srgb,var(--accent) {0.45 * shade:.0f}%,transparent)"
            row.append(f'<span style="display:block;background:{mix}">{shown or "&nbsp;"}</span>')
        rows.append(row)
    heads = ("kind", *(str(n) for n in range(1, LAST_ROUND)))
    return f"<h3>{escape(bot.name)}</h3>" + _table(heads, rows, style="heat")


def figures(findings: Findings) -> dict[str, str]:
    """The plots by name."""
    bots = findings.bots
    return {
        "wins": plots.bars(
            "Share of wins for each seat",
            {bot.name: bot.share for bot in bots},
            mark=findings.equal_share,
        ),
        "points": plots.lines(
            "Victory points after each round",
            {bot.name: [line.points for line in bot.rounds] for bot in bots},
        ),
        "explosions": plots.lines(
            "Share of pots that exploded, by round",
            {bot.name: [line.exploded for line in bot.rounds] for bot in bots},
            show=plots.as_percent,
        ),
        "droplet": plots.lines(
            "Droplet after each round",
            {bot.name: [line.droplet for line in bot.rounds] for bot in bots},
        ),
    }


def page(findings: Findings) -> str:
    """The whole page."""
    drawn = figures(findings)
    names = escape(", ".join(findings.contest.seats))
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Arena: {names}</title><style>{_COLOURS}</style></head><body>",
        f"<h1>{names}</h1><p>{escape(headline(findings))}.</p>",
        "<p>Every deal is played in each rotation of the bots, with the same luck for each seat. ",
        "In brackets and as whiskers: 95 % intervals, clustered by deal. ",
        f"Equal bots would win {100 * findings.equal_share:.1f} % each.</p>",
        _summary(findings),
        f"<figure>{drawn['wins']}</figure>",
        _against(findings) if len(findings.bots) > 1 else "",
        "<h2>Round by round</h2>",
        *(f"<figure>{drawn[name]}</figure>" for name in ("points", "explosions", "droplet")),
        "<h2>What was bought when</h2><p>Chips of each kind bought a game, by round.</p>",
        *(_heat(bot) for bot in findings.bots),
        "<h2>Again</h2><p>This command gives the same games, with any number of processes:</p>",
        f"<p><code>{escape(findings.contest.command())}</code></p></body></html>",
    ]
    return "\n".join(parts) + "\n"
