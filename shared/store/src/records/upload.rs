//! Uploads. A caller posts a file to the bucket and uses it once as the source of a picture. The item of an upload is
//! in the ephemeral table, because it is kept for a day at most.

use std::{collections::HashMap, time::Duration};

use aws_sdk_dynamodb::types::TransactWriteItem;
use contract::{OrganizationId, Timestamp, UploadId};
use serde::{Deserialize, Serialize};

use crate::{
    Store, StoreError,
    dynamodb::{
        codec::{self, number},
        expression::Expression,
        get::strong_reads,
    },
    keys,
};

/// An upload that was not used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Upload {
    /// The id.
    pub id: UploadId,
    /// The size that the caller announced, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size_bytes: Option<u64>,
    /// When the upload stops being usable.
    #[serde(with = "codec::millis")]
    pub until: Timestamp,
}

const KIND: &str = "upload";
/// The attribute of [`Upload::until`].
const UNTIL: &str = "until";

impl Upload {
    /// How long an upload can be used after it was created.
    pub const LIFETIME: Duration = Duration::from_secs(24 * 3600);
}

impl Store {
    /// Stores a new upload.
    pub async fn create_upload(
        &self,
        organization: OrganizationId,
        size_bytes: Option<u64>,
    ) -> Result<Upload, StoreError> {
        let upload = Upload {
            id: UploadId::from_uuid(self.ids.uuid()),
            size_bytes,
            until: self.clock.now().plus(Upload::LIFETIME),
        };
        let key = keys::upload(organization, upload.id);
        let mut change = Expression::new();
        for (name, value) in codec::write(KIND, &key, &upload)? {
            if name != keys::PK {
                change.set(&[&name], value);
            }
        }
        change.set(&[keys::TTL], number(upload.until.seconds() + 1));
        change.require_absent(keys::PK);
        // The id is new, so the item can exist only if an earlier try wrote it and its answer was lost.
        self.update(&key, &change).await?;
        Ok(upload)
    }

    /// The uploads with these ids that the organization may still use, with strong reads.
    pub async fn uploads(&self, organization: OrganizationId, ids: &[UploadId]) -> Result<Vec<Upload>, StoreError> {
        let table = &self.names.ephemeral_table;
        let keys: Vec<_> = ids.iter().map(|id| keys::upload(organization, *id)).collect();
        let request = HashMap::from([(table.clone(), strong_reads(&keys)?)]);
        let items = self.batch_get(request).await?.remove(table).unwrap_or_default();
        let now = self.clock.now();
        let uploads = items.into_iter().map(|item| codec::read::<Upload>(KIND, item));
        let usable = |upload: &Result<Upload, StoreError>| upload.as_ref().map_or(true, |upload| upload.until > now);
        uploads.filter(usable).collect()
    }

    /// The parts of a transaction that use up uploads. Each fails if the upload cannot be used any more.
    pub(crate) fn use_uploads(
        &self,
        organization: OrganizationId,
        uploads: &[UploadId],
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let now = self.clock.now();
        let deletion = |id: &UploadId| {
            let mut expression = Expression::new();
            let (name, now) = (expression.name(UNTIL), expression.value(number(now.millis())));
            // The comparison fails if there is no item.
            expression.require(format!("{name} > {now}"));
            expression.delete(&self.names.ephemeral_table, &keys::upload(organization, *id))
        };
        uploads.iter().map(deletion).collect()
    }
}
