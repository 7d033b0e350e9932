//! For every tool: a valid call, invalid calls, the ids that it takes, its cost.

mod records;

use serde_json::{Value, json};

pub(crate) use self::records::Records;
use crate::pictures;

/// A body as JSON text, and the paths of its errors.
pub(crate) type Wrong = (&'static str, &'static [&'static str]);
/// Makes a body that refers to records.
pub(crate) type Names = fn(&Records) -> Value;

pub(crate) struct Case {
    pub(crate) tool: &'static str,
    pub(crate) success: Names,
    pub(crate) bad_input: &'static [Wrong],
    /// For each parameter that takes ids, a body with only this parameter.
    pub(crate) names: &'static [(&'static str, Names)],
    /// Where the output lists records, if it does.
    pub(crate) list: Option<&'static str>,
    /// The cost of the body of `success`.
    pub(crate) price: f64,
}

const UNKNOWN_FIELD: Wrong = (r#"{ "colour": 1 }"#, &["colour"]);
const NO_OBJECT: Wrong = ("[]", &[""]);
const NO_JSON: Wrong = ("{", &[""]);

pub(crate) const CASES: &[Case] = &[
    Case {
        tool: "generate_thumbnail",
        success: |_| json!({ "prompt": "A blue door", "count": 2, "enhancePrompt": true }),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            ("{}", &["prompt"]),
            (r#"{ "prompt": "  ", "imageIds": [] }"#, &["prompt"]),
            (r#"{ "prompt": 5 }"#, &["prompt"]),
            (r#"{ "prompt": "a", "title": ["b"] }"#, &["title"]),
            (r#"{ "prompt": "a", "count": 0 }"#, &["count"]),
            (r#"{ "prompt": "a", "count": 11 }"#, &["count"]),
            (r#"{ "prompt": "a", "count": "2" }"#, &["count"]),
            (r#"{ "prompt": "a", "model": "no such model" }"#, &["model"]),
            (r#"{ "prompt": "a", "aspectRatio": "2:1" }"#, &["aspectRatio"]),
            (r#"{ "prompt": "a", "format": "gif" }"#, &["format"]),
            (r#"{ "prompt": "a", "resolution": "4k" }"#, &["resolution"]),
            (r#"{ "prompt": "a", "lettering": "nobody" }"#, &["lettering"]),
            (r#"{ "prompt": "a", "lettering": "model" }"#, &["lettering"]),
            (r#"{ "prompt": "a", "resolution": 720 }"#, &["resolution"]),
            (r#"{ "prompt": "a", "maxBytes": 99999 }"#, &["maxBytes"]),
            (r#"{ "prompt": "a", "maxBytes": 50000001 }"#, &["maxBytes"]),
            (r#"{ "prompt": "a", "maxBytes": "200000" }"#, &["maxBytes"]),
            (
                r#"{ "prompt": "a", "webhookUrl": "ftp://example.com/hook" }"#,
                &["webhookUrl"],
            ),
            (r#"{ "prompt": "a", "seed": -1 }"#, &["seed"]),
            (r#"{ "prompt": "a", "seed": 4294967296 }"#, &["seed"]),
            (r#"{ "prompt": "a", "enhancePrompt": "yes" }"#, &["enhancePrompt"]),
            (r#"{ "prompt": "a", "metadata": "video 42" }"#, &["metadata"]),
            (
                r#"{ "prompt": "a", "metadata": { "video": 42, "channel": null, "a b": "c" } }"#,
                &["metadata.video", "metadata.channel", "metadata.a b"],
            ),
            (r#"{ "imageIds": ["x", "x"] }"#, &["imageIds[1]"]),
            (r#"{ "imageIds": "x" }"#, &["imageIds"]),
            (r#"{ "imageIds": [1] }"#, &["imageIds[0]"]),
            (
                r#"{ "inspirationIds": ["1", "2", "3", "4", "5"] }"#,
                &["inspirationIds"],
            ),
            (r#"{ "personIds": ["1", "2", "3", "4"] }"#, &["personIds"]),
            (
                r#"{ "promt": "a", "count": 0, "format": "bmp" }"#,
                &["promt", "count", "format", "prompt"],
            ),
        ],
        names: &[
            (
                "imageIds",
                |records| json!({ "prompt": "a", "imageIds": [records.image] }),
            ),
            (
                "inspirationIds",
                |records| json!({ "prompt": "a", "inspirationIds": [records.inspiration] }),
            ),
            (
                "personIds",
                |records| json!({ "prompt": "a", "personIds": [records.person] }),
            ),
        ],
        list: None,
        price: 2.1,
    },
    Case {
        tool: "get_generation_status",
        success: |records| json!({ "generationId": records.generation }),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            ("{}", &["generationId"]),
            (r#"{ "generationId": null }"#, &["generationId"]),
            (r#"{ "generationId": 5 }"#, &["generationId"]),
            (r#"{ "generationId": "x", "waitSeconds": 21 }"#, &["waitSeconds"]),
            (r#"{ "generationId": "x", "waitSeconds": 0.5 }"#, &["waitSeconds"]),
            (r#"{ "generationid": "x" }"#, &["generationid", "generationId"]),
        ],
        names: &[("generationId", |records| json!({ "generationId": records.generation }))],
        list: None,
        price: 0.0,
    },
    Case {
        tool: "generate_variation",
        success: |records| json!({ "promptId": records.prompt, "newPrompt": "A green door" }),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            UNKNOWN_FIELD,
            (r#"{ "promptId": 1 }"#, &["promptId"]),
            (r#"{ "newPrompt": [] }"#, &["newPrompt"]),
            (r#"{ "count": 0 }"#, &["count"]),
            (r#"{ "model": "no such model" }"#, &["model"]),
            (r#"{ "title": 7 }"#, &["title"]),
            (r#"{ "imageIds": ["x", "y", "x"] }"#, &["imageIds[2]"]),
            (r#"{ "inspirationIds": ["x", 2] }"#, &["inspirationIds[1]"]),
            (r#"{ "personIds": {} }"#, &["personIds"]),
            (
                r#"{ "aspectRatio": "1:2", "format": "PNG", "seed": 0.5 }"#,
                &["aspectRatio", "format", "seed"],
            ),
            (r#"{ "enhancePrompt": 1 }"#, &["enhancePrompt"]),
            (
                r#"{ "resolution": "720", "maxBytes": 100000.5, "lettering": 1 }"#,
                &["resolution", "maxBytes", "lettering"],
            ),
            (r#"{ "newPrompt": "a", "webhookUrl": 7 }"#, &["webhookUrl"]),
            (r#"{ "metadata": { "video": {} } }"#, &["metadata.video"]),
            (r#"{ "thumbnailId": 1, "newPrompt": "a" }"#, &["thumbnailId"]),
            (r#"{ "thumbnailId": "x" }"#, &["newPrompt"]),
            (
                r#"{ "thumbnailId": "x", "promptId": "x", "newPrompt": "a" }"#,
                &["promptId"],
            ),
        ],
        names: &[
            ("promptId", |records| json!({ "promptId": records.prompt })),
            (
                "thumbnailId",
                |records| json!({ "thumbnailId": records.thumbnail, "newPrompt": "title: One" }),
            ),
            (
                "imageIds",
                |records| json!({ "newPrompt": "a", "imageIds": [records.image] }),
            ),
            (
                "inspirationIds",
                |records| json!({ "newPrompt": "a", "inspirationIds": [records.inspiration] }),
            ),
            (
                "personIds",
                |records| json!({ "newPrompt": "a", "personIds": [records.person] }),
            ),
        ],
        list: None,
        price: 1.0,
    },
    Case {
        tool: "list_generations",
        success: |_| json!({}),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            UNKNOWN_FIELD,
            (r#"{ "limit": 0 }"#, &["limit"]),
            (r#"{ "limit": 101 }"#, &["limit"]),
            (r#"{ "status": "done" }"#, &["status"]),
            (r#"{ "search": 1 }"#, &["search"]),
            (r#"{ "metadata": [] }"#, &["metadata"]),
            (r#"{ "view": "short" }"#, &["view"]),
            (r#"{ "cursor": 1 }"#, &["cursor"]),
            (r#"{ "cursor": "x", "limit": "1" }"#, &["limit", "cursor"]),
        ],
        names: &[],
        list: Some("generations"),
        price: 0.0,
    },
    Case {
        tool: "cancel_generation",
        success: |records| json!({ "generationId": records.generation }),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            ("{}", &["generationId"]),
            (r#"{ "generationId": [] }"#, &["generationId"]),
        ],
        names: &[("generationId", |records| json!({ "generationId": records.generation }))],
        list: None,
        price: 0.0,
    },
    Case {
        tool: "trigger_generation",
        success: |records| json!({ "generationId": records.generation }),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            UNKNOWN_FIELD,
            (r#"{ "generationId": {} }"#, &["generationId"]),
        ],
        names: &[("generationId", |records| json!({ "generationId": records.generation }))],
        list: None,
        price: 0.0,
    },
    Case {
        tool: "upload_image",
        success: |_| json!({ "imageUrl": pictures::data(), "name": "A logo" }),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            ("{}", &["imageUrl"]),
            (r#"{ "imageUrl": null }"#, &["imageUrl"]),
            (r#"{ "imageUrl": 1 }"#, &["imageUrl"]),
            (r#"{ "imageUrl": " " }"#, &["imageUrl"]),
            (r#"{ "url": "x", "name": 5 }"#, &["url", "name", "imageUrl"]),
            // The following errors concern the source itself.
            (r#"{ "imageUrl": "logo.png" }"#, &["imageUrl"]),
            (r#"{ "imageUrl": "ftp://example.com/logo.png" }"#, &["imageUrl"]),
            (r#"{ "imageUrl": "http://127.0.0.1/logo.png" }"#, &["imageUrl"]),
            (r#"{ "imageUrl": "data:image/png;base64,AAAA" }"#, &["imageUrl"]),
        ],
        names: &[],
        list: None,
        price: 0.05,
    },
    Case {
        tool: "list_images",
        success: |_| json!({}),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            UNKNOWN_FIELD,
            (r#"{ "limit": 0 }"#, &["limit"]),
            (r#"{ "limit": 1001 }"#, &["limit"]),
            (r#"{ "limit": "1", "cursor": 1 }"#, &["limit", "cursor"]),
            (r#"{ "cursor": "x" }"#, &["cursor"]),
        ],
        names: &[],
        list: Some("images"),
        price: 0.0,
    },
    Case {
        tool: "get_image",
        success: |records| json!({ "imageId": records.image }),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            ("{}", &["imageId"]),
            (r#"{ "imageId": 5, "id": 5 }"#, &["imageId", "id"]),
        ],
        names: &[("imageId", |records| json!({ "imageId": records.image }))],
        list: None,
        price: 0.0,
    },
    Case {
        tool: "search_images",
        success: |_| json!({ "query": "logo" }),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            (r#"{ "search": "logo" }"#, &["search"]),
            (r#"{ "query": [] }"#, &["query"]),
            (r#"{ "limit": 101 }"#, &["limit"]),
            (r#"{ "limit": 0.5, "cursor": "x" }"#, &["limit", "cursor"]),
        ],
        names: &[],
        list: Some("images"),
        price: 0.0,
    },
    Case {
        tool: "delete_image",
        success: |records| json!({ "imageId": records.image }),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            ("{}", &["imageId"]),
            (r#"{ "imageId": ["x"] }"#, &["imageId"]),
        ],
        names: &[("imageId", |records| json!({ "imageId": records.image }))],
        list: None,
        price: 0.0,
    },
    Case {
        tool: "create_inspiration",
        success: |records| json!({ "imageId": records.image, "name": "A style" }),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            ("{}", &["videoUrl"]),
            (r#"{ "imageUrl": "  ", "imageId": null }"#, &["videoUrl"]),
            (r#"{ "videoUrl": "x", "imageUrl": "y" }"#, &["imageUrl", "videoUrl"]),
            (r#"{ "imageUrl": "https://example.com", "imageId": "x" }"#, &["imageId"]),
            (
                r#"{ "videoUrl": "x", "imageUrl": "y", "imageId": "z" }"#,
                &["imageUrl", "imageId", "videoUrl"],
            ),
            (r#"{ "imageId": 5 }"#, &["imageId"]),
            (r#"{ "thumbnailId": 5 }"#, &["thumbnailId"]),
            (r#"{ "thumbnailId": "x", "imageId": "x" }"#, &["thumbnailId"]),
            (
                r#"{ "imageUrl": 5, "name": 5, "description": 5, "category": 5, "visibility": "secret" }"#,
                &["imageUrl", "name", "description", "category", "visibility"],
            ),
            (r#"{ "visibility": "Public" }"#, &["visibility", "videoUrl"]),
            // The following errors concern the source itself.
            (r#"{ "imageUrl": "http://[::1]/a.png" }"#, &["imageUrl"]),
            (r#"{ "videoUrl": "a video" }"#, &["videoUrl"]),
            (r#"{ "videoUrl": "data:image/png,x" }"#, &["videoUrl"]),
            (r#"{ "videoUrl": "https://www.youtube.com/" }"#, &["videoUrl"]),
            (r#"{ "videoUrl": "http://10.0.0.1/" }"#, &["videoUrl"]),
        ],
        names: &[
            ("imageId", |records| json!({ "imageId": records.image })),
            ("thumbnailId", |records| json!({ "thumbnailId": records.thumbnail })),
        ],
        list: None,
        price: 0.1,
    },
    Case {
        tool: "list_inspirations",
        success: |_| json!({}),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            UNKNOWN_FIELD,
            (r#"{ "filter": "public" }"#, &["filter"]),
            (r#"{ "limit": 101 }"#, &["limit"]),
            (r#"{ "category": {}, "search": true }"#, &["category", "search"]),
            (r#"{ "cursor": "x", "filter": 1 }"#, &["cursor", "filter"]),
        ],
        names: &[],
        list: Some("inspirations"),
        price: 0.0,
    },
    Case {
        tool: "get_inspiration",
        success: |records| json!({ "inspirationId": records.inspiration }),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            ("{}", &["inspirationId"]),
            (r#"{ "inspirationId": false }"#, &["inspirationId"]),
        ],
        names: &[(
            "inspirationId",
            |records| json!({ "inspirationId": records.inspiration }),
        )],
        list: None,
        price: 0.0,
    },
    Case {
        tool: "delete_inspiration",
        success: |records| json!({ "inspirationId": records.inspiration }),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            ("{}", &["inspirationId"]),
            (r#"{ "inspirationId": {} }"#, &["inspirationId"]),
        ],
        names: &[(
            "inspirationId",
            |records| json!({ "inspirationId": records.inspiration }),
        )],
        list: None,
        price: 0.0,
    },
    Case {
        tool: "create_person",
        success: |records| json!({ "name": "Kim", "imageIds": [records.image] }),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            ("{}", &["name"]),
            (r#"{ "name": " " }"#, &["name"]),
            (r#"{ "name": "a", "imageUrls": "x" }"#, &["imageUrls"]),
            (
                r#"{ "name": "a", "imageUrls": ["x", 1, " "] }"#,
                &["imageUrls[1]", "imageUrls[2]", "imageUrls[0]"],
            ),
            (
                r#"{ "name": "a", "imageUrls": ["data:,", "data:,", "data:,", "data:,", "data:,", "6"] }"#,
                &["imageUrls", "imageUrls[5]"],
            ),
            (
                r#"{ "name": "a", "imageIds": ["1", "2", "3", "4", "5", "6"] }"#,
                &["imageIds"],
            ),
            (r#"{ "name": "a", "imageIds": ["x", "y", "x"] }"#, &["imageIds[2]"]),
            (
                r#"{ "name": "a", "imageUrls": ["x"], "imageIds": ["y"] }"#,
                &["imageIds", "imageUrls[0]"],
            ),
            // The following errors concern the sources themselves: first their form, then their pictures.
            (
                r#"{ "name": "a", "imageUrls": ["x", "http://127.0.0.1/", "data:x"] }"#,
                &["imageUrls[0]", "imageUrls[2]"],
            ),
            (
                r#"{ "name": "a", "imageUrls": ["http://127.0.0.1/", "data:,"] }"#,
                &["imageUrls[0]", "imageUrls[1]"],
            ),
        ],
        names: &[(
            "imageIds",
            |records| json!({ "name": "a", "imageIds": [records.image] }),
        )],
        list: None,
        price: 0.0,
    },
    Case {
        tool: "list_persons",
        success: |_| json!({}),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            UNKNOWN_FIELD,
            (r#"{ "limit": 1001 }"#, &["limit"]),
            (r#"{ "cursor": "x", "limit": -1 }"#, &["cursor", "limit"]),
        ],
        names: &[],
        list: Some("persons"),
        price: 0.0,
    },
    Case {
        tool: "get_person",
        success: |records| json!({ "personId": records.person }),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            ("{}", &["personId"]),
            (r#"{ "personId": 1.5 }"#, &["personId"]),
        ],
        names: &[("personId", |records| json!({ "personId": records.person }))],
        list: None,
        price: 0.0,
    },
    Case {
        tool: "delete_person",
        success: |records| json!({ "personId": records.person }),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            ("{}", &["personId"]),
            (r#"{ "personId": [] }"#, &["personId"]),
        ],
        names: &[("personId", |records| json!({ "personId": records.person }))],
        list: None,
        price: 0.0,
    },
    Case {
        tool: "get_credits",
        success: |_| json!({}),
        bad_input: &[NO_OBJECT, NO_JSON, UNKNOWN_FIELD],
        names: &[],
        list: None,
        price: 0.0,
    },
    Case {
        tool: "get_credit_history",
        success: |_| json!({}),
        bad_input: &[
            NO_OBJECT,
            NO_JSON,
            UNKNOWN_FIELD,
            (r#"{ "limit": 101 }"#, &["limit"]),
            (r#"{ "cursor": "x" }"#, &["cursor"]),
        ],
        names: &[],
        list: Some("transactions"),
        price: 0.0,
    },
];
