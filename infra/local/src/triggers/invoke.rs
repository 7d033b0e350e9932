//! The functions that queues trigger, in this process, called as Lambda calls them.

use std::pin::Pin;

use generation_loop::GenerationLoop;
use serde_json::Value;
use webhook_delivery::WebhookDelivery;

use crate::triggers::event_source::{Invoke, InvokeError};

pub(crate) struct InProcess(pub(crate) GenerationLoop);

impl Invoke for InProcess {
    fn invoke<'a>(&'a self, event: Value) -> Pin<Box<dyn Future<Output = Result<Value, InvokeError>> + Send + 'a>> {
        Box::pin(async { self.0.handle(event).await.map_err(InvokeError::function) })
    }
}

pub(crate) struct DeliveryInProcess(pub(crate) WebhookDelivery);

impl Invoke for DeliveryInProcess {
    fn invoke<'a>(&'a self, event: Value) -> Pin<Box<dyn Future<Output = Result<Value, InvokeError>> + Send + 'a>> {
        Box::pin(async { self.0.handle(event).await.map_err(InvokeError::function) })
    }
}
