"""Names for what numpy holds: plain Python does without it, and so do these types."""

from typing import Any, TypeAlias

# An array of numbers, or of table records.
Array: TypeAlias = Any
