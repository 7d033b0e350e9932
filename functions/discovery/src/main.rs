//! The Lambda that lists the tools, and answers requests that match no other route.

use runtime::Startup;
use store::Store;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let mut startup = Startup::lambda();
    let (cors, models) = (startup.environment.cors(), startup.environment.models());
    let bucket = startup.environment.bucket();
    let aws = startup.aws.clone();
    let basics = startup.finish()?;
    let store = Store::new(basics.aws.dynamodb(), basics.names, basics.clock, basics.ids);
    let pictures = discovery::pictures_origin(&aws, &bucket);
    rest::lambda::serve(discovery::api(&store, cors, &models, &pictures)).await
}
