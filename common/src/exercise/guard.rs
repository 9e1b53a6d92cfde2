//! Calls a scene's frame so that no panic of a student's code reaches the window, and knows whose code is running.
//!
//! A scene calls each answer inside [`todo`]. [`attempt`] is called around a whole frame: where that panics, it was the
//! answer that was marked last. A [`Heartbeat`](super::Heartbeat) reads the same mark where a frame does not end.

use crate::check::call_quickly;
use crate::memory;
use given::running::{Running, Shared};
use std::{cell::RefCell, fmt::Display, panic};

pub use given::running::todo;

thread_local! {
    static SAID: RefCell<Vec<Said>> = const { RefCell::new(Vec::new()) };
    static REFUSED: RefCell<Option<Lost>> = const { RefCell::new(None) };
}

/// A line about an answer, or about the frame where `todo` is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The id of the TODO.
    pub todo: &'static str,
    /// What there is to say.
    pub text: String,
}

/// An answer that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The id of its TODO; empty where no answer was running.
    pub todo: &'static str,
    /// `"panicked at exercise.rs:12: ..."`
    pub why: String,
}

/// Says something about the answer to a TODO, in this frame; once, however often it is said.
pub fn report(todo: &'static str, text: impl Display) {
    let message = Said { todo, text: text.to_string() };
    SAID.with_borrow_mut(|all| {
        if !all.contains(&message) {
            all.push(message);
        }
    });
}

/// Brings a list that an answer has returned to the length that is needed, and reports one that has another.
pub fn fit<T: Clone>(todo: &'static str, mut list: Vec<T>, len: usize, filler: T) -> Vec<T> {
    if list.len() != len {
        report(todo, format!("a list of {}, where {len} are needed", list.len()));
        list.resize(len, filler);
    }
    list
}

/// Ends the frame: what this answer has returned cannot be used. The frame is begun again with the finished one in
/// its place.
pub fn refuse(todo: &'static str, why: impl Display) -> ! {
    REFUSED.set(Some(Lost { todo, why: why.to_string() }));
    panic::resume_unwind(Box::new(())) // without the hook: nothing is printed
}

/// What `frame` returns.
///
/// # Errors
/// The answer that has panicked in it, or was [refused](refuse).
pub fn attempt<R>(frame: impl FnOnce() -> R) -> Result<R, Lost> {
    let shared = Shared::of_this_thread();
    let before = {
        let mut running = shared.lock();
        let before = *running;
        *running = Running { todo: "", frames: before.frames + 1, is_in_frame: true };
        before
    };
    let result = memory::within_allowance(|| call_quickly(frame));
    let last = std::mem::replace(&mut *shared.lock(), Running { frames: before.frames + 1, ..before });
    result.map_err(|error| REFUSED.take().unwrap_or_else(|| Lost { todo: last.todo, why: error.to_string() }))
}

/// What `call` returns, and what is [reported](report) in it: that is not said yet.
pub fn listen<R>(call: impl FnOnce() -> R) -> (R, Vec<Said>) {
    let before = SAID.take();
    let answer = call();
    (answer, SAID.replace(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 07.1, which calls 07.2 as its tool.
    fn double(n: u64, sum: fn(u64, u64) -> u64) -> u64 {
        todo("07.1", || {
            let sum = todo("07.2", || sum(n, n));
            assert!(sum > n, "{sum} is no double");
            sum
        })
    }

    fn lost(sum: fn(u64, u64) -> u64) -> Lost {
        attempt(|| double(4, sum)).expect_err("it panics")
    }

    #[test]
    fn whichever_panics_is_named() {
        assert_eq!(attempt(|| double(4, |a, b| a + b)), Ok(8));
        let inner = lost(|_, _| panic!("no sum"));
        assert_eq!(inner.todo, "07.2");
        assert!(inner.why.starts_with("panicked at ") && inner.why.ends_with(": no sum"), "{}", inner.why);
        let caller = lost(|_, _| 0);
        assert!(caller.todo == "07.1" && caller.why.ends_with("0 is no double"), "the caller again: {caller:?}");
        let nobody = attempt(|| panic!("the scene's own")).expect_err("it panics");
        assert_eq!(nobody.todo, "");
    }

    #[test]
    fn a_refusal_ends_the_frame() {
        let frame = || todo("07.1", || refuse("07.2", "0 is no sum"));
        let lost = attempt(frame).expect_err("it is refused");
        assert_eq!(lost, Lost { todo: "07.2", why: "0 is no sum".into() });
        assert_eq!(attempt(|| 7), Ok(7), "and the next one is drawn");
    }

    #[test]
    fn lists_are_brought_to_length() {
        let (lists, message) = listen(|| [vec![1, 2], vec![1], vec![1]].map(|list| fit("07.1", list, 2, 0)));
        assert_eq!(lists, [[1, 2], [1, 0], [1, 0]]);
        assert_eq!(message, [Said { todo: "07.1", text: "a list of 1, where 2 are needed".into() }], "once");
    }
}
