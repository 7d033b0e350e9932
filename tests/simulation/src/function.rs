//! The functions of the service that a queue and the schedule invoke.

use std::{cell::RefCell, rc::Rc, time::Duration};

use crate::{process::Process, world::World};

/// A function with a queue and a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    GenerationLoop,
    WebhookDelivery,
}

impl Function {
    /// Every function.
    pub(crate) const ALL: [Self; 2] = [Self::GenerationLoop, Self::WebhookDelivery];

    /// The name of the function's queue.
    pub(crate) fn queue(self, world: &World) -> String {
        match self {
            Self::GenerationLoop => world.image.deployment.queue(),
            Self::WebhookDelivery => world.image.deployment.event_queue(),
        }
    }

    /// The largest number of messages in a batch, as in the template.
    pub(crate) const fn batch(self) -> u64 {
        match self {
            Self::GenerationLoop => 2,
            Self::WebhookDelivery => 10,
        }
    }

    /// The timeout of the function, as in the template.
    pub(crate) const fn timeout(self) -> Duration {
        match self {
            Self::GenerationLoop => Duration::from_secs(240),
            Self::WebhookDelivery => Duration::from_secs(60),
        }
    }

    /// All work of the function must end within this time without faults.
    pub(crate) const fn longest_work(self) -> Duration {
        const HOUR: u64 = 3600;
        match self {
            // A message may be hidden three times for 24 minutes, and a sweep may wait 80 minutes before it sends a
            // message for the fifth time.
            Self::GenerationLoop => Duration::from_secs(20 * HOUR),
            // A receiver may ask nine times for a wait of a day.
            Self::WebhookDelivery => Duration::from_secs(10 * 24 * HOUR),
        }
    }

    /// The running processes of the function.
    pub(crate) const fn processes(self, world: &World) -> &RefCell<Vec<Rc<Process>>> {
        match self {
            Self::GenerationLoop => &world.loops,
            Self::WebhookDelivery => &world.deliveries,
        }
    }

    /// When the function receives events again.
    pub(crate) fn throttled_until(self, world: &World) -> Duration {
        match self {
            Self::GenerationLoop => world.throttled_until.get(),
            Self::WebhookDelivery => Duration::ZERO,
        }
    }

    /// An idle process for the next event. A new process is started if all are busy.
    pub(crate) fn idle(self, world: &World) -> Rc<Process> {
        let processes = self.processes(world);
        let found = processes.borrow().iter().find(|process| !process.is_busy()).cloned();
        found.unwrap_or_else(|| {
            let process = world.start_process();
            processes.borrow_mut().push(Rc::clone(&process));
            process
        })
    }
}
