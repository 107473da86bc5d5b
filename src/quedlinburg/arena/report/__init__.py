"""Reports of a contest: as text, as a page of HTML with plots, and as CSV."""
