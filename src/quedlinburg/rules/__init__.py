"""What the rulebook says, written once: tables, books, fortune cards, phases, and their machine."""
