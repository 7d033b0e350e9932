"""The latency of each AWS call of a tool or the loop."""

import datetime
import json
from typing import TYPE_CHECKING, Any

from botocore.exceptions import BotoCoreError, ClientError

from failure import Failure

from . import function
from .finding import Finding, quantiles, unanswered

if TYPE_CHECKING:
    from . import Probe

FUNCTIONS = (
    "discovery",
    "generation",
    "images",
    "inspirations",
    "persons",
    "balance",
    "mcp",
    "generation-loop",
    "webhook-resources",
    "webhook-delivery",
)
OPERATIONS = ("GetItem", "BatchGetItem", "Query", "UpdateItem", "TransactWriteItems")
EMULATOR = "An emulator has the latencies of this machine."


def run(probe: "Probe") -> list[Finding]:
    """The latencies measured from this machine, from a function in the region, and by a deployed stack's metrics."""
    names = {
        "run": probe.resources.name,
        "records": probe.resources.named("records"),
        "ephemeral": probe.resources.named("ephemeral"),
        "bucket": probe.resources.bucket,
        "queue": probe.resources.make_queue("latencies"),
    }
    clients = {name: probe.client(name) for name in ("dynamodb", "s3", "sqs")}
    here = function.measure(clients, {**names, "run": "here"}, probe.scale.repetitions)
    findings = [finding("How long does each AWS call take, from this machine?", here)]
    question = "How long does each AWS call take, from a function in the region?"
    try:
        findings.append(finding(question, in_the_region(probe, names)))
    except (BotoCoreError, ClientError, Failure) as error:
        findings.append(unanswered(question, str(error), EMULATOR))
    if probe.stack:
        findings.append(of_the_stack(probe))
    return findings


def finding(question: str, times: dict[str, list[float]]) -> Finding:
    """The finding for the durations of each operation."""
    figures = {name: quantiles(taken) for name, taken in times.items()}
    return Finding(
        question=question,
        answer=[
            f"{name}: p50 {of['p50']} ms, p90 {of['p90']} ms, slowest {of['slowest']} ms."
            for name, of in figures.items()
        ],
        relies_on="The timeout of an attempt is 2 s for DynamoDB and SQS, and 8 s for S3.",
        holds=all(of["slowest"] < 2000 for of in figures.values()),
        figures=figures,
        emulator=EMULATOR,
    )


def in_the_region(probe: "Probe", names: dict[str, str]) -> dict[str, list[float]]:
    """The durations that the function measures."""
    event = {"measure": {"names": names, "repetitions": probe.scale.repetitions}}
    invoked = probe.client("lambda").invoke(
        FunctionName=probe.resources.named("caller"), Payload=json.dumps(event).encode()
    )
    answer = json.loads(invoked["Payload"].read())
    if invoked.get("FunctionError"):
        raise Failure(f"the function failed: {answer.get('errorMessage')}")
    return answer


def of_the_stack(probe: "Probe") -> Finding:
    """CloudWatch's metrics of a deployed stack for the last day: its functions, and the operations of its tables."""
    cloudwatch = probe.client("cloudwatch")
    end = datetime.datetime.now(datetime.UTC)

    def last_day(
        namespace: str, metric: str, dimensions: dict[str, str], **statistics: list[str]
    ) -> dict[str, Any] | None:
        found = cloudwatch.get_metric_statistics(
            Namespace=namespace,
            MetricName=metric,
            Dimensions=[{"Name": key, "Value": value} for key, value in dimensions.items()],
            StartTime=end - datetime.timedelta(days=1),
            EndTime=end,
            Period=86_400,
            **statistics,
        )["Datapoints"]
        return found[-1] if found else None

    figures = {}
    for function_name in FUNCTIONS:
        name = f"{probe.stack}-{function_name}"
        of = last_day("AWS/Lambda", "Duration", {"FunctionName": name}, ExtendedStatistics=["p50", "p90", "p100"])
        if of:
            figures[name] = {rank: round(value, 1) for rank, value in of["ExtendedStatistics"].items()}
    for table in (f"{probe.stack}-records", f"{probe.stack}-ephemeral"):
        for operation in OPERATIONS:
            dimensions = {"TableName": table, "Operation": operation}
            # DynamoDB provides no percentiles.
            statistics = ["Average", "Maximum"]
            of = last_day("AWS/DynamoDB", "SuccessfulRequestLatency", dimensions, Statistics=statistics)
            if of:
                figures[f"{operation} on {table}"] = {each.lower(): round(of[each], 1) for each in statistics}

    def sentence(of: dict[str, float]) -> str:
        return ", ".join(f"{rank} {value} ms" for rank, value in of.items())

    rows = [f"{name}: {sentence(of)}." for name, of in figures.items()]
    return Finding(
        question=f"How long did the functions of {probe.stack} and their calls take in the last day?",
        answer=rows or ["CloudWatch has no data for the last day."],
        relies_on="The times of tables do not include the network.",
        holds=None,
        figures=figures,
        emulator="Emulators have no such metrics.",
    )
