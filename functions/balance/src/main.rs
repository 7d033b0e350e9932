//! The Lambda of the balance's tools.

use rest::Api;
use runtime::Startup;
use store::Store;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let startup = Startup::lambda();
    let cors = startup.environment.cors();
    let basics = startup.finish()?;
    let store = Store::new(basics.aws.dynamodb(), basics.names, basics.clock, basics.ids);
    rest::lambda::serve(Api::new(balance::service(&store), cors)).await
}
