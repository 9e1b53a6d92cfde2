//! What the process that answers says to the one that judges: lines of JSON among whatever else is printed.

use crate::check::{Answer, AnswerError, Probe};
use serde::{Deserialize, Serialize};
use std::io::{self, BufWriter, Write};
use std::sync::mpsc;
use std::time::Duration;

/// What such a line begins with.
const MARK: &str = "@answer ";

/// Items of an answer that are told: more are a mistake, and are only counted.
const MAX_ITEMS: usize = 20_000;

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
            answer.cut(MAX_ITEMS);
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

    /// Passes on what is heard, and tells it from somebody's print. A line without an end is one too: the judge ends a
    /// process while it writes an answer that is no longer needed.
    pub(super) fn ear(send: mpsc::Sender<Self>) -> impl Fn(&[u8]) -> bool {
        let is_cut_off = |line: &[u8]| line.starts_with(MARK.as_bytes()) && !line.ends_with(b"\n");
        move |line| Message::read(line).is_some_and(|message| send.send(message).is_ok()) || is_cut_off(line)
    }

    /// `None` for a line that is somebody's print.
    fn read(line: &[u8]) -> Option<Self> {
        serde_json::from_slice(line.strip_prefix(MARK.as_bytes())?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::super::pipe::Pipe;
    use super::*;
    use crate::check::Value;
    use glam::{Mat4, Vec3, Vec4};

    /// What is compared is the same on both sides, to the last bit.
    #[test]
    fn an_answer_comes_as_it_was() {
        let values: [Value; 6] = [
            "a word, \"quoted\"\n".into(),
            f32::NAN.into(),
            f32::NEG_INFINITY.into(),
            Vec3::new(0.1, -0.0, 1e-40).into(),
            Vec4::new(1.0, 2.0, 3.0, 1.0 / 3.0).into(),
            Mat4::from_rotation_x(0.3).into(),
        ];
        let mut answer = Answer::default();
        for value in values {
            answer.compare("an item", value).group("depth 2").parent(Some(3)).note("note".into());
        }
        answer.notes.push("noticed".into());
        let sent = format!("{answer:?}");
        let probe = Probe { seed: u64::MAX, index: 4 };
        let mut line = MARK.as_bytes().to_vec();
        serde_json::to_writer(&mut line, &Message::answer(&probe, Ok(answer), None)).unwrap();
        let Some(Message::Answer { seed, probe, answer: Ok(answer), asked: None }) = Message::read(&line) else {
            panic!("it is one: {}", String::from_utf8_lossy(&line))
        };
        assert_eq!((seed, probe, format!("{answer:?}")), (u64::MAX, 4, sent));
        assert!(Message::read(b"@answer me").is_none() && Message::read(b"a print").is_none());
    }

    #[test]
    fn an_answer_that_is_cut_off_is_no_print() {
        let (send, heard) = mpsc::channel();
        let stream = io::Cursor::new(b"a\n@answer {\"Text\":\"b\"}\n@answer me\n\n@answer {\"Ans");
        let printed = Pipe::drain(Some(stream), Message::ear(send)).unwrap().finish();
        assert_eq!(printed, "a@answer me\n");
        assert_eq!(heard.iter().count(), 1);
    }

    /// Another number of items is all that is said of too many.
    #[test]
    fn what_is_far_too_long_is_cut() {
        let mut answer = Answer::default();
        for item in 0..MAX_ITEMS + 7 {
            answer.compare("an item", item);
        }
        let Message::Answer { answer: Ok(cut), .. } = Message::answer(&Probe { seed: 1, index: 0 }, Ok(answer), None)
        else {
            panic!("an answer")
        };
        let written = serde_json::to_string(&cut).unwrap();
        assert!(written.contains("\"more\":7,"), "{}", &written[written.len() - 99..]);
    }
}
