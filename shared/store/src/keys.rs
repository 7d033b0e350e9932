//! The keys of all items, and the keys of the indexes. No other file knows the format of a key.
//!
//! Main table, partition key `pk`, sort key `sk`:
//!
//! | item | pk | sk |
//! |---|---|---|
//! | organization | `ORG#org_…` | `PROFILE` |
//! | list of organizations | `ORGS` | `org_…` |
//! | balance | `ORG#org_…` | `BALANCE` |
//! | ledger entry | `ORG#org_…` | `LEDGER#` and the sequence number, 20 digits |
//! | grant that was made | `ORG#org_…` | `GRANT#txn_…` |
//! | API key | `KEY#` and the SHA-256 of the secret | `KEY` |
//! | API key by id | `KEYID#key_…` | `KEY` |
//! | keys of an organization | `ORG#org_…` | `KEY#key_…` |
//! | generation: the facts, which never change | `ORG#org_…` | `GEN#gen_…#FACTS` |
//! | generation: the progress | `ORG#org_…` | `GEN#gen_…#PROGRESS` |
//! | deleted generation: its amounts | `ORG#org_…` | `DELETED#gen_…` |
//! | image, inspiration, person | `ORG#org_…` | `IMG#img_…`, `INS#ins_…`, `PER#per_…` |
//! | public inspiration | `LIBRARY` | `INS#ins_…` |
//! | events of which no delivery exists yet | `ORG#org_…` | `OUTBOX#evt_…` |
//! | webhook | `ORG#org_…` | `WHK#whk_…` |
//! | the organization's own secret for webhooks | `ORG#org_…` | `WEBHOOKSECRET` |
//! | delivery to a webhook or to a `webhookUrl` | `ORG#org_…` | `DLV#whk_…#dlv_…`, `DLV#gen_…#dlv_…` |
//! | action of an operator | `ACTS` | a UUID of version 7, 32 digits |
//!
//! Progress items are in two sparse indexes: `due` (when the sweep checks a generation, in four shards) and `pending`
//! (the generations of an organization with a pending thumbnail, oldest first). Outbox entries and deliveries are in
//! `due` too, in four shards each.
//!
//! The ephemeral table has the partition key `pk` alone: `RATE#org_…#` and the hour, `WAITING#` and the minute,
//! `WAITING#org_…#` and the minute, `ANSWER#org_…#` and the SHA-256 of the idempotency key, `UPLOAD#org_…#upl_…`,
//! `USE#key_…` for when an API key was last used, `RECEIVER#org_…#` and a hash of the host of a `webhookUrl`, `DAILY#`,
//! a task and the day, `AGAIN#gen_…#` and the index of a thumbnail that is painted again. The attribute `ttl` is when
//! DynamoDB may delete an item, in Unix seconds.

use std::{collections::HashMap, time::Duration};

use aws_sdk_dynamodb::types::AttributeValue;
use contract::{
    DeliveryId, EventId, GenerationId, Id, ImageId, InspirationId, KeyId, OrganizationId, PersonId, ThumbnailId,
    Timestamp, UploadId, WebhookId,
};
use runtime::hex;
use sha2::{Digest, Sha256};

use crate::KeyHash;

/// The partition key's attribute, in both tables.
pub const PK: &str = "pk";
/// The sort key's attribute, in the main table.
pub const SK: &str = "sk";
/// When DynamoDB may delete an item of the ephemeral table, in Unix seconds.
pub const TTL: &str = "ttl";

/// The index of the generations that the sweep has to check.
pub const DUE_INDEX: &str = "due";
/// The partition key of [`DUE_INDEX`]: a shard.
pub const DUE_SHARD: &str = "dueShard";
/// The sort key of [`DUE_INDEX`]: milliseconds since the Unix epoch.
pub const DUE_AT: &str = "dueAt";
/// How many shards the due index has. The number may be raised later, but not lowered.
pub const DUE_SHARDS: u8 = 4;

/// The index of generations with pending thumbnails.
pub const PENDING_INDEX: &str = "pending";
/// The partition key of [`PENDING_INDEX`]: an organization.
pub const PENDING_ORG: &str = "pendingOrg";
/// The sort key of [`PENDING_INDEX`]: a generation's id, which sorts by time.
pub const PENDING_ID: &str = "pendingId";

/// A primary key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Partition key.
    pub pk: String,
    /// Sort key; none in the ephemeral table.
    pub sk: Option<String>,
}

impl Key {
    fn new(pk: impl Into<String>, sk: impl Into<String>) -> Self {
        Self {
            pk: pk.into(),
            sk: Some(sk.into()),
        }
    }

    /// The attributes of the key.
    pub fn attributes(&self) -> HashMap<String, AttributeValue> {
        let sk = self.sk.iter().map(|sk| (SK.to_owned(), AttributeValue::S(sk.clone())));
        std::iter::once((PK.to_owned(), AttributeValue::S(self.pk.clone())))
            .chain(sk)
            .collect()
    }

    /// Whether `item` has this key.
    pub fn is_of(&self, item: &HashMap<String, AttributeValue>) -> bool {
        let text = |name: &str| item.get(name).and_then(|value| value.as_s().ok());
        text(PK) == Some(&self.pk) && text(SK) == self.sk.as_ref()
    }
}

/// The partition of an organization.
pub fn organization_partition(id: OrganizationId) -> String {
    format!("ORG#{id}")
}

/// The sort key of an organization's own item.
pub(crate) const PROFILE: &str = "PROFILE";

/// An organization's own item.
pub fn organization(id: OrganizationId) -> Key {
    Key::new(organization_partition(id), PROFILE)
}

/// The partition that lists all organizations.
pub const ORGANIZATIONS: &str = "ORGS";

/// An organization's place in the list of all.
pub fn organization_listed(id: OrganizationId) -> Key {
    Key::new(ORGANIZATIONS, id.to_string())
}

/// The sort key of a balance.
pub(crate) const BALANCE: &str = "BALANCE";

/// The balance of an organization.
pub fn balance(id: OrganizationId) -> Key {
    Key::new(organization_partition(id), BALANCE)
}

/// The prefix of the sort keys of ledger entries.
pub const LEDGER_PREFIX: &str = "LEDGER#";

/// The ledger entry of a sequence number.
pub fn ledger(id: OrganizationId, sequence: u64) -> Key {
    Key::new(organization_partition(id), format!("{LEDGER_PREFIX}{sequence:020}"))
}

/// The prefix of the sort keys of adjustments. Grants were the first of them.
pub const ADJUSTMENT_PREFIX: &str = "GRANT#";

/// The item that shows that an adjustment was made. The operator chooses the id.
pub fn adjustment(organization: OrganizationId, id: &str) -> Key {
    Key::new(organization_partition(organization), format!("{ADJUSTMENT_PREFIX}{id}"))
}

/// An API key, found by its secret's hash.
pub fn key(hash: &KeyHash) -> Key {
    Key::new(format!("KEY#{}", hash.as_str()), "KEY")
}

/// An API key, found by its id.
pub fn key_by_id(id: KeyId) -> Key {
    Key::new(format!("KEYID#{id}"), "KEY")
}

/// The prefix of the sort keys of an organization's API keys.
pub const KEY_PREFIX: &str = "KEY#";

/// An API key's place in the list of its organization.
pub fn key_listed(organization: OrganizationId, id: KeyId) -> Key {
    Key::new(organization_partition(organization), format!("{KEY_PREFIX}{id}"))
}

/// The prefix of the sort keys of generations.
pub const GENERATION_PREFIX: &str = "GEN#";

/// The prefix of the sort keys of both items of a generation.
pub fn generation_prefix(id: GenerationId) -> String {
    format!("{GENERATION_PREFIX}{id}#")
}

/// The facts of a generation.
pub fn generation_facts(organization: OrganizationId, id: GenerationId) -> Key {
    Key::new(
        organization_partition(organization),
        format!("{}FACTS", generation_prefix(id)),
    )
}

/// The progress of a generation.
pub fn generation_progress(organization: OrganizationId, id: GenerationId) -> Key {
    Key::new(
        organization_partition(organization),
        format!("{}PROGRESS", generation_prefix(id)),
    )
}

/// The prefix of the sort keys of deleted generations.
pub const DELETED_PREFIX: &str = "DELETED#";

/// The record that a generation was deleted.
pub fn deleted_generation(organization: OrganizationId, id: GenerationId) -> Key {
    Key::new(organization_partition(organization), format!("{DELETED_PREFIX}{id}"))
}

/// The end of a range of sort keys of generations: of all generations, or of those older than `before`.
pub(crate) fn generations_end(before: Option<GenerationId>) -> String {
    // `$` is the character after `#`.
    before.map_or_else(|| "GEN$".to_owned(), |id| format!("{GENERATION_PREFIX}{id}"))
}

/// The range of sort keys of an organization's generations that were created at `since` or later.
pub(crate) fn generations_since(since: Timestamp) -> (String, String) {
    let created = since.millis().max(0);
    // An id begins with the millisecond of its creation.
    let first = format!("{GENERATION_PREFIX}{}_{created:012x}", GenerationId::PREFIX);
    (first, generations_end(None))
}

/// The moment in an id: when the id was made.
pub(crate) fn moment(id: u128) -> Timestamp {
    // The first 48 bits of an id are its milliseconds.
    let millis = id >> 80;
    Timestamp::from_millis(i64::try_from(millis).unwrap_or(i64::MAX))
}

/// The range of sort keys of an organization's generations whose ids have about the same moment as a thumbnail's id:
/// they differ by at most `apart`.
pub(crate) fn generations_around(id: ThumbnailId, apart: Duration) -> (String, String) {
    let moment = moment(id.uuid().as_u128());
    let prefix = |moment: Timestamp| {
        let millis = moment.millis().max(0);
        format!("{GENERATION_PREFIX}{}_{millis:012x}", GenerationId::PREFIX)
    };
    // `~` is after all characters of ids.
    (prefix(moment - apart), prefix(moment.plus(apart)) + "~")
}

/// Whether this sort key of a generation's item is that of the progress.
pub(crate) fn is_progress(sort_key: &str) -> bool {
    sort_key.ends_with("#PROGRESS")
}

/// The shard of a generation in the due index.
pub fn due_shard(id: GenerationId) -> String {
    due_shard_name(shard_of(id.uuid().as_bytes()))
}

/// The name of a shard, of which there are [`DUE_SHARDS`].
pub fn due_shard_name(shard: u8) -> String {
    format!("DUE#{shard}")
}

/// The prefix of the sort keys of images.
pub const IMAGE_PREFIX: &str = "IMG#";

/// A reference image.
pub fn image(organization: OrganizationId, id: ImageId) -> Key {
    Key::new(organization_partition(organization), format!("{IMAGE_PREFIX}{id}"))
}

/// The prefix of the sort keys of inspirations, in an organization's partition and in the library.
pub const INSPIRATION_PREFIX: &str = "INS#";

/// The partition of the public library.
pub const LIBRARY: &str = "LIBRARY";

/// An organization's own inspiration.
pub fn inspiration(organization: OrganizationId, id: InspirationId) -> Key {
    Key::new(
        organization_partition(organization),
        format!("{INSPIRATION_PREFIX}{id}"),
    )
}

/// An inspiration of the public library.
pub fn public_inspiration(id: InspirationId) -> Key {
    Key::new(LIBRARY, format!("{INSPIRATION_PREFIX}{id}"))
}

/// The prefix of the sort keys of persons.
pub const PERSON_PREFIX: &str = "PER#";

/// A reference person.
pub fn person(organization: OrganizationId, id: PersonId) -> Key {
    Key::new(organization_partition(organization), format!("{PERSON_PREFIX}{id}"))
}

/// The first and the last sort key of a range of records with this prefix: of all records, or of those up to and
/// including the id `last`.
pub(crate) fn records(prefix: &str, last: Option<&str>) -> (String, String) {
    // `$` is the character after `#`.
    let end = last.map_or_else(|| prefix.replace('#', "$"), |id| format!("{prefix}{id}"));
    (prefix.to_owned(), end)
}

/// The prefix of the sort keys of outbox entries.
pub const OUTBOX_PREFIX: &str = "OUTBOX#";

/// The events of one write, under the id of the first event.
pub fn outbox_entry(organization: OrganizationId, first: EventId) -> Key {
    Key::new(organization_partition(organization), format!("{OUTBOX_PREFIX}{first}"))
}

/// The shard of an outbox entry in the due index.
pub fn outbox_shard(first: EventId) -> String {
    outbox_shard_name(shard_of(first.uuid().as_bytes()))
}

/// The name of a shard of outbox entries, of which there are [`DUE_SHARDS`].
pub fn outbox_shard_name(shard: u8) -> String {
    format!("OUTBOX#{shard}")
}

/// The prefix of the sort keys of webhooks.
pub const WEBHOOK_PREFIX: &str = "WHK#";

/// A webhook.
pub fn webhook(organization: OrganizationId, id: WebhookId) -> Key {
    Key::new(organization_partition(organization), format!("{WEBHOOK_PREFIX}{id}"))
}

/// An organization's own secret, for deliveries to the `webhookUrl` of a call.
pub fn webhook_secret(organization: OrganizationId) -> Key {
    Key::new(organization_partition(organization), "WEBHOOKSECRET")
}

/// The prefix of the sort keys of all deliveries.
pub(crate) const DELIVERIES_PREFIX: &str = "DLV#";

/// The prefix of the sort keys of deliveries to a receiver: the id of a webhook, or of a generation with a
/// `webhookUrl`.
pub fn deliveries_prefix(receiver: impl std::fmt::Display) -> String {
    format!("{DELIVERIES_PREFIX}{receiver}#")
}

/// A delivery to a receiver.
pub fn delivery(organization: OrganizationId, receiver: impl std::fmt::Display, id: DeliveryId) -> Key {
    let prefix = deliveries_prefix(receiver);
    Key::new(organization_partition(organization), format!("{prefix}{id}"))
}

/// The range of sort keys of the deliveries to a receiver: of all, or of those up to and including the id `last`.
pub(crate) fn deliveries(receiver: impl std::fmt::Display, last: Option<DeliveryId>) -> (String, String) {
    let prefix = deliveries_prefix(receiver);
    // `~` sorts after every id.
    let end = last.map_or_else(|| format!("{prefix}~"), |id| format!("{prefix}{id}"));
    (prefix, end)
}

/// The shard of a delivery in the due index.
pub fn delivery_shard(id: DeliveryId) -> String {
    delivery_shard_name(shard_of(id.uuid().as_bytes()))
}

/// The name of a shard of deliveries, of which there are [`DUE_SHARDS`].
pub fn delivery_shard_name(shard: u8) -> String {
    format!("DELIVERY#{shard}")
}

fn shard_of(uuid: &[u8; 16]) -> u8 {
    uuid.last().copied().unwrap_or_default() % DUE_SHARDS
}

/// The attempts that run at the host of a `webhookUrl`, in the ephemeral table. The host is hashed because a caller
/// chooses its text.
pub fn receiver(organization: OrganizationId, host: &str) -> Key {
    Key {
        pk: format!("RECEIVER#{organization}#{}", hex(&Sha256::digest(host))),
        sk: None,
    }
}

/// The partition of operators' actions.
pub const OPERATOR_ACTIONS: &str = "ACTS";

/// Bounds of the sort keys of all operators' actions.
pub(crate) const ALL_OPERATOR_ACTIONS: [&str; 2] = ["0", "g"];

/// An action of an operator. `id` is 32 hexadecimal digits that sort by time.
pub(crate) fn operator_action(id: impl std::fmt::Display) -> Key {
    Key::new(OPERATOR_ACTIONS, id.to_string())
}

/// The time at which an API key was last used, in the ephemeral table.
pub fn key_use(id: KeyId) -> Key {
    Key {
        pk: format!("USE#{id}"),
        sk: None,
    }
}

/// The request counts of an organization in the hour that contains `moment`, in the ephemeral table.
pub fn request_counts(organization: OrganizationId, moment: Timestamp) -> Key {
    Key {
        pk: format!("RATE#{organization}#{}", moment.hour().seconds()),
        sk: None,
    }
}

/// The number of calls of an organization that began to wait in this minute and still wait, in the ephemeral table.
pub fn waiting(organization: OrganizationId, minute: Timestamp) -> Key {
    Key {
        pk: format!("WAITING#{organization}#{}", minute.seconds()),
        sk: None,
    }
}

/// The number of calls of all organizations that began to wait in this minute and still wait, in the ephemeral table.
pub fn all_waiting(minute: Timestamp) -> Key {
    Key {
        pk: format!("WAITING#{}", minute.seconds()),
        sk: None,
    }
}

/// An upload of an organization, in the ephemeral table.
pub fn upload(organization: OrganizationId, id: UploadId) -> Key {
    Key {
        pk: format!("UPLOAD#{organization}#{id}"),
        sk: None,
    }
}

/// The claim of a task that is done once a day (UTC), in the ephemeral table.
pub fn daily_task(task: &str, moment: Timestamp) -> Key {
    let moment = moment.to_string();
    let (day, _) = moment.split_once('T').unwrap_or((&moment, ""));
    Key {
        pk: format!("DAILY#{task}#{day}"),
        sk: None,
    }
}

/// The marker of the attempt that paints a thumbnail again, in the ephemeral table.
pub fn second_painting(generation: GenerationId, index: usize) -> Key {
    Key {
        pk: format!("AGAIN#{generation}#{index}"),
        sk: None,
    }
}

/// The prefix of the keys of answers to repeat.
pub const ANSWER_PREFIX: &str = "ANSWER#";

/// The prefix of the keys of an organization's answers to repeat.
pub(crate) fn answers_prefix(organization: OrganizationId) -> String {
    format!("{ANSWER_PREFIX}{organization}#")
}

/// The answer to repeat for an idempotency key, in the ephemeral table. The key is hashed because a caller chooses its
/// text.
pub fn answer(organization: OrganizationId, idempotency_key: &str) -> Key {
    let hash = hex(&Sha256::digest(idempotency_key));
    Key {
        pk: format!("{}{hash}", answers_prefix(organization)),
        sk: None,
    }
}

/// The id in a sort key with this prefix.
pub(crate) fn id_in<K: Id>(sort_key: &str, prefix: &str) -> Option<K> {
    sort_key.strip_prefix(prefix)?.split('#').next()?.parse().ok()
}
