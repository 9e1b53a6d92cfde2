//! The threads that help.

use super::place::{self, Processor, Thread};
use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::sync::{
    Arc, Mutex, OnceLock, PoisonError,
    atomic::{AtomicBool, Ordering},
};

/// More threads than that gain little for one file.
const MOST_THREADS: usize = 8;

/// As many threads as may help the caller's own; they are there from the first time on.
static HELPERS: OnceLock<Option<Helpers>> = OnceLock::new();

/// Whether the thread that makes the pool shall be one of it.
static WITH_CALLER: AtomicBool = AtomicBool::new(false);

/// Has the thread that makes the pool be one of it.
pub(super) fn with_caller() {
    WITH_CALLER.store(true, Ordering::Relaxed);
}

struct Helpers {
    pool: ThreadPool,
    /// Threads of the pool that are not the pool's own: none or one, and that is its first.
    callers: usize,
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
    /// With so many of the calling threads (0 or 1) as part of the pool. `None` where there is one processor
    /// only, and where the system has no threads to give.
    fn start(callers: usize) -> Option<Self> {
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
        let mut builder =
            ThreadPoolBuilder::new().num_threads(callers + count).start_handler(begin);
        if callers > 0 {
            builder = builder.use_current_thread();
        }
        let pool = builder.thread_name(|number| format!("collada {number}")).build().ok()?;
        std::thread::yield_now(); // so that they can move
        Some(Self { pool, callers, places })
    }

    /// How many there are.
    fn count(&self) -> usize {
        self.pool.current_num_threads() - self.callers
    }

    /// Whether this thread is one of them.
    fn has_this_thread(&self) -> bool {
        self.pool.current_thread_index().is_some_and(|index| index >= self.callers)
    }

    fn get() -> Option<&'static Self> {
        let start = || {
            let with_caller = WITH_CALLER.load(Ordering::Relaxed).then(|| Self::start(1));
            with_caller.flatten().or_else(|| Self::start(0)) // it may be of another pool already
        };
        HELPERS.get_or_init(start).as_ref()
    }

    /// As [`beside`](self::beside).
    fn beside<A, H: FnOnce() + Send>(
        &self,
        helps: impl IntoIterator<Item = H>,
        own: impl FnOnce() -> A,
    ) -> A {
        if !self.has_this_thread() {
            let here = Processor::of_this_thread();
            self.places.lock().unwrap_or_else(PoisonError::into_inner).keep_away_from(here);
        }
        self.pool.in_place_scope(|scope| {
            helps.into_iter().for_each(|help| scope.spawn(|_| help()));
            own()
        })
    }
}

/// How many threads there are to help, at most so many as are `wanted`.
pub(super) fn helpers(wanted: usize) -> usize {
    if wanted == 0 {
        return 0;
    }
    Helpers::get().map_or(0, Helpers::count).min(wanted)
}

/// What `own` does, while others do what `helps` are. All have ended when this returns; what one panics with
/// goes on here.
pub(super) fn beside<A, H: FnOnce() + Send>(
    helps: impl IntoIterator<Item = H>,
    own: impl FnOnce() -> A,
) -> A {
    if let Some(helpers) = Helpers::get() {
        helpers.beside(helps, own)
    } else {
        helps.into_iter().for_each(|help| help());
        own()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        sync::mpsc::{RecvTimeoutError, channel},
        time::Duration,
    };

    /// In a thread of its own, for it stays with the pool.
    #[test]
    fn what_nobody_has_begun_with_is_taken_back() {
        let test = || {
            let Some(helpers) = Helpers::start(1) else { return }; // there is one processor
            assert!(!helpers.has_this_thread());
            let (begun, began) = channel();
            let (go, wait) = channel::<()>();
            let (wait, waited_in_vain) =
                (Arc::new(Mutex::new(wait)), Arc::new(AtomicBool::new(false)));
            for _ in 0..helpers.count() {
                let (begun, wait, in_vain) =
                    (begun.clone(), Arc::clone(&wait), Arc::clone(&waited_in_vain));
                helpers.pool.spawn(move || {
                    begun.send(()).unwrap();
                    // Until nobody can let it go on any more.
                    let ended = wait.lock().unwrap().recv_timeout(Duration::from_secs(20));
                    in_vain.fetch_or(ended == Err(RecvTimeoutError::Timeout), Ordering::SeqCst);
                });
            }
            (0..helpers.count()).for_each(|_| began.recv().unwrap());
            // All of them have other things to do.
            let mut helped = false;
            assert_eq!(helpers.beside([|| helped = true], || 7), 7);
            assert!(helped && !waited_in_vain.load(Ordering::SeqCst));
            drop(go);
        };
        std::thread::spawn(test).join().unwrap();
    }
}
