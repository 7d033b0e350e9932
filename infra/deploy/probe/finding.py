"""The answer to a question of the probe."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Finding:
    """The result of one question."""

    question: str
    # Sentences.
    answer: list[str]
    # The service's assumption.
    relies_on: str
    # Whether the assumption holds; None if the run does not show it.
    holds: bool | None
    figures: dict[str, Any] = field(default_factory=dict)
    # Why an emulator cannot answer the question.
    emulator: str = ""


def unanswered(question: str, reason: str, emulator: str = "") -> Finding:
    """The finding of a question that could not be tested."""
    return Finding(question, [f"Not answered: {reason}"], "", None, {}, emulator)


def quantiles(times: list[float]) -> dict[str, float]:
    """The median, the 90th percentile and the maximum of durations, in milliseconds."""
    ordered = sorted(times)

    def at(percent: int) -> float:
        return round(ordered[min(len(ordered) * percent // 100, len(ordered) - 1)], 1)

    return {"p50": at(50), "p90": at(90), "slowest": round(ordered[-1], 1)}
