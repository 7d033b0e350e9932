//! The supported revisions of the protocol.

/// Every supported revision, the newest first.
pub(crate) const SUPPORTED: [&str; 4] = [NEW, "2025-11-25", "2025-06-18", "2025-03-26"];
/// The revision of the new era.
pub(crate) const NEW: &str = "2026-07-28";

/// The era of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    /// Revision 2026-07-28.
    New,
    /// A revision before.
    Older(Revision),
}

/// A revision of the older era.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Revision {
    /// 2025-03-26. Its requests do not name it.
    First,
    /// 2025-06-18 or 2025-11-25, which differ in nothing that this server uses.
    Later,
}

impl Era {
    /// Whether results may contain items of the type `resource_link`.
    pub(crate) fn has_links(self) -> bool {
        self != Self::Older(Revision::First)
    }
}

/// The version with which `initialize` is answered: the requested one, or the newest of the older era.
pub(crate) fn negotiated(requested: &str) -> &'static str {
    let [_, older @ ..] = SUPPORTED;
    let [newest, ..] = older;
    older
        .into_iter()
        .find(|version| *version == requested)
        .unwrap_or(newest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initialize_is_answered_with_a_version_of_the_older_era() {
        for version in ["2025-11-25", "2025-06-18", "2025-03-26"] {
            assert_eq!(negotiated(version), version);
        }
        for version in ["2024-11-05", NEW, "2099-01-01", ""] {
            assert_eq!(negotiated(version), "2025-11-25");
        }
    }
}
