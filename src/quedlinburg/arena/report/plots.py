"""Small plots as SVG with a light and a dark theme, on their own or inside a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from quedlinburg.arena.statistics import Estimate

# Colours that can be told apart by day and by night; dashes say the same without colour.
DAY = ("#7a4f00", "#2f5590", "#97231b", "#376326", "#6b3f8f", "#1b5a55")
NIGHT = ("#f0be5e", "#8fb5f0", "#f59a82", "#9ccb7f", "#c9a6e8", "#83cdbc")
DASHES = ("", "6 3", "2 3", "9 3 2 3", "12 4", "1 2")


def _rules(colours: Sequence[str], ink: str, soft: str) -> str:
    """The colours of one half of the day."""
    strokes = "".join(
        f".s{n}{{stroke:{colour}}}.f{n}{{fill:{colour}}}" for n, colour in enumerate(colours)
    )
    return f"text{{fill:{ink}}}.axis{{stroke:{ink}}}.grid{{stroke:{soft}}}{strokes}"


STYLE = (
    "<style>svg{max-width:100%;height:auto}"
    "text{font:13px 'Alegreya Sans','Segoe UI',sans-serif}"
    ".line{fill:none;stroke-width:2.2}.axis{stroke-width:1.2}.grid{stroke-width:.7}"
    + _rules(DAY, "#1e1813", "#bfac86")
    + "@media(prefers-color-scheme:dark){"
    + _rules(NIGHT, "#f3e7cb", "#33494b")
    + "}</style>"
)


@dataclass(frozen=True)
class Frame:
    """Where a plot draws: its size, its margins and what its upright axis spans."""

    low: float
    high: float
    width: int = 640
    height: int = 300
    left: int = 54
    right: int = 16
    top: int = 34
    bottom: int = 44

    def y(self, value: float) -> float:
        """How far down a value stands."""
        span = (self.high - self.low) or 1.0
        room = self.height - self.top - self.bottom
        return round(self.top + room * (1 - (value - self.low) / span), 1)

    def x(self, part: float) -> float:
        """How far to the right a part of the width, 0 to 1, stands."""
        return round(self.left + part * (self.width - self.left - self.right), 1)


def steps(low: float, high: float) -> list[float]:
    """Round numbers for an axis, about five of them.

    >>> steps(0, 52), steps(0, 0.31)
    ([0.0, 10.0, 20.0, 30.0, 40.0, 50.0], [0.0, 0.1, 0.2, 0.3])
    """
    least = max(high - low, 1e-9) / 6
    power = 10.0 ** floor(log10(least))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= least)
    first = ceil(low / step - 1e-9)
    return [round(n * step, 9) for n in range(first, floor(high / step + 1e-9) + 1)]


def _svg(frame: Frame, title: str, parts: Sequence[str]) -> str:
    """A whole drawing with its title, which is also what a screen reader says."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {frame.width} {frame.height}" '
        f'role="img" aria-label="{escape(title)}">{STYLE}'
        f'<text x="{frame.left}" y="18" font-weight="700">{escape(title)}</text>'
        + "".join(parts)
        + "</svg>"
    )


def _axis(frame: Frame, show: Callable[[float], str]) -> list[str]:
    """The upright axis with its grid."""
    parts = []
    for mark in steps(frame.low, frame.high):
        y = frame.y(mark)
        parts.append(
            f'<line class="grid" x1="{frame.x(0)}" x2="{frame.x(1)}" y1="{y}" y2="{y}"/>'
            f'<text x="{frame.left - 6}" y="{y + 4}" text-anchor="end">{escape(show(mark))}</text>'
        )
    return parts


def _legend(frame: Frame, names: Sequence[str]) -> list[str]:
    """The names of the lines, below the plot."""
    parts = []
    width = (frame.width - frame.left) / max(len(names), 1)
    for n, name in enumerate(names):
        x, y = frame.left + n * width, frame.height - 8
        parts.append(
            f'<line class="line s{n % 6}" stroke-dasharray="{DASHES[n % 6]}" x1="{x:.0f}" '
            f'x2="{x + 22:.0f}" y1="{y - 4}" y2="{y - 4}"/>'
            f'<text x="{x + 27:.0f}" y="{y}">{escape(name)}</text>'
        )
    return parts


def as_percent(value: float) -> str:
    """A share on an axis.

    >>> as_percent(0.25)
    '25 %'
    """
    return f"{100 * value:.0f} %"


def as_number(value: float) -> str:
    """A number on an axis.

    >>> as_number(20.0), as_number(0.5)
    ('20', '0.5')
    """
    return f"{value:g}"


def lines(
    title: str,
    series: Mapping[str, Sequence[float]],
    *,
    show: Callable[[float], str] = as_number,
    first: int = 1,
) -> str:
    """Lines over the rounds, one for each name; the first point belongs to round `first`."""
    values = [value for row in series.values() for value in row]
    frame = Frame(min(0.0, *values), max(values) * 1.05 or 1.0)
    parts = _axis(frame, show)
    count = max(len(row) for row in series.values())
    for place in range(count):
        x = frame.x(place / max(count - 1, 1))
        y = frame.height - frame.bottom + 16
        parts.append(f'<text x="{x}" y="{y}" text-anchor="middle">{first + place}</text>')
    for n, row in enumerate(series.values()):
        points = " ".join(
            f"{frame.x(place / max(count - 1, 1))},{frame.y(value)}"
            for place, value in enumerate(row)
        )
        dash = DASHES[n % 6]
        parts.append(
            f'<polyline class="line s{n % 6}" stroke-dasharray="{dash}" points="{points}"/>'
        )
    return _svg(frame, title, [*parts, *_legend(frame, list(series))])


def bars(
    title: str,
    rows: Mapping[str, Estimate],
    *,
    show: Callable[[float], str] = as_percent,
    mark: float | None = None,
) -> str:
    """Bars that lie, each with its interval; a dashed line where equal bots would stand."""
    high = max([*(row.high for row in rows.values()), mark or 0.0]) * 1.02 or 1.0
    frame = Frame(0.0, high, height=64 + 30 * len(rows), left=150)
    parts = []
    for n, (name, row) in enumerate(rows.items()):
        y = frame.top + 30 * n
        start, end = frame.x(0), frame.x(row.mean / high)
        low, top = frame.x(max(row.low, 0) / high), frame.x(row.high / high)
        parts.append(
            f'<text x="{frame.left - 8}" y="{y + 16}" text-anchor="end">{escape(name)}</text>'
            f'<rect class="f{n % 6}" x="{start}" y="{y + 2}" width="{end - start:.1f}" '
            'height="19" opacity=".75"/>'
            f'<path class="axis" fill="none" d="M{low} {y + 12}H{top}M{low} {y + 7}v10'
            f'M{top} {y + 7}v10"/>'
        )
    foot = frame.top + 30 * len(rows)
    if mark is not None:
        x = frame.x(mark / high)
        parts.append(
            f'<line class="axis" stroke-dasharray="4 3" x1="{x}" x2="{x}" y1="{frame.top - 4}" '
            f'y2="{foot}"/>'
        )
    for value in steps(0.0, high):
        x = frame.x(value / high)
        label = escape(show(value))
        parts.append(f'<text x="{x}" y="{foot + 18}" text-anchor="middle">{label}</text>')
    return _svg(frame, title, parts)
