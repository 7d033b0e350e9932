//! The options of the deployment's template: rate limits of routes, CloudFront, the operators' own encryption keys, and
//! nested templates.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tests::template::{resources, template, template_at};

/// The tools that decode a caller's pictures.
const DECODING: [&str; 3] = ["upload_image", "create_inspiration", "create_person"];

fn names(object: &Value) -> BTreeSet<String> {
    object.as_object().expect("an object").keys().cloned().collect()
}

fn when(condition: &str, value: Value) -> Value {
    json!({ "!If": [condition, value, { "!Ref": "AWS::NoValue" }] })
}

fn reference(name: &str) -> Value {
    json!({ "!Ref": name })
}

#[test]
fn expensive_routes_have_their_own_rate_limits() {
    let template = template();
    let stage = &template["Resources"]["ApiStage"];
    let limited = &stage["Properties"]["RouteSettings"];
    let mut expected: BTreeSet<String> = DECODING
        .iter()
        .map(|tool| format!("POST /api/v1/tools/{tool}"))
        .collect();
    expected.extend(["$default", "ANY /mcp", "ANY /mcp/{proxy+}"].map(str::to_owned));
    assert_eq!(names(limited), expected);
    // AWS refuses a rate limit for a route that does not exist yet, so the stage depends on these routes.
    let routes = resources(&template, "AWS::ApiGatewayV2::Route");
    let made_before: BTreeSet<String> = stage["DependsOn"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|name| {
            routes[name.as_str().expect("a name")]["RouteKey"]
                .as_str()
                .expect("a key")
                .to_owned()
        })
        .collect();
    assert_eq!(made_before, expected);
}

#[test]
fn with_cloudfront_the_api_is_reachable_only_through_cloudfront() {
    let template = template();
    let api = &template["Resources"]["Api"]["Properties"];
    assert_eq!(
        api["DisableExecuteApiEndpoint"],
        json!({ "!If": ["HasCloudFront", true, false] })
    );
    let domain = &template["Resources"]["ApiDomain"]["Properties"];
    assert_eq!(
        domain["MutualTlsAuthentication"],
        when(
            "HasCloudFront",
            json!({ "TruststoreUri": { "!Ref": "OriginTruststore" } })
        )
    );
    let rule = template["Rules"]["CloudFrontHasAllItNeeds"]["Assertions"].to_string();
    for parameter in [
        "DomainName",
        "OriginCertificateArn",
        "OriginTruststore",
        "OriginClientCertificateArn",
    ] {
        assert!(
            rule.contains(&format!(r#"{{"!Ref":"{parameter}"}}"#)),
            "{parameter} may be missing"
        );
    }
    let edge = template_at("infra/templates/edge.yaml");
    let distribution = &edge["Resources"]["Distribution"]["Properties"]["DistributionConfig"];
    assert_eq!(distribution["WebACLId"], reference("WebAclArn"));
    let origin = &distribution["Origins"][0]["CustomOriginConfig"];
    assert_eq!(
        origin["OriginMtlsConfig"]["ClientCertificateArn"],
        reference("OriginClientCertificateArn")
    );
    assert_eq!(origin["OriginProtocolPolicy"], "https-only");
}

#[test]
fn the_operators_key_encrypts_tables_bucket_queues_and_logs() {
    let template = template();
    let own = when("HasKey", reference("EncryptionKeyArn"));
    for (name, table) in resources(&template, "AWS::DynamoDB::Table") {
        assert_eq!(table["SSESpecification"]["KMSMasterKeyId"], own, "{name}");
    }
    for (name, queue) in resources(&template, "AWS::SQS::Queue") {
        assert_eq!(queue["KmsMasterKeyId"], own, "{name}");
    }
    for (name, logs) in resources(&template, "AWS::Logs::LogGroup") {
        assert_eq!(logs["KmsKeyId"], own, "{name}");
    }
    let bucket = &template["Resources"]["Pictures"]["Properties"]["BucketEncryption"];
    let rule = &bucket["ServerSideEncryptionConfiguration"][0]["!If"];
    assert_eq!(rule[0], "HasKey");
    assert_eq!(
        rule[1]["ServerSideEncryptionByDefault"],
        json!({ "SSEAlgorithm": "aws:kms", "KMSMasterKeyID": { "!Ref": "EncryptionKeyArn" } })
    );
    let policy = when("HasKey", reference("EncryptionPolicy"));
    for (name, role) in resources(&template, "AWS::IAM::Role") {
        let policies = role["ManagedPolicyArns"].as_array().expect("a list");
        assert!(policies.contains(&policy), "{name} may not use the key");
    }
    let policy = &resources(&template, "AWS::IAM::ManagedPolicy")["EncryptionPolicy"]["PolicyDocument"]["Statement"];
    assert_eq!(policy[0]["Resource"], reference("EncryptionKeyArn"));
    assert_eq!(policy.as_array().map(Vec::len), Some(1));
}

#[test]
fn nested_templates_are_optional_and_get_exactly_their_declared_parameters() {
    let template = template();
    let nested = resources(&template, "AWS::CloudFormation::Stack");
    assert_eq!(nested.len(), 4, "the nested templates are not found");
    for (name, properties) in nested {
        let path = properties["TemplateURL"].as_str().expect("a path");
        let declared = &template_at(path)["Parameters"];
        assert_eq!(names(&properties["Parameters"]), names(declared), "{name}");
        assert!(
            template["Resources"][&name]["Condition"].is_string(),
            "{name} must depend on a condition"
        );
    }
}

/// A deployment with default parameters has no option that costs money or that needs a resource created by hand.
#[test]
fn every_option_is_off_by_default() {
    let template = template();
    for (parameter, off) in [
        ("OriginDomainName", json!("")),
        ("EncryptionKeyArn", json!("")),
        ("PictureVersionDays", json!(0)),
        ("BackupDays", json!(0)),
        ("AuditDays", json!(0)),
    ] {
        assert_eq!(template["Parameters"][parameter]["Default"], off, "{parameter}");
    }
}
