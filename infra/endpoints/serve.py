"""Starts LocalStack, and passes calls of DynamoDB on to Amazon's DynamoDB Local, so that one address serves S3, SQS and
DynamoDB.

    DYNAMODB_LOCAL_URL=http://127.0.0.1:8000 python serve.py
"""

import os

import localstack.services.s3.presigned_url
from localstack.aws import handlers
from localstack.runtime.main import main
from rolo.proxy import Proxy

DYNAMODB_LOCAL = Proxy(os.environ["DYNAMODB_LOCAL_URL"])


def pass_dynamodb_on(chain, context, response):
    """Answers a call of DynamoDB with what DynamoDB Local answers."""
    if context.request.headers.get("X-Amz-Target", "").startswith("DynamoDB_"):
        response.update_from(DYNAMODB_LOCAL.forward(context.request))
        chain.terminate()


handlers.serve_custom_service_request_handlers.append(pass_dynamodb_on)
# LocalStack checks presigned URLs with one secret, for which it has no setting.
localstack.services.s3.presigned_url.DEFAULT_PRE_SIGNED_SECRET_ACCESS_KEY = os.environ["AWS_SECRET_ACCESS_KEY"]
main()
