//! The error for the name of a tool that does not exist.

use contract::{ApiError, ToolTerms, error::Resource, tools};

/// The most edits between a name and a tool's name for which the tool is suggested.
const MOST_EDITS: usize = 3;
/// The longest name that is compared with the tools' names, in bytes.
const LONGEST_NAME: usize = 100;

/// NOT_FOUND for the name of a tool, with the most similar tool's name.
pub(crate) fn unknown_tool(name: &str) -> ApiError {
    let error = ApiError::not_found(Resource::Tool, name);
    if name.len() > LONGEST_NAME {
        return error;
    }
    let edits = |tool: &&ToolTerms| strsim::levenshtein(tool.name, name);
    let most_similar = tools::TERMS.iter().min_by_key(edits);
    match most_similar.filter(|tool| edits(tool) <= MOST_EDITS) {
        Some(tool) => error.did_you_mean(tool.name),
        None => error,
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
        assert!(hint("make_coffee").is_null());
    }
}
