//! Steps of discovery and of the balance.

use std::collections::BTreeSet;

use contract::{
    Amount, ToolSpec,
    tools::{self, GetCreditHistory, GetCredits},
};
use http::Method;
use serde_json::{Value, json};

use crate::commands::smoke::{
    expected_balance::ExpectedBalance,
    problem::{Problem, require},
    session::{Prices, Session, TOOLS},
};

/// The deployment has the tools that this program knows.
pub(super) async fn discovery(session: &mut Session) -> Result<String, Problem> {
    let answer = session.ask(session.request(Method::GET, TOOLS, "")?).await?;
    let listed = answer.success()?.get("tools").and_then(Value::as_array);
    let listed: Vec<&str> = listed
        .into_iter()
        .flatten()
        .map(|tool| tool.get("name").and_then(Value::as_str).unwrap_or_default())
        .collect();
    let known: Vec<&str> = tools::ALL.iter().map(|tool| tool.name).collect();
    if listed == known {
        return Ok(format!("{} tools", known.len()));
    }
    let (there, here) = (BTreeSet::from_iter(listed), BTreeSet::from_iter(known));
    let names = |from: &BTreeSet<&str>, without: &BTreeSet<&str>| {
        let names: Vec<&str> = from.difference(without).copied().collect();
        names.join(", ")
    };
    Err(Problem::wrong(format!(
        "the tools are not those of this version of tgctl; missing: [{}], unknown: [{}]",
        names(&here, &there),
        names(&there, &here)
    )))
}

/// The balance is sufficient for the smoke test.
pub(super) async fn credits(session: &mut Session) -> Result<String, Problem> {
    let data = session.succeed::<GetCredits>(&json!({})).await?;
    let price = |name: &str| data.amount(&format!("/costs/{name}"));
    let prices = Prices {
        generate_thumbnail: price("generate_thumbnail")?,
        generate_variation: price("generate_variation")?,
        create_inspiration: price("create_inspiration")?,
        upload_image: price("upload_image")?,
    };
    let (balance, required) = (data.amount("/balance")?, prices.total());
    if balance < required {
        return Err(Problem::Poor { balance, required });
    }
    session.prices = Some(prices);
    session.expected_balance = ExpectedBalance::starting_at(balance);
    Ok(format!("balance {balance}"))
}

/// The ledger has the entries that the responses imply, and no others.
pub(super) async fn history(session: &mut Session) -> Result<String, Problem> {
    let entries = session.expected_balance.entries();
    let body = json!({ "limit": entries.max(1) });
    let data = session.succeed::<GetCreditHistory>(&body).await?;
    if entries == 0 {
        return Ok(String::new());
    }
    let listed = data.list("/transactions")?;
    let mut balance = session.expected_balance.expected();
    let mut moved = Amount::ZERO;
    for entry in &listed {
        let (amount, after) = (entry.amount("/amount")?, entry.amount("/balanceAfter")?);
        require(after == balance, || {
            format!("an entry has the balance {after} instead of {balance}")
        })?;
        balance = balance - amount;
        moved = moved + amount;
    }
    let expected = session.expected_balance.change();
    require(moved == expected, || {
        format!("the last {entries} entries add up to {moved} instead of {expected}")
    })?;
    Ok(format!("{entries} entries"))
}

/// The balance has changed by the costs in the responses. Reads the balance by GET, which only this tool accepts.
pub(super) async fn closing(session: &mut Session) -> Result<String, Problem> {
    session.prices()?;
    let path = format!("{TOOLS}/{}", GetCredits::NAME);
    let answer = session.ask(session.request(Method::GET, &path, "")?).await?;
    session.expected_balance.close(&answer.data::<GetCredits>()?)?;
    Ok(format!("balance {}", session.expected_balance.expected()))
}
