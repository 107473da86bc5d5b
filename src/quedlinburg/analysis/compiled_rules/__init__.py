"""The rules of brewing and evaluation (R4, R5, R6), compiled into fast functions of whole numbers.

The solver visits thousands of states for one decision, too many to play each on a table. So this
package repeats those rules on packed states: `effects` says what every page and card does, `state`
packs a brew, `root` reads a position and its legal actions, `transitions` draws chips, `after_stop`
finishes a pot, `evaluation` weighs the result. The rules in `quedlinburg.rules` are the authority:
tests walk every page and card through both and compare legal actions and values.
"""
