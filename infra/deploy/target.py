"""The target of a deployment: AWS, or another endpoint that speaks its protocols."""

import os
from dataclasses import dataclass
from typing import Self

import boto3
from botocore.client import BaseClient
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from failure import Failure, expect
from tools import environment

# Calls may take as long as an invocation of the loop.
CONFIG = Config(retries={"max_attempts": 5, "mode": "standard"}, read_timeout=130)


def regions(session: boto3.Session) -> set[str]:
    """All regions with Lambda, of all partitions."""
    partitions = session.get_available_partitions()
    return {region for each in partitions for region in session.get_available_regions("lambda", partition_name=each)}


@dataclass(frozen=True)
class Target:
    """An endpoint, a region and credentials."""

    region: str
    endpoint: str | None
    session: boto3.Session
    # Whether the endpoint is MiniStack, which ignores parts of a template.
    is_emulator: bool = False

    @classmethod
    def of(cls, region: str | None, endpoint: str | None, profile: str | None) -> Self:
        """The target of the options and the environment."""
        expect(
            endpoint is None or endpoint.startswith(("http://", "https://")),
            f"{endpoint} is not a URL: write it with http:// or https://",
        )
        # The functions and tgctl read AWS_REGION; boto3 reads only AWS_DEFAULT_REGION.
        region = region or os.environ.get("AWS_REGION")
        try:
            session = boto3.Session(profile_name=profile, region_name=region)
        except BotoCoreError as error:
            raise Failure(f"the profile cannot be used: {error}") from error
        if session.region_name is None:
            raise Failure("the region is missing: use --region, such as --region eu-central-1, or set AWS_REGION")
        if session.get_credentials() is None:
            raise Failure("credentials are missing: use --profile, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
        if endpoint is None and session.region_name not in regions(session):
            raise Failure(f"there is no region {session.region_name}; use a region such as eu-central-1")
        return cls(session.region_name, endpoint, session)

    @classmethod
    def emulator(cls, endpoint: str) -> Self:
        """The emulator at `endpoint`."""
        session = boto3.Session(
            aws_access_key_id="test",
            aws_secret_access_key="test",  # noqa: S106 - the emulator accepts every secret
            region_name="us-east-1",
        )
        return cls("us-east-1", endpoint, session, is_emulator=True)

    def client(self, service: str, session: boto3.Session | None = None, endpoint: str | None = None) -> BaseClient:
        """A client of an AWS service."""
        session, endpoint = session or self.session, endpoint or self.endpoint
        config = CONFIG.merge(Config(s3={"addressing_style": "path"})) if endpoint else CONFIG
        return session.client(service, endpoint_url=endpoint, region_name=self.region, config=config)

    def variables(self) -> dict[str, str]:
        """The environment variables of a tool for this target."""
        credentials = self.session.get_credentials().get_frozen_credentials()
        return environment(
            AWS_REGION=self.region,
            AWS_DEFAULT_REGION=self.region,
            AWS_ENDPOINT_URL=self.endpoint,
            AWS_PROFILE=None,
            AWS_ACCESS_KEY_ID=credentials.access_key,
            AWS_SECRET_ACCESS_KEY=credentials.secret_key,
            AWS_SESSION_TOKEN=credentials.token,
        )

    def account(self) -> str:
        """The account's number. The call also checks that the target can be reached."""
        try:
            return self.client("sts").get_caller_identity()["Account"]
        except (BotoCoreError, ClientError) as error:
            where = self.endpoint or f"AWS in {self.region}"
            raise Failure(f"{where} refuses these credentials, or cannot be reached: {error}") from error
