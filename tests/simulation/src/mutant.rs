//! Mutants: deliberate defects. Each mutant changes requests to the simulated AWS as if the service lacked one rule.
//! The simulation must find every mutant.

mod wire;

use simulated_aws::{Cloud, Request, Verdict};

use self::wire::Part;

/// A defect: requests are changed on the wire as if the code did not keep `rule`.
pub struct Mutant {
    /// The name on the command line.
    pub name: &'static str,
    /// The rule that the mutant breaks.
    pub rule: &'static str,
    change: fn(&mut Request) -> Verdict,
}

impl Mutant {
    /// The mutant with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|mutant| mutant.name == name)
    }

    pub(crate) fn install(&self, cloud: &Cloud) {
        let change = self.change;
        cloud.rewrite(change);
    }
}

impl std::fmt::Debug for Mutant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mutant")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// Makes the conditions of all selected parts hold always.
fn unconditional(request: &mut Request, is_meant: impl Fn(&Part<'_>) -> bool) -> Verdict {
    wire::each_part(request, |mut part| {
        if is_meant(&part) {
            part.weaken();
        }
    });
    Verdict::Execute
}

/// Drops the selected parts from transactions.
fn without(request: &mut Request, is_meant: impl Fn(&Part<'_>) -> bool) -> Verdict {
    wire::retain_parts(request, |part| !is_meant(part));
    Verdict::Execute
}

/// Drops the selected parts from every transaction that also has a part for which `has` is true.
fn without_in(request: &mut Request, has: impl Fn(&Part<'_>) -> bool, is_meant: impl Fn(&Part<'_>) -> bool) -> Verdict {
    if wire::any_part(request, has) {
        return without(request, is_meant);
    }
    Verdict::Execute
}

/// Moves the `until` time of a thumbnail state, in the states of this kind that a request writes.
fn later(request: &mut Request, kind: &str, millis: i64) -> Verdict {
    wire::each_part(request, |mut part| part.move_until(kind, millis));
    Verdict::Execute
}

/// Drops the removal of these attributes from updates.
fn keeps(request: &mut Request, attributes: &[&str]) -> Verdict {
    wire::each_part(request, |mut part| part.keep(attributes));
    Verdict::Execute
}

/// All mutants.
pub static ALL: &[Mutant] = &[
    Mutant {
        name: "balance-unconditional",
        rule: "a change of the balance is conditional on the sequence number that was read",
        change: |request| unconditional(request, |part| part.is("BALANCE") && part.verb == "Update"),
    },
    Mutant {
        name: "charge-without-entry",
        rule: "a charge writes its ledger entry",
        change: |request| without(request, |part| part.is_entry("charge")),
    },
    Mutant {
        name: "charge-without-balance",
        rule: "a charge takes from the balance",
        change: |request| without_in(request, |part| part.is_entry("charge"), |part| part.is("BALANCE")),
    },
    Mutant {
        name: "charge-without-progress",
        rule: "both items of a generation are written in one transaction",
        change: |request| without(request, |part| part.verb == "Put" && part.is_progress()),
    },
    Mutant {
        name: "image-without-record",
        rule: "an image's record is in the transaction that pays for it",
        change: |request| without(request, |part| part.verb == "Put" && part.is("IMG#")),
    },
    Mutant {
        name: "free-image",
        rule: "an image is paid for in the transaction that makes it",
        change: |request| {
            without_in(
                request,
                |part| part.verb == "Put" && part.is("IMG#"),
                |part| part.is("BALANCE") || part.is("LEDGER#"),
            )
        },
    },
    Mutant {
        name: "failure-without-refund",
        rule: "a thumbnail that fails for good is refunded in the same transaction",
        change: |request| {
            without_in(
                request,
                |part| part.is_progress() && part.says("failed"),
                |part| part.is("BALANCE") || part.is("LEDGER#"),
            )
        },
    },
    Mutant {
        name: "cancel-without-refund",
        rule: "a thumbnail that is cancelled is refunded in the same transaction",
        change: |request| {
            without_in(
                request,
                |part| part.is_progress() && part.says("cancelled"),
                |part| part.is("BALANCE") || part.is("LEDGER#"),
            )
        },
    },
    Mutant {
        name: "refund-without-balance",
        rule: "a refund adds to the balance",
        change: |request| without_in(request, |part| part.is_entry("refund"), |part| part.is("BALANCE")),
    },
    Mutant {
        name: "refund-without-state",
        rule: "a refund and the final state of its thumbnail are written in one transaction",
        change: |request| without_in(request, |part| part.is_entry("refund"), |part| part.is_progress()),
    },
    Mutant {
        name: "no-answer-kept",
        rule: "the answer to an idempotency key is kept in the transaction that creates the record",
        change: |request| without(request, |part| part.is_answer()),
    },
    Mutant {
        name: "answer-overwritten",
        rule: "the first answer to an idempotency key is never overwritten",
        change: |request| unconditional(request, |part| part.is_answer()),
    },
    Mutant {
        name: "answer-expires-at-once",
        rule: "the answer to an idempotency key is kept for a day",
        change: |request| {
            wire::each_part(request, |mut part| {
                if part.is_answer() {
                    part.set_number("until", 1);
                }
            });
            Verdict::Execute
        },
    },
    Mutant {
        name: "no-client-token",
        rule: "a retried transaction carries the client token of its first attempt",
        change: |request| {
            if let Some(body) = request.body.as_object_mut() {
                body.remove("ClientRequestToken");
            }
            Verdict::Execute
        },
    },
    Mutant {
        name: "never-due",
        rule: "a new generation is in the due index",
        change: |request| {
            wire::each_part(request, |mut part| {
                if part.verb == "Put" && part.is_progress() {
                    part.remove_attribute("dueShard");
                }
            });
            Verdict::Execute
        },
    },
    Mutant {
        name: "always-due",
        rule: "a generation that has ended leaves the due index",
        change: |request| keeps(request, &["dueShard", "dueAt"]),
    },
    Mutant {
        name: "always-pending",
        rule: "a generation without a pending thumbnail leaves the pending index",
        change: |request| keeps(request, &["pendingOrg", "pendingId"]),
    },
    Mutant {
        name: "lease-ignored",
        rule: "a thumbnail under a lease is not leased again before the lease lapses",
        change: |request| unconditional(request, |part| part.is_progress() && part.says("leased")),
    },
    Mutant {
        name: "lease-too-short",
        rule: "a lease lasts at least as long as the model's timeout",
        change: |request| later(request, "leased", -119_000),
    },
    Mutant {
        name: "lease-too-long",
        rule: "a lease lapses soon after the model's timeout",
        change: |request| later(request, "leased", 24 * 3_600_000),
    },
    Mutant {
        name: "wait-too-long",
        rule: "the next attempt begins within a minute",
        change: |request| later(request, "waiting", 24 * 3_600_000),
    },
    Mutant {
        name: "attempt-not-counted",
        rule: "every lease increments the attempt number",
        change: |request| {
            wire::each_part(request, |mut part| {
                if part.is_progress() && part.says("leased") {
                    part.replace_number(1, 0);
                }
            });
            Verdict::Execute
        },
    },
    Mutant {
        name: "wait-unconditional",
        rule: "only the attempt that holds the lease may postpone a thumbnail",
        change: |request| {
            unconditional(request, |part| {
                part.is_progress() && part.says("waiting") && !part.says("leased")
            })
        },
    },
    Mutant {
        name: "cancel-unconditional",
        rule: "only pending thumbnails are cancelled",
        change: |request| unconditional(request, |part| part.is_progress() && part.says("cancelled")),
    },
    Mutant {
        name: "picture-not-stored",
        rule: "a picture is stored before its record names it",
        change: |request| pretend(request, "PutObject", |body| wire::key(body).contains("/thumbnails/")),
    },
    Mutant {
        name: "image-not-stored",
        rule: "an image's bytes are stored before its record names them",
        change: |request| pretend(request, "PutObject", |body| wire::key(body).contains("/images/")),
    },
    Mutant {
        name: "plate-not-stored",
        rule: "a plate is stored before its record names it",
        change: |request| pretend(request, "PutObject", |body| wire::key(body).ends_with("-plate.png")),
    },
    Mutant {
        name: "plate-painted-anew",
        rule: "a change of the words keeps the plate",
        change: |request| {
            wire::each_part(request, |mut part| part.keep_no_plate());
            Verdict::Execute
        },
    },
    Mutant {
        name: "copy-forgotten",
        rule: "inspirations and persons have their own copies of images",
        change: |request| pretend(request, "CopyObject", |_| true),
    },
    Mutant {
        name: "nothing-deleted",
        rule: "bytes that no record names are deleted",
        change: |request| pretend(request, "DeleteObject", |_| true),
    },
    Mutant {
        name: "attempts-share-a-key",
        rule: "each attempt stores its picture under a key of its own",
        change: |request| {
            if request.operation == "PutObject" || request.operation == "DeleteObject" {
                wire::share_key(&mut request.body);
            }
            wire::each_part(request, |mut part| part.share_key());
            Verdict::Execute
        },
    },
    Mutant {
        name: "library-forgotten",
        rule: "a public inspiration is listed in the library too",
        change: |request| without(request, |part| part.verb == "Put" && part.partition == "LIBRARY"),
    },
    Mutant {
        name: "library-keeps",
        rule: "a deleted inspiration is removed from the library too",
        change: |request| without(request, |part| part.verb == "Delete" && part.partition == "LIBRARY"),
    },
    Mutant {
        name: "person-of-nobody",
        rule: "nothing is created for an organization that is being deleted",
        change: |request| {
            without_in(
                request,
                |part| part.verb == "Put" && part.is("PER#"),
                |part| part.is("BALANCE"),
            )
        },
    },
    Mutant {
        name: "weak-reads",
        rule: "reads of the tables are strongly consistent",
        change: |request| {
            wire::weaken_reads(&mut request.body);
            Verdict::Execute
        },
    },
    Mutant {
        name: "never-sent",
        rule: "a message is sent for each thumbnail",
        change: |request| pretend(request, "SendMessageBatch", |_| true),
    },
    Mutant {
        name: "dead-letters-stay",
        rule: "a dead letter that is settled is deleted",
        change: |request| {
            pretend(request, "DeleteMessage", |body| {
                wire::field(body, "QueueUrl").ends_with("dead-letters")
            })
        },
    },
    Mutant {
        name: "revocation-lost",
        rule: "a revoked key stops working",
        change: |request| {
            pretend(request, "TransactWriteItems", |body| {
                body.to_string().contains("if_not_exists(#revokedAt")
            })
        },
    },
    Mutant {
        name: "event-forgotten",
        rule: "the transaction that makes a fact true writes its events",
        change: |request| without(request, |part| part.verb == "Put" && part.is("OUTBOX#")),
    },
    Mutant {
        name: "listener-forgotten",
        rule: "a charge marks the generation of an organization with a listener",
        change: |request| {
            wire::each_part(request, |mut part| {
                if part.verb == "Put" && part.is_progress() {
                    part.remove_attribute("hasListener");
                }
            });
            Verdict::Execute
        },
    },
    Mutant {
        name: "outbox-keeps",
        rule: "an entry of the outbox is replaced by its deliveries",
        change: |request| without(request, |part| part.verb == "Delete" && part.is("OUTBOX#")),
    },
    Mutant {
        name: "delivery-unconditional",
        rule: "a step of a delivery is written only if the delivery is still as it was read",
        change: |request| unconditional(request, |part| part.verb == "Put" && part.is("DLV#")),
    },
    Mutant {
        name: "delivered-unsent",
        rule: "a delivery is done once its receiver has accepted the event",
        change: |request| {
            wire::each_part(request, |mut part| {
                if part.verb == "Put" && part.is("DLV#") {
                    part.set_state("delivered");
                }
            });
            Verdict::Execute
        },
    },
];

/// Answers the selected requests of an operation with success without executing them.
fn pretend(request: &mut Request, operation: &str, is_meant: impl Fn(&serde_json::Value) -> bool) -> Verdict {
    if request.operation == operation && is_meant(&request.body) {
        return Verdict::Pretend(serde_json::json!({}));
    }
    Verdict::Execute
}
