//! The Lambda that lists the tools, and answers what matches no other route.

use runtime::{Aws, Clock, Entropy, Environment, Ids, LogFormat};
use store::Store;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    runtime::init_logs(LogFormat::Json);
    let mut environment = Environment::process();
    let (aws, names, cors) = (environment.aws(), environment.names(), environment.cors());
    let models = environment.models();
    environment.finish()?;
    let clock = Clock::system();
    let ids = Ids::new(clock.clone(), Entropy::System);
    let store = Store::new(Aws::new(&aws).dynamodb(), names, clock, ids);
    rest::lambda::serve(discovery::api(&store, cors, &models)).await
}
