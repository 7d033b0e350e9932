use std::sync::Arc;

use rustls::{ServerConfig, pki_types::PrivatePkcs8KeyDer};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use tokio_rustls::TlsAcceptor;

use super::*;

/// A server for `127.0.0.1` whose certificate chains to `root.der`. Valid from 2020 to 2120; nothing else trusts it.
fn acceptor() -> TlsAcceptor {
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![include_bytes!("tests/leaf.der").as_slice().into()],
            PrivatePkcs8KeyDer::from(include_bytes!("tests/key.der").as_slice()).into(),
        );
    TlsAcceptor::from(Arc::new(config.unwrap()))
}

/// Calls a TLS server once. The client trusts either the server's root certificate or the roots that browsers trust.
async fn ask(trusting: bool) -> Result<Response<Bytes>, NoResponse> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}/", listener.local_addr().unwrap());
    let timeout = Duration::from_secs(10);
    let http = if trusting {
        let mut roots = RootCertStore::empty();
        roots.add(include_bytes!("tests/root.der").as_slice().into()).unwrap();
        Http::trusting(roots, timeout)
    } else {
        Http::new(timeout)
    };
    let serve = async {
        let stream = listener.accept().await?.0;
        let mut stream = acceptor().accept(stream).await?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await?);
        }
        stream
            .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nyes")
            .await
    };
    // A client that disconnects is not a failure of the server.
    tokio::join!(http.send(Request::get(url).body(Bytes::new()).unwrap()), serve).0
}

#[tokio::test]
async fn a_server_with_a_trusted_root_is_called() {
    let response = ask(true).await.unwrap();
    assert_eq!(
        (response.status().as_u16(), response.body().as_ref()),
        (200, b"ye".as_slice())
    );
}

#[tokio::test]
async fn an_untrusted_certificate_is_reported() {
    let refused = ask(false).await.unwrap_err();
    assert!(matches!(refused, NoResponse::Tls(_)), "{refused:?}");
    let printed = runtime::causes(&refused).to_string();
    assert!(printed.contains("UnknownIssuer"), "{printed}");
}

#[tokio::test]
async fn a_closed_port_is_reported() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}/", listener.local_addr().unwrap());
    drop(listener);
    let http = Http::new(Duration::from_secs(10));
    let refused = http
        .send(Request::get(url).body(Bytes::new()).unwrap())
        .await
        .unwrap_err();
    assert!(matches!(refused, NoResponse::Connect(_)), "{refused:?}");
}
