//! From a host's name to its addresses.

use std::{io, net::IpAddr};

use futures_util::future::BoxFuture;

/// The addresses of a host, once they are known.
pub type Resolving<'a> = BoxFuture<'a, io::Result<Vec<IpAddr>>>;

/// Finds the addresses of a host.
///
/// It is asked once for each connection, and only what it says is connected to: between judging an address and using
/// it there is no second look-up that could answer otherwise.
pub trait Resolve: Send + Sync {
    /// All addresses of `host`, a domain name in ASCII.
    fn resolve<'a>(&'a self, host: &'a str) -> Resolving<'a>;
}

/// The resolver of the system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve<'a>(&'a self, host: &'a str) -> Resolving<'a> {
        Box::pin(async move {
            let found = tokio::net::lookup_host((host, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_system_knows_the_machine_it_runs_on() {
        let found = SystemResolver.resolve("localhost").await.unwrap();
        assert!(!found.is_empty());
        assert!(found.iter().all(IpAddr::is_loopback), "{found:?}");
    }
}
