//! Named mistakes are switches in one answer, so that two at once cost no extra code.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ops::Range;

/// Into how many parts [`nan_band`] cuts a range.
pub(super) const BANDS: usize = 8;

thread_local! {
    static NAN_IN: Cell<Option<(&'static str, usize)>> = const { Cell::new(None) };
    static BANDED: RefCell<Vec<(&'static str, Range<f32>)>> = const { RefCell::new(Vec::new()) };
    static ON: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    /// Only the proof of a lesson's checks wants to know.
    static QUERIED: RefCell<Option<BTreeSet<String>>> = const { RefCell::new(None) };
}

/// True while the named mistake is being acted out on this thread:
/// `if mistake("ONE-LEVEL") { locals[parent] } else { models[parent] }`.
pub fn mistake(name: &str) -> bool {
    QUERIED.with_borrow_mut(|queried| match queried {
        Some(queried) if !queried.contains(name) => drop(queried.insert(name.to_owned())),
        _ => {}
    });
    ON.with_borrow(|on| on.contains(&name))
}

/// The mistakes being acted out now, for shaders: each becomes a `#define`.
pub fn active() -> Vec<&'static str> {
    ON.with_borrow(Clone::clone)
}

/// 1, or NaN while `by` is in the part of `range` that a test has chosen: a factor for a scalar of an answer's
/// input, by which [`three_way`](super::three_way) finds out where no probe asks.
///
/// `let t = t * nan_band("t", t, -0.5..4.0);` or, by another number,
/// `let u = u * nan_band("angle", a.angle_between(b), 0.0..PI);`
pub fn nan_band(name: &'static str, by: f32, range: Range<f32>) -> f32 {
    BANDED.with_borrow_mut(|known| {
        if !known.iter().any(|(other, _)| *other == name) {
            known.push((name, range.clone()));
        }
    });
    let fraction = (by - range.start) / (range.end - range.start);
    let band = ((fraction * BANDS as f32) as usize).min(BANDS - 1); // the end belongs to the last part
    let is_chosen = (0.0..=1.0).contains(&fraction) && NAN_IN.get() == Some((name, band));
    if is_chosen { f32::NAN } else { 1.0 }
}

/// Runs `f` with NaN in one of the [`BANDS`] of this name.
pub(super) fn with_nan_in<T>(name: &'static str, band: usize, f: impl FnOnce() -> T) -> T {
    NAN_IN.set(Some((name, band)));
    let result = f();
    NAN_IN.set(None);
    result
}

/// The names and ranges that [`nan_band`] was called with on this thread since the last call of this function.
pub(super) fn take_banded() -> Vec<(&'static str, Range<f32>)> {
    BANDED.take()
}

/// Runs `f` with exactly these mistakes switched on.
pub(crate) fn with<T>(names: &[&'static str], f: impl FnOnce() -> T) -> T {
    struct Restore(Vec<&'static str>);
    impl Drop for Restore {
        fn drop(&mut self) {
            ON.set(std::mem::take(&mut self.0));
        }
    }
    let _restore = Restore(ON.replace(names.to_vec()));
    f()
}

/// What `f` returns while this mistake is acted out.
pub fn acting_out<T>(name: &'static str, f: impl FnOnce() -> T) -> T {
    with(&[name], f)
}

/// Every name that [`mistake`] was called with on this thread since the last call of this function; none at the first.
pub(super) fn take_queried() -> BTreeSet<String> {
    QUERIED.replace(Some(BTreeSet::new())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_is_nan_in_its_part_only() {
        let at = |t| nan_band("t", t, 1.0..3.0).is_nan();
        assert!(![1.0, 2.0, 3.0].into_iter().any(at), "no part is chosen");
        with_nan_in("t", BANDS - 1, || {
            assert_eq!([0.9, 2.7, 2.8, 3.0, 3.1].map(at), [false, false, true, true, false]);
        });
        with_nan_in("u", 0, || assert!(!at(1.0), "another's"));
        assert_eq!(take_banded(), [("t", 1.0..3.0)]);
    }

    #[test]
    fn switches_go_back_even_after_a_panic() {
        let _ = take_queried();
        assert!(!mistake("A"));
        with(&["A"], || {
            assert!(mistake("A") && !mistake("B"));
            with(&["B"], || assert!(mistake("B") && !mistake("A")));
            assert_eq!(active(), ["A"]);
        });
        let _ = std::panic::catch_unwind(|| with(&["A"], || std::panic::resume_unwind(Box::new(0))));
        assert!(!mistake("A"));
        assert_eq!(take_queried().into_iter().collect::<Vec<_>>(), ["A", "B"]);
    }
}
