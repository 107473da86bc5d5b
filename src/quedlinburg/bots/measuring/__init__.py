"""Measuring how fast bots and compiled games are; no bot decides anything by a clock."""
