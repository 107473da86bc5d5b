"""The Quacks of Quedlinburg on a computer."""
