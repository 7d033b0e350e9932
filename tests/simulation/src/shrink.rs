//! Shrinks a failing plan to a short plan that still breaks an invariant.

use std::time::Duration;

use simulated_aws::Conditions;

use crate::{
    mutant::Mutant,
    plan::{Action, Plan},
    run,
};

/// The most runs that shrinking may take.
const RUNS: usize = 400;

/// Returns the shortest failing plan that was found within [`RUNS`] runs.
pub(crate) fn shrink(plan: &Plan, mutant: Option<&Mutant>) -> Plan {
    let mut search = Search {
        best: plan.clone(),
        mutant,
        left: RUNS,
    };
    search.drop_steps();
    search.drop_faults();
    search.simplify_calls();
    search.drop_steps();
    search.best
}

struct Search<'a> {
    best: Plan,
    mutant: Option<&'a Mutant>,
    left: usize,
}

impl Search<'_> {
    /// Keeps `plan` as the best plan if its run breaks an invariant too. Returns whether it does.
    fn consider(&mut self, plan: Plan) -> bool {
        if self.left == 0 || plan == self.best {
            return false;
        }
        self.left -= 1;
        let breaks = !run::run(&plan, self.mutant, false).is_sound();
        if breaks {
            self.best = plan;
        }
        breaks
    }

    /// Drops steps: first half of all steps at once, then ever smaller groups, then single steps.
    fn drop_steps(&mut self) {
        let mut size = self.best.steps.len().div_ceil(2);
        while size > 0 {
            let mut from = 0;
            while from < self.best.steps.len() {
                let mut shorter = self.best.clone();
                let to = (from + size).min(shorter.steps.len());
                shorter.steps.drain(from..to);
                if !self.consider(shorter) {
                    from = to;
                }
            }
            size /= 2;
        }
    }

    /// Switches off one kind of fault at a time.
    fn drop_faults(&mut self) {
        let calm: [fn(&mut Conditions); 16] = [
            |conditions| conditions.lost_request = 0.0,
            |conditions| conditions.lost_answer = 0.0,
            |conditions| conditions.duplicate = 0.0,
            |conditions| conditions.late = 0.0,
            |conditions| conditions.slow = 0.0,
            |conditions| conditions.server_error = 0.0,
            |conditions| conditions.throttled = 0.0,
            |conditions| conditions.spurious_conflict = 0.0,
            |conditions| conditions.unprocessed = 0.0,
            |conditions| conditions.stale_read = 0.0,
            |conditions| conditions.index_slow = 0.0,
            |conditions| conditions.index_lag = Duration::ZERO,
            |conditions| conditions.delivered_twice = 0.0,
            |conditions| conditions.message_late = 0.0,
            |conditions| conditions.message_missed = 0.0,
            |conditions| {
                conditions.transaction = Conditions::CALM.transaction;
                conditions.transaction_hold = Conditions::CALM.transaction_hold;
            },
        ];
        for calm in calm {
            let mut calmer = self.best.clone();
            calm(&mut calmer.conditions);
            self.consider(calmer);
        }
        let mut exact = self.best.clone();
        exact.skew_millis = 0;
        self.consider(exact);
    }

    /// Removes concurrent copies, retries, replays, idempotency keys and short timeouts from the calls, one at a time.
    fn simplify_calls(&mut self) {
        for place in 0..self.best.steps.len() {
            let simpler: [fn(&mut crate::plan::Call); 5] = [
                |call| call.retries = 0,
                |call| call.replays = false,
                |call| call.copies = 1,
                |call| call.key = None,
                |call| call.timeout = Duration::from_secs(30),
            ];
            for simplify in simpler {
                let mut plan = self.best.clone();
                if let Some(Action::Call(call)) = plan.steps.get_mut(place).map(|step| &mut step.action) {
                    simplify(call);
                }
                self.consider(plan);
            }
        }
    }
}
