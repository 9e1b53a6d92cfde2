//! What the process that answers says to the one that judges: lines of JSON among whatever else is printed.

use crate::check::{Answer, AnswerError, Probe};
use serde::{Deserialize, Serialize};
use std::io::{self, BufWriter, Write};
use std::time::Duration;

/// What such a line begins with.
const MARK: &str = "@answer ";

/// Items of an answer that are told: more are a mistake, and are only counted.
const MOST_ITEMS: usize = 20_000;

#[derive(Serialize, Deserialize)]
pub(super) enum Message {
    /// The exercise that is asked.
    Text(String),
    /// To one probe.
    Answer {
        seed: u64,
        probe: usize,
        answer: Result<Answer, AnswerError>,
        /// The last sentence about a question.
        asked: Option<String>,
    },
    /// It has worked for too long on one.
    TimeIsUp { took: Duration, asked: Option<String> },
    /// The system has no thread for it.
    NotStarted(String),
}

impl Message {
    pub(super) fn answer(probe: &Probe, mut answer: Result<Answer, AnswerError>, asked: Option<String>) -> Self {
        if let Ok(answer) = &mut answer {
            answer.cut(MOST_ITEMS);
        }
        Message::Answer { seed: probe.seed, probe: probe.index, answer, asked }
    }

    /// To standard output. A line break comes first, so that a print without one stays apart. A judge that is gone
    /// reads nothing anyway.
    pub(super) fn say(&self) {
        let say = || -> io::Result<()> {
            let mut out = BufWriter::new(io::stdout().lock());
            write!(out, "\n{MARK}")?;
            serde_json::to_writer(&mut out, self)?;
            writeln!(out)
        };
        let _ = say();
    }

    /// `None` for a line that is somebody's print.
    pub(super) fn read(line: &[u8]) -> Option<Self> {
        serde_json::from_slice(line.strip_prefix(MARK.as_bytes())?).ok()
    }
}
