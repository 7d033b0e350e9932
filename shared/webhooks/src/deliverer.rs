//! Handles the messages of the queue of deliveries, and makes the attempts that callers ask for.

use std::{ops::RangeInclusive, time::Duration};

use contract::{DeliveryId, EventId, OrganizationId, Timestamp, WebhookId};
use media::Bucket;
use queue::{Queue, QueueError};
use runtime::{Metric, causes};
use store::{
    Attempted, Deadline, Delivery, DeliveryClaim, DeliveryWrite, DisabledReason, Event, Fact, Next, Receiver, Secrets,
    Slot, SlotOutcome, Store, StoreError, Webhook, WebhookChange,
};
use url::Url;

use crate::{
    EventMessage, Sender, Work,
    bus::{self, BusEvent},
    payload::{self, PayloadError},
    schedule,
    sender::Sent,
};

/// The most messages that SQS accepts in one call.
const BATCH: usize = 10;
/// The longest delay of a message. The sweep sends the messages of later attempts.
const LONGEST_DELAY: Duration = Duration::from_secs(900);
/// How long writing the deliveries of an entry, or a change of a webhook, may take.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);
/// The shortest wait of a delivery whose receiver has enough attempts under way. The longest wait is twice as long.
const WAIT_FOR_SLOT: Duration = Duration::from_secs(3);
/// The same for a receiver that does not answer. The wait grows with the time since the receiver last answered, so that
/// thousands of waiting deliveries cause little work. Twice the longest wait is the longest delay of a message.
const WAIT_FOR_UNRESPONSIVE: RangeInclusive<Duration> = Duration::from_secs(60)..=Duration::from_secs(450);
/// The time since a receiver last answered is divided by this number to get the wait of its deliveries.
const PART_OF_SILENCE: u32 = 4;

/// Work on an event was not done. The message should be kept, or the caller should get an error.
#[derive(Debug, thiserror::Error)]
pub enum DeliverError {
    /// The tables could not be read or written.
    #[error("the records of a delivery cannot be read or written")]
    Store(#[from] StoreError),
    /// The body could not be made.
    #[error("the body of an event cannot be made")]
    Payload(#[from] PayloadError),
    /// The messages could not be sent.
    #[error("messages for deliveries cannot be sent")]
    Queue(#[from] QueueError),
}

/// Delivers events. Clones share everything.
#[derive(Clone, Debug)]
pub struct Deliverer {
    /// Records.
    pub store: Store,
    /// Pictures, to which events have URLs.
    pub bucket: Bucket,
    /// The queue of deliveries.
    pub queue: Queue,
    /// The queue of the account's event bus, if there is one.
    pub bus: Option<Queue>,
    /// Sends requests.
    pub sender: Sender,
}

/// Where an event is sent, and the secrets that sign it.
struct Target {
    url: String,
    secrets: Secrets,
}

impl Deliverer {
    /// Does the work that a message asks for.
    ///
    /// # Errors
    ///
    /// The work was not done, and another message may succeed.
    pub async fn handle(&self, message: &EventMessage) -> Result<(), DeliverError> {
        match &message.work {
            Work::Event { entry } => self.fan_out(message.organization, *entry).await,
            Work::Delivery { receiver, delivery } => self.deliver(message.organization, *receiver, *delivery).await,
        }
    }

    /// Makes the deliveries of an outbox entry, and sends a message for each.
    async fn fan_out(&self, organization: OrganizationId, entry: EventId) -> Result<(), DeliverError> {
        if let Some(bus) = &self.bus {
            self.tell_bus(bus, organization, entry).await?;
        }
        let deadline = Deadline::after(WRITE_TIMEOUT);
        let Some(fanned_out) = self.store.fan_out(organization, entry, deadline).await? else {
            return Ok(());
        };
        let messages: Vec<EventMessage> = fanned_out
            .deliveries
            .iter()
            .map(|delivery| EventMessage::of_delivery(delivery, Duration::ZERO))
            .collect();
        for batch in messages.chunks(BATCH) {
            if let Err(error) = self.queue.send(batch).await {
                // The deliveries exist, so the message of the entry is not needed any more.
                tracing::warn!(error = %causes(&error), event.id = %entry, "deliveries are not queued; the sweep will");
            }
        }
        Ok(())
    }

    /// Hands the events of an entry to the event bus. The entry still exists afterwards, so no event is lost; one may
    /// come twice.
    async fn tell_bus(&self, bus: &Queue, organization: OrganizationId, first: EventId) -> Result<(), DeliverError> {
        let Some(entry) = self.store.entry_of_outbox(organization, first).await? else {
            return Ok(());
        };
        let mut events = Vec::new();
        for event in &entry.events {
            let body = payload::body(&self.store, &self.bucket, organization, event, entry.at).await?;
            events.push(BusEvent {
                event_id: event.id,
                organization_id: organization,
                body: serde_json::from_slice(&body).map_err(PayloadError::from)?,
            });
        }
        Ok(bus::send(bus, &events).await?)
    }

    /// Makes the next attempt at a delivery, unless it is too early or another function makes it.
    async fn deliver(
        &self,
        organization: OrganizationId,
        receiver: Receiver,
        id: DeliveryId,
    ) -> Result<(), DeliverError> {
        let Some(delivery) = self.store.delivery(organization, receiver, id).await? else {
            return Ok(());
        };
        let now = self.now();
        if delivery.claim(now) != DeliveryClaim::Ready {
            return Ok(());
        }
        // Clocks differ a little, and no attempt may come earlier than the receiver has asked for.
        tokio::time::sleep(delivery.next_attempt_at(now).since(now)).await;
        let outcome = match receiver {
            Receiver::Webhook(webhook) => self.store.take_webhook_slot(organization, webhook).await?,
            Receiver::Generation(_) => self.store.take_host_slot(organization, &host(&delivery)).await?,
        };
        match outcome {
            SlotOutcome::Gone => self.give_up(delivery).await,
            SlotOutcome::Busy { unresponsive_for } => self.put_off(delivery, unresponsive_for).await,
            SlotOutcome::Taken(slot, webhook) => {
                let attempted = self.attempt_in_slot(delivery, webhook.as_deref()).await;
                let (ended, result) = match attempted {
                    Ok(ended) => (ended, Ok(())),
                    Err(error) => (None, Err(error)),
                };
                self.free(&slot, organization, receiver, ended).await?;
                result
            }
        }
    }

    /// Makes an attempt with a slot of the receiver. `None` if no request was sent.
    async fn attempt_in_slot(
        &self,
        delivery: Delivery,
        webhook: Option<&Webhook>,
    ) -> Result<Option<Attempted>, DeliverError> {
        if webhook.is_some_and(|webhook| delivery.is_given_up(webhook)) {
            self.give_up(delivery).await?;
            return Ok(None);
        }
        let Some(target) = self.target(&delivery, webhook).await? else {
            self.give_up(delivery).await?;
            return Ok(None);
        };
        let holder = self.store.ids().uuid().simple().to_string();
        let Some(begun) = delivery.begun(self.now(), holder) else {
            return Ok(None);
        };
        if !matches!(self.store.write_delivery(&begun).await?, DeliveryWrite::Written) {
            // Another function has begun, or the delivery is gone.
            return Ok(None);
        }
        self.attempt(&begun, &target).await.map(|(ended, _)| Some(ended))
    }

    /// Sends the request of an attempt that was begun, and records how it ended. Returns the outcome and the delivery
    /// after the attempt.
    async fn attempt(&self, begun: &Delivery, target: &Target) -> Result<(Attempted, Option<Delivery>), DeliverError> {
        let Sent { attempt, retry_after } = self.send(begun, target).await?;
        let ended_at = self.now();
        let made = begun.scheduled_attempts + 1;
        let next = schedule::next(made, &attempt, retry_after, ended_at, self.store.ids().entropy());
        let ended = attempted(&attempt);
        report(begun, &attempt, next, ended_at);
        let step = |present: &Delivery| present.attempted(begun, attempt.clone(), next, ended_at);
        let after = self.settle(begun.clone(), step).await?;
        if let (Next::RetryAt(at), Some(after)) = (next, &after) {
            self.send_later(after, at.since(ended_at)).await;
        }
        Ok((ended, after))
    }

    async fn send(&self, delivery: &Delivery, target: &Target) -> Result<Sent, DeliverError> {
        let body = payload::body(
            &self.store,
            &self.bucket,
            delivery.organization,
            &delivery.event,
            delivery.at,
        )
        .await?;
        let secrets = target.secrets.signing(self.now());
        Ok(self.sender.send(&target.url, secrets, delivery.event.id, body).await)
    }

    /// Where a delivery is sent. `None` when its receiver wants no more events.
    async fn target(&self, delivery: &Delivery, webhook: Option<&Webhook>) -> Result<Option<Target>, DeliverError> {
        let organization = delivery.organization;
        match (delivery.receiver, webhook, &delivery.url) {
            (Receiver::Webhook(_), Some(webhook), _) => Ok(Some(Target {
                url: webhook.url.clone(),
                secrets: webhook.secrets.clone(),
            })),
            (Receiver::Generation(generation), _, Some(url)) => {
                let deadline = Deadline::after(WRITE_TIMEOUT);
                let (progress, secrets) = tokio::join!(
                    self.store.progress(organization, generation),
                    self.store.own_secrets(organization, deadline)
                );
                if progress?.is_some_and(|progress| progress.is_webhook_url_gone) {
                    return Ok(None);
                }
                Ok(Some(Target {
                    url: url.clone(),
                    secrets: secrets?,
                }))
            }
            _ => Ok(None),
        }
    }

    /// Frees a slot, records how the attempt ended, and disables a receiver that wants no more events or is dead.
    async fn free(
        &self,
        slot: &Slot,
        organization: OrganizationId,
        receiver: Receiver,
        ended: Option<Attempted>,
    ) -> Result<(), DeliverError> {
        let webhook = self.store.free_slot(slot, ended).await?;
        match (receiver, ended) {
            (Receiver::Generation(generation), Some(ended)) if ended.status == Some(schedule::GONE) => {
                Ok(self.store.end_webhook_url(organization, generation).await?)
            }
            (Receiver::Webhook(_), Some(ended)) => self.judge(webhook.as_ref(), ended).await,
            _ => Ok(()),
        }
    }

    /// Disables a webhook whose receiver is gone, or has received nothing for five days.
    async fn judge(&self, webhook: Option<&Webhook>, ended: Attempted) -> Result<(), DeliverError> {
        let Some(webhook) = webhook.filter(|webhook| webhook.is_enabled()) else {
            return Ok(());
        };
        let reason = if ended.status == Some(schedule::GONE) {
            DisabledReason::Gone
        } else if webhook.has_failed_too_long(self.now()) {
            DisabledReason::Failing
        } else {
            return Ok(());
        };
        let change = WebhookChange {
            enabled: Some(Err(reason)),
            ..WebhookChange::default()
        };
        let deadline = Deadline::after(WRITE_TIMEOUT);
        let changed = self
            .store
            .change_webhook(webhook.organization, webhook.id, &change, deadline);
        changed.await?;
        tracing::warn!(webhook.id = %webhook.id, reason = reason.message(), "a webhook is disabled");
        Ok(())
    }

    /// Puts off a delivery whose receiver has enough attempts under way.
    async fn put_off(&self, delivery: Delivery, unresponsive_for: Option<Duration>) -> Result<(), DeliverError> {
        let (shortest, longest) = WAIT_FOR_UNRESPONSIVE.into_inner();
        let least = unresponsive_for.map_or(WAIT_FOR_SLOT, |silence| {
            (silence / PART_OF_SILENCE).clamp(shortest, longest)
        });
        let millis = u64::try_from(least.as_millis()).unwrap_or(u64::MAX);
        let wait = least + Duration::from_millis(self.store.ids().entropy().up_to(millis));
        let now = self.now();
        let put_off = delivery.put_off(now.plus(wait), now);
        if let DeliveryWrite::Written = self.store.write_delivery(&put_off).await? {
            self.send_later(&put_off, wait).await;
        }
        Ok(())
    }

    async fn give_up(&self, delivery: Delivery) -> Result<(), DeliverError> {
        Metric::EventNotDelivered.emit();
        // If the delivery has changed, its next step gives it up.
        self.store.write_delivery(&delivery.given_up()).await?;
        Ok(())
    }

    /// Sends the message of an attempt, which the queue holds back for `delay`. If `delay` is longer than the queue
    /// allows, or if the queue fails, the sweep sends the message later.
    async fn send_later(&self, delivery: &Delivery, delay: Duration) {
        if delay > LONGEST_DELAY {
            return;
        }
        let message = EventMessage::of_delivery(delivery, delay);
        if let Err(error) = self.queue.send(&[message]).await {
            tracing::warn!(error = %causes(&error), delivery.id = %delivery.id, "a delivery is not queued; the sweep will");
        }
    }

    /// Writes a step, made again from the present delivery if it has changed. `None` when the delivery is gone.
    async fn settle(
        &self,
        mut present: Delivery,
        step: impl Fn(&Delivery) -> Delivery,
    ) -> Result<Option<Delivery>, DeliverError> {
        loop {
            let after = step(&present);
            match self.store.write_delivery(&after).await? {
                DeliveryWrite::Written => return Ok(Some(after)),
                DeliveryWrite::Changed(Some(changed)) => present = *changed,
                DeliveryWrite::Changed(None) => return Ok(None),
            }
        }
    }

    fn now(&self) -> Timestamp {
        self.store.clock().now()
    }

    /// Sends the event `webhook.test` to a webhook now. Returns the delivery after the attempt; `None` when the webhook
    /// does not exist.
    ///
    /// # Errors
    ///
    /// The test was not sent, or its outcome is not recorded.
    pub async fn test(
        &self,
        organization: OrganizationId,
        id: WebhookId,
        deadline: Deadline,
    ) -> Result<Option<(Delivery, Webhook)>, DeliverError> {
        let Some(webhook) = self.store.webhook(organization, id).await? else {
            return Ok(None);
        };
        let (now, ids) = (self.now(), self.store.ids());
        let event = Event {
            id: EventId::from_uuid(ids.uuid()),
            fact: Fact::WebhookTest { webhook: id },
        };
        let (delivery_id, receiver) = (DeliveryId::from_uuid(ids.uuid()), Receiver::Webhook(id));
        let new = Delivery::new(delivery_id, organization, receiver, None, event, now, now);
        let Some(begun) = new.begun(now, ids.uuid().simple().to_string()) else {
            return Ok(None);
        };
        if !self.store.create_test_delivery(&begun, deadline).await? {
            return Ok(None);
        }
        let target = Target {
            url: webhook.url.clone(),
            secrets: webhook.secrets.clone(),
        };
        let (ended, after) = self.attempt(&begun, &target).await?;
        self.after_unscheduled(organization, id, ended, after).await
    }

    /// Makes one more attempt at a delivery now. Returns the delivery after it; `None` when the webhook or the delivery
    /// does not exist.
    ///
    /// # Errors
    ///
    /// The attempt was not made, or its outcome is not recorded.
    pub async fn replay(
        &self,
        webhook: &Webhook,
        delivery: Delivery,
    ) -> Result<Option<(Delivery, Webhook)>, DeliverError> {
        let target = Target {
            url: webhook.url.clone(),
            secrets: webhook.secrets.clone(),
        };
        let Sent { attempt, .. } = self.send(&delivery, &target).await?;
        let ended = attempted(&attempt);
        let after = self
            .settle(delivery, |present| present.replayed(attempt.clone()))
            .await?;
        self.after_unscheduled(webhook.organization, webhook.id, ended, after)
            .await
    }

    async fn after_unscheduled(
        &self,
        organization: OrganizationId,
        id: WebhookId,
        ended: Attempted,
        after: Option<Delivery>,
    ) -> Result<Option<(Delivery, Webhook)>, DeliverError> {
        let recorded = self.store.record_unscheduled_attempt(organization, id, ended).await?;
        self.judge(recorded.as_ref(), ended).await?;
        let webhook = self.store.webhook(organization, id).await?;
        Ok(after.zip(webhook))
    }
}

/// The facts about an attempt that the receiver's item records.
const fn attempted(attempt: &store::Attempt) -> Attempted {
    Attempted {
        at: attempt.at,
        duration: Duration::from_millis(attempt.duration_millis),
        status: attempt.status,
        is_received: attempt.is_received(),
    }
}

/// The host of a delivery's `webhookUrl`.
fn host(delivery: &Delivery) -> String {
    let url = delivery.url.as_deref().and_then(|url| Url::parse(url).ok());
    let host = url.as_ref().and_then(Url::host_str);
    host.unwrap_or_default().to_owned()
}

/// Logs and counts an attempt. The log has ids and no URL, which may be a secret.
fn report(delivery: &Delivery, attempt: &store::Attempt, next: Next, now: Timestamp) {
    let (event, kind) = payload::label(&delivery.event);
    tracing::info!(
        delivery.id = %delivery.id,
        event.id = %event,
        event.kind = kind,
        receiver = %delivery.receiver,
        response.status = attempt.status,
        duration_ms = attempt.duration_millis,
        attempt.problem = attempt.error.map(store::AttemptError::message),
        "an attempt at a delivery ended"
    );
    match next {
        Next::Received => Metric::EventDelivered {
            after: now.since(delivery.at),
        }
        .emit(),
        Next::RetryAt(_) => Metric::EventAttemptFailed.emit(),
        Next::GiveUp => {
            Metric::EventAttemptFailed.emit();
            Metric::EventNotDelivered.emit();
        }
    }
}
