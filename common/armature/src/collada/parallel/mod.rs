//! Work that is done on several threads where there is enough of it.

mod place;
mod pool;

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

/// Units of work (about a tenth of a microsecond each) that are worth another thread: handing it over takes
/// some ten microseconds, and the first time fifty more.
const WORTH_A_THREAD: usize = 1_000;

/// `each` of every item, in their order. `work` says how many units all of it is.
pub(super) fn map<T: Sync, R: Send>(
    items: &[T],
    work: usize,
    each: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let helpers = pool::helpers((work / WORTH_A_THREAD).min(items.len()).saturating_sub(1));
    if helpers == 0 {
        return items.iter().map(each).collect();
    }
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(items.len())));
    let take = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { break };
            done.push((place, each(item)));
        }
        all.lock().unwrap_or_else(PoisonError::into_inner).append(&mut done);
    };
    pool::beside(std::iter::repeat_n(&take, helpers), take);
    let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    all.sort_unstable_by_key(|(place, _)| *place);
    all.into_iter().map(|(_, done)| done).collect()
}

/// Both of two things, at once if each is worth a thread. `work` says how many units the smaller is.
pub(super) fn both<A: Send, B>(
    work: usize,
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B,
) -> (A, B) {
    if !pays(work) {
        return (a(), b());
    }
    let mut done = None;
    let b = pool::beside([|| done = Some(a())], b);
    (done.expect("whoever helps has ended"), b)
}

/// What `own` does, while others do what they can of it beforehand: `help` is told by its flag when that is no
/// longer of use. `work` says how many units all of it is.
pub(super) fn helped<A>(
    work: usize,
    help: impl Fn(&AtomicBool) + Sync,
    own: impl FnOnce() -> A,
) -> A {
    let done = AtomicBool::new(false);
    let own = || {
        let all = own();
        done.store(true, Ordering::Relaxed);
        all
    };
    match pool::helpers(work / WORTH_A_THREAD) {
        0 => own(),
        helpers => pool::beside(std::iter::repeat_n(|| help(&done), helpers), own),
    }
}

/// Whether so much work is worth a thread, where there are several.
pub(super) fn pays(work: usize) -> bool {
    pool::helpers(work / WORTH_A_THREAD) > 0
}

/// Has the calling thread, if it will be the first that needs help, take back what it asked for if nobody has
/// begun with it. Otherwise it waits, and where all processors are busy, for milliseconds.
pub(super) fn with_caller() {
    pool::with_caller();
}

/// Begins with what takes a while before there is help: for a file of so many bytes, if it is worth that.
pub(super) fn prepare(bytes: usize) {
    const LARGE: usize = 256 << 10;
    if bytes >= LARGE {
        pool::helpers(1);
    }
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

    /// Helpers end when their work is of no more use, and not before.
    #[test]
    fn help_until_it_is_done() {
        for work in [0, 1_000_000] {
            let done = helped(
                work,
                |done| {
                    while !done.load(Ordering::Relaxed) {
                        std::thread::yield_now();
                    }
                },
                || work + 1,
            );
            assert_eq!(done, work + 1);
        }
    }

    /// From within one another, and more than there are threads.
    #[test]
    fn at_once_and_in_one_another() {
        let items: Vec<usize> = (0..50).collect();
        let sum =
            |items: &[usize]| map(items, 1_000_000, |item| item + 1).into_iter().sum::<usize>();
        let all = map(&items, 1_000_000, |item| both(1_000_000, || sum(&items), || *item));
        assert!(all.into_iter().eq((0..50).map(|item| (1275, item))));
    }

    #[test]
    #[should_panic(expected = "item 7")]
    fn a_panic_goes_on() {
        let items: Vec<usize> = (0..100).collect();
        map(&items, 1_000_000, |item| assert!(*item != 7, "item {item}"));
    }
}
