"""Minds: how levels decide, written in what the compiler takes, over a table record.

A mind is a function `choose(t, spare, seat, weights) -> int` in a module of this package:

- `t` is the table; the question on top of `seat`'s agenda is to be answered. A mind leaves every
  field of it as it was but `option` and `option_n`, which `questions.fill_options` fills.
- The answer is one of the option codes that `fill_options(t, seat)` puts in `t.option`.
- `spare` is a second table of the same shape, for looking ahead: what it holds before is of no
  meaning, what it holds afterwards is of no interest. `sim.copying.copy_table(t, spare)` makes it
  the same table; then every function of the rules may be called on it. Only what the seat may see
  can be trusted there: draws that the rules make on `spare` come from the real table's streams, so
  whoever lets the rules draw keys it anew first (`generator.sow(spare, ...)`), or names the chips.
- `weights` holds learned numbers, one flat row of floats; minds without any get an empty one.
- A mind reads only what its seat may see: its own things and what lies open, never `deck`, `rng`,
  what others look at or have sealed. It is deterministic: no chance inside.
- Functions stay in the subset that the rules use: whole numbers and floats, flat tuples as
  constants, no dictionaries, closures or exceptions. In plain Python the same functions run over
  `rules.table.Table`, with any sequence of floats as weights.

`mind.choose(t, spare, seat, mind, weights)` asks a mind by its number. A new one gets a number, a
name and a line there; `bots.compiled` compiles whatever it finds in this package.
"""
