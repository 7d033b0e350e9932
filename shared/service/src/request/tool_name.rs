//! The tool that a misspelt name means.

use contract::{ApiError, ToolTerms, error::Resource, input::similar, tools};

/// The most edits between a name and a tool's name for which the tool is suggested.
const MOST_EDITS: usize = 3;

/// The tool whose name is closest to `name`, and the number of edits between the two names. Case, `_` and `-` do not
/// count. `None` if there are no tools.
pub fn closest_tool<'a>(name: &str, among: impl IntoIterator<Item = &'a ToolTerms>) -> Option<(&'a ToolTerms, usize)> {
    let edits = |tool: &'a ToolTerms| (tool, similar::edits(tool.name, name));
    among.into_iter().map(edits).min_by_key(|(_, edits)| *edits)
}

/// NOT_FOUND for the name of a tool, with the closest tool's name.
pub(crate) fn unknown_tool(name: &str) -> ApiError {
    let error = ApiError::not_found(Resource::Tool, name);
    match closest_tool(name, &tools::TERMS) {
        Some((tool, edits)) if edits <= MOST_EDITS => error.did_you_mean(tool.name),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_suggested_for_a_similar_name_only() {
        let hint = |name: &str| unknown_tool(name).details()["didYouMean"].clone();
        assert_eq!(hint("get_credit"), "get_credits");
        assert_eq!(hint("generate_thumbnails"), "generate_thumbnail");
        assert_eq!(hint("Generate-ThumbNails"), "generate_thumbnail");
        assert!(hint("make_coffee").is_null());
        assert!(hint(&"get_credits".repeat(1000)).is_null());
    }

    #[test]
    fn the_closest_tool_is_found_at_any_distance() {
        let closest = |name: &str| closest_tool(name, &tools::TERMS).unwrap().0.name;
        assert_eq!(closest("createThumbnail"), "generate_thumbnail");
        assert_eq!(closest_tool("x", []).map(|(tool, _)| tool.name), None);
    }
}
