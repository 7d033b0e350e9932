//! `credits grant` and `credits take` when responses are lost, when writes arrive late, and when two operators make the
//! same change.

use std::collections::HashSet;

use contract::Plan;
use ctl::Outcome;
use serde_json::json;
use tests::{Fault, Organization, Proxy, Service};

use crate::{
    operator::Operator,
    support::{idle, number, same_amount},
};

/// The arguments of a grant of five thumbnails, and further arguments.
fn five<'a>(org: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["credits", "grant", "--org", org, "--amount", "5"], more].concat()
}

/// Runs `tgctl` on a proxy in front of the service.
async fn run_at(service: &Service, proxy: &Proxy, arguments: &[&str]) -> Outcome {
    Operator(service).run_at(&proxy.url(), arguments).await
}

/// An organization without thumbnails, and its id as text.
async fn poor(service: &Service) -> (Organization, String) {
    let organization = service.organization(Plan::Pro, 0).await;
    let id = organization.id.to_string();
    (organization, id)
}

/// The id with which `tgctl` asks to repeat a grant.
fn id_in(outcome: &Outcome) -> String {
    let (_, after) = outcome.stderr.split_once("--id ").expect("the message names the id");
    after.chars().take("txn_".len() + 32).collect()
}

/// Cuts off all responses, beginning with the first transaction. `fault` says whether the calls are executed.
fn cut_answers_from_first_transaction(proxy: &Proxy, fault: Fault) {
    let mut began = false;
    proxy.decide(move |operation| {
        began |= operation == "TransactWriteItems";
        began.then_some(fault)
    });
}

#[tokio::test]
async fn a_grant_whose_responses_are_all_lost_is_made_once() {
    let service = idle();
    let (organization, org) = poor(service).await;
    let proxy = Proxy::start(service.aws_url()).await;
    proxy.fail_operation("TransactWriteItems", 0, Fault::CommitThenCut, usize::MAX);
    let first = run_at(service, &proxy, &five(&org, &[])).await;
    proxy.heal();
    // An operator repeats a failed command.
    if first.exit_code != 0 {
        assert_eq!(run_at(service, &proxy, &five(&org, &[])).await.exit_code, 0);
    }
    same_amount(organization.client.balance().await, 5.0);
}

/// Makes a grant whose outcome `tgctl` cannot learn, which `fault` commits or not, and repeats it with its id.
async fn repeat_an_unclear_grant(service: &Service, fault: Fault, made: bool) {
    let (organization, org) = poor(service).await;
    let proxy = Proxy::start(service.aws_url()).await;
    cut_answers_from_first_transaction(&proxy, fault);
    let unclear = run_at(service, &proxy, &five(&org, &["--json"])).await;
    assert_eq!((unclear.exit_code, unclear.stdout.as_str()), (1, ""), "{fault:?}");
    assert_eq!(unclear.stderr.matches('\n').count(), 1, "{}", unclear.stderr);
    let id = id_in(&unclear);
    same_amount(organization.client.balance().await, if made { 5.0 } else { 0.0 });
    for already_made in [made, true] {
        let repeated = Operator(service).json(&five(&org, &["--id", &id])).await;
        assert_eq!(repeated["transactionId"], id.as_str(), "{fault:?}");
        assert_eq!(repeated["alreadyMade"], already_made, "{fault:?}");
        same_amount(number(&repeated["balance"]), 5.0);
    }
    same_amount(organization.client.balance().await, 5.0);
    let history = organization.client.call("get_credit_history", json!({})).await;
    let transactions = history.data()["transactions"].as_array().unwrap().clone();
    assert_eq!(transactions.len(), 1);
    assert_eq!(transactions[0]["transactionId"], id.as_str());
    service.audit(organization.id).await;
}

#[tokio::test]
async fn a_grant_with_an_unknown_outcome_can_be_repeated_with_its_id() {
    let service = idle();
    tokio::join!(
        repeat_an_unclear_grant(service, Fault::CommitThenCut, true),
        repeat_an_unclear_grant(service, Fault::CutBefore, false),
    );
}

#[tokio::test]
async fn a_grant_reports_its_id_and_whether_it_was_already_made() {
    let service = idle();
    let (organization, org) = poor(service).await;
    let first = Operator(service).json(&five(&org, &[])).await;
    let id = first["transactionId"].as_str().unwrap();
    assert_eq!(first["alreadyMade"], false);
    let text = Operator(service).run(&five(&org, &["--id", id])).await;
    assert_eq!((text.exit_code, text.stderr.as_str()), (0, ""));
    assert!(
        text.stdout.contains(id) && text.stdout.contains("already made"),
        "{}",
        text.stdout
    );
    // The balance is the current one, including later changes.
    Operator(service).json(&five(&org, &[])).await;
    let again = Operator(service).json(&five(&org, &["--id", id])).await;
    same_amount(number(&again["balance"]), 10.0);
    same_amount(organization.client.balance().await, 10.0);
}

#[tokio::test]
async fn another_amount_with_the_id_of_a_grant_is_refused() {
    let service = idle();
    let (organization, org) = poor(service).await;
    let made = Operator(service).json(&five(&org, &[])).await;
    let id = made["transactionId"].as_str().unwrap();
    let other = ["credits", "grant", "--org", &org, "--amount", "6", "--id", id];
    let line = Operator(service).failure(&other).await;
    assert!(line.contains(id) && line.contains("of 5 thumbnails"), "{line}");
    same_amount(organization.client.balance().await, 5.0);
}

#[tokio::test]
async fn concurrent_grants_with_one_id_are_made_once() {
    let service = idle();
    let (organization, org) = poor(service).await;
    let id = "txn_0193e5a0b1c27d3e8f4a5b6c7d8e9f00";
    let arguments = five(&org, &["--id", id]);
    let operator = Operator(service);
    let all = futures_util::future::join_all((0..10).map(|_| operator.json(&arguments))).await;
    let first = all.iter().filter(|granted| granted["alreadyMade"] == false);
    assert_eq!(first.count(), 1);
    same_amount(organization.client.balance().await, 5.0);
    service.audit(organization.id).await;
}

#[tokio::test]
async fn a_grant_whose_write_arrives_late_is_not_made_twice() {
    let service = idle();
    let (organization, org) = poor(service).await;
    let arguments = five(&org, &["--id", "txn_0193e5a0b1c27d3e8f4a5b6c7d8e9f00"]);
    let proxy = Proxy::start(service.aws_url()).await;
    // The first operator's command is killed while its write is on its way.
    proxy.fail_operation("TransactWriteItems", 0, Fault::Held, 1);
    let killed = tokio::select! {
        outcome = run_at(service, &proxy, &arguments) => Some(outcome),
        () = proxy.hanging() => None,
    };
    assert_eq!(killed, None);
    let second = Operator(service).json(&arguments).await;
    assert_eq!(second["alreadyMade"], false);
    proxy.release();
    proxy.quiet().await;
    same_amount(organization.client.balance().await, 5.0);
    service.audit(organization.id).await;
}

#[tokio::test]
async fn a_grant_whose_repetition_commits_first_is_already_made() {
    let service = idle();
    let (organization, org) = poor(service).await;
    let arguments = five(&org, &["--id", "txn_0193e5a0b1c27d3e8f4a5b6c7d8e9f00"]);
    let proxy = Proxy::start(service.aws_url()).await;
    proxy.fail_operation("TransactWriteItems", 0, Fault::Conflicting(0), 1);
    let (slow, ()) = tokio::join!(run_at(service, &proxy, &arguments), async {
        proxy.hanging().await;
        Operator(service).json(&arguments).await;
        proxy.release();
    });
    assert_eq!((slow.exit_code, slow.stderr.as_str()), (0, ""));
    assert!(slow.stdout.contains("already made"), "{}", slow.stdout);
    same_amount(organization.client.balance().await, 5.0);
    service.audit(organization.id).await;
}

#[tokio::test]
async fn a_grant_succeeds_after_a_conflict_with_another_transaction() {
    // The items of the grant that another transaction still holds: the balance, the ledger entry, or both.
    for held in [0b01, 0b10, 0b11] {
        let service = idle();
        let (organization, org) = poor(service).await;
        let proxy = Proxy::start(service.aws_url()).await;
        proxy.fail_operation("TransactWriteItems", 0, Fault::Conflicting(held), 1);
        let arguments = five(&org, &[]);
        let (slow, ()) = tokio::join!(run_at(service, &proxy, &arguments), async {
            proxy.hanging().await;
            Operator(service).json(&arguments).await;
            proxy.release();
        });
        assert_eq!(
            (slow.exit_code, slow.stderr.as_str()),
            (0, ""),
            "conflicts in {held:02b}"
        );
        same_amount(organization.client.balance().await, 10.0);
        service.audit(organization.id).await;
    }
}

#[tokio::test]
async fn grants_without_an_id_are_independent() {
    let service = idle();
    let (organization, org) = poor(service).await;
    let mut ids = HashSet::new();
    for _ in 0..3 {
        let granted = Operator(service).json(&five(&org, &[])).await;
        ids.insert(granted["transactionId"].to_string());
    }
    assert_eq!(ids.len(), 3);
    same_amount(organization.client.balance().await, 15.0);
}

#[tokio::test]
async fn an_invoice_is_granted_once_whatever_its_number_looks_like() {
    let service = idle();
    let (organization, org) = poor(service).await;
    let longest = "#7/€ ".repeat(20);
    let invoices = [
        "2026-0117",
        "Invoice 7, March",
        "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00",
        longest.trim(),
    ];
    for invoice in invoices {
        let arguments = five(&org, &["--id", invoice]);
        let first = Operator(service).json(&arguments).await;
        let again = Operator(service).json(&arguments).await;
        assert_eq!((&first["id"], &first["alreadyMade"]), (&json!(invoice), &json!(false)));
        assert_eq!((&again["id"], &again["alreadyMade"]), (&json!(invoice), &json!(true)));
        assert_eq!(first["transactionId"], again["transactionId"]);
    }
    same_amount(organization.client.balance().await, 20.0);
    // Another organization has its own invoices.
    let (other, org) = poor(service).await;
    let granted = Operator(service).json(&five(&org, &["--id", invoices[0]])).await;
    assert_eq!(granted["alreadyMade"], false);
    same_amount(other.client.balance().await, 5.0);
    service.audit(organization.id).await;
    service.audit(other.id).await;
}

#[tokio::test]
async fn what_is_taken_back_is_a_correction_in_the_history_and_never_more_than_the_balance() {
    let service = idle();
    let (organization, org) = poor(service).await;
    Operator(service).json(&five(&org, &["--id", "7"])).await;
    let take = |amount, id| ["credits", "take", "--org", &org, "--amount", amount, "--id", id];
    let line = Operator(service).failure(&take("5.01", "8")).await;
    assert!(line.contains("has only 5 thumbnails; nothing was taken"), "{line}");
    for already_made in [false, true] {
        let taken = Operator(service).json(&take("3.5", "8")).await;
        let expected = (&json!(-3.5), &json!(1.5), &json!(already_made));
        assert_eq!((&taken["amount"], &taken["balance"], &taken["alreadyMade"]), expected);
    }
    // Grants and corrections share their ids.
    for (arguments, amount) in [(take("5", "7"), "5"), (take("3.4", "8"), "-3.5")] {
        let line = Operator(service).failure(&arguments).await;
        assert!(
            line.contains(&format!("of {amount} thumbnails; nothing was changed")),
            "{line}"
        );
    }
    let taken = Operator(service).json(&take("1.5", "the rest")).await;
    assert_eq!(taken["balance"], 0);
    let history = organization.client.call("get_credit_history", json!({})).await;
    let entries: Vec<_> = history.data()["transactions"].as_array().unwrap().iter().collect();
    let told = entries
        .iter()
        .map(|entry| (entry["type"].as_str().unwrap(), &entry["amount"], &entry["description"]));
    let expected = [
        ("correction", &json!(-1.5), &json!("Correction")),
        ("correction", &json!(-3.5), &json!("Correction")),
        ("grant", &json!(5), &json!("Grant")),
    ];
    assert_eq!(told.collect::<Vec<_>>(), expected);
    assert_eq!(
        (&entries[0]["tool"], &entries[0]["generationId"]),
        (&json!(null), &json!(null))
    );
    service.audit(organization.id).await;
}

#[tokio::test]
async fn a_correction_with_an_unknown_outcome_can_be_repeated() {
    for (fault, made) in [(Fault::CommitThenCut, true), (Fault::CutBefore, false)] {
        let service = idle();
        let (organization, org) = poor(service).await;
        Operator(service).json(&five(&org, &[])).await;
        // The balance does not suffice twice.
        let take = ["credits", "take", "--org", &org, "--amount", "4", "--id", "Storno 7"];
        let proxy = Proxy::start(service.aws_url()).await;
        cut_answers_from_first_transaction(&proxy, fault);
        let unclear = run_at(service, &proxy, &take).await;
        assert_eq!(unclear.exit_code, 1);
        let expected = "it is not known whether the correction was made; repeat the same command";
        assert!(unclear.stderr.contains(expected), "{}", unclear.stderr);
        for already_made in [made, true] {
            let repeated = Operator(service).json(&take).await;
            assert_eq!(
                (&repeated["alreadyMade"], &repeated["balance"]),
                (&json!(already_made), &json!(1))
            );
        }
        same_amount(organization.client.balance().await, 1.0);
        service.audit(organization.id).await;
    }
}

#[tokio::test]
async fn concurrent_corrections_never_take_more_than_the_balance() {
    let service = idle();
    let (organization, org) = poor(service).await;
    Operator(service).json(&five(&org, &[])).await;
    let take = ["credits", "take", "--org", &org, "--amount", "2"];
    let operator = Operator(service);
    let all = futures_util::future::join_all((0..5).map(|_| operator.run(&take))).await;
    let taken = all.iter().filter(|outcome| outcome.exit_code == 0).count();
    assert_eq!(taken, 2, "{all:?}");
    same_amount(organization.client.balance().await, 1.0);
    service.audit(organization.id).await;
}
