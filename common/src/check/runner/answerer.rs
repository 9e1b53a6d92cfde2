//! The judge's side: a process that answers probes, whatever it does otherwise.

use super::message::Message;
use super::pipe::Pipe;
use super::{Limits, NOT_STARTED, OTHER_TYPES, TIME_IS_UP};
use crate::check::clock::MAX_WAIT_FACTOR;
use crate::check::library::LIBRARY;
use crate::check::{Answer, AnswerError, Probe, Status, announce};
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// What a process may take beside its answer, to start and to end.
const STARTUP_ALLOWANCE: Duration = Duration::from_secs(2);

/// Threads that a process may have, those of a software OpenGL among them: more are a mistake, or a bomb.
const MAX_THREADS: usize = 200;

/// How often a process that is waited for is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// A process that answers, and what has been heard of it.
pub(super) struct Answerer {
    process: Child,
    messages: mpsc::Receiver<Message>,
    pipes: Option<[Pipe; 2]>,
    limits: Limits,
    /// How long it may be silent, by the clock on the wall.
    patience: Duration,
    text: Option<String>,
    asked: Vec<(u64, usize)>,
    answers: HashMap<(u64, usize), Heard>,
    /// How it has ended.
    ended: Option<AnswerError>,
    /// What it printed.
    printed: [String; 2],
}

/// What came of a probe, and the last sentence about a question.
type Heard = (Result<Answer, AnswerError>, Option<String>);

impl Answerer {
    /// Starts the process, which has its answers of a library, and asks the probes that every check asks, all at once.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(super) fn start(
        command: &[OsString],
        library: Option<&Path>,
        limits: Limits,
        patience: Option<Duration>,
        seed: u64,
    ) -> io::Result<Self> {
        let [program, arguments @ ..] = command else { return Err(io::ErrorKind::InvalidInput.into()) };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(library) = library {
            command.env(LIBRARY, library);
        }
        let mut process = command.env("RUST_BACKTRACE", "0").spawn()?;
        let (send, messages) = mpsc::channel();
        let out = Pipe::drain(process.stdout.take(), Message::ear(send));
        let err = Pipe::drain(process.stderr.take(), |_| false);
        let pipes = out.and_then(|out| Ok([out, err?])).inspect_err(|_| {
            let _ = process.kill().and_then(|()| process.wait());
        })?;
        let mut answerer = Answerer {
            process,
            messages,
            pipes: Some(pipes),
            limits,
            patience: patience.unwrap_or(limits.time * MAX_WAIT_FACTOR + STARTUP_ALLOWANCE),
            text: None,
            asked: Vec::new(),
            answers: HashMap::new(),
            ended: None,
            printed: Default::default(),
        };
        for index in 0..Probe::COUNT {
            answerer.ask(&Probe { seed, index });
        }
        Ok(answerer)
    }

    fn ask(&mut self, probe: &Probe) {
        self.asked.push((probe.seed, probe.index));
        if let Some(input) = &mut self.process.stdin {
            let _ = writeln!(input, "{} {}", probe.seed, probe.index); // one that is gone is noticed where it is heard
        }
    }

    /// The exercise that it is asked about; `None` if it has ended before.
    pub(super) fn text(&mut self) -> Option<String> {
        while self.text.is_none() && self.ended.is_none() {
            self.hear();
        }
        self.text.clone()
    }

    /// Whether the library that it was given does not fit its program.
    pub(super) fn has_other_types(&mut self) -> bool {
        let code = |status: ExitStatus| status.code() == Some(OTHER_TYPES.into());
        self.text().is_none() && self.process.try_wait().is_ok_and(|status| status.is_some_and(code))
    }

    /// The answer to a probe, which may have been asked already.
    pub(super) fn answer(&mut self, probe: &Probe) -> Result<Answer, AnswerError> {
        let key = (probe.seed, probe.index);
        if !self.asked.contains(&key) {
            self.ask(probe);
        }
        loop {
            if let Some((answer, asked)) = self.answers.get(&key) {
                asked.iter().cloned().for_each(announce::announce);
                return answer.clone();
            }
            if let Some(ended) = &self.ended {
                return Err(ended.clone());
            }
            self.hear();
        }
    }

    /// Waits for the next message, or until the process has ended, or had to be.
    fn hear(&mut self) {
        let began = Instant::now();
        let message = loop {
            match self.messages.recv_timeout(LOOK) {
                Ok(message) => break message,
                Err(RecvTimeoutError::Disconnected) => return self.note_end(began),
                Err(RecvTimeoutError::Timeout)
                    if threads(self.process.id()).is_some_and(|count| count > MAX_THREADS) =>
                {
                    let message = format!("more than {MAX_THREADS} threads were started.");
                    return self.end_as(Status::Crashed, message, None);
                }
                Err(RecvTimeoutError::Timeout) if began.elapsed() >= self.patience => {
                    return self.end_as(Status::TimedOut, timed_out(began.elapsed()), None);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        match message {
            Message::Text(text) => self.text = Some(text),
            Message::Answer { seed, probe, answer, asked } => {
                self.answers.insert((seed, probe), (answer, asked));
            }
            Message::TimeIsUp { took, asked } => self.end_as(Status::TimedOut, timed_out(took), asked),
            Message::NotStarted(why) => self.end_as(Status::Skipped, format!("{NOT_STARTED}: {why}"), None),
        }
    }

    /// Standard output has ended, and the process with it, or soon.
    fn note_end(&mut self, began: Instant) {
        let status = loop {
            match self.process.try_wait() {
                Ok(None) if began.elapsed() < self.patience => std::thread::sleep(LOOK),
                Ok(status) => break status,
                Err(_) => break None,
            }
        };
        let Some(status) = status else { return self.end_as(Status::TimedOut, timed_out(began.elapsed()), None) };
        self.take_prints();
        if self.text.is_none() {
            // None of the student's code has run.
            let why = format!("{NOT_STARTED}: {}", self.printed[1].trim());
            return self.end_as(Status::Skipped, why, None);
        }
        let how = self.without_answer(status);
        let status = if status.code() == Some(TIME_IS_UP) { Status::TimedOut } else { Status::Crashed };
        self.end_as(status, how, None);
    }

    fn end_as(&mut self, status: Status, message: String, asked: Option<String>) {
        self.end();
        self.ended = Some(AnswerError::Ended { status, message, asked });
    }

    fn end(&mut self) {
        self.process.stdin = None;
        let _ = self.process.kill().and_then(|()| self.process.wait()); // it may have ended by itself
        self.take_prints();
    }

    fn take_prints(&mut self) {
        if let Some(pipes) = self.pipes.take() {
            self.printed = pipes.map(Pipe::finish);
        }
    }

    /// Ends it. What it printed, to standard output and to the other.
    pub(super) fn finish(mut self) -> [String; 2] {
        self.end();
        std::mem::take(&mut self.printed)
    }

    /// Ending without an answer is never a pass; here is what it was.
    fn without_answer(&self, status: ExitStatus) -> String {
        let [_, err] = &self.printed;
        if err.contains("overflowed its stack") {
            "the stack overflowed: a recursion that never ends?".into()
        } else if err.contains("memory allocation of") {
            let megabytes = self.limits.memory >> 20;
            format!(
                "more than {megabytes} MB of memory were asked for: a list that only grows, or room for as much as a \
                 number says?"
            )
        } else if err.contains("non-unwinding panic") || err.contains("in a destructor") {
            "it panicked a second time while it was panicking, which ends a program.".into()
        } else if let Some(code) = status.code() {
            format!("the program ended itself (exit code {code}) before the check was done: did the code call exit?")
        } else {
            format!("the program was ended before the check was done ({status}): an abort?")
        }
    }
}

impl Drop for Answerer {
    fn drop(&mut self) {
        let _ = self.process.kill().and_then(|()| self.process.wait());
    }
}

/// What is said of an answer that was stopped after so long.
fn timed_out(took: Duration) -> String {
    format!("still running after {:.1} s, and stopped: a loop that never ends?", took.as_secs_f32())
}

/// How many threads a process has, where the system tells (Linux).
fn threads(process: u32) -> Option<usize> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("Threads:"))?.trim().parse().ok()
}
