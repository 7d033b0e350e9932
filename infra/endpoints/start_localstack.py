"""Starts LocalStack so that it checks presigned URLs with the secret of the environment.

LocalStack has no setting for this secret.
"""

import os

import localstack.services.s3.presigned_url
from localstack.runtime.main import main

localstack.services.s3.presigned_url.DEFAULT_PRE_SIGNED_SECRET_ACCESS_KEY = os.environ["AWS_SECRET_ACCESS_KEY"]
main()
