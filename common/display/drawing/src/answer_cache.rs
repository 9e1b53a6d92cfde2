//! A cache for what answers return, for scenes whose input is a whole file: the functions run once, not in
//! every frame.

use crate::report::{AnswerReport, listen, report};

/// Results kept at the same time: F2 and F3 switch between the student's and the reference's.
const CAPACITY: usize = 4;

/// The latest results by key, with the messages that were reported while they were computed. A key is usually the
/// [`Course`](given::Course) that was called.
#[derive(Debug)]
pub struct AnswerCache<K, V> {
    entries: Vec<Entry<K, V>>,
}

#[derive(Debug)]
struct Entry<K, V> {
    key: K,
    value: V,
    messages: Vec<AnswerReport>,
}

impl<K, V> Default for AnswerCache<K, V> {
    fn default() -> Self {
        AnswerCache { entries: Vec::new() }
    }
}

impl<K: PartialEq, V: Clone> AnswerCache<K, V> {
    /// Returns the cached value for `key`, or the result of `compute`, which is cached. Messages that `compute` reports are
    /// reported again whenever the value is used.
    ///
    /// # Errors
    /// If `compute` fails; nothing is kept then.
    pub fn get_or_compute<E>(&mut self, key: K, compute: impl FnOnce() -> Result<V, E>) -> Result<V, E> {
        let known = self.entries.iter().position(|entry| entry.key == key);
        if known.is_none() {
            let (value, messages) = listen(compute);
            self.entries.truncate(CAPACITY - 1);
            self.entries.insert(0, Entry { key, value: value?, messages });
        }
        let entry = &self.entries[known.unwrap_or(0)];
        entry.messages.iter().for_each(|message| report(message.todo, &message.text));
        Ok(entry.value.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_reports_are_kept() {
        let mut cache = AnswerCache::default();
        for computed in [7, 8] {
            let (value, messages) = listen(|| {
                cache.get_or_compute(1, || {
                    report("06.1", "one");
                    Ok::<_, &str>(computed)
                })
            });
            assert_eq!(value, Ok(7), "the first is kept");
            assert_eq!(messages, [AnswerReport { todo: "06.1", text: "one".into() }]);
        }
        for key in 2..6 {
            assert_eq!(cache.get_or_compute(key, || Ok::<_, &str>(key)), Ok(key));
        }
        assert_eq!(cache.get_or_compute(1, || Ok::<_, &str>(9)), Ok(9), "the oldest is dropped");
        assert_eq!(cache.get_or_compute(7, || Err("no driver")), Err("no driver"));
        assert_eq!(cache.get_or_compute(7, || Ok::<_, &str>(8)), Ok(8), "a failure is not kept");
    }
}
