//! Work that is done on several threads where there is enough of it.

mod place;

use place::spawn;
use std::sync::{
    OnceLock,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

/// Units of work (about a tenth of a microsecond each) that are worth a thread: starting one takes
/// some 50 microseconds.
const WORTH_A_THREAD: usize = 3_000;

/// `each` of every item, in their order. `work` says how many units all of it is.
pub(super) fn map<T: Sync, R: Send>(
    items: &[T],
    work: usize,
    each: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let wanted = items.len().min(work / WORTH_A_THREAD);
    let threads = if wanted > 1 { wanted.min(threads()) } else { 1 };
    if threads < 2 {
        return items.iter().map(each).collect();
    }
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { return done };
            done.push((place, each(item)));
        }
    };
    let mut all: Vec<(usize, R)> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| spawn(scope, take)).collect();
        let mut all = take();
        for other in others {
            match other.join() {
                Ok(done) => all.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    });
    all.sort_unstable_by_key(|(place, _)| *place);
    all.into_iter().map(|(_, done)| done).collect()
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
        let other = spawn(scope, a);
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
            spawn(scope, || help(&done));
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
    static COUNT: OnceLock<usize> = OnceLock::new();
    (*COUNT.get_or_init(place::processors)).min(MOST_THREADS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1000).collect();
        let want: Vec<usize> = items.iter().map(|item| item * item).collect();
        for work in [0, 1_000_000] {
            assert_eq!(map(&items, work, |item| item * item), want);
        }
        assert!(map(&[] as &[usize], 1_000_000, |item| *item).is_empty());
        for work in [0, 1_000_000] {
            assert_eq!(both(work, || 1, || "b"), (1, "b"));
        }
    }
}
