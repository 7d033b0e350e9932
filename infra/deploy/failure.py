"""What ends a deployment or its test, in a sentence for whoever runs it."""


class Failure(Exception):
    """Something is not as it must be. The message says what, and what to do about it where that is known."""


def expect(holds, message):
    """Fails with `message` unless `holds`."""
    if not holds:
        raise Failure(message)


def expect_equal(found, wanted, what):
    """Fails unless `found` is `wanted`; `what` names it."""
    expect(found == wanted, f"{what} is {found!r} and should be {wanted!r}")
