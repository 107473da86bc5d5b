"""Tests of the compiled rules, their luck and their batches."""
