//! Creating, listing, showing, changing and deleting webhooks.

use contract::{
    ApiError,
    error::Resource,
    input::{BodyFields, EventList, Issues},
    tools::True,
    webhooks::{
        ChangeWebhook, ChangeWebhookInput, CreateWebhook, CreateWebhookInput, CreatedWebhookView, DeleteWebhook,
        DeleteWebhookOutput, GetWebhook, ListWebhooks, MOST_WEBHOOKS, Nothing, WebhookInput, WebhookListView,
        WebhookView,
    },
};
use service::{Call, Failure, Reply, Tool};
use store::{Deadline, DisabledReason, KeptAnswer, Webhook, WebhookChange, WebhookCreation};

use crate::{
    Dependencies, check_url,
    view::{find, not_found, view},
};

pub(crate) struct Create(pub(crate) Dependencies);

impl Tool for Create {
    type Spec = CreateWebhook;
    type Read = Option<KeptAnswer>;

    fn validate(&self, fields: &BodyFields<'_>, issues: &mut Issues) {
        check_url(&self.0.endpoints, fields, issues);
    }

    async fn read(&self, call: &Call, _: &CreateWebhookInput) -> Result<Option<KeptAnswer>, Failure> {
        match call.claim() {
            Some(claim) => Ok(self.0.deliverer.store.answer(&claim.key).await?),
            None => Ok(None),
        }
    }

    async fn replay(
        &self,
        call: &Call,
        kept: Option<KeptAnswer>,
    ) -> Result<Option<Reply<CreatedWebhookView>>, Failure> {
        call.replay(kept)
    }

    async fn run(
        &self,
        call: &Call,
        input: CreateWebhookInput,
        read: Option<KeptAnswer>,
    ) -> Result<Reply<CreatedWebhookView>, Failure> {
        if let Some(reply) = self.replay(call, read).await? {
            return Ok(reply);
        }
        let store = &self.0.deliverer.store;
        let webhook = store.draft_webhook(
            call.organization.id,
            input.url.as_str().to_owned(),
            input.events.map(EventList::into_vec).unwrap_or_default(),
            input.description.and_then(|description| description.into_text()),
        );
        let created = CreatedWebhookView {
            webhook: view(&webhook),
            secret: webhook.secrets.current.expose(),
        };
        let answer = call.answer(&created, &[])?;
        let deadline = Deadline::at(call.commit_deadline());
        match store.create_webhook(&webhook, answer, deadline).await? {
            WebhookCreation::Created => Ok(Reply::free(created)),
            WebhookCreation::TooMany(used) => Err(ApiError::too_many_webhooks(MOST_WEBHOOKS, used).into()),
            WebhookCreation::Answered(answer) => self
                .replay(call, Some(answer))
                .await?
                .ok_or_else(Failure::contradiction),
        }
    }
}

pub(crate) struct List(pub(crate) Dependencies);

impl Tool for List {
    type Spec = ListWebhooks;
    type Read = Vec<Webhook>;

    async fn read(&self, call: &Call, _: &Nothing) -> Result<Vec<Webhook>, Failure> {
        Ok(self.0.deliverer.store.webhooks(call.organization.id).await?)
    }

    async fn run(&self, _: &Call, _: Nothing, read: Vec<Webhook>) -> Result<Reply<WebhookListView>, Failure> {
        let webhooks = read.iter().map(view).collect();
        Ok(Reply::free(WebhookListView { webhooks }))
    }
}

pub(crate) struct Get(pub(crate) Dependencies);

impl Tool for Get {
    type Spec = GetWebhook;
    type Read = Webhook;

    async fn read(&self, call: &Call, input: &WebhookInput) -> Result<Webhook, Failure> {
        find(&self.0.deliverer.store, call, &input.webhook_id).await
    }

    async fn run(&self, _: &Call, _: WebhookInput, read: Webhook) -> Result<Reply<WebhookView>, Failure> {
        Ok(Reply::free(view(&read)))
    }
}

pub(crate) struct Change(pub(crate) Dependencies);

impl Tool for Change {
    type Spec = ChangeWebhook;
    type Read = Webhook;

    fn validate(&self, fields: &BodyFields<'_>, issues: &mut Issues) {
        check_url(&self.0.endpoints, fields, issues);
    }

    async fn read(&self, call: &Call, input: &ChangeWebhookInput) -> Result<Webhook, Failure> {
        find(&self.0.deliverer.store, call, &input.webhook_id).await
    }

    async fn run(&self, call: &Call, input: ChangeWebhookInput, read: Webhook) -> Result<Reply<WebhookView>, Failure> {
        let enabled = |enabled: bool| if enabled { Ok(()) } else { Err(DisabledReason::ByCaller) };
        let change = WebhookChange {
            url: input.url.map(|url| url.as_str().to_owned()),
            events: input.events.map(EventList::into_vec),
            description: input.description.map(|description| description.into_text()),
            enabled: input.enabled.map(enabled),
        };
        let deadline = Deadline::at(call.commit_deadline());
        let store = &self.0.deliverer.store;
        let changed = store
            .change_webhook(call.organization.id, read.id, &change, deadline)
            .await?;
        let changed = changed.ok_or_else(|| not_found(&input.webhook_id))?;
        Ok(Reply::free(view(&changed)))
    }
}

pub(crate) struct Delete(pub(crate) Dependencies);

impl Tool for Delete {
    type Spec = DeleteWebhook;
    type Read = ();

    async fn read(&self, _: &Call, input: &WebhookInput) -> Result<(), Failure> {
        input.webhook_id.resolve(Resource::Webhook)?;
        Ok(())
    }

    async fn run(&self, call: &Call, input: WebhookInput, (): ()) -> Result<Reply<DeleteWebhookOutput>, Failure> {
        let webhook_id = input.webhook_id.resolve(Resource::Webhook)?;
        let deadline = Deadline::at(call.commit_deadline());
        let store = &self.0.deliverer.store;
        if !store.delete_webhook(call.organization.id, webhook_id, deadline).await? {
            return Err(not_found(&input.webhook_id));
        }
        Ok(Reply::free(DeleteWebhookOutput {
            webhook_id,
            deleted: True,
        }))
    }
}
