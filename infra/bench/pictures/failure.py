"""What ends the benchmark, in a sentence for whoever runs it."""


class Failure(Exception):
    """Something is not as it must be. The message says what, and what to do about it where that is known."""
