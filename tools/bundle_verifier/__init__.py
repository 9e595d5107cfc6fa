"""The parts of tools/verify.py."""
