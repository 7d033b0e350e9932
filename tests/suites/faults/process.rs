//! A separate runtime that can be killed like a process.

use tests::PATIENCE;
use tokio::runtime::{Builder, Runtime};

use crate::world::STACK;

/// A simulated process: everything that runs in it ends when it is killed.
pub(crate) struct Process(Option<Runtime>);

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl Process {
    pub(crate) fn start() -> Self {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_stack_size(STACK)
            .enable_all()
            .build();
        Self(Some(runtime.expect("threads")))
    }

    /// Runs `work`.
    pub(crate) async fn run<T: Send + 'static>(&self, work: impl Future<Output = T> + Send + 'static) -> T {
        let runtime = self.0.as_ref().expect("it lives");
        runtime.spawn(work).await.expect("the process lives")
    }

    /// Runs `work` last. Returns `None` if the process is killed, which happens when `kill` completes first.
    pub(crate) async fn end<T: Send + 'static>(
        self,
        work: impl Future<Output = T> + Send + 'static,
        kill: impl Future<Output = ()>,
    ) -> Option<T> {
        let done = tokio::time::timeout(PATIENCE, async {
            tokio::select! {
                done = self.run(work) => Some(done),
                () = kill => None,
            }
        });
        done.await.expect("it ends")
    }
}
