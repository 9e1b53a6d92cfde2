//! A judge as another process: a lesson's program with `--check-here`, which prints its verdict as JSON.

use crate::{Status, Verdict, pipe::Pipe};
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Beginning of the message if the machine had no process or thread left for a check, which may work later.
pub const NOT_STARTED: &str = "the check could not be started";

/// Message where the types of a library and of the program differ.
pub const TYPES_CHANGED: &str = "what the answers are made of has changed";

/// End of the message about an answer that was perhaps stopped because of others.
pub const BUSY: &str = "on a busy machine, and stopped.";

/// The file of the program that is running, even where another of its name has been built since.
///
/// # Errors
/// Where the system does not say.
pub fn this_program() -> std::io::Result<PathBuf> {
    if cfg!(target_os = "linux") { Ok("/proc/self/exe".into()) } else { std::env::current_exe() }
}

/// Time that a judge may take besides the answers, to look for mistakes on a busy machine.
pub const JUDGING: Duration = Duration::from_mins(1);

const LONGEST_VERDICT: u64 = 64 << 20;

/// Runs a judge, a command with `--check-here`, and returns its verdict. After `time` the judge and its answerer are
/// stopped.
pub fn verdict_by(judge: &mut Command, id: &str, name: &str, seed: u64, time: Duration) -> Verdict {
    match run_judge(judge, time) {
        Ok(Some(verdict)) => verdict,
        Ok(None) => Verdict::new(id, name, Status::TimedOut, seed)
            .saying(format!("not done after {} s, and stopped.", time.as_secs())),
        Err(error) => not_started(id, name, seed, &error),
    }
}

/// Returns the verdict of a judge; `None` after `time`.
fn run_judge(judge: &mut Command, time: Duration) -> io::Result<Option<Verdict>> {
    let mut judge = judge.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let _input = judge.stdin.take(); // open for as long as we live
    let json = judge.stdout.take();
    let errors = Pipe::drain(judge.stderr.take())?;
    let (send, printed) = mpsc::channel();
    thread::Builder::new().spawn(move || json.map(|json| send.send(io::read_to_string(json.take(LONGEST_VERDICT)))))?;
    let json = printed.recv_timeout(time);
    let _ = judge.kill().and_then(|()| judge.wait()); // it may have ended by itself
    let Ok(json) = json else { return Ok(None) };
    let verdict = serde_json::from_str::<[Verdict; 1]>(&json?);
    let [verdict] = verdict.map_err(|_| io::Error::other(errors.finish()))?;
    Ok(Some(verdict))
}

/// Returns the verdict on a failure of the machine, which says nothing about the answer.
pub fn not_started(id: &str, name: &str, seed: u64, error: &dyn std::fmt::Display) -> Verdict {
    Verdict::new(id, name, Status::Skipped, seed).saying(format!("{NOT_STARTED}: {error}"))
}
