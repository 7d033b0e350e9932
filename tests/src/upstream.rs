//! Fakes of the model vendors, which speak the documented wire formats over HTTP on localhost.
//!
//! A fake is strict. A request that the vendor's documentation does not allow gets the vendor's error response, and is
//! recorded in [`Fake::violations`]. A valid request is answered according to the test's script of [`Act`]s, and
//! succeeds if the script is empty.
//!
//! The responses follow the vendors' API references and SDKs. The messages are quoted from the vendors if clients may
//! search for them, such as "blocked by our content filters". Other messages only have the vendors' structure.

mod act;
pub mod bedrock;
pub mod bfl;
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
    bfl::Bfl,
    fake::{Fake, FollowUp, Order, Standing, Vendor, WORDS, Wants},
    form::Field,
    gemini::Gemini,
    openai::OpenAi,
    paint::painter,
    secrets::{Secrets, Trouble},
    seen::Seen,
};
