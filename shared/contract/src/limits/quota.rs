//! Quotas: limits of what an organization may have at once.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Plan;

/// A resource of which an organization may have a limited amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Quota {
    /// Images.
    Images,
    /// Inspirations.
    Inspirations,
    /// Persons.
    Persons,
    /// Stored bytes of images, inspirations and persons' photos.
    Bytes,
    /// Thumbnails that have not ended.
    Waiting,
}

impl Quota {
    /// Every quota, in the order in which exceeded quotas are reported.
    pub const ALL: [Self; 5] = [
        Self::Images,
        Self::Inspirations,
        Self::Persons,
        Self::Bytes,
        Self::Waiting,
    ];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Images => "images",
            Self::Inspirations => "inspirations",
            Self::Persons => "persons",
            Self::Bytes => "bytes",
            Self::Waiting => "waiting",
        }
    }

    /// The resource in words.
    const fn noun(self) -> &'static str {
        match self {
            Self::Images => "images",
            Self::Inspirations => "inspirations",
            Self::Persons => "persons",
            Self::Bytes => "stored bytes",
            Self::Waiting => "thumbnails that have not ended",
        }
    }
}

/// One number for each quota: what an organization uses, or what it may use at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct Resources {
    /// Images.
    pub images: u64,
    /// Inspirations, private and public.
    pub inspirations: u64,
    /// Persons.
    pub persons: u64,
    /// Bytes of the stored pictures of images, inspirations and persons; previews do not count.
    pub bytes: u64,
    /// Thumbnails that have not ended.
    pub waiting: u64,
}

/// A quota that a call would exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotaExceeded {
    /// The quota.
    pub quota: Quota,
    /// The limit.
    pub limit: u64,
    /// The usage before the call.
    pub used: u64,
}

impl QuotaExceeded {
    /// The error as a phrase that follows "the request is not valid".
    pub(crate) fn message(&self) -> String {
        let Self { quota, limit, used } = self;
        format!(
            "the organization may have {limit} {} and has {used}; {}",
            quota.noun(),
            match quota {
                Quota::Waiting => "wait until some have ended",
                _ => "delete some, or ask for a higher quota",
            }
        )
    }
}

impl Resources {
    /// No limits.
    pub const UNLIMITED: Self = Self {
        images: u64::MAX,
        inspirations: u64::MAX,
        persons: u64::MAX,
        bytes: u64::MAX,
        waiting: u64::MAX,
    };

    /// The number of one quota.
    pub const fn get(&self, quota: Quota) -> u64 {
        match quota {
            Quota::Images => self.images,
            Quota::Inspirations => self.inspirations,
            Quota::Persons => self.persons,
            Quota::Bytes => self.bytes,
            Quota::Waiting => self.waiting,
        }
    }

    /// A copy with another number for one quota.
    #[must_use]
    pub const fn with(mut self, quota: Quota, number: u64) -> Self {
        match quota {
            Quota::Images => self.images = number,
            Quota::Inspirations => self.inspirations = number,
            Quota::Persons => self.persons = number,
            Quota::Bytes => self.bytes = number,
            Quota::Waiting => self.waiting = number,
        }
        self
    }

    /// The sums of both.
    #[must_use]
    pub fn plus(self, more: &Self) -> Self {
        let sum = |sum: Self, quota| sum.with(quota, self.get(quota).saturating_add(more.get(quota)));
        Quota::ALL.into_iter().fold(self, sum)
    }

    /// The first of these limits that `used` and `more` together exceed. A resource of which nothing is added exceeds
    /// no limit, even if the organization already has more than it may.
    pub fn exceeded_by(&self, used: &Self, more: &Self) -> Option<QuotaExceeded> {
        Quota::ALL.into_iter().find_map(|quota| {
            let (limit, used, more) = (self.get(quota), used.get(quota), more.get(quota));
            let is_exceeded = more > 0 && used.saturating_add(more) > limit;
            is_exceeded.then_some(QuotaExceeded { quota, limit, used })
        })
    }
}

impl Plan {
    /// The limits of this plan, unless the organization has its own.
    pub const fn quotas(self) -> Resources {
        match self {
            Self::Free => Resources {
                images: 100,
                inspirations: 50,
                persons: 20,
                bytes: 500_000_000,
                waiting: 20,
            },
            Self::Pro => Resources {
                images: 2_000,
                inspirations: 500,
                persons: 200,
                bytes: 10_000_000_000,
                waiting: 200,
            },
            Self::Enterprise => Resources {
                images: 20_000,
                inspirations: 5_000,
                persons: 2_000,
                bytes: 100_000_000_000,
                waiting: 2_000,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_exceeded_beyond_it_and_not_at_it() {
        let limits = Resources::UNLIMITED.with(Quota::Bytes, 10);
        let bytes = |number| Resources::default().with(Quota::Bytes, number);
        assert_eq!(limits.exceeded_by(&bytes(9), &bytes(1)), None);
        let exceeded = QuotaExceeded {
            quota: Quota::Bytes,
            limit: 10,
            used: 9,
        };
        assert_eq!(limits.exceeded_by(&bytes(9), &bytes(2)), Some(exceeded));
        assert!(limits.exceeded_by(&bytes(9), &bytes(u64::MAX)).is_some());
    }

    #[test]
    fn the_first_quota_of_the_table_is_reported() {
        let everything = Quota::ALL
            .iter()
            .fold(Resources::default(), |all, quota| all.with(*quota, 1));
        let mut limits = Resources::default();
        for quota in Quota::ALL {
            let exceeded = limits.exceeded_by(&Resources::default(), &everything);
            assert_eq!(exceeded.map(|exceeded| exceeded.quota), Some(quota));
            limits = limits.with(quota, 1);
        }
        assert_eq!(limits.exceeded_by(&Resources::default(), &everything), None);
    }

    #[test]
    fn a_call_that_adds_nothing_exceeds_no_quota() {
        let used = Resources::default().with(Quota::Images, 5);
        assert_eq!(Resources::default().exceeded_by(&used, &Resources::default()), None);
    }
}
