//! What judge and answerer say to each other: requests and replies, lines of JSON on a channel that no code of an exercise can
//! reach.
//!
//! A reply is an answer's values, or an error. It cannot be a [`Status`](verdict::Status).
//!
//! The channel arrives as standard input and output, which every system passes on. Before it loads an exercise, the answerer
//! moves both to handles without a name in safe Rust: from then on its input is empty, and its prints go to standard error.
//! On Unix the channel is a socket, because a pipe could be opened again by its path in `/proc`. A program that the answerer
//! starts does not inherit it.

use check::{Answer, AnswerError};
use filedescriptor::{FileDescriptor, StdioDescriptor};
use serde::{Deserialize, Serialize};
use std::collections::hash_map::RandomState;
use std::fs::File;
use std::hash::BuildHasher;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::Duration;

/// Bytes of the longest reply: ten times those of the longest right answer.
const LONGEST: u64 = 8 << 20;

/// Random number of a judge, by which it recognises replies to its own requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Nonce([u64; 2]);

impl Nonce {
    pub(crate) fn new() -> Self {
        Nonce([0, 1].map(|half| RandomState::new().hash_one(half)))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) nonce: Nonce,
    /// Seed and index of a probe; `None` asks for the text of the exercise.
    pub(crate) probe: Option<(u64, usize)>,
}

impl Request {
    pub(crate) fn send(&self, channel: impl Write) -> io::Result<()> {
        write_line(channel, serde_json::to_vec(self)?)
    }
}

fn write_line(mut channel: impl Write, mut json: Vec<u8>) -> io::Result<()> {
    json.push(b'\n');
    channel.write_all(&json)
}

/// A reply. Replies come in the order of the requests, one to each.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Reply {
    pub(crate) to: Request,
    pub(crate) content: Content,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Content {
    /// Text of the exercise.
    Text(String),
    /// Answer to a probe, and the last sentence about an input.
    Answer(Result<Answer, AnswerError>, Option<String>),
    /// A call took too long, and the process ends.
    TimeIsUp { took: Duration, announced: Option<String> },
}

impl Reply {
    /// Sends the reply, or an error in its place if it is too long.
    pub(crate) fn send(&self, channel: impl Write) -> io::Result<()> {
        let mut json = serde_json::to_vec(self)?;
        if json.len() as u64 >= LONGEST {
            let error = AnswerError::Unusable { message: "the answer is too long.".into(), place: String::new() };
            json = serde_json::to_vec(&Reply { to: self.to, content: Content::Answer(Err(error), None) })?;
        }
        write_line(channel, json)
    }
}

/// Reads replies on a thread, which waits until each is taken. The first message that is not a reply comes as `None`, and
/// is the last.
///
/// # Errors
/// If the system gives no thread.
pub(crate) fn receive(stream: impl Read + Send + 'static) -> io::Result<Receiver<Option<Reply>>> {
    let (send, replies) = mpsc::sync_channel(0);
    thread::Builder::new().name("replies".into()).spawn(move || read_replies(stream, &send))?;
    Ok(replies)
}

fn read_replies(stream: impl Read, send: &SyncSender<Option<Reply>>) {
    let mut stream = BufReader::new(stream);
    loop {
        let mut line = Vec::new();
        let end = stream.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        // The process has ended within a line.
        let is_cut_off = !line.ends_with(b"\n") && (line.len() as u64) < LONGEST;
        if end.is_err() || is_cut_off {
            return;
        }
        let reply = serde_json::from_slice(&line).ok();
        let is_last = reply.is_none();
        if send.send(reply).is_err() || is_last {
            return;
        }
    }
}

/// Creates a channel. Returns the judge's ends, for replies and requests, and the answerer's standard input and output.
#[cfg(unix)]
pub(crate) fn channel() -> io::Result<(impl Read + Send + 'static, impl Write + Send + 'static, [Stdio; 2])> {
    use std::os::{fd::OwnedFd, unix::net::UnixStream};
    let (ours, theirs) = UnixStream::pair()?;
    let both = [theirs.try_clone()?, theirs].map(|end| OwnedFd::from(end).into());
    Ok((ours.try_clone()?, ours, both))
}

#[cfg(not(unix))]
pub(crate) fn channel() -> io::Result<(impl Read + Send + 'static, impl Write + Send + 'static, [Stdio; 2])> {
    let (announced, requests) = io::pipe()?;
    let (replies, answering) = io::pipe()?;
    Ok((replies, requests, [announced.into(), answering.into()]))
}

/// Takes the answerer's ends out of standard input and output: for requests, and for replies.
pub(crate) fn take_channel() -> filedescriptor::Result<[FileDescriptor; 2]> {
    let nothing = File::open(if cfg!(windows) { "NUL" } else { "/dev/null" }).map_err(filedescriptor::Error::Io)?;
    let requests = FileDescriptor::redirect_stdio(&nothing, StdioDescriptor::Stdin)?;
    let replies = FileDescriptor::redirect_stdio(&io::stderr(), StdioDescriptor::Stdout)?;
    Ok([requests, replies])
}

#[cfg(test)]
mod tests {
    use super::*;
    use check::Value;
    use glam::{Mat4, Vec2, Vec3, Vec4};

    fn request() -> Request {
        Request { nonce: Nonce::new(), probe: Some((u64::MAX, 4)) }
    }

    fn received(bytes: Vec<u8>) -> Vec<Option<Reply>> {
        receive(io::Cursor::new(bytes)).unwrap().iter().collect()
    }

    #[test]
    fn an_answer_comes_as_it_was() {
        let values: [Value; 7] = [
            "a word, \"quoted\"\n".into(),
            f32::NAN.into(),
            f32::NEG_INFINITY.into(),
            Vec2::new(0.1, -1.5).into(),
            Vec3::new(0.1, -0.0, 1e-40).into(),
            Vec4::new(1.0, 2.0, 3.0, 1.0 / 3.0).into(),
            Mat4::from_rotation_x(0.3).into(),
        ];
        let mut answer = Answer::default();
        for value in values {
            answer.compare("an item", value).group("depth 2").parent(Some(3)).note("note".into());
        }
        answer.notes.push("noticed".into());
        let sent = Reply { to: request(), content: Content::Answer(Ok(answer), None) };
        let mut bytes = Vec::new();
        sent.send(&mut bytes).unwrap();
        let [Some(reply)] = &received(bytes)[..] else { panic!("one") };
        assert_eq!(format!("{reply:?}"), format!("{sent:?}"));
    }

    /// The judge alone says how somebody stands.
    #[test]
    fn no_reply_has_a_status() {
        let ended = AnswerError::Ended { status: verdict::Status::Pass, message: String::new(), announced: None };
        assert!(serde_json::to_string(&ended).is_err());
        let to = serde_json::to_string(&request()).unwrap();
        for (error, is_reply) in
            [(r#"{"NoGraphics":"x"}"#, true), (r#"{"Ended":{"status":"pass","message":"","announced":null}}"#, false)]
        {
            let line = format!("{{\"to\":{to},\"content\":{{\"Answer\":[{{\"Err\":{error}}},null]}}}}\n");
            assert_eq!(received(line.into())[0].is_some(), is_reply, "{error}");
        }
    }

    #[test]
    fn what_is_no_reply_is_the_last() {
        let mut bytes = Vec::new();
        Reply { to: request(), content: Content::Text("a".into()) }.send(&mut bytes).unwrap();
        assert!(matches!(received([&bytes[..], b"tea\n", &bytes].concat())[..], [Some(_), None]));
        assert!(matches!(received([&bytes[..], &bytes[..9]].concat())[..], [Some(_)]), "cut off");
        let long = [&vec![b' '; LONGEST as usize], &bytes[..]].concat();
        assert!(matches!(received(long)[..], [None]));
        bytes.clear();
        Reply { to: request(), content: Content::Text("x".repeat(LONGEST as usize)) }.send(&mut bytes).unwrap();
        let [Some(Reply { content: Content::Answer(Err(error), _), .. })] = &received(bytes)[..] else { panic!("one") };
        assert!(error.to_string().contains("too long"), "{error}");
    }
}
