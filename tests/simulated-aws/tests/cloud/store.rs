//! The service's store on the simulated DynamoDB.

use std::time::Duration;

use contract::{Amount, Plan, TransactionId};
use simulated_aws::Conditions;
use store::{Adjustment, Deadline, NewOrganization};

use crate::support::{cloud, store};

#[tokio::test(start_paused = true)]
async fn grants_under_heavy_faults_leave_a_ledger_that_passes_the_audit() {
    for seed in 0..20 {
        let cloud = cloud(seed, Conditions::CALM);
        let first = store(&cloud, 1, seed);
        first.create_tables().await.unwrap();
        let new = NewOrganization {
            name: "Acme".to_owned(),
            plan: Plan::Pro,
            balance: "5".parse::<Amount>().unwrap(),
        };
        let deadline = || Deadline::after(Duration::from_secs(20));
        let organization = first.create_organization(new, deadline()).await.unwrap().id;
        cloud.set_conditions(Conditions::STORMY);
        let grants: Vec<_> = (0..8_u32)
            .map(|process| {
                let store = store(&cloud, process + 2, seed * 100 + u64::from(process));
                tokio::spawn(async move {
                    let transaction = TransactionId::from_uuid(store.ids().uuid());
                    let grant = Adjustment {
                        id: transaction.to_string(),
                        transaction,
                        amount: "1".parse().unwrap(),
                        note: "more".to_owned(),
                    };
                    drop(store.adjust(organization, &grant, deadline()).await);
                })
            })
            .collect();
        for grant in grants {
            grant.await.unwrap();
        }
        cloud.set_conditions(Conditions::CALM);
        cloud.quiet().await;
        let audit = first.audit(organization).await.unwrap().unwrap();
        assert_eq!(audit.differences, [], "seed {seed}");
        let balance = first.balance(organization).await.unwrap();
        assert!(balance.sequence >= 2, "seed {seed}: {balance:?}");
    }
}
