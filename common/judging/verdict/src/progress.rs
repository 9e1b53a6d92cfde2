//! A line on standard error that shows the progress of long work.

use std::{
    cell::Cell,
    io::{IsTerminal, Write},
    time::{Duration, Instant},
};

/// Time after which the line appears.
const PATIENCE: Duration = Duration::from_secs(2);

/// A line that shows a percentage, from two seconds on. In a terminal it is overwritten and then removed; elsewhere a new line
/// is written for every ten percent.
#[derive(Debug)]
pub struct PercentLine {
    work: String,
    began: Instant,
    is_terminal: bool,
    shown: Cell<Option<u32>>,
}

impl PercentLine {
    /// Starts the clock. The line names the `work`.
    pub fn new(work: impl Into<String>) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        Self { work: work.into(), began: Instant::now(), is_terminal, shown: Cell::default() }
    }

    /// Shows how much is done, from 0 to 1.
    pub fn set(&self, done: f32) {
        if let Some(text) = self.text(done, self.began.elapsed()) {
            let _ = write!(std::io::stderr(), "{text}"); // whoever has closed it does not want to know
        }
    }

    /// Returns the text to write for a new percentage; `None` before two seconds, or if the percentage has not grown.
    fn text(&self, done: f32, elapsed: Duration) -> Option<String> {
        let step = if self.is_terminal { 1 } else { 10 };
        let percent = (100.0 * done) as u32 / step * step;
        if elapsed < PATIENCE || self.shown.get().is_some_and(|shown| percent <= shown) {
            return None;
        }
        self.shown.set(Some(percent));
        let work = &self.work;
        Some(if self.is_terminal { format!("\r{work}: {percent} %") } else { format!("{work}: {percent} %\n") })
    }
}

impl Drop for PercentLine {
    fn drop(&mut self) {
        if self.is_terminal && self.shown.get().is_some() {
            let _ = write!(std::io::stderr(), "\r{:76}\r", ""); // nothing is left of it
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_from_two_seconds_on() {
        for (is_terminal, texts) in
            [(true, ["\rwalk: 12 %", "\rwalk: 19 %", "\rwalk: 20 %"]), (false, ["walk: 10 %\n", "", "walk: 20 %\n"])]
        {
            let mut line = PercentLine::new("walk");
            line.is_terminal = is_terminal;
            assert_eq!(line.text(0.05, Duration::from_millis(1999)), None);
            for (done, text) in [0.12, 0.19, 0.201].into_iter().zip(texts) {
                assert_eq!(line.text(done, PATIENCE).unwrap_or_default(), text);
                assert_eq!(line.text(done, PATIENCE), None, "once");
            }
            line.shown.set(None); // nothing is left to end
        }
    }
}
