//! The items of a tool's result: its data as text, and links to its pictures.

use serde::Serialize;
use serde_json::{Map, Value};
use service::PageRoom;

/// An item of a result's `content`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum Item<'a> {
    /// Text.
    Text { text: &'a str },
    /// A picture that the client can download.
    ResourceLink {
        uri: String,
        name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        mime_type: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        size: Option<u64>,
    },
    /// A picture, in base64.
    Image { data: String, mime_type: &'static str },
}

/// The links to all pictures in the data, in its order. A picture is an object with a `url` that expires.
pub(crate) fn links(data: &str) -> Vec<Item<'static>> {
    let mut links = Vec::new();
    if let Ok(data) = serde_json::from_str(data) {
        collect(&data, "picture", &mut links);
    }
    links
}

/// Adds the links of a value. `name` is the name of the record that contains it.
fn collect(value: &Value, name: &str, links: &mut Vec<Item<'static>>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, name, links)),
        Value::Object(fields) => {
            let text = |field| fields.get(field).and_then(Value::as_str);
            let name = text("name").or_else(|| text("thumbnailId")).unwrap_or(name);
            links.extend(link(fields, name));
            fields.values().for_each(|field| collect(field, name, links));
        }
        _ => {}
    }
}

fn link(fields: &Map<String, Value>, name: &str) -> Option<Item<'static>> {
    let text = |field| fields.get(field).and_then(Value::as_str);
    text("urlExpiresAt")?;
    Some(Item::ResourceLink {
        uri: text("url")?.to_owned(),
        name: name.to_owned(),
        mime_type: text("contentType").map(str::to_owned),
        size: fields.get("sizeBytes").and_then(Value::as_u64),
    })
}

/// The room of a page of a list: the message contains each item as data, once more as text, and links to its pictures.
/// The message itself is a string in the response of a Lambda, which has at most 6 MB.
pub(crate) const PAGE_ROOM: PageRoom = PageRoom {
    bytes: 5_400_000,
    size_of,
};

/// How many bytes an item of a page takes in the response of a Lambda.
fn size_of(item: &str) -> usize {
    // Each quote and each backslash is escaped once in the data, and three times in the text.
    let escaped = special(item);
    let links: usize = links(item)
        .iter()
        .filter_map(|link| serde_json::to_string(link).ok())
        .map(|link| link.len() + special(&link) + 1)
        .sum();
    (item.len() + escaped) + (item.len() + 3 * escaped) + links + 2
}

/// The number of characters that a JSON string escapes. JSON text contains no control characters.
fn special(json: &str) -> usize {
    json.bytes().filter(|byte| matches!(byte, b'"' | b'\\')).count()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shown(data: &Value) -> Value {
        json!(links(&data.to_string()))
    }

    #[test]
    fn each_picture_has_a_link_in_the_order_of_the_data() {
        let photo = |url: &str| json!({ "url": url, "urlExpiresAt": "t", "width": 1 });
        let data = json!({ "persons": [
            { "name": "Alex", "photos": [photo("u1"), photo("u2")] },
            { "name": "Kim", "photos": [photo("u3")] },
        ] });
        let link = |url: &str, name: &str| json!({ "type": "resource_link", "uri": url, "name": name });
        assert_eq!(
            shown(&data),
            json!([link("u1", "Alex"), link("u2", "Alex"), link("u3", "Kim")])
        );
        let image = json!({
            "name": "Logo", "url": "u", "urlExpiresAt": "t", "contentType": "image/png", "sizeBytes": 7,
            "sourceUrl": "https://a.example",
        });
        let link = json!({
            "type": "resource_link", "uri": "u", "name": "Logo", "mimeType": "image/png", "size": 7,
        });
        assert_eq!(shown(&image), json!([link]));
    }

    #[test]
    fn a_thumbnail_without_a_picture_has_no_link() {
        let data = json!({ "thumbnails": [
            { "thumbnailId": "thm_1", "url": null, "urlExpiresAt": null, "contentType": null },
            { "thumbnailId": "thm_2", "url": "u", "urlExpiresAt": "t", "contentType": "image/png" },
        ] });
        let link = json!({ "type": "resource_link", "uri": "u", "name": "thm_2", "mimeType": "image/png" });
        assert_eq!(shown(&data), json!([link]));
        assert_eq!(shown(&json!({ "webhookUrl": "u", "url": "u" })), json!([]));
    }

    #[test]
    fn an_item_takes_no_more_room_than_is_counted() {
        for item in [
            json!({ "a": 1 }),
            json!({ "name": "\"\\\n\u{1F600}", "url": "u\"", "urlExpiresAt": "t", "list": [{}, [], "x"] }),
        ] {
            let data = item.to_string();
            let text = json!(Item::Text { text: &data }).to_string();
            let links = shown(&item).to_string();
            let message = json!(format!("{data}{text}{links}")).to_string();
            let around = json!(json!(Item::Text { text: "" }).to_string() + "[]").to_string();
            assert!(size_of(&data) + around.len() >= message.len(), "{item}");
        }
    }
}
