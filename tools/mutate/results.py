"""Results of trials, a line each, so that a run can be broken off and taken up again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from mutate.mutants import Mutant
from mutate.trial import SURVIVED, Verdict


@dataclass(frozen=True)
class Result:
    """How one mutant fared; `code` and `checks` name what it was tried with."""

    key: str
    code: str
    checks: str
    result: str
    by: str


def digest_of(files: Iterable[Path]) -> str:
    """A name for the contents of some files."""
    whole = hashlib.sha256()
    for file in files:
        whole.update(file.read_bytes())
    return whole.hexdigest()[:16]


class Results:
    """The results of earlier trials and of this run."""

    def __init__(self, file: Path, checks: str | None) -> None:
        """Read the file; what survived older checks is tried again, or told of without checks."""
        self._file = file
        self._checks = checks
        self._results: dict[str, Result] = {}
        if file.exists():
            for line in file.read_text("utf-8").splitlines():
                result = Result(**json.loads(line))
                self._results[result.key] = result

    def of(self, mutant: Mutant) -> Result | None:
        """The result of a mutant, None if its function or the checks have changed since."""
        result = self._results.get(mutant.key)
        if result is None or result.code != mutant.digest:
            return None
        if result.result == SURVIVED and self._checks not in (None, result.checks):
            return None
        return result

    def add(self, mutant: Mutant, verdict: Verdict) -> None:
        """Write a result down."""
        checks = self._checks or ""
        result = Result(mutant.key, mutant.digest, checks, verdict.result, verdict.by)
        self._results[result.key] = result
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(asdict(result), ensure_ascii=False) + "\n")
