//! The threads that help.

use super::place::{self, Processor};
use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::sync::OnceLock;

/// More threads than that gain little for one file.
const MOST_THREADS: usize = 8;

/// As many threads as may help the caller's own; they are there from the first time on.
static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();

fn pool() -> Option<&'static ThreadPool> {
    let start = || {
        let helpers = place::processors().min(MOST_THREADS) - 1;
        let here = Processor::of_this_thread();
        let builder = ThreadPoolBuilder::new()
            .num_threads(helpers)
            .thread_name(|number| format!("collada {number}"))
            .start_handler(move |_| here.leave());
        // Where the system refuses there is no help.
        let pool = if helpers > 0 { builder.build().ok() } else { None };
        std::thread::yield_now();
        pool
    };
    POOL.get_or_init(start).as_ref()
}

/// How many threads there are to help, at most so many as are `wanted`.
pub(super) fn helpers(wanted: usize) -> usize {
    if wanted == 0 { 0 } else { pool().map_or(0, ThreadPool::current_num_threads).min(wanted) }
}

/// What `own` does, while others do what `helps` are. All have ended when this returns; what one panics with
/// goes on here.
pub(super) fn beside<A, H: FnOnce() + Send>(
    helps: impl IntoIterator<Item = H>,
    own: impl FnOnce() -> A,
) -> A {
    let Some(pool) = pool() else {
        helps.into_iter().for_each(|help| help());
        return own();
    };
    let here = Processor::of_this_thread();
    pool.in_place_scope(|scope| {
        for help in helps {
            scope.spawn(move |_| {
                here.leave();
                help();
            });
        }
        std::thread::yield_now();
        own()
    })
}
