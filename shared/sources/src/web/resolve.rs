//! Resolves the names of hosts.

use std::{io, net::IpAddr};

use futures_util::future::BoxFuture;

/// The future of a host's addresses.
pub type Resolving<'a> = BoxFuture<'a, io::Result<Vec<IpAddr>>>;

/// Resolves the name of a host.
///
/// The service resolves a name once for each connection, and connects only to addresses of this result. A second lookup
/// between the check of an address and its use could return another address.
pub trait Resolve: Send + Sync {
    /// All addresses of `host`, a domain name in ASCII.
    fn resolve<'a>(&'a self, host: &'a str) -> Resolving<'a>;
}

/// The operating system's resolver.
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
    async fn the_system_resolves_localhost() {
        let found = SystemResolver.resolve("localhost").await.unwrap();
        assert!(!found.is_empty());
        assert!(found.iter().all(IpAddr::is_loopback), "{found:?}");
    }
}
