"""Policies: how the levels decide, written in what the compiler takes, over a table record.

A policy is a function `choose(t, scratch, seat, weights) -> int` in a module of this package:

- `t` is the table; the question on top of `seat`'s agenda is to be answered. A policy leaves every
  field of it as it was but `option` and `option_n`, which `questions.fill_options` fills.
- The answer is one of the option codes that `fill_options(t, seat)` puts in `t.option`.
- `scratch.table` is a second table of the same shape, for looking ahead: what it holds before and
  afterwards means nothing. `sim.copying.copy_table(t, scratch.table)` makes it the same table; then
  every function of the rules may be called on it. Only what the seat may see can be trusted there:
  draws that the rules make on it come from the real table's streams, so that whoever lets the rules
  draw keys it anew first (`generator.sow(scratch.table, ...)`), or names the chips.
- `scratch.search` is a record for what things are worth to the seat (`analysis.values.Values`). A
  policy with numbers of its own writes them there, and what weighs outcomes reads them.
- `weights` are learned numbers, one flat array of floats; policies without any get an empty one.
- A policy reads only what its seat may see: its own things and what lies open, never `deck`, `rng`,
  what others look at or have sealed. It is deterministic: no chance inside.
- Functions stay in the subset that the rules use: whole numbers and floats, flat tuples as
  constants, no dictionaries, closures or exceptions. In plain Python the same functions run over
  `rules.table.Table`.

`policy.choose(t, scratch, seat, number, weights)` asks a policy by its number. A new one gets a
number, a name and a line there; `bots.games.compiled` compiles what it finds in this package.
"""
