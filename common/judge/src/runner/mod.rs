//! `lesson-NN --check`: each TODO is answered in a process of its own, and judged in this one.
//!
//! Rust cannot stop a thread, a runaway recursion aborts through `catch_unwind`, `exit(0)` looks like success, and
//! whatever a process knows can be read by all of its code. So the process with the student's code only answers:
//! probes in, values out. What is right is known here, where none of the student's code runs. It is no sandbox.
//!
//! ```text
//! judge (here)    --check       -> Answerer: a question for each probe ->   child: --answer NN.T, the student's code
//!                                                                           |
//! Verdict <- diagnose: what is right, and the mistakes <- channel: a reply (message) to each, and nothing else
//! ```

mod answerer;
mod channel;
mod child;
mod message;

use super::clock::MAX_WAIT_FACTOR;
use super::linked::Linked;
use answerer::{Answerer, STARTUP_ALLOWANCE};
use check::diagnose::{self, Submission};
use check::{About, Lesson, Task};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::ffi::OsString;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;
use std::{env, fs, io, process, thread};
use verdict::judging::{JUDGING, TYPES_CHANGED, not_started, this_program, verdict_by};
use verdict::{LIBRARY, SEED, Status, Verdict, report, source};

/// Resources that one TODO's process may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Working time of the check's own thread, where the system tells (Linux); elsewhere wall-clock time. A thread that
    /// sleeps, or hardly gets to work, is stopped after some times as long.
    pub time: Duration,
    /// Its data, in bytes.
    pub memory: usize,
}

impl Default for Limits {
    /// A hundred times what a check takes.
    fn default() -> Self {
        Limits { time: Duration::from_secs(3), memory: 256 << 20 }
    }
}

/// The table of answers that is checked, or drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnswerSource {
    /// The student's.
    #[default]
    Mine,
    /// Answers with which every student begins.
    Starter,
    /// Ours.
    Reference,
}

impl AnswerSource {
    /// The value of `--as`.
    fn name(self) -> &'static str {
        match self {
            AnswerSource::Mine => "exercise",
            AnswerSource::Starter => "starter",
            AnswerSource::Reference => "reference",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        let all = [AnswerSource::Mine, AnswerSource::Starter, AnswerSource::Reference];
        all.into_iter().find(|source| source.name() == name)
    }
}

/// The exit code of a child that ends itself because the check has worked for too long.
const TIME_IS_UP: i32 = 124;

/// The exit code where the library that is named cannot be loaded: the program has to be built anew.
pub const OTHER_TYPES: u8 = 4;

/// The exit code of a child whose parent is gone before the check was done.
const PARENT_GONE: i32 = 125;

/// Stack of the thread that answers and of the one that judges: the same on every system, so that a recursion that fits
/// here fits there.
const STACK: usize = 8 << 20;

const USAGE: &str = "usage: --check [NN.T] [--json] [--seed N] [--as exercise|starter|reference]";

/// Runs the check that the arguments of a lesson's program ask for. Returns `None` if they ask for something else.
///
/// - `--check [NN.T] [--json] [--seed N] [--as exercise|starter|reference]` checks each TODO, or one,
///   and exits with 0 only if all pass, 1 if one does not, 2 for wrong usage, 3 if some were skipped, and
///   [`OTHER_TYPES`] if the library of [`LIBRARY`] does not fit;
/// - for other programs: `--time` and `--memory` as in [`Limits`], in milliseconds and bytes; `--patience`, the longest
///   wait for an answerer, in milliseconds of wall-clock time; `--exercise FILE`, the text of the answers, if the answerer
///   is not trusted to send it; and `-- COMMAND`, which starts the answerer;
/// - `--check-here NN.T` checks one TODO, prints JSON, and ends when its standard input is closed;
/// - `--answer NN.T` starts an answerer.
///
/// `build` makes the library with the student's answers for `--check` where none is named. `open_graphics` opens OpenGL for
/// the answerer of a shader, before its time and memory are limited.
///
/// An earlier lesson's TODO is answered and judged, too, if the lesson calls it.
pub fn main(lesson: &'static Lesson, build: Build, open_graphics: fn()) -> Option<ExitCode> {
    let mut arguments = env::args().skip(1);
    let is_here = ["--check-here", "--answer"].contains(&&*arguments.next()?);
    let todo = arguments.next().unwrap_or_default();
    match lesson.earlier.iter().find(|earlier| is_here && todo.starts_with(earlier.lesson.about.number())) {
        Some(earlier) => main_of(earlier.lesson, |_| Ok(Answered::InStarter), open_graphics),
        None => main_of(lesson, build, open_graphics),
    }
}

/// Makes the library of a lesson's answers.
pub type Build = fn(&About) -> Result<Answered, String>;

/// The answers that are checked.
pub enum Answered {
    /// The starter's answers.
    InStarter,
    /// The answers of this library.
    In(PathBuf),
    /// They do not compile, and these are the verdicts.
    Refused(Vec<Verdict>),
}

fn main_of(lesson: &Lesson, build: Build, open_graphics: fn()) -> Option<ExitCode> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let mut parts = arguments.splitn(2, |argument| argument == "--");
    let options = RunnerOptions { arguments: parts.next()?, command: parts.next() };
    let result = match options.arguments.first()?.as_str() {
        "--answer" => return Some(child::answer(lesson, &options, open_graphics)),
        "--check-here" => end_with_the_parent()
            .map_err(|e| e.to_string())
            .and_then(|()| check(lesson, &options, true, |_| Ok(Answered::InStarter))),
        "--check" => check(lesson, &options, options.has("--json"), build),
        _ => return None,
    };
    Some(match result {
        Ok(code) => ExitCode::from(code),
        Err(why) => {
            eprintln!("{why}\n{USAGE}");
            ExitCode::from(2)
        }
    })
}

/// Ends this process when its standard input is closed: a window that is closed during a check leaves no process behind.
fn end_with_the_parent() -> io::Result<()> {
    thread::Builder::new()
        .name("parent".into())
        .spawn(|| {
            let _ = io::copy(&mut io::stdin(), &mut io::sink());
            process::exit(PARENT_GONE);
        })
        .map(drop)
}

/// The arguments. Clap does not parse them, because it takes 0.3 ms unoptimised, a tenth of an answerer's start.
struct RunnerOptions<'a> {
    arguments: &'a [String],
    /// Arguments after `--`.
    command: Option<&'a [String]>,
}

impl RunnerOptions<'_> {
    fn has(&self, flag: &str) -> bool {
        self.arguments.iter().any(|argument| argument == flag)
    }

    /// Returns the value after `flag`, or `default` if the flag is missing.
    fn value<T>(&self, flag: &str, default: T, read: impl Fn(&str) -> Option<T>) -> Result<T, String> {
        let Some(at) = self.arguments.iter().position(|argument| argument == flag) else {
            return Ok(default);
        };
        let value = self.arguments.get(at + 1).map_or("", String::as_str);
        read(value).ok_or_else(|| format!("{flag} does not take \"{value}\""))
    }

    fn milliseconds(&self, flag: &str) -> Result<Option<Duration>, String> {
        self.value(flag, None, |text| Some(Some(Duration::from_millis(text.parse().ok()?))))
    }

    /// Returns the limits that are named, and the default for the others.
    fn limits(&self) -> Result<Limits, String> {
        let Limits { time, memory } = Limits::default();
        let memory = self.value("--memory", memory, |text| text.parse().ok())?;
        Ok(Limits { time: self.milliseconds("--time")?.unwrap_or(time), memory })
    }
}

struct RunSettings {
    seed: u64,
    source: AnswerSource,
    limits: Limits,
    patience: Option<Duration>,
    /// Starts the answerer, without the arguments that name the TODO.
    command: Vec<OsString>,
    /// The text of the exercise, if the answerer is not trusted to send it.
    text: Option<String>,
    library: Option<PathBuf>,
    linked: Linked,
}

impl RunSettings {
    fn read(options: &RunnerOptions) -> Result<Self, String> {
        let exercise: Option<PathBuf> = options.value("--exercise", None, |file| Some(Some(file.into())))?;
        let text = exercise.map(|file| fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display())));
        Ok(RunSettings {
            seed: options.value("--seed", SEED, |text| text.parse().ok())?,
            source: options.value("--as", AnswerSource::Mine, AnswerSource::from_name)?,
            limits: options.limits()?,
            patience: options.milliseconds("--patience")?,
            command: match options.command {
                Some(command) => command.iter().map(OsString::from).collect(),
                None => {
                    vec![this_program().map_err(|error| format!("this program cannot be found: {error}"))?.into()]
                }
            },
            text: text.transpose()?,
            library: env::var_os(LIBRARY).map(PathBuf::from),
            linked: Linked::default(),
        })
    }

    /// Returns the command of the answerer for one TODO.
    fn command_for(&self, id: &str) -> Vec<OsString> {
        let Limits { time, memory } = self.limits;
        let [time, memory] = [time.as_millis().to_string(), memory.to_string()];
        let arguments = ["--answer", id, "--time", &time, "--memory", &memory];
        self.command.iter().cloned().chain(arguments.map(OsString::from)).collect()
    }
}

/// Checks one TODO or all, and prints the verdicts. Returns the exit code.
fn check(lesson: &Lesson, options: &RunnerOptions, as_json: bool, build: Build) -> Result<u8, String> {
    let mut settings = RunSettings::read(options)?;
    let only = options.arguments.get(1).filter(|argument| !argument.starts_with("--"));
    let about = &lesson.about;
    let mut todos: Vec<usize> = (0..about.todos.len()).collect();
    todos.retain(|todo| only.is_none_or(|only| *only == about.id(*todo)));
    if todos.is_empty() {
        let only = only.map_or("", String::as_str);
        return Err(format!("there is no TODO {only} in lesson {}: {}", about.number(), about.ids().join(", ")));
    }
    let mut refused = None;
    if settings.source == AnswerSource::Mine && settings.library.is_none() && options.command.is_none() {
        match build(about)? {
            Answered::InStarter => {}
            Answered::In(library) => settings.library = Some(library),
            Answered::Refused(verdicts) => refused = Some(verdicts),
        }
    }
    settings.linked = settings.library.as_deref().map(Linked::read).unwrap_or_default();
    let judged: Result<Vec<_>, OtherTypes> = match refused {
        Some(verdicts) => Ok(todos.iter().filter_map(|&todo| verdicts.get(todo).cloned()).collect()),
        None => run_in_parallel(&todos, |todo| judge(lesson, todo, &settings)).into_iter().collect(),
    };
    let Ok(verdicts) = judged else {
        eprintln!("{TYPES_CHANGED}");
        return Ok(OTHER_TYPES);
    };
    let text = if as_json {
        serde_json::to_string_pretty(&verdicts).expect("plain data with text for keys") + "\n"
    } else {
        verdicts.iter().map(report::text).collect()
    };
    let _ = io::stdout().write_all(text.as_bytes()); // a reader that has left, as `head` does, is no error
    Ok(report::exit_code(&verdicts))
}

/// A library was built for other types than the program that should load it.
struct OtherTypes;

/// Judges a TODO. A student's code runs in a process of its own; ours runs in this one.
fn judge(lesson: &Lesson, todo: usize, settings: &RunSettings) -> Result<Verdict, OtherTypes> {
    let RunSettings { seed, source, limits, patience, .. } = *settings;
    match source {
        AnswerSource::Mine => {}
        AnswerSource::Starter => return Ok(diagnose::starter_verdict(lesson, todo, seed)),
        AnswerSource::Reference => {
            let submission = Submission { answers: &lesson.reference, text: None, shaders: "" };
            return Ok(diagnose::verdict(lesson, todo, &submission, seed));
        }
    }
    let id = lesson.about.id(todo);
    let name = lesson.about.task(todo).name();
    let cases = lesson.checks[todo].cases.len();
    let library = settings.library.as_deref();
    let mut answerer = match Answerer::start(&settings.command_for(id), library, limits, patience, seed, cases) {
        Ok(answerer) => answerer,
        Err(error) => return Ok(not_started(id, name, seed, &error)),
    };
    if answerer.has_other_types() {
        return Err(OtherTypes);
    }
    // An answerer that has ended already sends no text, and no answer either.
    let text = settings.text.clone().or_else(|| answerer.text()).unwrap_or_default();
    let answerer = RefCell::new(answerer);
    let verdict = catch_unwind(AssertUnwindSafe(|| {
        diagnose::verdict_on(
            lesson,
            todo,
            &|probe| answerer.borrow_mut().answer(probe),
            Some(&text),
            lesson.about.folder,
            seed,
        )
    }));
    let mut verdict = verdict.unwrap_or_else(|_| {
        Verdict::new(id, name, Status::Crashed, seed)
            .saying("the check itself failed. This is a fault of the workbook, not of your code.")
    });
    verdict.unneeded = settings.linked.unneeded();
    let finished_in = &lesson.about.toml.todos[todo].finished_in;
    let is_function = matches!(lesson.about.task(todo), Task::Function(_));
    if let (Status::Pass, true, Some(called)) =
        (verdict.status, is_function, settings.linked.finished(finished_in, lesson.about.number()))
    {
        let words = format!("right, but your file calls `{called}`, which this TODO is to become: write it yourself.");
        let place = Some(format!("lessons/{}/exercise.rs", lesson.about.folder));
        verdict = Verdict { place, ..Verdict::new(id, name, Status::Borrowed, seed).saying(words) };
    }
    if verdict.status.is_wrong() {
        verdict.notes.extend(fault_of_called(lesson, todo, settings)?);
    }
    let (printed, out_of_turn) = answerer.into_inner().finish();
    if let Some(why) = out_of_turn {
        verdict = Verdict::new(id, name, Status::Crashed, seed).saying(why);
    }
    verdict.prints = student_prints(&printed, verdict.status);
    if verdict.status == Status::Crashed {
        verdict.notes.extend(lost_prints_note(&text));
    }
    Ok(verdict)
}

/// Judges the TODO whose function a TODO may call. Returns a sentence if that function is wrong.
fn fault_of_called(lesson: &Lesson, todo: usize, settings: &RunSettings) -> Result<Option<String>, OtherTypes> {
    let todos = &lesson.about.toml.todos;
    let Some(called) = todos.iter().position(|other| todos[todo].calls.as_ref() == Some(&other.name)) else {
        return Ok(None);
    };
    let Verdict { id, name, status, .. } = judge(lesson, called, settings)?;
    let why = match status {
        Status::Pass | Status::Borrowed | Status::Skipped => return Ok(None),
        Status::TimedOut => "never ends",
        Status::NotStarted => "is not written yet",
        _ => "is not right yet",
    };
    Ok(Some(format!("your {id} `{name}` {why}: if you call it here, do that one first.")))
}

/// Calls `run` with each TODO, on a thread for each. Returns the results in the order of the TODOs.
fn run_in_parallel<T: Send>(todos: &[usize], run: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let run = &run;
    thread::scope(|scope| {
        let mut started = Vec::new();
        for &todo in todos {
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || run(todo));
            started.push(thread.map_err(|_| todo));
        }
        let mut results = Vec::new();
        for thread in started {
            results.push(match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                Err(todo) => run(todo), // the system has no thread more: one after the other
            });
        }
        results
    })
}

/// Checks one TODO in two processes of `program`, whose `main` calls [`main`]: one judges, and starts another that answers.
/// The student's answers are those of `library`, if there is one.
///
/// A verdict comes back whatever the student's code does. An endless loop is stopped after `limits.time`.
pub fn check_in_child(
    program: &Path,
    library: Option<&Path>,
    id: &str,
    name: &str,
    source: AnswerSource,
    seed: u64,
    limits: Limits,
) -> Verdict {
    let mut command = Command::new(program);
    command.args(["--check-here", id, "--as", source.name(), "--seed", &seed.to_string()]);
    command.args(["--memory", &limits.memory.to_string(), "--time", &limits.time.as_millis().to_string()]);
    if let Some(library) = library {
        command.env(LIBRARY, library);
    }
    let time = limits.time * MAX_WAIT_FACTOR + STARTUP_ALLOWANCE + JUDGING;
    verdict_by(&mut command, id, name, seed, time)
}

/// Returns a note that a crash may have lost the last print, if the exercise prints without line breaks.
fn lost_prints_note(exercise: &str) -> Option<String> {
    let tokens = source::tokens(exercise);
    let prints = tokens.windows(2).any(|pair| pair[0].text == "print" && pair[1].text == "!");
    prints.then(|| "what `print!` wrote last may be missing: `println!` arrives even before a crash.".into())
}

/// Returns the student's prints, without Rust's own messages about a crash, which are the verdict's.
fn student_prints(printed: &str, status: Status) -> Option<String> {
    const CRASH_MESSAGES: [&str; 6] = [
        "overflowed its stack",
        "memory allocation of",
        "fatal runtime error",
        "non-unwinding panic",
        "RUST_BACKTRACE",
        "thread '",
    ];
    let mut lines: Vec<&str> = printed.lines().collect();
    lines.retain(|line| status != Status::Crashed || !CRASH_MESSAGES.iter().any(|words| line.contains(words)));
    let prints = lines.join("\n");
    (!prints.trim().is_empty()).then(|| prints + "\n")
}
