//! Independent work on several threads, for files that are large enough to gain from it.

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

/// Starting the threads takes about as long as reading so many bytes.
const LARGE_FILE_BYTES: usize = 1 << 20;

/// Where independent work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threads {
    /// On the caller's thread.
    Caller,
    /// On rayon's threads.
    Several,
}

impl Threads {
    /// For a file of so many bytes.
    pub(crate) fn for_file(bytes: usize) -> Self {
        if bytes < LARGE_FILE_BYTES { Self::Caller } else { Self::Several }
    }

    /// The results of both closures. The caller runs the second one.
    pub(crate) fn join<A: Send, B>(self, a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B) -> (A, B) {
        match self {
            Self::Caller => (a(), b()),
            Self::Several => {
                let mut result = None;
                let b = rayon::in_place_scope(|scope| {
                    scope.spawn(|_| result = Some(a()));
                    b()
                });
                (result.expect("the scope has ended"), b)
            }
        }
    }

    /// `each` of every item, in the order of the items.
    pub(crate) fn map<T: Sync, R: Send>(self, items: &[T], each: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
        match self {
            Self::Caller => items.iter().map(each).collect(),
            // One by one, since some take much longer than others.
            Self::Several => items.par_iter().with_max_len(1).map(each).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1000).collect();
        let squares: Vec<usize> = items.iter().map(|item| item * item).collect();
        for threads in [Threads::Caller, Threads::Several] {
            assert_eq!(threads.map(&items, |item| item * item), squares);
            assert_eq!(threads.join(|| 1, || "b"), (1, "b"));
        }
    }
}
