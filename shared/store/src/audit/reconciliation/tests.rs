use std::time::Duration;

use contract::{OrganizationId, ThumbnailId, Timestamp, tools::GenerateThumbnail};
use runtime::{Clock, Entropy, Ids};
use rustix::time::{ClockId, clock_gettime};

use super::*;
use crate::{State, Thumbnail};

const NOW: Timestamp = Timestamp::from_millis(0);

/// Generations with one thumbnail each, and their ledger, which begins with a grant that pays for all of them.
struct Fixture {
    ids: Ids,
    generations: Vec<(Generation, Progress)>,
    ledger: Vec<LedgerEntry>,
    grant: MadeAdjustment,
}

impl Fixture {
    fn new(count: u32) -> Self {
        let ids = Ids::new(Clock::system(), Entropy::sequence(1));
        let id = TransactionId::from_uuid(ids.uuid());
        let amount = Amount::thumbnails(count);
        let mut all = Self {
            grant: MadeAdjustment {
                id,
                amount,
                sequence: 1,
            },
            ids,
            generations: Vec::new(),
            ledger: Vec::new(),
        };
        all.book(id, TransactionType::Grant, amount, None);
        for _ in 0..count {
            let generation = all.generate();
            let id = TransactionId::from_uuid(all.ids.uuid());
            all.book(id, TransactionType::Charge, -Amount::thumbnails(1), Some(generation));
        }
        all
    }

    fn generate(&mut self) -> GenerationId {
        let id = GenerationId::from_uuid(self.ids.uuid());
        let organization = OrganizationId::from_uuid(self.ids.uuid());
        let generation = Generation::new::<GenerateThumbnail>(
            id,
            organization,
            "composer",
            1,
            vec![ThumbnailId::from_uuid(self.ids.uuid())],
            NOW,
        );
        let progress = Progress {
            generation: id,
            organization,
            model: generation.model.clone(),
            thumbnails: vec![Thumbnail::new(NOW)],
            updated_at: NOW,
            has_listener: false,
            is_webhook_url_gone: false,
        };
        self.generations.push((generation, progress));
        id
    }

    fn book(&mut self, id: TransactionId, kind: TransactionType, amount: Amount, generation: Option<GenerationId>) {
        let before = self.balance();
        self.ledger.push(LedgerEntry {
            id,
            sequence: before.sequence + 1,
            kind,
            amount,
            balance_after: before.balance + amount,
            tool: None,
            generation,
            description: String::new(),
            created_at: NOW,
        });
    }

    fn balance(&self) -> Balance {
        self.ledger.last().map_or_else(Balance::default, |entry| Balance {
            balance: entry.balance_after,
            sequence: entry.sequence,
            ..Balance::default()
        })
    }

    /// Compares the items with a ledger that had `earlier` entries before the generations were read.
    fn read(&self, earlier: u64, balance: Balance) -> Vec<String> {
        let mut reconciliation = Reconciliation::new(earlier);
        for (generation, progress) in &self.generations {
            reconciliation.add_generation(generation, progress);
        }
        reconciliation.add_adjustment(self.grant);
        for entry in &self.ledger {
            reconciliation.add_entry(entry);
        }
        reconciliation.differences(balance)
    }

    fn differences(&self) -> Vec<String> {
        self.read(self.balance().sequence, self.balance())
    }
}

#[test]
fn items_that_agree_have_no_differences() {
    assert_eq!(Fixture::new(0).differences(), [""; 0]);
    assert_eq!(Fixture::new(3).differences(), [""; 0]);
}

/// An algorithm that compares each generation with each ledger entry would take a hundred times as long for ten times
/// as many.
#[test]
fn the_time_of_a_comparison_grows_with_the_number_of_generations() {
    // Processor time, which other programs hardly change.
    let now = || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap();
    let time = |generations| {
        let fixture = Fixture::new(generations);
        let began = now();
        assert_eq!(fixture.differences(), [""; 0]);
        now() - began
    };
    let least = |generations| (0..3).map(|_| time(generations)).min().unwrap();
    let (few, many) = (least(10_000), least(100_000));
    assert!(many < 40 * few, "{few:?} and {many:?}");
}

#[test]
fn a_gap_of_the_ledger_is_named_by_its_first_entry() {
    let mut fixture = Fixture::new(6);
    let balance = fixture.balance();
    fixture.ledger.drain(2..4);
    fixture.ledger.pop();
    let found = fixture.read(balance.sequence, balance);
    for first in [3, 7] {
        assert!(found.contains(&gap(first)), "{found:?}");
    }
    assert!(!found.iter().any(|message| message.contains("sum")), "{found:?}");
}

#[test]
fn an_amount_that_was_changed_is_found_at_its_entry_and_in_the_sum() {
    let mut fixture = Fixture::new(3);
    fixture.ledger[2].amount = -Amount::thumbnails(2);
    let id = fixture.ledger[2].generation.unwrap();
    assert_eq!(
        fixture.differences(),
        [
            "ledger entry 3 says 1 where the entry before it and its amount make 0".to_owned(),
            "the balance differs from the ledger's sum by 1".to_owned(),
            format!("{id} was charged 2 and cost 1"),
        ]
    );
}

#[test]
fn a_balance_that_was_changed_differs_by_the_same_whatever_is_charged_meanwhile() {
    let mut fixture = Fixture::new(3);
    let off = |fixture: &Fixture| {
        let mut balance = fixture.balance();
        balance.balance = balance.balance + Amount::thumbnails(100);
        fixture.read(balance.sequence, balance)
    };
    let first = off(&fixture);
    assert_eq!(first, ["the balance differs from the ledger's sum by 100"]);
    let id = TransactionId::from_uuid(fixture.ids.uuid());
    fixture.book(id, TransactionType::Grant, Amount::thumbnails(1), None);
    assert_eq!(off(&fixture), first);
}

#[test]
fn refunds_lie_between_those_before_and_those_after_the_generations_were_read() {
    let mut fixture = Fixture::new(2);
    let earlier = fixture.balance().sequence;
    let id = TransactionId::from_uuid(fixture.ids.uuid());
    let generation = fixture.generations[0].0.id;
    fixture.book(id, TransactionType::Refund, Amount::thumbnails(1), Some(generation));
    // The generation was read before the refund or after it.
    assert_eq!(fixture.read(earlier, fixture.balance()), [""; 0]);
    fixture.generations[0].1.thumbnails[0].state = State::Cancelled;
    assert_eq!(fixture.read(earlier, fixture.balance()), [""; 0]);
    assert_eq!(fixture.differences(), [""; 0]);
    // Before the refund it cannot have been read when the refund is older than that.
    fixture.generations[0].1.thumbnails[0].state = State::Pending;
    assert_eq!(
        fixture.differences(),
        [format!("{generation} owes refunds of 0 and the ledger has 1")]
    );
    let id = TransactionId::from_uuid(fixture.ids.uuid());
    fixture.book(id, TransactionType::Refund, Amount::thumbnails(1), Some(generation));
    let too_much = format!("{generation} was refunded 2, more than its thumbnails cost");
    assert!(fixture.differences().contains(&too_much));
}

#[test]
fn a_generation_that_only_the_ledger_names_is_missing_unless_it_is_new() {
    let mut fixture = Fixture::new(2);
    let (generation, _) = fixture.generations.pop().unwrap();
    let missing = format!("{} was charged and is not there", generation.id);
    assert_eq!(fixture.differences(), [missing]);
    assert_eq!(fixture.read(2, fixture.balance()), [""; 0]);
}

#[test]
fn a_deleted_generation_is_compared_by_the_amounts_that_are_left() {
    let mut fixture = Fixture::new(2);
    let (generation, _) = fixture.generations.pop().unwrap();
    let id = TransactionId::from_uuid(fixture.ids.uuid());
    fixture.book(id, TransactionType::Refund, Amount::thumbnails(1), Some(generation.id));
    let read = |refunded| {
        let mut reconciliation = Reconciliation::new(fixture.balance().sequence);
        let (kept, progress) = &fixture.generations[0];
        reconciliation.add_generation(kept, progress);
        reconciliation.add_deleted(&DeletedGeneration {
            id: generation.id,
            cost: generation.cost,
            unit_cost: generation.unit_cost,
            thumbnails: 1,
            refunded,
            deleted_at: NOW,
        });
        reconciliation.add_adjustment(fixture.grant);
        for entry in &fixture.ledger {
            reconciliation.add_entry(entry);
        }
        reconciliation.differences(fixture.balance())
    };
    assert_eq!(read(1), [""; 0]);
    let owes = format!("{} owes refunds of 0 and the ledger has 1", generation.id);
    assert_eq!(read(0), [owes]);
}

#[test]
fn a_generation_that_nobody_was_charged_for_is_found() {
    let mut fixture = Fixture::new(2);
    let id = fixture.generate();
    assert_eq!(fixture.differences(), [format!("{id} was charged 0 and cost 1")]);
}

#[test]
fn an_adjustment_is_the_ledger_entry_that_its_item_names() {
    let mut fixture = Fixture::new(1);
    let made = fixture.grant;
    let other = TransactionId::from_uuid(fixture.ids.uuid());
    for adjustment in [
        MadeAdjustment { id: other, ..made },
        MadeAdjustment { sequence: 2, ..made },
        MadeAdjustment { sequence: 9, ..made },
        MadeAdjustment {
            amount: Amount::thumbnails(2),
            ..made
        },
    ] {
        fixture.grant = adjustment;
        let (id, sequence) = (adjustment.id, adjustment.sequence);
        let expected = format!("the adjustment {id} says that it is ledger entry {sequence}, which it is not");
        assert_eq!(fixture.differences(), [expected]);
    }
}
