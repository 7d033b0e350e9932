//! The demo organization of a first run.

use std::time::Duration;

use contract::{Amount, Category, OrganizationId, Plan};
use store::{Deadline, KeyHash, NewKey, NewOrganization, Store};

use crate::{
    RunnerError,
    disk::files::{DataDir, DemoFile},
};

/// The demo organization and its key.
pub(crate) struct Demo {
    pub(crate) organization_id: OrganizationId,
    pub(crate) api_key: String,
}

/// Loads the demo organization of this data directory, or creates one with a key and 100 thumbnails.
pub(crate) async fn prepare(store: &Store, data_dir: &DataDir) -> Result<Demo, RunnerError> {
    if let Some(DemoFile {
        organization_id,
        api_key,
    }) = data_dir.demo()
    {
        let key = store.key(&KeyHash::of(&api_key)).await?;
        if key.is_some_and(|key| key.organization == organization_id && key.revoked_at.is_none()) {
            return Ok(Demo {
                organization_id,
                api_key,
            });
        }
    }
    let deadline = Deadline::after(Duration::from_secs(20));
    let new = NewOrganization {
        name: "Demo".to_owned(),
        plan: Plan::Pro,
        balance: Amount::thumbnails(100),
    };
    let organization_id = store.create_organization(new, deadline).await?.id;
    let new = NewKey {
        organization: organization_id,
        name: "Demo".to_owned(),
        scopes: Category::ALL.to_vec(),
        expires_at: None,
    };
    let (_, secret) = store.create_key(new, deadline).await?;
    let demo = DemoFile {
        organization_id,
        api_key: secret.expose().to_owned(),
    };
    data_dir.write_demo(&demo).map_err(RunnerError::DataDir)?;
    Ok(Demo {
        organization_id,
        api_key: demo.api_key,
    })
}

/// The text that the runner prints: the key, and commands that can be pasted to make a thumbnail.
pub(crate) fn greeting(base: &str, key: &str) -> String {
    format!(
        "API key       {key}\n\
         \n\
         Open the console in a browser, signed in:\n\
         \n  \
         {base}/console#key={key}\n\
         \n\
         Make a thumbnail:\n\
         \n  \
         curl -s {base}/api/v1/tools/generate_thumbnail -H 'Authorization: Bearer {key}' \\\n    \
         -d '{{\"prompt\": \"A rocket launch over the sea at dawn\", \"title\": \"We have liftoff\"}}'\n\
         \n\
         Look at the latest; open its url:\n\
         \n  \
         curl -s {base}/api/v1/tools/list_generations -H 'Authorization: Bearer {key}' -d '{{\"limit\": 1}}'\n\
         \n"
    )
}
