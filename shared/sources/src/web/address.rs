//! Tells public addresses from private ones.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The IPv4 blocks that are not global unicast: <https://www.iana.org/assignments/iana-ipv4-special-registry>,
/// multicast and reserved blocks.
const NOT_PUBLIC_V4: [(Ipv4Addr, u32); 15] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// The block that IANA has assigned to global unicast, <https://www.iana.org/assignments/ipv6-address-space>. Loopback,
/// mapped and translated IPv4, unique local, link-local, multicast and segment routing lie outside.
const GLOBAL_V6: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// The special blocks within it: protocol assignments (Teredo, ORCHID, benchmarking), both ranges for documentation,
/// and 6to4, whose addresses contain any IPv4 address.
const NOT_PUBLIC_V6: [(Ipv6Addr, u32); 4] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// Whether an address is a globally routable unicast address.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !NOT_PUBLIC_V4.iter().any(|block| in_v4(address, *block)),
        IpAddr::V6(address) => in_v6(address, GLOBAL_V6) && !NOT_PUBLIC_V6.iter().any(|block| in_v6(address, *block)),
    }
}

const fn in_v4(address: Ipv4Addr, (network, prefix): (Ipv4Addr, u32)) -> bool {
    (address.to_bits() ^ network.to_bits()).leading_zeros() >= prefix
}

const fn in_v6(address: Ipv6Addr, (network, prefix): (Ipv6Addr, u32)) -> bool {
    (address.to_bits() ^ network.to_bits()).leading_zeros() >= prefix
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(public: bool, addresses: &str) {
        for address in addresses.split_whitespace() {
            assert_eq!(is_public(address.parse().unwrap()), public, "{address}");
        }
    }

    #[test]
    fn addresses_on_the_internet_are_public() {
        check(
            true,
            "1.0.0.0 1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255
             128.0.0.0 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0
             192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255
             198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255
             2000:: 2001:200::1 2001:db7:ffff::1 2001:db9::1 2001:4860:4860::8888 2003::1 2600:1f18::1
             2606:4700:4700::1111 2a00:1450:4001:82a::200e 3ffe::1 3fff:1000::1",
        );
    }

    #[test]
    fn no_special_range_of_ipv4_is_public_from_end_to_end() {
        check(
            false,
            "0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255 127.0.0.0
             127.0.0.1 127.255.255.255 169.254.0.0 169.254.169.254 169.254.170.2 169.254.255.255 172.16.0.0
             172.31.255.255 192.0.0.0 192.0.0.9 192.0.0.192 192.0.0.255 192.0.2.0 192.0.2.255 192.88.99.0
             192.88.99.255 192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.0 198.51.100.255
             203.0.113.0 203.0.113.255 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.254 255.255.255.255",
        );
    }

    #[test]
    fn no_special_range_of_ipv6_is_public() {
        check(
            false,
            ":: ::1 ::2 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 64:ff9b::7f00:1
             64:ff9b::808:808 64:ff9b:1::1 100::1 100:0:0:1::1 1fff:ffff::1 2001::1 2001:0:7f00:1:: 2001:1::1
             2001:2::1 2001:10::1 2001:20::1 2001:30::1 2001:1ff:ffff::1 2001:db8::1 2001:db8:ffff::1 2002::1
             2002:7f00:1:: 2002:808:808::1 3fff::1 3fff:fff:ffff::1 4000::1 5f00::1 fc00::1 fd00::1 fd00:ec2::254
             fdff:ffff::1 fe80::1 febf::1 fec0::1 feff::1 ff00::1 ff02::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        );
    }
}
