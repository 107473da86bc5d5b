"""The version of the rules' behaviour, stored in every record: change behaviour, change it."""

RULES_VERSION = 2
