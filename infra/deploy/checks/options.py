"""All options of the template together, on the emulator, as far as it supports them."""

import dataclasses

import firewall
from checks import World
from checks.resources import queue
from emulator import reduction
from failure import expect, expect_equal
from stack import Stack

# The certificates do not exist: the emulator does not check them.
CERTIFICATE = "arn:aws:acm:us-east-1:000000000000:certificate/00000000-0000-0000-0000-00000000000"
TRUSTSTORE = "s3://certificates/authority.pem"


def parameters(world: World) -> dict[str, str]:
    """The parameters that turn on every option; creates the key and the firewall that they name."""
    given = {
        "EncryptionKeyArn": world.client("kms").create_key()["KeyMetadata"]["Arn"],
        "PictureVersionDays": "30",
        "BackupDays": "35",
        "AuditDays": "365",
        "DomainName": "api.example.com",
        "CertificateArn": f"{CERTIFICATE}1",
        "OriginDomainName": "origin.example.com",
        "OriginCertificateArn": f"{CERTIFICATE}2",
        "OriginTruststore": TRUSTSTORE,
        "OriginClientCertificateArn": f"{CERTIFICATE}3",
    }
    # As for a stack in another region. In us-east-1 the stack creates the firewall itself, by a condition on the
    # region; the emulator has no region in conditions.
    elsewhere = Stack(dataclasses.replace(world.target, region="eu-central-1"), world.stack.name)
    template, _ = reduction.reduced(firewall.TEMPLATE.read_text())
    return given | firewall.deploy(elsewhere, given, template)


def options_add_nested_stacks(world: World) -> None:
    nested = set(world.stack.resources("AWS::CloudFormation::Stack"))
    expect_equal(nested, {"Audit", "Backup", "CloudFront"}, "the nested stacks")


def the_api_requires_a_client_certificate(world: World) -> None:
    api = world.client("apigatewayv2")
    closed = api.get_api(ApiId=world.outputs["ApiId"])["DisableExecuteApiEndpoint"]
    expect(closed, "the API's own address is not disabled")
    domain = api.get_domain_name(DomainName="origin.example.com")
    expect_equal(domain["MutualTlsAuthentication"]["TruststoreUri"], TRUSTSTORE, "the trust store of the API's domain")


def cloudfront_uses_the_firewall_and_presents_its_certificate(world: World) -> None:
    distributions = world.client("cloudfront").list_distributions()["DistributionList"]["Items"]
    expect_equal([each["Aliases"]["Items"] for each in distributions], [["api.example.com"]], "the distributions")
    acl = distributions[0]["WebACLId"]
    expect(":global/webacl/" in acl, f"the firewall is {acl!r}")
    origin = distributions[0]["Origins"]["Items"][0]
    expect_equal(origin["DomainName"], "origin.example.com", "the origin of CloudFront")
    shown = origin["CustomOriginConfig"]["OriginMtlsConfig"]["ClientCertificateArn"]
    expect_equal(shown, f"{CERTIFICATE}3", "the certificate that CloudFront shows")


def the_firewall_limits_requests_by_address(world: World) -> None:
    client = dataclasses.replace(world.target, region=firewall.REGION).client("wafv2")
    acl = client.list_web_acls(Scope="CLOUDFRONT")["WebACLs"][0]
    rules = client.get_web_acl(Scope="CLOUDFRONT", Name=acl["Name"], Id=acl["Id"])["WebACL"]["Rules"]
    limits = [rule["Statement"].get("RateBasedStatement") for rule in rules]
    expect_equal(int(limits[0]["Limit"]), 600, "the limit of requests from one address")
    expect_equal(len(rules), 4, "the number of rules")


def queues_tables_and_logs_are_encrypted_with_the_key(world: World) -> None:
    key = world.stack.values({})["EncryptionKeyArn"]
    for output in ("QueueUrl", "DeadLetterQueueUrl"):
        expect_equal(queue(world, output).get("KmsMasterKeyId"), key, f"the key of {output}")
    for output in ("RecordsTable", "EphemeralTable"):
        described = world.client("dynamodb").describe_table(TableName=world.outputs[output])["Table"]
        expect_equal(described["SSEDescription"].get("KMSMasterKeyArn"), key, f"the key of {output}")
    groups = world.client("logs").describe_log_groups(logGroupNamePrefix=f"/aws/lambda/{world.stack.name}-")
    keys = {group.get("kmsKeyId") for group in groups["logGroups"]}
    expect_equal(keys, {key}, "the keys of the logs")


def deleted_pictures_can_be_restored(world: World) -> None:
    s3, bucket = world.client("s3"), world.outputs["Bucket"]
    expect_equal(s3.get_bucket_versioning(Bucket=bucket).get("Status"), "Enabled", "the bucket's versioning")
    rules = s3.get_bucket_lifecycle_configuration(Bucket=bucket)["Rules"]
    days = [rule["NoncurrentVersionExpiration"]["NoncurrentDays"] for rule in rules if rule["ID"] == "old-versions"]
    expect_equal(days, [30], "how long old versions are kept")


def backups_go_into_the_vault_every_day(world: World) -> None:
    backup = world.client("backup")
    plans = [each["BackupPlanId"] for each in backup.list_backup_plans()["BackupPlansList"]]
    rule = backup.get_backup_plan(BackupPlanId=plans[0])["BackupPlan"]["Rules"][0]
    vault = rule["TargetBackupVaultName"]
    expect(vault.startswith(f"{world.stack.name}-"), f"backups go into {vault}")
    expect_equal(int(rule["Lifecycle"]["DeleteAfterDays"]), 35, "how long a backup is kept")


CHECKS = [
    options_add_nested_stacks,
    the_api_requires_a_client_certificate,
    cloudfront_uses_the_firewall_and_presents_its_certificate,
    the_firewall_limits_requests_by_address,
    queues_tables_and_logs_are_encrypted_with_the_key,
    deleted_pictures_can_be_restored,
    backups_go_into_the_vault_every_day,
]
