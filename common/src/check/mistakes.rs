//! Named mistakes are switches in one answer, so that two at once cost no extra code.

use std::cell::RefCell;
use std::collections::BTreeSet;

thread_local! {
    static ON: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    static QUERIED: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

/// True while the named mistake is being acted out on this thread:
/// `if mistake("ONE-LEVEL") { locals[parent] } else { models[parent] }`.
pub fn mistake(name: &str) -> bool {
    QUERIED.with_borrow_mut(|queried| {
        if !queried.contains(name) {
            queried.insert(name.to_owned());
        }
    });
    ON.with_borrow(|on| on.contains(&name))
}

/// The mistakes being acted out now, for shaders: each becomes a `#define`.
pub fn active() -> Vec<&'static str> {
    ON.with_borrow(Clone::clone)
}

/// Runs `f` with exactly these mistakes switched on.
pub(super) fn with<T>(names: &[&'static str], f: impl FnOnce() -> T) -> T {
    struct Restore(Vec<&'static str>);
    impl Drop for Restore {
        fn drop(&mut self) {
            ON.set(std::mem::take(&mut self.0));
        }
    }
    let _restore = Restore(ON.replace(names.to_vec()));
    f()
}

/// Every name that [`mistake`] was called with on this thread since the last call of this function.
pub(super) fn take_queried() -> BTreeSet<String> {
    QUERIED.take()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_go_back_even_after_a_panic() {
        assert!(!mistake("A"));
        with(&["A"], || {
            assert!(mistake("A") && !mistake("B"));
            with(&["B"], || assert!(mistake("B") && !mistake("A")));
            assert_eq!(active(), ["A"]);
        });
        let _ =
            std::panic::catch_unwind(|| with(&["A"], || std::panic::resume_unwind(Box::new(0))));
        assert!(!mistake("A"));
        assert_eq!(take_queried().into_iter().collect::<Vec<_>>(), ["A", "B"]);
    }
}
