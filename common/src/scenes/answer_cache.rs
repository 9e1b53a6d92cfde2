//! A cache for what answers return, for scenes whose input is a whole file: the functions run once, not in
//! every frame.

use crate::app::{Watchdog, anyhow::Result};
use std::convert::Infallible;

/// Results kept at the same time: F2 and F3 switch between the student's and the reference's.
const CAPACITY: usize = 4;

/// The latest results by key, with what was reported while they were computed. A key is usually the
/// tables of the answers that were called.
#[derive(Debug)]
pub struct AnswerCache<K, V> {
    entries: Vec<Entry<K, V>>,
}

#[derive(Debug)]
struct Entry<K, V> {
    key: K,
    value: V,
    reports: Vec<String>,
}

impl<K, V> Default for AnswerCache<K, V> {
    fn default() -> Self {
        AnswerCache { entries: Vec::new() }
    }
}

impl<K: PartialEq, V: Clone> AnswerCache<K, V> {
    /// The value for `key`, by `compute` if it is not in the cache. What `compute` reports is reported
    /// again whenever the value is used.
    pub fn get_or_compute(&mut self, key: K, watchdog: &mut Watchdog, compute: impl FnOnce(&mut Watchdog) -> V) -> V {
        let Ok(value) = self.get(key, watchdog, |watchdog| Ok::<V, Infallible>(compute(watchdog)));
        value
    }

    /// The same for what may fail.
    ///
    /// # Errors
    /// If `compute` fails; nothing is kept then.
    pub fn get_or_try_compute(
        &mut self,
        key: K,
        watchdog: &mut Watchdog,
        compute: impl FnOnce(&mut Watchdog) -> Result<V>,
    ) -> Result<V> {
        self.get(key, watchdog, compute)
    }

    fn get<E>(
        &mut self,
        key: K,
        watchdog: &mut Watchdog,
        compute: impl FnOnce(&mut Watchdog) -> Result<V, E>,
    ) -> Result<V, E> {
        let mut reports = watchdog.take_reports();
        let place = self.entries.iter().position(|entry| entry.key == key);
        if place.is_none() {
            let value = compute(watchdog)?;
            self.entries.truncate(CAPACITY - 1);
            self.entries.insert(0, Entry { key, value, reports: watchdog.take_reports() });
        }
        let entry = &self.entries[place.unwrap_or(0)];
        reports.extend_from_slice(&entry.reports);
        for line in reports {
            watchdog.report(line);
        }
        Ok(entry.value.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_reports_are_kept() {
        let (mut cache, mut watchdog) = (AnswerCache::default(), Watchdog::direct());
        watchdog.report("before");
        for (computed, said) in [(7, &["before", "one"][..]), (8, &["one"])] {
            let value = cache.get_or_compute(1, &mut watchdog, |watchdog| {
                watchdog.report("one");
                computed
            });
            assert_eq!(value, 7, "the first is kept");
            assert_eq!(watchdog.take_reports(), said);
        }
        for key in 2..6 {
            assert_eq!(cache.get_or_compute(key, &mut watchdog, |_| key), key);
        }
        let again = cache.get_or_compute(1, &mut watchdog, |_| 9);
        assert_eq!(again, 9, "the oldest is dropped");
        let failed = cache.get_or_try_compute(7, &mut watchdog, |_| anyhow::bail!("no driver"));
        assert!(failed.is_err() && cache.entries.iter().all(|entry| entry.key != 7));
    }
}
