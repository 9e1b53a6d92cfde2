//! Work that is done on several threads where there is enough of it.

use std::sync::{
    Mutex, OnceLock, PoisonError,
    atomic::{AtomicBool, Ordering},
};

/// Units of work (about a tenth of a microsecond each) that are worth a thread: starting one takes
/// some 50 microseconds.
const WORTH_A_THREAD: usize = 3_000;

/// `each` of every item, in their order. `work` says how many units all of it is.
pub(super) fn map<T: Send, R: Send>(
    items: Vec<T>,
    work: usize,
    each: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let wanted = items.len().min(work / WORTH_A_THREAD);
    let threads = if wanted > 1 { wanted.min(threads()) } else { 1 };
    if threads < 2 {
        return items.into_iter().map(each).collect();
    }
    let mut done: Vec<Option<R>> = Vec::with_capacity(items.len());
    done.resize_with(items.len(), || None);
    {
        let jobs = Mutex::new(items.into_iter().zip(&mut done));
        let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some((item, place)) = next() {
                *place = Some(each(item));
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
    }
    done.into_iter()
        .map(|done| done.expect("each job was done, or the scope has panicked"))
        .collect()
}

/// Both of two things, at once if each is worth a thread. `work` says how many units the smaller is.
pub(super) fn both<A: Send, B: Send>(
    work: usize,
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    if !pays(work) {
        return (a(), b());
    }
    std::thread::scope(|scope| {
        let other = scope.spawn(a);
        let b = b();
        match other.join() {
            Ok(a) => (a, b),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// What `own` does, while others do what they can of it beforehand: `help` is told by its flag when that is no
/// longer of use. `work` says how many units all of it is.
pub(super) fn helped<A>(
    work: usize,
    help: impl Fn(&AtomicBool) + Sync,
    own: impl FnOnce() -> A,
) -> A {
    let helpers = if pays(work) { (work / WORTH_A_THREAD).min(threads() - 1) } else { 0 };
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(|| help(&done));
        }
        let all = own();
        done.store(true, Ordering::Relaxed);
        all
    })
}

/// Whether so much work is worth a thread, where there are several.
pub(super) fn pays(work: usize) -> bool {
    work >= WORTH_A_THREAD && threads() > 1
}

/// More threads than that gain little for one file.
const MOST_THREADS: usize = 8;

fn threads() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new(); // asking reads files
    let count = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    (*COUNT.get_or_init(count)).min(MOST_THREADS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1000).collect();
        let want: Vec<usize> = items.iter().map(|item| item * item).collect();
        for work in [0, 1_000_000] {
            assert_eq!(map(items.clone(), work, |item| item * item), want);
        }
        assert!(map(Vec::<usize>::new(), 1_000_000, |item| item).is_empty());
        for work in [0, 1_000_000] {
            assert_eq!(both(work, || 1, || "b"), (1, "b"));
        }
    }
}
