//! Vendors of image and word models, spoken by fakes: the wire format that each documents, over HTTP on this machine.
//!
//! A fake is strict. A request that the vendor's documentation does not allow is answered as the vendor would, and noted
//! in [`Fake::violations`]. A request that it allows meets the [`Act`] that the test's script has for it, and success
//! where the script has none.
//!
//! What the fakes say was looked up in the vendors' references and SDKs. The words of a message are the vendors' where
//! somebody might look for them, such as "blocked by our content filters"; elsewhere only the shape is theirs.

mod act;
pub mod bedrock;
mod fake;
mod form;
pub mod gemini;
pub mod openai;
mod paint;
mod secrets;
mod seen;
mod server;
#[cfg(test)]
mod tests;

pub use self::{
    act::{Act, Failure},
    bedrock::Bedrock,
    fake::{Fake, Order, Vendor, WORDS, Wants},
    form::Field,
    gemini::Gemini,
    openai::OpenAi,
    paint::painter,
    secrets::{Secrets, Trouble},
    seen::Seen,
};
