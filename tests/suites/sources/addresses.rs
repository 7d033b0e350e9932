//! Forbidden sources in every notation. `{port}` is the canary's port.

/// The message for an address that is not public.
pub(crate) const NOT_PUBLIC: &str = "address that is not public";
/// The message for a host name without an address.
pub(crate) const UNKNOWN: &str = "cannot be found";
/// The message for a URL with a user name.
pub(crate) const USER: &str = "user name";
/// The message for text that is not a URL.
pub(crate) const NO_URL: &str = "is not a URL";

/// Hosts with addresses that are not public. The names are those of [`NAMES`].
pub(crate) const HOSTS: &[&str] = &[
    // "This network": Linux treats it as loopback.
    "0.0.0.0",
    "0.1.2.3",
    "0.255.255.255",
    // Loopback.
    "127.0.0.1",
    "127.0.0.2",
    "127.255.255.254",
    // Private.
    "10.0.0.1",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "192.168.255.255",
    // Link-local, with the metadata services of three clouds.
    "169.254.0.1",
    "169.254.169.254",
    "169.254.170.2",
    // Carrier-grade NAT, with the metadata service of another cloud.
    "100.64.0.1",
    "100.100.100.200",
    "100.127.255.255",
    // Protocol assignments, with the metadata service of another cloud.
    "192.0.0.1",
    "192.0.0.192",
    // Benchmarks, documentation, relays.
    "198.18.0.1",
    "198.19.255.255",
    "192.0.2.1",
    "198.51.100.1",
    "203.0.113.1",
    "192.88.99.1",
    // Multicast, reserved, broadcast.
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    // IPv6: unspecified, loopback.
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[0000:0000:0000:0000:0000:0000:0000:0001]",
    // Unique local, with the metadata of a cloud; link-local, site-local, multicast.
    "[fc00::1]",
    "[fd00::1]",
    "[fd00:ec2::254]",
    "[FD00:EC2::254]",
    "[fdff:ffff:ffff::1]",
    "[fe80::1]",
    "[febf::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[ff0e::1]",
    // Discarded, documentation, segment routing.
    "[100::1]",
    "[2001:db8::1]",
    "[3fff::1]",
    "[5f00::1]",
    // IPv4 in IPv6: mapped, compatible, translated, well-known and local NAT64, 6to4, Teredo.
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::FFFF:169.254.169.254]",
    "[0:0:0:0:0:ffff:10.0.0.1]",
    "[::127.0.0.1]",
    "[::7f00:1]",
    "[::a9fe:a9fe]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
    "[2002:a9fe:a9fe::1]",
    "[2001:0:7f00:1::]",
    // In decimal, octal and hexadecimal, mixed and shortened.
    "2130706433",
    "2852039166",
    "017700000001",
    "0177.0.0.1",
    "0177.0.0.01",
    "0251.0376.0251.0376",
    "0x7f000001",
    "0X7F000001",
    "0x7f.0.0.1",
    "0x7f.0x0.0x0.0x1",
    "0xa9fea9fe",
    "0xA9.254.0251.254",
    "0",
    "1",
    "0x",
    "127.1",
    "127.0.1",
    "127.0x1",
    "0x7f.1",
    "10.1",
    "169.254.43518",
    // With a trailing dot.
    "127.0.0.1.",
    "2130706433.",
    "0x7f000001.",
    // With Unicode digits and dots, and percent-encoded.
    "\u{ff11}\u{ff12}\u{ff17}.\u{ff10}.\u{ff10}.\u{ff11}",
    "①②⑦.⓪.⓪.①",
    "𝟏𝟐𝟕.𝟎.𝟎.𝟏",
    "127\u{3002}0\u{3002}0\u{3002}1",
    "127\u{ff0e}0\u{ff0e}0\u{ff0e}1",
    "127\u{ff61}0\u{ff61}0\u{ff61}1",
    "127.0.0.\u{ad}1",
    "%31%32%37.0.0.1",
    "127%2e0%2e0%2e1",
    "%30x7f000001",
    // Names in every notation.
    "localhost",
    "LOCALHOST",
    "LocalHost",
    "localhost.",
    "foo.localhost",
    "\u{24c1}ocalhost",
    "\u{ff4c}ocalhost",
    "local\u{ad}host",
    "%6cocalhost",
    "loopback.example",
    "LOOPBACK.example.",
    "private.example",
    "metadata.example",
    "zero.example",
    "mapped.example",
    "six.example",
    "local-six.example",
    "nat64.example",
    "6to4.example",
];

/// Names that resolve to addresses that are not public.
pub(crate) const NAMES: &[(&str, &str)] = &[
    ("localhost", "127.0.0.1"),
    ("localhost.", "127.0.0.1"),
    ("foo.localhost", "::1"),
    ("loopback.example", "127.0.0.1"),
    ("loopback.example.", "127.0.0.1"),
    ("private.example", "10.1.2.3"),
    ("metadata.example", "169.254.169.254"),
    ("zero.example", "0.0.0.0"),
    ("mapped.example", "::ffff:127.0.0.1"),
    ("six.example", "::1"),
    ("local-six.example", "fd00:ec2::254"),
    ("nat64.example", "64:ff9b::7f00:1"),
    ("6to4.example", "2002:7f00:1::1"),
];

/// Other sources, with their messages. They have the same meaning as the target of a redirect.
pub(crate) const TRICKS: &[(&str, &str)] = &[
    // A user name that looks like the host.
    ("http://example.com@127.0.0.1:{port}/", USER),
    ("http://example.com:80@127.0.0.1:{port}/", USER),
    ("http://127.0.0.1:{port}@example.com/", USER),
    ("http://user:secret@127.0.0.1:{port}/", USER),
    ("http://:secret@127.0.0.1:{port}/", USER),
    ("http://a@b@127.0.0.1:{port}/", USER),
    ("http://example.com%2f@127.0.0.1:{port}/", USER),
    ("http://example.com%00@[::1]:{port}/", USER),
    ("http://@127.0.0.1:{port}/", NOT_PUBLIC),
    // A host, port or path that looks like a user name.
    ("http://127.0.0.1:{port}#@example.com/", NOT_PUBLIC),
    ("http://127.0.0.1:{port}?@example.com/", NOT_PUBLIC),
    ("http://127.0.0.1:{port}/@example.com/", NOT_PUBLIC),
    ("http://127.0.0.1:{port}\\@example.com/", NOT_PUBLIC),
    ("http://127.0.0.1:{port}\\\\@example.com/", NOT_PUBLIC),
    ("http://example.com#@127.0.0.1:{port}/", UNKNOWN),
    ("http://example.com?@127.0.0.1:{port}/", UNKNOWN),
    ("http://example.com/@127.0.0.1:{port}/", UNKNOWN),
    ("http://example.com\\@127.0.0.1:{port}/", UNKNOWN),
    // With any number and kind of slashes, in upper and lower case.
    ("http:///127.0.0.1:{port}/", NOT_PUBLIC),
    ("http:/\\/127.0.0.1:{port}\\x", NOT_PUBLIC),
    ("hTTp://127.0.0.1:{port}/", NOT_PUBLIC),
    ("https://127.0.0.1:{port}/", NOT_PUBLIC),
    ("https://[::1]:{port}/", NOT_PUBLIC),
    ("http://127.0.0.1:0{port}/", NOT_PUBLIC),
    ("http://127.0.0.1/", NOT_PUBLIC),
    ("https://169.254.169.254/latest/meta-data/", NOT_PUBLIC),
    // URLs that parsers understand differently.
    ("http://127.0.0.1 :{port}/", NO_URL),
    ("http://127.0.0.1%00.example.com:{port}/", NO_URL),
    ("http://127.0.0.1%20.example.com:{port}/", NO_URL),
    ("http://127.0.0.1.1:{port}/", NO_URL),
    ("http://127.0.0.256:{port}/", NO_URL),
    ("http://4294967296:{port}/", NO_URL),
    ("http://0x17f000001:{port}/", NO_URL),
    ("http://0899.0.0.1:{port}/", NO_URL),
    ("http://[127.0.0.1]:{port}/", NO_URL),
    ("http://[::1%25lo]:{port}/", NO_URL),
    ("http://[fe80::1%25eth0]:{port}/", NO_URL),
    ("http://[::1:{port}/", NO_URL),
    ("http://127.0.0.1:{port}000/", NO_URL),
    ("http://xn--a:{port}/", NO_URL),
    // Other schemes.
    ("ftp://127.0.0.1:{port}/cat.png", "scheme `ftp`"),
    ("file:///etc/passwd", "scheme `file`"),
    ("file://127.0.0.1:{port}/etc/passwd", ""),
    ("FILE:/etc/passwd", "scheme `file`"),
    ("gopher://127.0.0.1:{port}/_GET%20/", "scheme `gopher`"),
    ("dict://127.0.0.1:{port}/info", "scheme `dict`"),
    ("ldap://127.0.0.1:{port}/", "scheme `ldap`"),
    ("ws://127.0.0.1:{port}/", "scheme `ws`"),
    ("javascript:fetch('http://127.0.0.1:{port}/')", "scheme `javascript`"),
    ("unix:///var/run/docker.sock", "scheme `unix`"),
    ("http+unix://%2Fvar%2Frun%2Fdocker.sock/images", "scheme `http+unix`"),
    ("blob:http://127.0.0.1:{port}/cat", "scheme `blob`"),
    ("view-source:http://127.0.0.1:{port}/", "scheme `view-source`"),
    ("jar:http://127.0.0.1:{port}/!/cat.png", "scheme `jar`"),
    ("s3://bucket/cat.png", "scheme `s3`"),
    ("about:blank", "scheme `about`"),
];

/// Sources that have another meaning relative to a base URL.
pub(crate) const ABSOLUTE: &[(&str, &str)] = &[
    ("http:127.0.0.1:{port}/", NOT_PUBLIC),
    ("http:/127.0.0.1:{port}/", NOT_PUBLIC),
    ("http:\\\\127.0.0.1:{port}\\x", NOT_PUBLIC),
    ("ht\ttp://127.\n0.0.1:{port}/", NOT_PUBLIC),
    (" http://127.0.0.1:{port}/ ", NOT_PUBLIC),
    ("\u{1}http://127.0.0.1:{port}/", NOT_PUBLIC),
    ("//127.0.0.1:{port}/", NO_URL),
    ("127.0.0.1:{port}/", NO_URL),
    ("/etc/passwd", NO_URL),
    ("localhost:{port}/", "scheme `localhost`"),
];

/// Further targets of a redirect.
pub(crate) const RELATIVE: &[(&str, &str)] = &[
    ("//127.0.0.1:{port}/", NOT_PUBLIC),
    ("\\\\127.0.0.1:{port}\\x", NOT_PUBLIC),
    ("/\\127.0.0.1:{port}/", NOT_PUBLIC),
    ("///127.0.0.1:{port}/", "names no host"),
    ("//example.com@127.0.0.1:{port}/", USER),
    ("data:image/png;base64,iVBORw0KGgo=", "scheme `data`"),
];

/// The hosts as URLs, with their messages.
fn hosts(port: u16) -> impl Iterator<Item = (String, &'static str)> {
    let url = move |host: &&str| (format!("http://{host}:{port}/latest/meta-data/cat.png"), NOT_PUBLIC);
    HOSTS.iter().map(url)
}

fn at(port: u16, rows: &[(&str, &'static str)]) -> Vec<(String, &'static str)> {
    let row = |(source, said): &(&str, &'static str)| (source.replace("{port}", &port.to_string()), *said);
    rows.iter().map(row).collect()
}

/// Every source for a parameter, with its message.
pub(crate) fn given(port: u16) -> Vec<(String, &'static str)> {
    hosts(port).chain(at(port, TRICKS)).chain(at(port, ABSOLUTE)).collect()
}

/// Every target of a redirect, with its message.
pub(crate) fn led_to(port: u16) -> Vec<(String, &'static str)> {
    hosts(port).chain(at(port, TRICKS)).chain(at(port, RELATIVE)).collect()
}

/// One source of each kind.
pub(crate) fn some(port: u16) -> Vec<(String, &'static str)> {
    led_to(port).into_iter().step_by(4).collect()
}
