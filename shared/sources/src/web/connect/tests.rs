use std::sync::Mutex;

use rustls::{ServerConfig, pki_types::PrivatePkcs8KeyDer};
use tokio::{io::AsyncWriteExt, net::TcpListener};
use tokio_rustls::TlsAcceptor;

use super::*;
use crate::{
    fake::{Answers, Reply, Server},
    web::dial::{Dialling, SystemDialler},
};

async fn connect(connector: &Connector, url: &str) -> Result<(), SourceError> {
    connector.connect(&Url::parse(url).unwrap()).await.map(|_| ())
}

fn allowing(hosts: &[String], answers: &[&[&str]]) -> (Connector, Arc<Answers>) {
    let resolver = Answers::new(answers);
    (
        Connector::new(
            hosts.to_vec(),
            Arc::clone(&resolver) as Arc<dyn Resolve>,
            Arc::new(SystemDialler),
            None,
        ),
        resolver,
    )
}

#[tokio::test]
async fn a_private_address_gets_no_connection() {
    let canary = Server::start(|_| Reply::ok("secret")).await;
    let port = canary.port();
    let (connector, resolver) = allowing(&[], &[&["127.0.0.1", "::1", "10.0.0.1", "::ffff:127.0.0.1"]]);
    for host in [
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "0",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "internal.example",
    ] {
        let url = format!("http://{host}:{port}/");
        assert_eq!(connect(&connector, &url).await, Err(SourceError::NotPublic), "{url}");
    }
    assert_eq!((canary.connections().await, resolver.asked()), (0, 1));
}

#[tokio::test]
async fn only_the_allowed_host_and_port_are_exempt() {
    let server = Server::start(|_| Reply::ok("")).await;
    let port = server.port();
    let (connector, _) = allowing(
        &[
            format!("127.0.0.1:{port}"),
            format!("local.example:{port}"),
            "[::1]:80".to_owned(),
        ],
        &[&["127.0.0.1"]],
    );
    for host in ["127.0.0.1", "127.1", "local.example", "LOCAL.example"] {
        assert_eq!(
            connect(&connector, &format!("http://{host}:{port}/")).await,
            Ok(()),
            "{host}"
        );
    }
    for url in [
        format!("http://localhost:{port}/"),
        format!("http://local.example.:{port}/"),
        format!("http://sub.local.example:{port}/"),
        format!("http://127.0.0.2:{port}/"),
        format!("http://[::1]:{port}/"),
        "http://127.0.0.1/".to_owned(),
        "https://[::1]/".to_owned(),
    ] {
        assert_eq!(connect(&connector, &url).await, Err(SourceError::NotPublic), "{url}");
    }
    // A scheme's default port counts as part of the URL: this pair is allowed, and nothing listens there.
    assert_ne!(connect(&connector, "http://[::1]/").await, Err(SourceError::NotPublic));
}

#[tokio::test]
async fn of_a_hosts_addresses_only_public_ones_are_left_ipv4_first() {
    let mixed = [
        "2606:4700::1111",
        "10.0.0.1",
        "1.1.1.1",
        "::1",
        "169.254.169.254",
        "8.8.8.8",
    ];
    let (connector, resolver) = allowing(&[], &[&mixed, &["127.0.0.1"]]);
    let addresses = connector.addresses(Host::Domain("a.example"), false).await.unwrap();
    let public = ["1.1.1.1", "8.8.8.8", "2606:4700::1111"].map(|address| address.parse::<IpAddr>().unwrap());
    assert_eq!(addresses, public);
    assert_eq!(resolver.asked(), 1);
}

/// Notes the addresses, and accepts no connection.
#[derive(Default)]
struct Refusing(Mutex<Vec<SocketAddr>>);

impl Dial for Refusing {
    fn dial(&self, address: SocketAddr) -> Dialling<'_> {
        self.0.lock().unwrap().push(address);
        Box::pin(async { Err(io::ErrorKind::ConnectionRefused.into()) })
    }
}

#[tokio::test]
async fn only_public_addresses_are_dialled() {
    let dialler = Arc::new(Refusing::default());
    let resolver = Answers::new(&[&["8.8.8.8", "10.0.0.1", "1.1.1.1"]]);
    let connector = Connector::new(Vec::new(), resolver, Arc::clone(&dialler) as Arc<dyn Dial>, None);
    let connected = connect(&connector, "http://a.example:81/").await;
    assert_eq!(connected, Err(SourceError::Unreachable));
    let expected = ["8.8.8.8:81", "1.1.1.1:81"].map(|address| address.parse().unwrap());
    assert_eq!(*dialler.0.lock().unwrap(), expected);
}

#[tokio::test]
async fn a_name_is_resolved_once_for_each_connection() {
    let server = Server::start(|_| Reply::ok("")).await;
    let host = format!("a.example:{}", server.port());
    // The first address refuses the connection, so that the test would notice a second lookup.
    let (connector, resolver) = allowing(
        std::slice::from_ref(&host),
        &[&["127.0.0.9", "127.0.0.1"], &["127.0.0.8"]],
    );
    assert_eq!(connect(&connector, &format!("http://{host}/")).await, Ok(()));
    assert_eq!((server.connections().await, resolver.asked()), (1, 1));
}

#[tokio::test]
async fn unknown_hosts_closed_ports_and_hosts_without_tls_are_refused() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let host = listener.local_addr().unwrap().to_string();
    let (connector, _) = allowing(std::slice::from_ref(&host), &[&[]]);
    assert_eq!(
        connect(&connector, "http://unknown.example/").await,
        Err(SourceError::UnknownHost)
    );
    let plain = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
    };
    let url = format!("https://{host}/");
    assert_eq!(
        tokio::join!(connect(&connector, &url), plain).0,
        Err(SourceError::Insecure)
    );
    drop(listener);
    assert_eq!(
        connect(&connector, &format!("http://{host}/")).await,
        Err(SourceError::Unreachable)
    );
}

/// A TLS server for `tls.example`. Its certificate chains to `root.der`, which nothing else trusts, and is valid from
/// 2020 to 2120.
fn acceptor() -> TlsAcceptor {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![include_bytes!("leaf.der").as_slice().into()],
            PrivatePkcs8KeyDer::from(include_bytes!("key.der").as_slice()).into(),
        )
        .unwrap();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    TlsAcceptor::from(Arc::new(config))
}

#[tokio::test]
async fn tls_needs_a_certificate_for_the_name_from_a_trusted_root() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let hosts = ["tls.example", "other.example", "127.0.0.1"].map(|name| format!("{name}:{port}"));
    let acceptor = acceptor();
    let check = async |trusting: bool, host: &str| {
        let (mut connector, _) = allowing(&hosts, &[&["127.0.0.1"]]);
        if trusting {
            let mut roots = RootCertStore::empty();
            roots.add(include_bytes!("root.der").as_slice().into()).unwrap();
            connector.tls = OnceLock::from(tls(roots));
        }
        let serve = async {
            let stream = acceptor.accept(listener.accept().await.unwrap().0).await.ok()?;
            stream.get_ref().1.alpn_protocol().map(<[u8]>::to_vec)
        };
        let url = format!("https://{host}:{port}/");
        tokio::join!(connect(&connector, &url), serve)
    };
    assert_eq!(check(true, "tls.example").await, (Ok(()), Some(b"http/1.1".to_vec())));
    assert_eq!(check(true, "other.example").await.0, Err(SourceError::Insecure));
    assert_eq!(check(true, "127.0.0.1").await.0, Err(SourceError::Insecure));
    assert_eq!(check(false, "tls.example").await.0, Err(SourceError::Insecure));
}
