//! The Lambda of the balance's tools.

use rest::Api;
use runtime::{Aws, Clock, Entropy, Environment, Ids, LogFormat};
use store::Store;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    runtime::init_logs(LogFormat::Json);
    let mut environment = Environment::process();
    let (aws, names, cors) = (environment.aws(), environment.names(), environment.cors());
    environment.finish()?;
    let clock = Clock::system();
    let ids = Ids::new(clock.clone(), Entropy::System);
    let store = Store::new(Aws::new(&aws).dynamodb(), names, clock, ids);
    rest::lambda::serve(Api::new(balance::service(&store), cors)).await
}
