"""The error that ends the benchmark."""


class Failure(Exception):
    """The benchmark cannot continue. The message names the reason and, if it is known, the remedy."""
