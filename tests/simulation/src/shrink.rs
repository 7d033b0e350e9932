//! Finds the shortest plan that still breaks a promise.

use std::time::Duration;

use simulated_aws::Conditions;

use crate::{
    mutant::Mutant,
    plan::{Action, Plan},
    run,
};

/// How many runs shrinking may take.
const RUNS: usize = 400;

/// The shortest plan that was found.
pub(crate) fn shrink(plan: &Plan, mutant: Option<&Mutant>) -> Plan {
    let mut search = Search {
        best: plan.clone(),
        mutant,
        left: RUNS,
    };
    search.drop_steps();
    search.calm_the_weather();
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
    /// Takes a shorter plan when it breaks a promise too.
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

    /// Leaves out steps: first many at once, then one by one.
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

    /// Leaves out kinds of faults.
    fn calm_the_weather(&mut self) {
        let calm: [fn(&mut Conditions); 16] = [
            |weather| weather.lost_request = 0.0,
            |weather| weather.lost_answer = 0.0,
            |weather| weather.duplicate = 0.0,
            |weather| weather.late = 0.0,
            |weather| weather.slow = 0.0,
            |weather| weather.server_error = 0.0,
            |weather| weather.throttled = 0.0,
            |weather| weather.spurious_conflict = 0.0,
            |weather| weather.unprocessed = 0.0,
            |weather| weather.stale_read = 0.0,
            |weather| weather.index_slow = 0.0,
            |weather| weather.index_lag = Duration::ZERO,
            |weather| weather.delivered_twice = 0.0,
            |weather| weather.message_late = 0.0,
            |weather| weather.message_missed = 0.0,
            |weather| {
                weather.transaction = Conditions::CALM.transaction;
                weather.transaction_hold = Conditions::CALM.transaction_hold;
            },
        ];
        for calm in calm {
            let mut calmer = self.best.clone();
            calm(&mut calmer.weather);
            self.consider(calmer);
        }
        let mut exact = self.best.clone();
        exact.skew_millis = 0;
        self.consider(exact);
    }

    /// Leaves out twins, retries, keys and impatience.
    fn simplify_calls(&mut self) {
        for place in 0..self.best.steps.len() {
            let simpler: [fn(&mut crate::plan::Call); 5] = [
                |call| call.retries = 0,
                |call| call.replays = false,
                |call| call.twins = 1,
                |call| call.key = None,
                |call| call.patience = Duration::from_secs(30),
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
