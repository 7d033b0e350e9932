//! Showing and replacing secrets.

use contract::{
    error::Resource,
    webhooks::{
        GetOwnSecret, GetWebhookSecret, Nothing, RotateOwnSecret, RotateWebhookSecret, SecretView, WebhookInput,
    },
};
use service::{Call, Failure, Reply, Tool};
use store::{Deadline, Webhook, WebhookSecret};

use crate::{
    Dependencies,
    view::{find, not_found},
};

fn shown(secret: &WebhookSecret) -> Reply<SecretView> {
    Reply::free(SecretView {
        secret: secret.expose(),
    })
}

pub(crate) struct GetOfWebhook(pub(crate) Dependencies);

impl Tool for GetOfWebhook {
    type Spec = GetWebhookSecret;
    type Read = Webhook;

    async fn read(&self, call: &Call, input: &WebhookInput) -> Result<Webhook, Failure> {
        find(&self.0.deliverer.store, call, &input.webhook_id).await
    }

    async fn run(&self, _: &Call, _: WebhookInput, read: Webhook) -> Result<Reply<SecretView>, Failure> {
        Ok(shown(&read.secrets.current))
    }
}

pub(crate) struct RotateOfWebhook(pub(crate) Dependencies);

impl Tool for RotateOfWebhook {
    type Spec = RotateWebhookSecret;
    type Read = ();

    async fn read(&self, _: &Call, input: &WebhookInput) -> Result<(), Failure> {
        input.webhook_id.resolve(Resource::Webhook)?;
        Ok(())
    }

    async fn run(&self, call: &Call, input: WebhookInput, (): ()) -> Result<Reply<SecretView>, Failure> {
        let id = input.webhook_id.resolve(Resource::Webhook)?;
        let deadline = Deadline::at(call.commit_deadline());
        let store = &self.0.deliverer.store;
        let secret = store.rotate_webhook_secret(call.organization.id, id, deadline).await?;
        Ok(shown(&secret.ok_or_else(|| not_found(&input.webhook_id))?))
    }
}

pub(crate) struct GetOwn(pub(crate) Dependencies);

impl Tool for GetOwn {
    type Spec = GetOwnSecret;
    type Read = ();

    async fn read(&self, _: &Call, _: &Nothing) -> Result<(), Failure> {
        Ok(())
    }

    async fn run(&self, call: &Call, _: Nothing, (): ()) -> Result<Reply<SecretView>, Failure> {
        let deadline = Deadline::at(call.commit_deadline());
        let secrets = self
            .0
            .deliverer
            .store
            .own_secrets(call.organization.id, deadline)
            .await?;
        Ok(shown(&secrets.current))
    }
}

pub(crate) struct RotateOwn(pub(crate) Dependencies);

impl Tool for RotateOwn {
    type Spec = RotateOwnSecret;
    type Read = ();

    async fn read(&self, _: &Call, _: &Nothing) -> Result<(), Failure> {
        Ok(())
    }

    async fn run(&self, call: &Call, _: Nothing, (): ()) -> Result<Reply<SecretView>, Failure> {
        let deadline = Deadline::at(call.commit_deadline());
        let store = &self.0.deliverer.store;
        Ok(shown(&store.rotate_own_secret(call.organization.id, deadline).await?))
    }
}
