"""The probe's Lambda function. The probe also runs it on the caller's machine, to compare the latencies.

The function is deployed as this file alone. It needs only boto3, which Lambda's Python has.
"""

import json
import os
import time
from collections.abc import Callable
from typing import Any

import boto3
from botocore.client import BaseClient
from botocore.config import Config

# Each call is a single attempt, so that its duration includes no retry.
CONFIG = Config(retries={"total_max_attempts": 1})
# About the size of a thumbnail.
PICTURE = bytes(700_000)


def clients() -> dict[str, BaseClient]:
    """The clients of the operations, configured by the environment."""
    return {name: boto3.client(name, config=CONFIG) for name in ("dynamodb", "s3", "sqs")}


def operations(clients: dict[str, BaseClient], names: dict[str, str]) -> dict[str, Callable[[int], None]]:
    """The AWS calls of tools and of the loop, by name. Each is called with the number of its repetition."""
    dynamodb, s3, sqs = clients["dynamodb"], clients["s3"], clients["sqs"]
    records, ephemeral = names["records"], names["ephemeral"]

    def text(value: str) -> dict[str, str]:
        return {"S": value}

    def own(sort_key: str) -> dict[str, dict[str, str]]:
        return {"pk": text("ORG#latency"), "sk": text(sort_key)}

    def count_request(_number: int) -> None:
        dynamodb.update_item(
            TableName=ephemeral,
            Key={"pk": text("RATE#latency")},
            UpdateExpression="ADD #total :one",
            ExpressionAttributeNames={"#total": "total"},
            ExpressionAttributeValues={":one": {"N": "1"}},
            ReturnValues="UPDATED_NEW",
        )

    def read_one(_number: int) -> None:
        dynamodb.get_item(TableName=records, Key=own("BALANCE"), ConsistentRead=True)

    def read_together(_number: int) -> None:
        dynamodb.batch_get_item(
            RequestItems={
                records: {"Keys": [own("BALANCE")], "ConsistentRead": True},
                ephemeral: {"Keys": [{"pk": text("ANSWER#latency")}], "ConsistentRead": True},
            }
        )

    def commit(number: int) -> None:
        def put(item: dict[str, dict[str, str]]) -> dict[str, Any]:
            return {"Put": {"TableName": records, "Item": item, "ConditionExpression": "attribute_not_exists(pk)"}}

        made = f"{names['run']}#{number:06}"
        new = [put({**own(f"{kind}#{made}"), "text": text("x" * 500)}) for kind in ("LEDGER", "FACTS", "PROGRESS")]
        balance = {
            "TableName": records,
            "Key": own("BALANCE"),
            "UpdateExpression": "ADD #sequence :one",
            "ExpressionAttributeNames": {"#sequence": "sequence"},
            "ExpressionAttributeValues": {":one": {"N": "1"}},
        }
        dynamodb.transact_write_items(TransactItems=[{"Update": balance}, *new])

    def list_newest(_number: int) -> None:
        dynamodb.query(
            TableName=records,
            KeyConditionExpression="pk = :pk AND begins_with(sk, :prefix)",
            ExpressionAttributeValues={":pk": text("ORG#latency"), ":prefix": text("LEDGER#")},
            ScanIndexForward=False,
            ConsistentRead=True,
            Limit=21,
        )

    def take_thumbnail(number: int) -> None:
        dynamodb.update_item(
            TableName=records,
            Key=own(f"PROGRESS#{names['run']}#{number:06}"),
            UpdateExpression="SET attempt = :one",
            ConditionExpression="attribute_exists(pk)",
            ExpressionAttributeValues={":one": {"N": "1"}},
            ReturnValues="ALL_NEW",
        )

    def store_picture(number: int) -> None:
        s3.put_object(Bucket=names["bucket"], Key=f"latency/{number % 10}", Body=PICTURE, ContentType="image/png")

    def fetch_picture(number: int) -> None:
        s3.get_object(Bucket=names["bucket"], Key=f"latency/{number % 10}")["Body"].read()

    def send_message(number: int) -> None:
        entries = [{"Id": "0", "MessageBody": json.dumps({"number": number})}]
        sqs.send_message_batch(QueueUrl=names["queue"], Entries=entries)

    return {
        "UpdateItem: count a request": count_request,
        "GetItem: read one item strongly": read_one,
        "BatchGetItem: read the balance and a response to replay": read_together,
        "TransactWriteItems: charge, four items": commit,
        "Query: a page of 20": list_newest,
        "UpdateItem: take a thumbnail": take_thumbnail,
        "PutObject: store a picture of 0.7 MB": store_picture,
        "GetObject: fetch a picture of 0.7 MB": fetch_picture,
        "SendMessageBatch: one message": send_message,
    }


def measure(clients: dict[str, BaseClient], names: dict[str, str], repetitions: int) -> dict[str, list[float]]:
    """The durations of all repetitions, by operation, in milliseconds. The first repetition, which connects, is left
    out."""
    times: dict[str, list[float]] = {}
    for name, operation in operations(clients, names).items():
        times[name] = []
        for number in range(repetitions + 1):
            begin = time.monotonic()
            operation(number)
            times[name].append((time.monotonic() - begin) * 1000)
        del times[name][0]
    return times


def handler(event: dict[str, Any], _context: object) -> dict[str, list[float]] | None:
    """Measures the operations; or handles messages: records their receive counts and sleeps as long as they say."""
    made = clients()
    if "measure" in event:
        return measure(made, event["measure"]["names"], event["measure"]["repetitions"])
    for record in event["Records"]:
        message = json.loads(record["body"])
        received = record["attributes"]["ApproximateReceiveCount"]
        item = {"pk": {"S": f"RECEIVED#{message['id']}"}, "times": {"N": str(received)}}
        made["dynamodb"].put_item(TableName=os.environ["EPHEMERAL_TABLE_NAME"], Item=item)
        time.sleep(message["sleep"])
    return None
