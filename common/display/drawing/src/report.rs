//! Messages about answers, which a scene writes and a window shows.

use std::{cell::RefCell, fmt::Display};

thread_local! {
    static MESSAGES: RefCell<Vec<AnswerReport>> = const { RefCell::new(Vec::new()) };
}

/// A message about an answer, or about the frame where `todo` is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerReport {
    pub todo: &'static str,
    pub text: String,
}

/// Shows a message about the answer to a TODO in this frame. A message that is reported again is shown once.
pub fn report(todo: &'static str, text: impl Display) {
    let message = AnswerReport { todo, text: text.to_string() };
    MESSAGES.with_borrow_mut(|all| {
        if !all.contains(&message) {
            all.push(message);
        }
    });
}

/// Brings a list that an answer has returned to the length `len`, and reports a list of another length. Missing elements are
/// copies of `filler`.
pub fn fit<T: Clone>(todo: &'static str, mut list: Vec<T>, len: usize, filler: T) -> Vec<T> {
    if list.len() != len {
        report(todo, format!("a list of {}, where {len} are needed", list.len()));
        list.resize(len, filler);
    }
    list
}

/// Replaces numbers that are not finite by 0, and reports that there were any.
pub fn finite(todo: &'static str, numbers: &mut [f32]) {
    if numbers.iter().any(|number| !number.is_finite()) {
        report(todo, "not a number");
        numbers.iter_mut().filter(|number| !number.is_finite()).for_each(|number| *number = 0.0);
    }
}

/// Returns what `call` returns, and the messages that are [reported](report) in it, which are not shown yet.
pub fn listen<R>(call: impl FnOnce() -> R) -> (R, Vec<AnswerReport>) {
    let before = MESSAGES.take();
    let result = call();
    (result, MESSAGES.replace(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_0() {
        let mut numbers = [1.0, f32::NAN, f32::INFINITY];
        assert_eq!(listen(|| finite("03.1", &mut numbers)).1.len(), 1);
        assert_eq!(numbers, [1.0, 0.0, 0.0]);
        assert_eq!(listen(|| finite("03.1", &mut numbers)).1, []);
    }

    #[test]
    fn lists_are_brought_to_their_length() {
        let ((), reports) = listen(|| {
            assert_eq!(fit("03.1", vec![1, 2, 3], 2, 0), [1, 2]);
            assert_eq!(fit("03.1", vec![1], 2, 0), [1, 0]);
            assert_eq!(fit("03.1", vec![1, 2], 2, 0), [1, 2]);
        });
        assert_eq!(reports.len(), 2, "{reports:?}");
        assert_eq!(listen(|| report("", "once more")).1.len(), 1);
    }
}
