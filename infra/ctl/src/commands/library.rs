//! `library`: the public library of inspirations.

use clap::Subcommand;
use contract::{InspirationId, OrganizationId, Timestamp};
use serde::Serialize;
use store::Inspiration;

use crate::{
    Connection, Failure, Report, deadline,
    report::{NOTHING, listing},
};

/// How many inspirations are read in one page.
const PAGE: u32 = 200;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List public inspirations, newest first
    List {
        /// Only inspirations of this organization [default: all]
        #[arg(long, value_name = "ORG")]
        org: Option<String>,
    },
    /// Remove an inspiration from the library; its owner keeps it as a private one
    ///
    /// Afterwards no other organization can see it or refer to it. A generation in progress keeps the picture that it
    /// has already read.
    Hide {
        /// The inspiration's id, which begins with `ins_`
        #[arg(value_name = "INSPIRATION")]
        inspiration: String,
    },
}

/// A public inspiration as operators see it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct View {
    inspiration_id: InspirationId,
    organization_id: Option<OrganizationId>,
    name: String,
    category: String,
    object_key: String,
    created_at: Timestamp,
}

#[derive(Debug, Serialize)]
struct List {
    inspirations: Vec<View>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Hidden {
    inspiration_id: InspirationId,
    organization_id: Option<OrganizationId>,
}

impl From<Inspiration> for View {
    fn from(inspiration: Inspiration) -> Self {
        Self {
            inspiration_id: inspiration.id,
            organization_id: inspiration.organization,
            name: inspiration.name,
            category: inspiration.category,
            object_key: inspiration.picture.object_key,
            created_at: inspiration.created_at,
        }
    }
}

impl Command {
    pub(crate) const fn is_logged(&self) -> bool {
        matches!(self, Self::Hide { .. })
    }

    pub(crate) async fn run(self, connection: &Connection) -> Result<Report, Failure> {
        match self {
            Self::List { org } => list(connection, org).await,
            Self::Hide { inspiration } => hide(connection, &inspiration).await,
        }
    }
}

async fn list(connection: &Connection, org: Option<String>) -> Result<Report, Failure> {
    let wanted = match org {
        Some(org) => Some(connection.organization(&org).await?.id),
        None => None,
    };
    let mut inspirations: Vec<View> = Vec::new();
    let mut before = None;
    loop {
        let page = connection.store.library(before, PAGE).await?;
        before = page.records.last().map(|last| last.id);
        let records = page.records.into_iter();
        let shown = records.filter(|record| wanted.is_none() || record.organization == wanted);
        inspirations.extend(shown.map(View::from));
        if !page.more || before.is_none() {
            break;
        }
    }
    let header = ["INSPIRATION", "ORGANIZATION", "NAME", "CATEGORY", "CREATED"];
    let rows = inspirations.iter().map(|view| {
        let owner = view.organization_id.map(|id| id.to_string());
        [
            view.inspiration_id.to_string(),
            owner.unwrap_or_else(|| NOTHING.to_owned()),
            view.name.clone(),
            view.category.clone(),
            view.created_at.to_string(),
        ]
    });
    let text = listing(header, rows, "The library has no inspirations.");
    Report::new(&List { inspirations }, text)
}

async fn hide(connection: &Connection, inspiration: &str) -> Result<Report, Failure> {
    let unknown = || Failure::Unknown {
        kind: "public inspiration",
        id: inspiration.to_owned(),
    };
    let id: InspirationId = inspiration.parse().map_err(|_| unknown())?;
    let hidden = connection.store.hide_inspiration(id, deadline()).await?;
    let hidden = hidden.ok_or_else(unknown)?;
    let result = Hidden {
        inspiration_id: id,
        organization_id: hidden.organization,
    };
    Report::new(&result, format!("{id} is now private\n"))
}
