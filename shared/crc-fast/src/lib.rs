//! The part of the crate `crc-fast` that S3's SDK and the embedded S3 use: the three checksums of a transfer. The
//! original crate contains tables of 1 MB for a fallback that current processors never use. They would be a fifth of a
//! function's ZIP, because the SDK always links the crate. The service computes a checksum only where S3 requires one,
//! so speed does not matter here.

use crc::{CRC_32_ISCSI, CRC_32_ISO_HDLC, CRC_64_NVME, Crc, Table};

static CRC32: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISO_HDLC);
static CRC32C: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISCSI);
static CRC64: Crc<u64, Table<1>> = Crc::<u64, Table<1>>::new(&CRC_64_NVME);

/// Which checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrcAlgorithm {
    /// CRC-32, as in PNG and ZIP.
    Crc32IsoHdlc,
    /// CRC-32C, Castagnoli's.
    Crc32Iscsi,
    /// CRC-64/NVME.
    Crc64Nvme,
}

/// A checksum of what was passed so far.
#[derive(Clone)]
pub struct Digest(State);

#[derive(Clone)]
enum State {
    Narrow(crc::Digest<'static, u32, Table<1>>),
    Wide(crc::Digest<'static, u64, Table<1>>),
}

impl Digest {
    /// A digest of no bytes.
    pub fn new(algorithm: CrcAlgorithm) -> Self {
        Self(match algorithm {
            CrcAlgorithm::Crc32IsoHdlc => State::Narrow(CRC32.digest()),
            CrcAlgorithm::Crc32Iscsi => State::Narrow(CRC32C.digest()),
            CrcAlgorithm::Crc64Nvme => State::Wide(CRC64.digest()),
        })
    }

    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        match &mut self.0 {
            State::Narrow(digest) => digest.update(bytes),
            State::Wide(digest) => digest.update(bytes),
        }
    }

    /// The checksum; one of 32 bits is in the lower half.
    pub fn finalize(&self) -> u64 {
        match &self.0 {
            State::Narrow(digest) => digest.clone().finalize().into(),
            State::Wide(digest) => digest.clone().finalize(),
        }
    }
}

impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Digest").finish_non_exhaustive()
    }
}

/// The checksum of `bytes`; one of 32 bits is in the lower half.
pub fn checksum(algorithm: CrcAlgorithm, bytes: &[u8]) -> u64 {
    let mut digest = Digest::new(algorithm);
    digest.update(bytes);
    digest.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check values of <https://reveng.sourceforge.io/crc-catalogue/all.htm>.
    #[test]
    fn digits_have_the_checksums_of_the_catalogue() {
        for (algorithm, expected) in [
            (CrcAlgorithm::Crc32IsoHdlc, 0xcbf4_3926),
            (CrcAlgorithm::Crc32Iscsi, 0xe306_9283),
            (CrcAlgorithm::Crc64Nvme, 0xae8b_1486_0a79_9888),
        ] {
            assert_eq!(checksum(algorithm, b"123456789"), expected, "{algorithm:?}");
            let mut digest = Digest::new(algorithm);
            for part in [&b"1234"[..], b"", b"56789"] {
                digest.update(part);
            }
            assert_eq!(digest.finalize(), expected, "{algorithm:?} in parts");
        }
    }
}
