"""The error that ends a deployment or its test."""


class Failure(Exception):
    """A requirement is not met. The message says which, and what to do if that is known."""


def expect(holds: object, message: str) -> None:
    """Fails with `message` unless `holds`."""
    if not holds:
        raise Failure(message)


def expect_equal(found: object, wanted: object, what: str) -> None:
    """Fails unless `found` equals `wanted`; `what` names the value."""
    expect(found == wanted, f"{what} is {found!r} and should be {wanted!r}")
