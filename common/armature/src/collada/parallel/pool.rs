//! The threads that help.

use super::place::{self, Processor, Thread};
use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// More threads than that gain little for one file.
const MOST_THREADS: usize = 8;

/// As many threads as may help the caller's own; they are there from the first time on.
static HELPERS: OnceLock<Option<Helpers>> = OnceLock::new();

struct Helpers {
    pool: ThreadPool,
    places: Arc<Mutex<Places>>,
}

/// Where they run.
struct Places {
    threads: Vec<Thread>,
    /// The processor that all of them are kept away from.
    away_from: Processor,
}

impl Places {
    fn keep_away_from(&mut self, processor: Processor) {
        if self.away_from != processor {
            self.away_from = processor;
            self.threads.iter().for_each(|thread| thread.keep_away_from(processor));
        }
    }
}

impl Helpers {
    /// `None` where there is one processor only, and where the system has no threads to give.
    fn start() -> Option<Self> {
        let count = place::processors().min(MOST_THREADS) - 1;
        if count == 0 {
            return None;
        }
        let places = Places { threads: Vec::new(), away_from: Processor::of_this_thread() };
        let places = Arc::new(Mutex::new(places));
        let known = Arc::clone(&places);
        let begin = move |_| {
            let mut places = known.lock().unwrap_or_else(PoisonError::into_inner);
            let thread = Thread::this();
            thread.keep_away_from(places.away_from);
            places.threads.push(thread);
        };
        let builder = ThreadPoolBuilder::new().num_threads(count).start_handler(begin);
        let pool = builder.thread_name(|number| format!("collada {number}")).build().ok()?;
        std::thread::yield_now(); // so that they can move
        Some(Self { pool, places })
    }

    fn get() -> Option<&'static Self> {
        HELPERS.get_or_init(Self::start).as_ref()
    }
}

/// How many threads there are to help, at most so many as are `wanted`.
pub(super) fn helpers(wanted: usize) -> usize {
    if wanted == 0 {
        return 0;
    }
    Helpers::get().map_or(0, |helpers| helpers.pool.current_num_threads()).min(wanted)
}

/// What `own` does, while others do what `helps` are. All have ended when this returns; what one panics with
/// goes on here.
pub(super) fn beside<A, H: FnOnce() + Send>(
    helps: impl IntoIterator<Item = H>,
    own: impl FnOnce() -> A,
) -> A {
    let Some(Helpers { pool, places }) = Helpers::get() else {
        helps.into_iter().for_each(|help| help());
        return own();
    };
    if pool.current_thread_index().is_none() {
        let here = Processor::of_this_thread();
        places.lock().unwrap_or_else(PoisonError::into_inner).keep_away_from(here);
    }
    pool.in_place_scope(|scope| {
        helps.into_iter().for_each(|help| scope.spawn(|_| help()));
        own()
    })
}
