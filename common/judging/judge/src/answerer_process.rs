//! An answerer, as its judge holds it: a process that answers probes, whatever it does otherwise.

use crate::clock::MAX_WAIT_FACTOR;
use crate::protocol::{self, Content, Nonce, Reply, Request, receive};
use crate::{Limits, OTHER_TYPES, answerer::WATCHING};
use check::{Answer, AnswerError, Probe, announced};
use std::collections::{HashMap, VecDeque};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use verdict::LIBRARY;
use verdict::Status;
use verdict::pipe::Pipe;
use verdict::run_judge::{BUSY, NOT_STARTED};

/// Time that a process may take beside its answers, to start and to end.
pub(crate) const STARTUP_ALLOWANCE: Duration = Duration::from_secs(2);

/// Threads that a process may have, those of a software OpenGL among them: more are a mistake, or a bomb.
const MAX_THREADS: usize = 100;

/// Time between two looks at whether the process still runs.
const POLL: Duration = Duration::from_millis(10);

pub(crate) struct AnswererProcess {
    process: Child,
    conversation: Conversation,
    /// Longest total wait, by the clock on the wall: no message makes it longer.
    patience: Duration,
    waited: Duration,
    /// The wait and the [`busy_time`] when half of the patience was over.
    half: Option<(Duration, Duration)>,
    prints: Option<Pipe>,
    memory: usize,
    ended: Option<AnswerError>,
    printed: String,
}

struct Conversation {
    nonce: Nonce,
    requests: Box<dyn Write + Send>,
    replies: Receiver<Option<Reply>>,
    /// Requests without a reply yet.
    open: VecDeque<Request>,
    text: Option<String>,
    /// Answers by the seed and the index of their probes.
    answers: HashMap<(u64, usize), AnswerWithInput>,
}

/// An answer, with the last sentence about its input.
type AnswerWithInput = (Result<Answer, AnswerError>, Option<String>);

/// Why a conversation ends.
enum Broken {
    TimeIsUp {
        took: Duration,
        announced: Option<String>,
    },
    /// A message is not the reply to the first open request.
    OutOfTurn,
}

impl Conversation {
    /// Sends a request about a probe, or for the exercise's text.
    fn request(&mut self, probe: Option<(u64, usize)>) {
        let request = Request { nonce: self.nonce, probe };
        self.open.push_back(request);
        let _ = request.send(&mut self.requests); // whoever waits for the reply notices that the process has ended
    }

    /// Keeps the reply to the first open request. Each request has one reply, in its turn.
    fn take(&mut self, content: Option<Reply>) -> Result<(), Broken> {
        let Reply { to, content } = content.ok_or(Broken::OutOfTurn)?;
        if self.open.pop_front() != Some(to) {
            return Err(Broken::OutOfTurn);
        }
        match (to.probe, content) {
            (None, Content::Text(text)) => self.text = Some(text),
            (Some(probe), Content::Answer(mut answer, announced)) => {
                let _ = answer.as_mut().map(Answer::limit_length);
                self.answers.insert(probe, (answer, announced));
            }
            (Some(_), Content::TimeIsUp { took, announced }) => return Err(Broken::TimeIsUp { took, announced }),
            _ => return Err(Broken::OutOfTurn),
        }
        Ok(())
    }
}

impl AnswererProcess {
    /// Starts the process with a library of answers, and asks about the TODO's first `cases` cases and all random probes.
    /// The cases come first: if the answer does not return, the report shows a simple input.
    ///
    /// # Errors
    /// If the process cannot be started.
    pub(crate) fn start(
        command: &[OsString],
        library: Option<&Path>,
        limits: Limits,
        patience: Option<Duration>,
        seed: u64,
        cases: usize,
    ) -> io::Result<Self> {
        let [program, arguments @ ..] = command else { return Err(io::ErrorKind::InvalidInput.into()) };
        let (replies, requests, [input, output]) = protocol::channel()?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(input).stdout(output).stderr(Stdio::piped());
        if let Some(library) = library {
            command.env(LIBRARY, library);
        }
        let mut process = command.env("RUST_BACKTRACE", "0").spawn()?;
        drop(command); // it holds the answerer's ends of the channel
        let threads = receive(replies).and_then(|replies| Ok((replies, Pipe::drain(process.stderr.take())?)));
        let (replies, prints) = threads.inspect_err(|_| {
            let _ = process.kill().and_then(|()| process.wait());
        })?;
        let mut conversation = Conversation {
            nonce: Nonce::new(),
            requests: Box::new(requests),
            replies,
            open: VecDeque::new(),
            text: None,
            answers: HashMap::new(),
        };
        conversation.request(None);
        for case in 0..cases {
            conversation.request(Some((seed, Probe::of_case(seed, case).index)));
        }
        for index in 0..Probe::COUNT {
            conversation.request(Some((seed, index)));
        }
        Ok(AnswererProcess {
            process,
            conversation,
            patience: patience.unwrap_or(limits.time * MAX_WAIT_FACTOR + STARTUP_ALLOWANCE),
            waited: Duration::ZERO,
            half: None,
            prints: Some(prints),
            memory: limits.memory,
            ended: None,
            printed: String::new(),
        })
    }

    /// Returns the text of the exercise; `None` if the process ends before it is sent.
    pub(crate) fn text(&mut self) -> Option<String> {
        while self.conversation.text.is_none() && self.ended.is_none() {
            self.wait_for_reply();
        }
        self.conversation.text.clone()
    }

    /// Returns whether the process has ended because its library does not fit its program.
    pub(crate) fn has_other_types(&mut self) -> bool {
        self.text().is_none()
            && matches!(self.process.try_wait(), Ok(Some(status)) if status.code() == Some(OTHER_TYPES.into()))
    }

    /// Returns the answer to a probe, after asking about the probe if that was not done yet.
    pub(crate) fn answer(&mut self, probe: &Probe) -> Result<Answer, AnswerError> {
        let key = (probe.seed, probe.index);
        let is_wanted = self.conversation.open.iter().any(|request| request.probe == Some(key));
        if !is_wanted && !self.conversation.answers.contains_key(&key) {
            self.conversation.request(Some(key));
        }
        loop {
            if let Some((answer, announced)) = self.conversation.answers.get(&key) {
                announced.iter().cloned().for_each(announced::announce);
                return answer.clone();
            }
            if let Some(ended) = &self.ended {
                return Err(ended.clone());
            }
            self.wait_for_reply();
        }
    }

    /// Waits a short time for the next reply. Ends the process if it starts too many threads, or its time is over.
    fn wait_for_reply(&mut self) {
        let began = Instant::now();
        let reply = self.conversation.replies.recv_timeout(POLL);
        self.waited += began.elapsed();
        match reply {
            Ok(reply) => self.take(reply),
            Err(RecvTimeoutError::Disconnected) => self.note_end(),
            Err(RecvTimeoutError::Timeout) if threads(self.process.id()).is_some_and(|count| count > MAX_THREADS) => {
                self.end_as(Status::Crashed, format!("more than {MAX_THREADS} threads were started."), None);
            }
            Err(RecvTimeoutError::Timeout) if self.waited >= self.patience => {
                // It may start slowly on a busy machine: what it did since then counts.
                let message = match (busy_time(self.process.id()), self.half) {
                    (Some(busy), Some((waited, before)))
                        if busy.saturating_sub(before) < self.waited.saturating_sub(waited) / 2 =>
                    {
                        only_waited(self.waited)
                    }
                    _ => on_busy_machine(self.waited),
                };
                self.end_as(Status::TimedOut, message, None);
            }
            Err(RecvTimeoutError::Timeout) if self.waited >= self.patience / 2 && self.half.is_none() => {
                self.half = busy_time(self.process.id()).map(|busy| (self.waited, busy));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }

    fn take(&mut self, reply: Option<Reply>) {
        match self.conversation.take(reply) {
            Ok(()) => {}
            Err(Broken::TimeIsUp { took, announced }) => self.end_as(Status::TimedOut, timed_out(took), announced),
            Err(Broken::OutOfTurn) => self.end_as(Status::Crashed, OUT_OF_TURN.into(), None),
        }
    }

    /// Waits for the end of a process that has closed its channel, and notes how it ended.
    fn note_end(&mut self) {
        let began = Instant::now();
        let status = loop {
            match self.process.try_wait() {
                Ok(None) if self.waited + began.elapsed() < self.patience => std::thread::sleep(POLL),
                Ok(status) => break status,
                Err(_) => break None,
            }
        };
        self.waited += began.elapsed();
        let Some(status) = status else { return self.end_as(Status::TimedOut, on_busy_machine(self.waited), None) };
        self.take_prints();
        if self.conversation.text.is_none() {
            // None of the student's code has run.
            return self.end_as(Status::Skipped, format!("{NOT_STARTED}: {}", self.printed.trim()), None);
        }
        let message = self.crash_message(status);
        self.end_as(Status::Crashed, message, None);
    }

    fn end_as(&mut self, status: Status, message: String, announced: Option<String>) {
        self.end();
        self.ended = Some(AnswerError::Ended { status, message, announced });
    }

    fn end(&mut self) {
        let _ = self.process.kill().and_then(|()| self.process.wait()); // it may have ended by itself
        self.take_prints();
    }

    fn take_prints(&mut self) {
        if let Some(prints) = self.prints.take() {
            self.printed = prints.finish();
        }
    }

    /// Ends the process. Returns what it printed, and a message if it sent anything that was not a reply: then no verdict on
    /// it counts.
    pub(crate) fn finish(mut self) -> (String, Option<&'static str>) {
        while self.ended.is_none()
            && let Ok(reply) = self.conversation.replies.try_recv()
        {
            self.take(reply);
        }
        self.end();
        let is_out_of_turn =
            matches!(&self.ended, Some(AnswerError::Ended { message, .. }) if message.as_str() == OUT_OF_TURN);
        (std::mem::take(&mut self.printed), is_out_of_turn.then_some(OUT_OF_TURN))
    }

    fn crash_message(&self, status: ExitStatus) -> String {
        let err = &self.printed;
        if err.contains("overflowed its stack") {
            "the stack overflowed: a recursion that never ends?".into()
        } else if let Some((_, size)) = err.split_once("memory allocation of ") {
            let megabytes = self.memory >> 20;
            let bytes = size.split(' ').next().and_then(|bytes| bytes.parse::<usize>().ok());
            let is_over = size.starts_with("too much") || bytes.is_some_and(|bytes| bytes >= self.memory);
            let what = if is_over {
                format!("more than {megabytes} MB of memory were asked for")
            } else {
                format!("the memory was used up, of which a check has {megabytes} MB at most")
            };
            format!("{what}: a list that only grows, or room for as much as a number says?")
        } else if err.contains("non-unwinding panic") || err.contains("in a destructor") {
            "it panicked a second time while it was panicking, which ends a program.".into()
        } else if let Some(code) = status.code() {
            format!("the program ended itself (exit code {code}) before the check was done: did the code call exit?")
        } else {
            format!("the program was ended before the check was done ({status}): an abort?")
        }
    }
}

impl Drop for AnswererProcess {
    fn drop(&mut self) {
        let _ = self.process.kill().and_then(|()| self.process.wait());
    }
}

const OUT_OF_TURN: &str = "the program said something to the judge that it was not asked, and was ended.";

fn timed_out(took: Duration) -> String {
    let seconds = took.as_secs_f32();
    format!("still running after {seconds:.0} s of the processor's time, and stopped: a loop that never ends?")
}

fn only_waited(took: Duration) -> String {
    format!("still running after {:.0} s, in which it did little but wait, and stopped.", took.as_secs_f32())
}

fn on_busy_machine(took: Duration) -> String {
    format!("still running after {:.0} s {BUSY}", took.as_secs_f32())
}

/// Returns the time for which a process's threads have run or waited for a core, where the system tells (Linux). Those that
/// only watch wake often, and on a busy machine wait for a core each time.
fn busy_time(process: u32) -> Option<Duration> {
    let mut busy = Duration::ZERO;
    for thread in std::fs::read_dir(format!("/proc/{process}/task")).ok()?.flatten() {
        let name = std::fs::read_to_string(thread.path().join("comm")).ok()?;
        if WATCHING.contains(&name.trim_end()) {
            continue;
        }
        let times = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        let mut times = times.split(' ').map_while(|time| time.parse().ok());
        busy += Duration::from_nanos(times.next()?) + Duration::from_nanos(times.next()?);
    }
    Some(busy)
}

/// Returns a process's number of threads, where the system tells (Linux).
fn threads(process: u32) -> Option<usize> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("Threads:"))?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a conversation that has asked for the text and for a probe.
    fn conversation() -> Conversation {
        let nonce = Nonce::new();
        let replies = receive(io::empty()).unwrap();
        let open = VecDeque::new();
        let text = None;
        let answers = HashMap::new();
        let mut talk = Conversation { nonce, requests: Box::new(io::sink()), replies, open, text, answers };
        talk.request(None);
        talk.request(Some((41, 0)));
        talk
    }

    /// Returns a reply to the request about a probe, or to that for the text.
    fn reply(nonce: Nonce, probe: Option<(u64, usize)>) -> Reply {
        let content =
            if probe.is_some() { Content::Answer(Ok(Answer::default()), None) } else { Content::Text("a".into()) };
        Reply { to: Request { nonce, probe }, content }
    }

    #[test]
    fn each_request_has_one_reply_in_its_turn() {
        let mut talk = conversation();
        let nonce = talk.nonce;
        let probe = Some((41, 0));
        assert!(talk.take(Some(reply(nonce, None))).is_ok());
        assert!(talk.take(Some(reply(nonce, probe))).is_ok());
        assert!(talk.take(Some(reply(nonce, probe))).is_err(), "a second one");
        let mut talk = conversation();
        assert!(talk.take(Some(reply(talk.nonce, probe))).is_err(), "before its turn");
        assert!(conversation().take(Some(reply(Nonce::new(), None))).is_err(), "another nonce");
        for content in
            [Content::Answer(Ok(Answer::default()), None), Content::TimeIsUp { took: Duration::ZERO, announced: None }]
        {
            let mut talk = conversation();
            let to = Request { nonce: talk.nonce, probe: None };
            assert!(talk.take(Some(Reply { to, content })).is_err(), "no text");
        }
        for probe in [(42, 0), (41, 1)] {
            let mut talk = conversation();
            assert!(talk.take(Some(reply(talk.nonce, None))).is_ok());
            assert!(talk.take(Some(reply(talk.nonce, Some(probe)))).is_err(), "{probe:?}");
        }
        assert!(conversation().take(None).is_err(), "no reply");
    }
}
