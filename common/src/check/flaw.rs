//! Named mistakes are switches in one answer, so that two at once cost no extra code.

use std::cell::RefCell;
use std::collections::BTreeSet;

thread_local! {
    static ON: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    static ASKED: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

/// True while the named mistake is being acted out on this thread:
/// `if flaw("ONE-LEVEL") { locals[parent] } else { models[parent] }`.
pub fn flaw(name: &str) -> bool {
    ASKED.with_borrow_mut(|asked| {
        if !asked.contains(name) {
            asked.insert(name.to_owned());
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

/// Every name that [`flaw`] was asked for on this thread since the last call of this function.
pub(super) fn take_asked() -> BTreeSet<String> {
    ASKED.take()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_go_back_even_after_a_panic() {
        assert!(!flaw("A"));
        with(&["A"], || {
            assert!(flaw("A") && !flaw("B"));
            with(&["B"], || assert!(flaw("B") && !flaw("A")));
            assert_eq!(active(), ["A"]);
        });
        let _ =
            std::panic::catch_unwind(|| with(&["A"], || std::panic::resume_unwind(Box::new(0))));
        assert!(!flaw("A"));
        assert_eq!(take_asked().into_iter().collect::<Vec<_>>(), ["A", "B"]);
    }
}
