//! The way of an agent: it knows the list of tools and the texts of errors, and nothing else of the service. With these
//! it corrects each mistake and ends with a picture.

use std::time::Duration;

use contract::Plan;
use serde_json::{Map, Value, json};
use tests::{
    Mcp, Revision,
    service::{Service, Setup},
};

use crate::support::{put_image, put_picture, start};

/// An agent, and the schemas of the tools that it was told.
struct Agent<'a> {
    service: &'a Service,
    mcp: Mcp,
    tools: Map<String, Value>,
}

impl<'a> Agent<'a> {
    async fn new(service: &'a Service, mcp: Mcp) -> Self {
        let list = mcp.request("tools/list", json!({})).await;
        let tools = list.result()["tools"].as_array().unwrap();
        let named = |tool: &Value| (tool["name"].as_str().unwrap().to_owned(), tool.clone());
        Self {
            service,
            tools: tools.iter().map(named).collect(),
            mcp,
        }
    }

    /// The tool whose description has these words.
    fn find(&self, words: &str) -> String {
        let describes = |tool: &&Value| tool["description"].as_str().unwrap().contains(words);
        let tool = self.tools.values().find(describes).expect("a tool");
        tool["name"].as_str().unwrap().to_owned()
    }

    /// Calls a tool until it succeeds, and corrects the arguments after each error. Returns the data and the codes of
    /// the errors.
    async fn achieve(&self, tool: &str, mut arguments: Value) -> (Value, Vec<String>) {
        let mut errors = Vec::new();
        for _ in 0..10 {
            let answer = self.mcp.call(tool, arguments.clone()).await;
            if answer.result()["isError"] == false {
                return (answer.data().clone(), errors);
            }
            let error = answer.tool_error();
            errors.push(error["code"].as_str().unwrap().to_owned());
            self.correct(tool, &mut arguments, &error).await;
        }
        panic!("{tool} {arguments} still fails after {errors:?}");
    }

    async fn correct(&self, tool: &str, arguments: &mut Value, error: &Value) {
        let details = &error["details"];
        match error["code"].as_str().unwrap() {
            "VALIDATION_ERROR" => {
                for issue in details["issues"].as_array().unwrap() {
                    self.correct_argument(tool, arguments, issue);
                }
            }
            "NOT_FOUND" => {
                // The id does not exist: look for one with the tool that lists such things.
                let list = self.find(&format!(
                    "Lists all reference {}s",
                    details["resource"].as_str().unwrap()
                ));
                let listed = self.mcp.call(&list, json!({})).await;
                let id = &listed.data()["images"][0]["imageId"];
                arguments["imageIds"] = json!([id]);
            }
            "INSUFFICIENT_CREDITS" => {
                let cost = self.tools[tool]["_meta"]["creditCost"].as_f64().unwrap();
                let affordable = details["available"].as_f64().unwrap() / cost;
                arguments["count"] = json!(affordable.floor() as u64);
            }
            "RATE_LIMITED" => {
                let seconds = details["retryAfterSeconds"].as_u64().unwrap();
                self.service.clock().advance(Duration::from_secs(seconds));
            }
            other => panic!("{other}: {error}"),
        }
    }

    /// Corrects one argument by what the issue says and by the tool's schema.
    fn correct_argument(&self, tool: &str, arguments: &mut Value, issue: &Value) {
        let (path, message) = (issue["path"].as_str().unwrap(), issue["message"].as_str().unwrap());
        let properties = self.tools[tool]["inputSchema"]["properties"].as_object().unwrap();
        let Some(property) = properties.get(path) else {
            // The parameter does not exist; the message lists those that do. The one that begins alike was meant.
            let alike = |name: &&String| {
                name.chars()
                    .zip(path.chars())
                    .take_while(|(one, other)| one == other)
                    .count()
            };
            let listed = properties.keys().filter(|name| message.contains(name.as_str()));
            let meant = listed.max_by_key(alike).expect("the names of the parameters");
            let given = arguments.as_object_mut().unwrap().remove(path).unwrap();
            arguments[meant] = given;
            return;
        };
        if let Some(most) = property["maximum"].as_u64() {
            arguments[path] = json!(most);
        } else if let Some(choices) = property["enum"].as_array() {
            arguments[path] = choices[0].clone();
        } else if path == "model" {
            // The message lists the models.
            let (_, listed) = message.split_once("the models are ").unwrap();
            arguments[path] = json!(listed.split(", ").next());
        }
    }
}

#[tokio::test]
async fn an_agent_corrects_its_calls_by_the_list_of_tools_and_the_texts_of_errors() {
    let service = start(Setup::default()).await;
    let organization = service.organization(Plan::Pro, 3).await;
    let object = put_picture(&service).await;
    put_image(&service, organization.id, &object).await;
    let mcp = Mcp::new(&organization.client, Revision::V2026_07_28);
    let agent = Agent::new(&service, mcp).await;

    let generate = agent.find("Makes new AI thumbnails");
    let wrong = json!({
        "promt": "A lighthouse in a storm",
        "count": 40,
        "aspectRatio": "wide",
        "model": "no-such-model",
        "imageIds": ["img_guessed"],
    });
    let (made, errors) = agent.achieve(&generate, wrong).await;
    assert_eq!(errors, ["VALIDATION_ERROR", "NOT_FOUND", "INSUFFICIENT_CREDITS"]);
    assert_eq!(made["count"], 3);

    // The description says what to call next, and with which argument.
    let description = agent.tools[&generate]["description"].as_str().unwrap();
    let next = agent.tools.keys().find(|name| {
        let call = format!("call {name} with the `generationId` next");
        description.contains(&call)
    });
    let arguments = json!({ "generationId": made["generationId"], "waitSeconds": 60 });
    let (status, errors) = agent.achieve(next.expect("a next tool"), arguments).await;
    assert_eq!(errors, ["VALIDATION_ERROR"]);
    assert_eq!(status["status"], "completed");
    assert_eq!(status["completed"], 3);

    // Too many calls a minute: the error says how long to wait.
    let credits = agent.find("Shows your organization's balance");
    let mut limited = Vec::new();
    for _ in 0..61 {
        limited.extend(agent.achieve(&credits, json!({})).await.1);
    }
    assert_eq!(limited, ["RATE_LIMITED"]);
    service.audit(organization.id).await;
}
