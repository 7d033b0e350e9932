"""The options of the template, all at once, on the emulator: as far as it makes what they ask for."""

import dataclasses

import firewall
import reduction
from checks.resources import queue
from failure import expect, expect_equal
from stack import Stack

# Its certificates are nobody's: the emulator asks for none.
CERTIFICATE = "arn:aws:acm:us-east-1:000000000000:certificate/00000000-0000-0000-0000-00000000000"
TRUSTSTORE = "s3://certificates/authority.pem"


def parameters(world):
    """The parameters that turn every option on; makes the key and the firewall that they name."""
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
    # As for a stack of another region. In us-east-1 the stack makes the firewall itself, by a condition that goes by the
    # region; the emulator does not know the region there.
    elsewhere = Stack(dataclasses.replace(world.target, region="eu-central-1"), world.stack.name)
    template, _ = reduction.reduced(firewall.TEMPLATE.read_text())
    return given | firewall.deploy(elsewhere, given, template)


def what_options_add_is_nested(world):
    nested = set(world.stack.resources("AWS::CloudFormation::Stack"))
    expect_equal(nested, {"Audit", "Backup", "CloudFront"}, "the nested stacks")


def the_api_takes_connections_with_a_client_certificate_alone(world):
    api = world.client("apigatewayv2")
    closed = api.get_api(ApiId=world.outputs["ApiId"])["DisableExecuteApiEndpoint"]
    expect(closed, "the API's own address is open")
    domain = api.get_domain_name(DomainName="origin.example.com")
    expect_equal(domain["MutualTlsAuthentication"]["TruststoreUri"], TRUSTSTORE, "what the API's domain trusts")


def cloudfront_has_the_firewall_and_shows_its_certificate(world):
    distributions = world.client("cloudfront").list_distributions()["DistributionList"]["Items"]
    expect_equal([each["Aliases"]["Items"] for each in distributions], [["api.example.com"]], "the distributions")
    acl = distributions[0]["WebACLId"]
    expect(":global/webacl/" in acl, f"the firewall is {acl!r}")
    origin = distributions[0]["Origins"]["Items"][0]
    expect_equal(origin["DomainName"], "origin.example.com", "where CloudFront sends requests")
    shown = origin["CustomOriginConfig"]["OriginMtlsConfig"]["ClientCertificateArn"]
    expect_equal(shown, f"{CERTIFICATE}3", "the certificate that CloudFront shows")


def the_firewall_limits_requests_by_address(world):
    client = dataclasses.replace(world.target, region=firewall.REGION).client("wafv2")
    acl = client.list_web_acls(Scope="CLOUDFRONT")["WebACLs"][0]
    rules = client.get_web_acl(Scope="CLOUDFRONT", Name=acl["Name"], Id=acl["Id"])["WebACL"]["Rules"]
    limits = [rule["Statement"].get("RateBasedStatement") for rule in rules]
    expect_equal(int(limits[0]["Limit"]), 600, "how many requests an address may send")
    expect_equal(len(rules), 4, "the number of rules")


def queues_tables_and_logs_are_encrypted_with_the_key(world):
    key = world.stack.values({})["EncryptionKeyArn"]
    for output in ("QueueUrl", "DeadLetterQueueUrl"):
        expect_equal(queue(world, output).get("KmsMasterKeyId"), key, f"the key of {output}")
    for output in ("RecordsTable", "EphemeralTable"):
        described = world.client("dynamodb").describe_table(TableName=world.outputs[output])["Table"]
        expect_equal(described["SSEDescription"].get("KMSMasterKeyArn"), key, f"the key of {output}")
    groups = world.client("logs").describe_log_groups(logGroupNamePrefix=f"/aws/lambda/{world.stack.name}-")
    keys = {group.get("kmsKeyId") for group in groups["logGroups"]}
    expect_equal(keys, {key}, "the keys of the logs")


def deleted_pictures_can_be_brought_back(world):
    s3, bucket = world.client("s3"), world.outputs["Bucket"]
    expect_equal(s3.get_bucket_versioning(Bucket=bucket).get("Status"), "Enabled", "the versions of the bucket")
    rules = s3.get_bucket_lifecycle_configuration(Bucket=bucket)["Rules"]
    days = [rule["NoncurrentVersionExpiration"]["NoncurrentDays"] for rule in rules if rule["ID"] == "old-versions"]
    expect_equal(days, [30], "how long old versions are kept")


def backups_go_into_the_vault_every_day(world):
    backup = world.client("backup")
    plans = [each["BackupPlanId"] for each in backup.list_backup_plans()["BackupPlansList"]]
    rule = backup.get_backup_plan(BackupPlanId=plans[0])["BackupPlan"]["Rules"][0]
    vault = rule["TargetBackupVaultName"]
    expect(vault.startswith(f"{world.stack.name}-"), f"backups go into {vault}")
    expect_equal(int(rule["Lifecycle"]["DeleteAfterDays"]), 35, "how long a backup is kept")


CHECKS = [
    what_options_add_is_nested,
    the_api_takes_connections_with_a_client_certificate_alone,
    cloudfront_has_the_firewall_and_shows_its_certificate,
    the_firewall_limits_requests_by_address,
    queues_tables_and_logs_are_encrypted_with_the_key,
    deleted_pictures_can_be_brought_back,
    backups_go_into_the_vault_every_day,
]
