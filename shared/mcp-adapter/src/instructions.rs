//! The description of the service that an agent gets before it calls a tool.

/// The instructions of `initialize` and `server/discover`.
pub(crate) const INSTRUCTIONS: &str = "\
This server makes thumbnails for videos with AI.

What to call first: generate_thumbnail, with a prompt that says what the picture shows and a title of a few words to \
print on it. It returns ids at once, because the pictures are made in the background. Then call get_generation_status \
with the generationId and waitSeconds 20 until status is neither pending nor processing. Its result has previews to look \
at and links for downloading the full pictures; links work for an hour. Change a result with generate_variation.

To show a logo or a product, call upload_image and pass its imageId. To follow a style, choose one with list_inspirations \
(filter all) or call create_inspiration. To show a person's face, call create_person. Look for an existing record with \
search_images, list_inspirations or list_persons before you create one.

What costs: the unit is the thumbnail. generate_thumbnail and generate_variation cost 1 per picture, plus 0.1 per call \
with enhancePrompt. create_inspiration costs 0.1 and upload_image 0.05. All other tools are free. Failed pictures are \
refunded. get_credits shows the balance; ask the user before spending much of it. To repeat a paid call safely, send the \
same idempotency key in _meta.idempotencyKey or in the header Idempotency-Key.

A refused call returns isError with { error, code, details }: details.issues names every wrong parameter. Correct them \
and call again. On RATE_LIMITED wait details.retryAfterSeconds.";

#[cfg(test)]
mod tests {
    use contract::{Amount, costs, tools::ALL};

    use super::*;

    #[test]
    fn the_instructions_name_the_prices_in_force_and_tools_that_exist() {
        let per_picture = format!("generate_variation cost {} per picture", costs::GENERATE_THUMBNAIL);
        for told in [
            per_picture,
            format!("plus {} per call with enhancePrompt", costs::ENHANCE_PROMPT),
            format!("create_inspiration costs {}", costs::CREATE_INSPIRATION),
            format!("upload_image {}", costs::UPLOAD_IMAGE),
        ] {
            assert!(INSTRUCTIONS.contains(&told), "{told}");
        }
        assert_eq!(costs::GENERATE_THUMBNAIL, costs::GENERATE_VARIATION);
        for paid in ALL.iter().filter(|tool| tool.cost != Amount::ZERO) {
            assert!(INSTRUCTIONS.contains(paid.name), "{}", paid.name);
        }
        let names = INSTRUCTIONS.split(|letter: char| !letter.is_ascii_lowercase() && letter != '_');
        for name in names.filter(|word| word.trim_matches('_').contains('_')) {
            assert!(ALL.iter().any(|tool| tool.name == name), "{name}");
        }
    }
}
