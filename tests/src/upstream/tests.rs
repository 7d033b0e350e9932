//! Tests of the fakes: their successes, their refusals, and their reactions to invalid requests.

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use http::{Request, Response};
use serde_json::{Value, json};

use super::{Act, Bedrock, Failure, Gemini, OpenAi, Vendor, WORDS, bedrock, bfl, gemini, openai, painter};
use crate::http::{send, try_send};

const AWS: &str = "AWS4-HMAC-SHA256 Credential=AKIDTESTS/20261101/us-west-2/bedrock/aws4_request, \
                   SignedHeaders=host;x-amz-date, Signature=00";

const CORE: &str = "/model/stability.stable-image-core-v1%3A1/invoke";

fn request(url: String, headers: &[(&str, &str)], body: impl Into<Bytes>) -> Request<Bytes> {
    let mut request = Request::post(url);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(body.into()).unwrap()
}

fn to_gemini(fake: &Gemini, body: &Value) -> Request<Bytes> {
    let url = fake.url() + "/v1beta/models/gemini-nano-banana-2.1:generateContent";
    request(
        url,
        &[("x-goog-api-key", "key"), ("content-type", "application/json")],
        body.to_string(),
    )
}

fn to_openai(fake: &OpenAi, path: &str, body: &Value) -> Request<Bytes> {
    let headers = [("authorization", "Bearer key"), ("content-type", "application/json")];
    request(fake.url() + path, &headers, body.to_string())
}

fn to_bedrock(fake: &Bedrock, path: &str, body: &Value) -> Request<Bytes> {
    let headers = [
        ("authorization", AWS),
        ("x-amz-date", "20261101T000000Z"),
        ("content-type", "application/json"),
    ];
    request(fake.url() + path, &headers, body.to_string())
}

fn thumbnail() -> Value {
    json!({
        "contents": [{ "parts": [
            { "text": "a volcano" },
            { "inlineData": { "mimeType": "image/png", "data": STANDARD.encode(small()) } },
        ] }],
        "generationConfig": { "responseModalities": ["IMAGE"], "imageConfig": { "aspectRatio": "16:9" } },
    })
}

fn small() -> Bytes {
    super::paint::paint([200; 3], (64, 64), image::ImageFormat::Png)
}

fn json_of(response: &Response<Bytes>) -> Value {
    serde_json::from_slice(response.body()).unwrap()
}

fn decoded(data: &Value) -> (u32, u32, &'static str) {
    let bytes = STANDARD.decode(data.as_str().unwrap()).unwrap();
    let picture = image::load_from_memory(&bytes).unwrap();
    (picture.width(), picture.height(), painter(&bytes))
}

#[tokio::test]
async fn gemini_paints_in_the_size_of_the_aspect_ratio_and_records_the_request() {
    let fake = Gemini::start().await;
    let answer = json_of(&send(to_gemini(&fake, &thumbnail())).await);
    let part = &answer["candidates"][0]["content"]["parts"][0]["inlineData"];
    assert_eq!(decoded(&part["data"]), (1376, 768, "gemini"));
    let parts = fake.seen()[0].parts();
    assert_eq!(parts[0], gemini::Part::Text("a volcano".to_owned()));
    let picture = gemini::Part::Picture {
        mime_type: "image/png".to_owned(),
        bytes: small(),
    };
    assert_eq!(parts[1], picture);
    let words = json_of(
        &send(to_gemini(
            &fake,
            &json!({ "contents": [{ "parts": [{ "text": "?" }] }] }),
        ))
        .await,
    );
    assert_eq!(words["candidates"][0]["content"]["parts"][0]["text"], WORDS);
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn gemini_refuses_throttles_and_rejects_keys() {
    let fake = Gemini::start().await;
    for own in gemini::Own::refusals() {
        fake.always(Act::Own(own));
        let response = send(to_gemini(&fake, &thumbnail())).await;
        let answer = json_of(&response);
        assert_eq!(response.status(), 200);
        match own {
            gemini::Own::Blocked(reason) => assert_eq!(answer["promptFeedback"]["blockReason"], reason),
            gemini::Own::Finished(reason) => assert_eq!(answer["candidates"][0]["finishReason"], reason),
            _ => assert!(answer["candidates"].is_null() && answer["promptFeedback"].is_null()),
        }
    }
    fake.next([
        Act::Throttled { retry_after: Some(3) },
        Act::KeyRefused,
        Act::Own(gemini::Own::KeyForbidden),
    ]);
    let throttled = json_of(&send(to_gemini(&fake, &thumbnail())).await);
    assert_eq!(throttled["error"]["status"], "RESOURCE_EXHAUSTED");
    let details = throttled["error"]["details"].as_array().unwrap();
    assert_eq!(details.last().unwrap()["retryDelay"], "3s");
    let refused = json_of(&send(to_gemini(&fake, &thumbnail())).await);
    assert_eq!(refused["error"]["details"][0]["reason"], "API_KEY_INVALID");
    assert_eq!(send(to_gemini(&fake, &thumbnail())).await.status(), 403);
    assert_eq!(send(to_gemini(&fake, &thumbnail())).await.status(), 200);
}

#[tokio::test]
async fn gemini_records_an_unknown_field_as_a_violation() {
    let fake = Gemini::start().await;
    let mut body = thumbnail();
    body["generationConfig"]["imageConfig"]["size"] = json!("1K");
    let response = send(to_gemini(&fake, &body)).await;
    assert_eq!(response.status(), 400);
    assert_eq!(
        json_of(&response)["error"]["details"][0]["@type"],
        "type.googleapis.com/google.rpc.BadRequest"
    );
    assert!(fake.violations()[0].contains("Unknown name \"size\" at 'generation_config.image_config'"));
}

#[tokio::test]
async fn openai_paints_in_the_requested_size_and_can_return_a_url() {
    let fake = OpenAi::start().await;
    let body = json!({ "model": "gpt-image-2", "prompt": "a volcano", "size": "1280x720", "output_format": "jpeg" });
    let response = send(to_openai(&fake, "/v1/images/generations", &body)).await;
    assert!(response.headers()["x-request-id"].to_str().unwrap().starts_with("req_"));
    assert_eq!(
        decoded(&json_of(&response)["data"][0]["b64_json"]),
        (1280, 720, "openai")
    );
    fake.next([Act::Own(openai::Own::Url)]);
    let answer = json_of(&send(to_openai(&fake, "/v1/images/generations", &body)).await);
    let file = Request::get(answer["data"][0]["url"].as_str().unwrap());
    let file = send(file.body(Bytes::new()).unwrap()).await;
    assert_eq!((file.status().as_u16(), painter(file.body())), (200, "openai"));
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn openai_parses_a_form_and_limits_its_pictures() {
    let fake = OpenAi::start().await;
    for (pictures, status) in [(2, 200), (17, 400)] {
        let mut body = b"--edge\r\ncontent-disposition: form-data; name=\"model\"\r\n\r\ngpt-image-2".to_vec();
        body.extend_from_slice(b"\r\n--edge\r\ncontent-disposition: form-data; name=\"prompt\"\r\n\r\na volcano");
        for _ in 0..pictures {
            body.extend_from_slice(
                b"\r\n--edge\r\nContent-Disposition: form-data; name=\"image[]\"; filename=\"a.png\"\r\n\
                  Content-Type: image/png\r\n\r\n",
            );
            body.extend_from_slice(&small());
        }
        body.extend_from_slice(b"\r\n--edge--\r\n");
        let headers = [
            ("authorization", "Bearer key"),
            ("content-type", "multipart/form-data; boundary=edge"),
        ];
        let response = send(request(fake.url() + "/v1/images/edits", &headers, body)).await;
        assert_eq!(response.status(), status);
    }
    let fields = fake.seen()[0].form().unwrap();
    assert_eq!(fields.len(), 4);
    assert_eq!(
        (fields[1].name.as_str(), fields[1].text().as_str()),
        ("prompt", "a volcano")
    );
    assert_eq!(
        (fields[3].file_name.as_deref(), &fields[3].bytes),
        (Some("a.png"), &small())
    );
    assert_eq!(fake.violations().len(), 1);
}

#[tokio::test]
async fn openai_refuses_content_and_records_invalid_requests() {
    let fake = OpenAi::start().await;
    let body = json!({ "model": "gpt-image-2", "prompt": "a volcano" });
    fake.next([
        Act::Own(openai::Own::ModerationBlocked),
        Act::Throttled { retry_after: Some(7) },
        Act::Fail(Failure::of(503).retry_after(Some(2))),
    ]);
    let refused = send(to_openai(&fake, "/v1/images/generations", &body)).await;
    assert_eq!(
        (refused.status().as_u16(), &json_of(&refused)["error"]["code"]),
        (400, &json!("moderation_blocked"))
    );
    let throttled = send(to_openai(&fake, "/v1/images/generations", &body)).await;
    assert_eq!(
        (
            throttled.status().as_u16(),
            throttled.headers()["retry-after"].as_bytes()
        ),
        (429, &b"7"[..])
    );
    let down = send(to_openai(&fake, "/v1/images/generations", &body)).await;
    assert_eq!(json_of(&down)["error"]["type"], "server_error");
    assert_eq!(fake.violations(), [""; 0]);
    for (name, value, code) in [
        ("size", json!("1666x2514"), "invalid_value"),
        ("seed", json!(1), "unknown_parameter"),
        ("n", json!(11), "integer_above_max_value"),
        ("prompt", json!("a".repeat(32_001)), "string_above_max_length"),
    ] {
        let mut body = body.clone();
        body[name] = value;
        let response = send(to_openai(&fake, "/v1/images/generations", &body)).await;
        assert_eq!(
            (response.status().as_u16(), &json_of(&response)["error"]["code"]),
            (400, &json!(code))
        );
    }
    assert_eq!(fake.violations().len(), 4);
}

#[tokio::test]
async fn openai_describes_a_picture_in_a_data_url() {
    let fake = OpenAi::start().await;
    fake.next([Act::Say("a grey square".to_owned())]);
    let url = format!("data:image/png;base64,{}", STANDARD.encode(small()));
    let content = json!([{ "type": "text", "text": "?" }, { "type": "image_url", "image_url": { "url": url } }]);
    let body = json!({ "model": "gpt-5.6-luna", "messages": [{ "role": "user", "content": content }] });
    let answer = json_of(&send(to_openai(&fake, "/v1/chat/completions", &body)).await);
    assert_eq!(answer["choices"][0]["message"]["content"], "a grey square");
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn bedrock_paints_and_decodes_the_model_id() {
    let fake = Bedrock::start().await;
    let body = json!({ "prompt": "a volcano", "aspect_ratio": "16:9", "seed": 4_294_967_294_u32 });
    let response = send(to_bedrock(&fake, CORE, &body)).await;
    assert!(response.headers().contains_key("x-amzn-requestid"));
    let answer = json_of(&response);
    assert_eq!(answer["finish_reasons"], json!([null]));
    assert_eq!(decoded(&answer["images"][0]), (1344, 768, "bedrock"));
    assert_eq!(
        fake.seen()[0].model_id().as_deref(),
        Some("stability.stable-image-core-v1:1")
    );
    let guided = json!({ "prompt": "a volcano", "image": STANDARD.encode(small()), "fidelity": 0.5 });
    let path = "/model/us.stability.stable-image-style-guide-v1%3A0/invoke";
    assert_eq!(send(to_bedrock(&fake, path, &guided)).await.status(), 200);
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn bedrock_refuses_content_and_records_invalid_stability_requests() {
    let fake = Bedrock::start().await;
    let body = json!({ "prompt": "a volcano" });
    fake.next([
        Act::Own(bedrock::Own::Filtered("Filter reason: prompt")),
        Act::Own(bedrock::Own::ContentFilters),
        Act::Gone,
    ]);
    let filtered = json_of(&send(to_bedrock(&fake, CORE, &body)).await);
    assert_eq!(filtered, json!({ "finish_reasons": ["Filter reason: prompt"] }));
    for error in ["ValidationException", "ResourceNotFoundException"] {
        let response = send(to_bedrock(&fake, CORE, &body)).await;
        assert!(
            response.headers()["x-amzn-errortype"]
                .to_str()
                .unwrap()
                .starts_with(error)
        );
        assert!(json_of(&response)["message"].is_string());
    }
    assert_eq!(fake.violations(), [""; 0]);
    for (name, value) in [
        ("seed", json!(4_294_967_295_u32)),
        ("fidelity", json!(0.5)),
        ("aspect_ratio", json!("4:3")),
    ] {
        let mut body = body.clone();
        body[name] = value;
        assert_eq!(send(to_bedrock(&fake, CORE, &body)).await.status(), 400);
    }
    assert_eq!(fake.violations().len(), 3);
}

#[tokio::test]
async fn bedrock_converses_about_a_picture() {
    let fake = Bedrock::start().await;
    let image = json!({ "format": "png", "source": { "bytes": STANDARD.encode(small()) } });
    let body = json!({ "messages": [{ "role": "user", "content": [{ "image": image }, { "text": "?" }] }] });
    fake.next([Act::Succeed, Act::Own(bedrock::Own::GuardrailIntervened)]);
    for (reason, is_said) in [("end_turn", true), ("guardrail_intervened", false)] {
        let answer = json_of(&send(to_bedrock(&fake, "/model/us.amazon.nova-2-lite-v1%3A0/converse", &body)).await);
        assert_eq!(answer["stopReason"], reason);
        assert_eq!(answer["output"]["message"]["content"][0]["text"] == WORDS, is_said);
    }
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn faults_of_the_connection_are_simulated_and_connections_end_with_the_client() {
    let fake = Gemini::start().await;
    fake.next([Act::Cut, Act::CutHalfway, Act::Oversized(1 << 20), Act::Garbage]);
    assert!(try_send(to_gemini(&fake, &thumbnail())).await.is_err());
    assert!(try_send(to_gemini(&fake, &thumbnail())).await.is_err());
    assert_eq!(send(to_gemini(&fake, &thumbnail())).await.body().len(), 1 << 20);
    let garbage = send(to_gemini(&fake, &thumbnail())).await;
    assert!(serde_json::from_slice::<Value>(garbage.body()).is_err());
    for act in [Act::Hang, Act::Oversized(u64::MAX)] {
        fake.always(act);
        let patience = std::time::Duration::from_millis(100);
        assert!(
            tokio::time::timeout(patience, try_send(to_gemini(&fake, &thumbnail())))
                .await
                .is_err()
        );
        while fake.open_connections() > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }
    assert_eq!((fake.connections(), fake.seen().len()), (6, 6));
}

#[test]
fn every_vendor_paints_in_its_own_colour() {
    let formats = [
        image::ImageFormat::Png,
        image::ImageFormat::Jpeg,
        image::ImageFormat::WebP,
    ];
    let vendors = [
        (gemini::Wire::COLOUR, "gemini"),
        (openai::Wire::COLOUR, "openai"),
        (bedrock::Wire::COLOUR, "bedrock"),
        (bfl::Wire::COLOUR, "bfl"),
    ];
    for (colour, name) in vendors {
        for format in formats {
            assert_eq!(painter(&super::paint::paint(colour, (160, 90), format)), name);
        }
    }
}

#[tokio::test]
async fn the_catalogs_refuse_what_the_vendors_refuse() {
    let (gemini, openai, bedrock) = tokio::join!(Gemini::start(), OpenAi::start(), Bedrock::start());
    let status = async |url: String, headers: &[(&str, &str)]| {
        let mut request = request(url, headers, "");
        *request.method_mut() = http::Method::GET;
        send(request).await.status().as_u16()
    };
    let (key, bearer) = (&[("x-goog-api-key", "key")], &[("authorization", "Bearer key")]);
    let signed = &[("authorization", AWS), ("x-amz-date", "20261101T000000Z")];
    let model = gemini.url() + "/v1beta/models/gemini-nano-banana-2.1";
    assert_eq!((status(model.clone(), key).await, status(model, &[]).await), (200, 403));
    let list = openai.url() + "/v1/models";
    assert_eq!(
        (status(list.clone(), bearer).await, status(list, &[]).await),
        (200, 401)
    );
    let core = bedrock.url() + "/foundation-models/stability.stable-image-core-v1%3A1";
    assert_eq!(
        (status(core.clone(), signed).await, status(core, &[]).await),
        (200, 403)
    );
    for wrong in [
        "stability.stable-image-core-v1:1",
        "us.stability.stable-image-core-v1%3A1",
    ] {
        let url = format!("{}/foundation-models/{wrong}", bedrock.url());
        assert!(status(url, signed).await >= 400, "{wrong}");
    }
    assert_eq!((gemini.looked_up().len(), gemini.violations().len()), (1, 1));
    assert_eq!((openai.looked_up().len(), openai.violations().len()), (1, 1));
    assert_eq!((bedrock.looked_up().len(), bedrock.violations().len()), (1, 3));
}
