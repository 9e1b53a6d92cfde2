//! `lesson-NN --check`: each TODO in a process of its own, so that nothing a student writes can end the report.
//!
//! Rust cannot stop a thread, a runaway recursion aborts through `catch_unwind`, and `exit(0)` looks
//! like success. So the lesson's program starts itself once for each TODO, and only a verdict that
//! comes back with a word the student's code cannot know counts. It is no sandbox.

mod checked;
mod child;
mod pipe;

use super::clock::{DIAGNOSIS, MAX_WAIT_FACTOR};
use super::library::LIBRARY;
use super::{AnswerTable, Lesson, Loaded, Status, Verdict, report, source};
use checked::Checked;
use pipe::Pipe;
use serde::{Deserialize, Serialize};
use std::collections::hash_map::RandomState;
use std::ffi::OsStr;
use std::hash::BuildHasher;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// What one TODO's process may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// That the check's own thread works, where the system tells (Linux); elsewhere by the clock on the
    /// wall. A thread that sleeps, or hardly gets to work, is stopped after some times as long.
    pub time: Duration,
    /// In bytes, as [`memory`](super::memory) counts them.
    pub memory: usize,
}

impl Default for Limits {
    /// A hundred times what a check takes.
    fn default() -> Self {
        Limits { time: Duration::from_secs(3), memory: 256 << 20 }
    }
}

/// Which table of answers is checked, or drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnswerSource {
    /// The student's where they pass, and for the first TODO that does not pass as it is, so that its
    /// wrong picture is seen; the finished ones for all others. Only for drawing: a check takes it for
    /// [`Mine`](Self::Mine).
    #[default]
    MineCompleted,
    /// The student's, as they are.
    Mine,
    /// Those that every student begins with.
    Starter,
    /// The finished ones.
    Reference,
}

impl AnswerSource {
    /// The value of `--as`.
    fn name(self) -> &'static str {
        match self {
            AnswerSource::MineCompleted | AnswerSource::Mine => "exercise",
            AnswerSource::Starter => "starter",
            AnswerSource::Reference => "reference",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        let all = [AnswerSource::Mine, AnswerSource::Starter, AnswerSource::Reference];
        all.into_iter().find(|source| source.name() == name)
    }
}

/// What stands at the beginning of a verdict's line, before the token.
const MARK: &str = "@verdict";

/// The exit code of a child that ends itself because the check has worked for too long.
const TIME_IS_UP: i32 = 124;

/// What the message begins with where the machine had no process or thread left for a check, which may work later.
pub const NOT_STARTED: &str = "the check could not be started";

/// Threads that a process may have, those of a software OpenGL among them: more are a mistake, or a bomb.
const MOST_THREADS: usize = 200;

/// The exit code where the library that is named cannot be loaded: the program has to be built anew.
pub const OTHER_TYPES: u8 = 4;

/// The exit code of a child whose parent is gone before the check was done.
const PARENT_GONE: i32 = 125;

/// What a child may take beside its check, to start and to end.
const STARTUP_ALLOWANCE: Duration = Duration::from_secs(2);

/// What the questions of a check are made from that names no seed.
pub const SEED: u64 = 41;

const USAGE: &str = "usage: --check [NN.T] [--json] [--seed N] [--as exercise|starter|reference]";

/// The check half of a lesson's `main`; `None` if the arguments ask for something else.
///
/// - `--check [NN.T] [--json] [--seed N] [--as exercise|starter|reference]` checks each TODO, or one,
///   and exits with 0 only if all pass, 1 if one does not, 2 for wrong usage, 3 if some were skipped, and
///   [`OTHER_TYPES`] if the library of [`LIBRARY`](super::library::LIBRARY) does not fit;
/// - `--check-here NN.T` is what the children are started with; with `--separate NAME` before it, the verdict on a wrong
///   answer says how far that is from all that is known, and from what the switch NAME makes.
pub fn main<A: AnswerTable>(lesson: &Lesson<A>) -> Option<ExitCode> {
    main_of(lesson)
}

fn main_of(lesson: &dyn Checked) -> Option<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let options = Options { arguments: &arguments };
    match arguments.first()?.as_str() {
        "--check-here" | "--separate" => Some(child::check_here(lesson, &options)),
        "--check" => Some(match check(lesson, &options) {
            Ok(code) => ExitCode::from(code),
            Err(why) => {
                eprintln!("{why}\n{USAGE}");
                ExitCode::from(2)
            }
        }),
        _ => None,
    }
}

/// The arguments, looked up by name.
struct Options<'a> {
    arguments: &'a [String],
}

impl Options<'_> {
    fn has(&self, flag: &str) -> bool {
        self.arguments.iter().any(|argument| argument == flag)
    }

    /// What follows `flag`; `default` if it is not there.
    fn value<T>(&self, flag: &str, default: T, read: impl Fn(&str) -> Option<T>) -> Result<T, String> {
        let Some(at) = self.arguments.iter().position(|argument| argument == flag) else {
            return Ok(default);
        };
        let value = self.arguments.get(at + 1).map_or("", String::as_str);
        read(value).ok_or_else(|| format!("{flag} does not take \"{value}\""))
    }

    fn seed(&self) -> Result<u64, String> {
        self.value("--seed", SEED, |text| text.parse().ok())
    }

    fn source(&self) -> Result<AnswerSource, String> {
        self.value("--as", AnswerSource::Mine, AnswerSource::from_name)
    }
}

fn check(lesson: &dyn Checked, options: &Options) -> Result<u8, String> {
    let (seed, source) = (options.seed()?, options.source()?);
    let only = options.arguments.get(1).filter(|argument| !argument.starts_with("--"));
    let chosen = |id: &str| only.is_none_or(|only| only == id);
    let about = lesson.about();
    let names = about.tasks.iter().map(source::Task::name);
    let all: Vec<(String, &str)> = about.ids().into_iter().zip(names).collect();
    let todos: Vec<_> = all.iter().filter(|(id, _)| chosen(id)).collect();
    if todos.is_empty() {
        let only = only.map_or("", String::as_str);
        return Err(format!("there is no TODO {only} in lesson {}: {}", about.number(), about.ids().join(", ")));
    }
    let program = this_program().map_err(|e| format!("this program cannot be found: {e}"))?;
    let library = match Loaded::named(about) {
        Ok(library) => library,
        Err(error) => {
            eprintln!("{error}");
            return Ok(OTHER_TYPES);
        }
    };
    let mut verdicts =
        side_by_side(&todos, |(id, name)| check_in_child(&program, None, id, name, source, seed, Limits::default()));
    for v in verdicts.iter_mut().filter(|v| v.status == Status::Crashed) {
        v.notes.extend(lost_prints(library.map_or(about.exercise_text, |library| library.text())));
    }
    if options.has("--json") {
        let json = serde_json::to_string_pretty(&verdicts);
        say(&format!("{}\n", json.expect("plain data with text for keys")));
    } else {
        for verdict in &verdicts {
            say(&report::text(verdict));
        }
    }
    Ok(report::exit_code(&verdicts))
}

/// The TODOs' verdicts in their order, from processes that run at the same time: none knows of another.
fn side_by_side<T: Sync>(todos: &[&T], run: impl Fn(&T) -> Verdict + Sync) -> Vec<Verdict> {
    let run = &run;
    std::thread::scope(|scope| {
        let started: Vec<_> = todos.iter().map(|&todo| scope.spawn(move || run(todo))).collect();
        let verdict = |thread: std::thread::ScopedJoinHandle<Verdict>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        started.into_iter().map(verdict).collect()
    })
}

/// A reader that has seen enough, as `head` has, is no error: the exit code says the rest.
fn say(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// The file of the program that is running, even where another of its name has been built since.
///
/// # Errors
/// Where the system does not say.
pub fn this_program() -> std::io::Result<PathBuf> {
    if cfg!(target_os = "linux") { Ok("/proc/self/exe".into()) } else { std::env::current_exe() }
}

/// Checks one TODO by starting `program`, whose `main` calls [`main`], with `--check-here`.
///
/// Whatever the student's code does, a verdict comes back: for a loop that never ends when it has worked
/// for `limits.time`.
///
/// The student's answers are those of `library`, if there is one.
pub fn check_in_child(
    program: &Path,
    library: Option<&Path>,
    id: &str,
    name: &str,
    source: AnswerSource,
    seed: u64,
    limits: Limits,
) -> Verdict {
    let patience = (limits.time + DIAGNOSIS) * MAX_WAIT_FACTOR + STARTUP_ALLOWANCE;
    let mut command = Command::new(program);
    if let Some(library) = library {
        command.env(LIBRARY, library);
    }
    check_with(command, id, name, source, seed, limits, patience)
}

/// As [`check_in_child`], by a command that the arguments of the check are added to: a program that restricts itself
/// and then becomes the lesson's. What does not end is ended after `patience`, by the clock on the wall.
pub fn check_with(
    mut command: Command,
    id: &str,
    name: &str,
    source: AnswerSource,
    seed: u64,
    limits: Limits,
    patience: Duration,
) -> Verdict {
    command.args(["--check-here", id, "--as", source.name(), "--seed", &seed.to_string()]);
    command.args([OsStr::new("--memory"), limits.memory.to_string().as_ref()]);
    command.args([OsStr::new("--time"), limits.time.as_millis().to_string().as_ref()]);
    let token = token();
    let end = match end_of(&mut command, &token, patience) {
        Ok(end) => end,
        Err(e) => return not_started(id, name, seed, &e),
    };
    let (mut verdict, prints) = match end.verdict(&token) {
        Some((verdict, prints)) => (verdict, prints),
        None => (end.without_verdict(id, name, seed, limits), end.out.clone()),
    };
    verdict.prints = prints_of(&prints, &end.err, verdict.status);
    verdict
}

/// A crash takes along what was printed last without a line break: said where the text has such prints.
fn lost_prints(exercise: &str) -> Option<String> {
    let tokens = source::tokens(exercise);
    let prints = tokens.windows(2).any(|pair| pair[0].text == "print" && pair[1].text == "!");
    prints.then(|| "what `print!` wrote last may be missing: `println!` arrives even before a crash.".into())
}

/// A word that student code cannot know: the parent draws it, the child reads it before that code runs.
fn token() -> String {
    // Each `RandomState` has keys of its own from the system.
    let half = |n: u8| RandomState::new().hash_one(n);
    format!("{:016x}{:016x}", half(0), half(1))
}

/// What the machine has failed at says nothing of the answer.
fn not_started(id: &str, name: &str, seed: u64, error: &dyn std::fmt::Display) -> Verdict {
    Verdict::new(id, name, Status::Skipped, seed).saying(format!("{NOT_STARTED}: {error}"))
}

/// What is said of a check that was stopped after so long.
fn timed_out(id: &str, name: &str, seed: u64, took: Duration) -> Verdict {
    let seconds = took.as_secs_f32();
    Verdict::new(id, name, Status::TimedOut, seed)
        .saying(format!("still running after {seconds:.1} s, and stopped: a loop that never ends?"))
}

/// How a child ended, and the last part of what it wrote.
struct End {
    /// `None`: it was stopped.
    status: Option<ExitStatus>,
    /// Because it had too many threads.
    has_many_threads: bool,
    took: Duration,
    out: String,
    err: String,
}

fn end_of(command: &mut Command, token: &str, time: Duration) -> std::io::Result<End> {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.env("RUST_BACKTRACE", "0").spawn()?;
    let mut input = child.stdin.take(); // open until the child has ended: it ends with us
    if let Some(input) = &mut input {
        // A child that is gone already has left no verdict, which is what will be said.
        let _ = writeln!(input, "{token}");
    }
    let pipes = Pipe::drain(child.stdout.take()).and_then(|out| Ok((out, Pipe::drain(child.stderr.take())?)));
    let start = Instant::now();
    let mut has_many_threads = false;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        has_many_threads = threads(child.id()).is_some_and(|count| count > MOST_THREADS);
        if start.elapsed() >= time || has_many_threads || pipes.is_err() {
            child.kill()?;
            child.wait()?;
            break None;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let took = start.elapsed();
    drop(input);
    let (out, err) = pipes?;
    Ok(End { status, has_many_threads, took, out: out.finish(), err: err.finish() })
}

/// How many threads a process has, where the system tells (Linux).
fn threads(process: u32) -> Option<usize> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("Threads:"))?.trim().parse().ok()
}

impl End {
    /// The verdict with the right token, and what was printed before it.
    fn verdict(&self, token: &str) -> Option<(Verdict, String)> {
        let mark = format!("{MARK} {token} ");
        let at = self.out.rfind(&mark)?;
        let line = self.out[at + mark.len()..].lines().next()?;
        // The child sets a line break before the mark, so that a print without one stays apart.
        let prints = self.out[..at].strip_suffix('\n').unwrap_or(&self.out[..at]);
        Some((serde_json::from_str(line).ok()?, prints.to_owned()))
    }

    /// Ending without a verdict is never a pass; here is what it was.
    fn without_verdict(&self, id: &str, name: &str, seed: u64, limits: Limits) -> Verdict {
        let crashed = || Verdict::new(id, name, Status::Crashed, seed);
        if self.has_many_threads {
            return crashed().saying(format!("more than {MOST_THREADS} threads were started."));
        }
        let in_time = |status: &ExitStatus| status.code() != Some(TIME_IS_UP);
        let Some(status) = self.status.filter(in_time) else {
            return timed_out(id, name, seed, self.took);
        };
        if self.err.contains("overflowed its stack") {
            crashed().saying("the stack overflowed: a recursion that never ends?")
        } else if self.err.contains("memory allocation of") {
            let megabytes = limits.memory >> 20;
            crashed().saying(format!(
                "more than {megabytes} MB of memory were asked for: a list that only grows, or room \
                 for as much as a number says?"
            ))
        } else if self.err.contains("non-unwinding panic") || self.err.contains("in a destructor") {
            crashed().saying("it panicked a second time while it was panicking, which ends a program.")
        } else if let Some(code) = status.code() {
            crashed().saying(format!(
                "the program ended itself (exit code {code}) before the check was done: did the code call exit?"
            ))
        } else {
            crashed().saying(format!("the program was ended before the check was done ({status}): an abort?"))
        }
    }
}

/// What the student's code wrote, standard output first. Rust's own last words about a crash are the verdict's.
fn prints_of(out: &str, err: &str, status: Status) -> Option<String> {
    const LAST_WORDS: [&str; 6] = [
        "overflowed its stack",
        "memory allocation of",
        "fatal runtime error",
        "non-unwinding panic",
        "RUST_BACKTRACE",
        "thread '",
    ];
    let of_rust = |line: &str| status == Status::Crashed && LAST_WORDS.iter().any(|words| line.contains(words));
    let err: Vec<&str> = err.lines().filter(|line| !of_rust(line)).collect();
    let mut prints = out.to_owned();
    if !prints.is_empty() && !prints.ends_with('\n') {
        prints.push('\n');
    }
    prints += err.join("\n").trim_start_matches('\n');
    (!prints.trim().is_empty()).then_some(prints)
}
