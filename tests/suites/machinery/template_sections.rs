//! The parts of `template.yaml` that follow from the list of tools and from the functions: routes, logs, and the alarms
//! that every function has. `UPDATE_DOCS=1` writes them.

use std::{fmt::Write, fs, ops::Range, path::Path};

use contract::tools;
use tests::template::{resources, template};

use crate::places::pascal_case;

/// The bytes between the two lines that begin and end a section of the template.
fn section(text: &str, name: &str) -> Range<usize> {
    let line = format!("  # ---- Written by a test: {name}.\n");
    let begin = text.find(&line).expect("the begin of the section") + line.len();
    let length = text[begin..].find("  # ---- End of what a test writes.\n");
    begin..begin + length.expect("the end of the section")
}

/// For each category of tools: its integration, the permission to invoke its function, and the routes of its tools.
fn routes() -> String {
    let mut text = String::new();
    let mut category = None;
    for tool in &tools::ALL {
        let function = pascal_case(tool.category.as_str());
        if category.replace(tool.category) != Some(tool.category) {
            write!(
                text,
                "
  {function}Integration:
    Type: AWS::ApiGatewayV2::Integration
    Properties:
      ApiId: !Ref Api
      IntegrationType: AWS_PROXY
      IntegrationUri: !Ref {function}Function.Alias
      PayloadFormatVersion: \"2.0\"
  {function}Invocation:
    Type: AWS::Lambda::Permission
    Properties:
      Action: lambda:InvokeFunction
      FunctionName: !Ref {function}Function.Alias
      Principal: apigateway.amazonaws.com
      SourceArn: !Sub arn:${{AWS::Partition}}:execute-api:${{AWS::Region}}:${{AWS::AccountId}}:${{Api}}/*/*/api/v1/*
"
            )
            .unwrap();
        }
        let (id, name) = (pascal_case(tool.name), tool.name);
        for (id, path) in [(id.clone(), "tools"), (format!("{id}Quote"), "quotes")] {
            write!(
                text,
                "  {id}Route:
    Type: AWS::ApiGatewayV2::Route
    Properties: {{ ApiId: !Ref Api, RouteKey: POST /api/v1/{path}/{name}, Target: !Sub \"integrations/${{{function}Integration}}\" }}
"
            )
            .unwrap();
        }
    }
    text + "\n"
}

/// For each function: its logs, and the alarms that every function has.
fn watching() -> String {
    const ALARMS: [(&str, &str); 2] = [
        ("Errors", "failed or ran out of time"),
        ("Throttles", "was not started because of the concurrency quota"),
    ];
    let mut text = String::new();
    for (id, properties) in resources(&template(), "AWS::Serverless::Function") {
        let function = id.strip_suffix("Function").expect("a function");
        let name = properties["FunctionName"]["!Sub"].as_str().expect("a name");
        write!(
            text,
            "
  {function}Logs:
    Type: AWS::Logs::LogGroup
    Properties:
      LogGroupName: !Sub /aws/lambda/{name}
      RetentionInDays: !Ref LogRetentionDays
      KmsKeyId: !If [HasKey, !Ref EncryptionKeyArn, !Ref AWS::NoValue]
"
        )
        .unwrap();
        for (metric, cause) in ALARMS {
            write!(
                text,
                "  {function}{metric}:
    Type: AWS::CloudWatch::Alarm
    Properties:
      AlarmDescription: !Sub {name} {cause}.
      AlarmActions: [!Ref Alarms]
      Namespace: AWS/Lambda
      MetricName: {metric}
      Dimensions: [{{ Name: FunctionName, Value: !Ref {id} }}]
      Statistic: Sum
      Period: 60
      EvaluationPeriods: 1
      Threshold: 0
      ComparisonOperator: GreaterThanThreshold
      TreatMissingData: notBreaching
"
            )
            .unwrap();
        }
    }
    text + "\n"
}

#[test]
fn what_repeats_in_the_template_follows_from_the_tools_and_the_functions() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../template.yaml");
    let mut text = fs::read_to_string(&file).unwrap();
    for (name, written) in [
        ("the routes of the tools and of their quotes", routes()),
        ("the logs of the functions, and two alarms for each", watching()),
    ] {
        if std::env::var_os("UPDATE_DOCS").is_some() {
            text.replace_range(section(&text, name), &written);
            fs::write(&file, &text).unwrap();
        }
        assert!(
            text[section(&text, name)] == written,
            "template.yaml has other lines for {name}; UPDATE_DOCS=1 writes them"
        );
    }
}
