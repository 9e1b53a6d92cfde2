//! The process that judges: each TODO is answered in a process of its own, and judged in this one.
//!
//! Rust cannot stop a thread, a runaway recursion aborts through `catch_unwind`, `exit(0)` looks like success, and
//! whatever a process knows can be read by all of its code. So the process with the student's code only answers:
//! probes in, values out. What is right is known here, where none of the student's code runs. It is no sandbox.

use crate::answerer_process::{AnswererProcess, STARTUP_ALLOWANCE};
use crate::arguments::{Arguments, Mode, USAGE};
use crate::clock::MAX_WAIT_FACTOR;
use crate::linked::Linked;
use crate::{AnswerSource, Build, Limits, OTHER_TYPES, PARENT_GONE, STACK, answerer};
use check::diagnose::{self, Submission};
use check::{About, Lesson, Task};
use std::cell::RefCell;
use std::ffi::OsString;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;
use std::{env, fs, io, process, thread};
use verdict::build::{self, BuildOutcome, CargoOutput, lesson};
use verdict::run_judge::{JUDGING, TYPES_CHANGED, not_started, this_program, verdict_by};
use verdict::{LIBRARY, Status, Verdict, report, source};

/// Runs the check that the arguments of a lesson's program ask for. Returns `None` if they ask for something else. What they
/// may be is told in `arguments.rs`.
///
/// `build` makes the library with the student's answers for `--check` where none is named. `open_graphics` opens OpenGL for
/// the answerer of a shader, before its time and memory are limited.
///
/// An earlier lesson's TODO is answered and judged, too, if the lesson calls it.
pub fn main(lesson: &'static Lesson, build: Build, open_graphics: fn()) -> Option<ExitCode> {
    let result = match Arguments::read(env::args_os().skip(1))? {
        Ok(arguments) if arguments.mode == Mode::Check => check(lesson, &arguments, build),
        Ok(arguments) => {
            let todo = arguments.todo.as_deref().unwrap_or_default();
            let earlier = lesson.earlier.iter().find(|earlier| todo.starts_with(earlier.lesson.about.number()));
            let lesson = earlier.map_or(lesson, |earlier| earlier.lesson);
            if arguments.mode == Mode::Answer {
                return Some(answerer::run(lesson, &arguments, open_graphics));
            }
            let ends = end_with_the_parent().map_err(|error| error.to_string());
            ends.and_then(|()| check(lesson, &arguments, |_| None))
        }
        Err(error) => Err(error.to_string()),
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

/// Builds the library of a lesson's answers; `None` if the exercise is the starter's.
pub fn answers(about: &About) -> Option<BuildOutcome> {
    if about.is_starter_text(&about.exercise_text()) {
        return None;
    }
    Some(match lesson::find(about.number()) {
        Ok(lesson) => build::library(&lesson, CargoOutput::Shown),
        Err(error) => BuildOutcome::Failed(format!("{error:#}")),
    })
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
    fn new(arguments: &Arguments) -> Result<Self, String> {
        let Arguments { seed, source, limits, patience, .. } = *arguments;
        let mut command = arguments.command.clone();
        if command.is_empty() {
            command.push(this_program().map_err(|error| format!("this program cannot be found: {error}"))?.into());
        }
        let text = arguments
            .exercise
            .as_ref()
            .map(|file| fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display())));
        let library = env::var_os(LIBRARY).map(PathBuf::from);
        Ok(RunSettings {
            seed,
            source,
            limits,
            patience,
            command,
            text: text.transpose()?,
            library,
            linked: Linked::default(),
        })
    }

    fn command_for(&self, id: &str) -> Vec<OsString> {
        let Limits { time, memory } = self.limits;
        let [time, memory] = [time.as_millis().to_string(), memory.to_string()];
        let arguments = ["--answer", id, "--time", &time, "--memory", &memory];
        self.command.iter().cloned().chain(arguments.map(OsString::from)).collect()
    }
}

/// Checks one TODO or all, and prints the verdicts. Returns the exit code.
fn check(lesson: &Lesson, arguments: &Arguments, build: Build) -> Result<u8, String> {
    let mut settings = RunSettings::new(arguments)?;
    let only = arguments.todo.as_deref();
    let about = &lesson.about;
    let mut todos: Vec<usize> = (0..about.todos.len()).collect();
    todos.retain(|todo| only.is_none_or(|only| only == about.id(*todo)));
    if todos.is_empty() {
        let only = only.unwrap_or_default();
        return Err(format!("there is no TODO {only} in lesson {}: {}", about.number(), about.ids().join(", ")));
    }
    let mut not_compiled = None;
    if settings.source == AnswerSource::Mine && settings.library.is_none() && arguments.command.is_empty() {
        match build(about) {
            None => {}
            Some(BuildOutcome::Failed(why)) => return Err(why),
            Some(outcome) => match outcome.report() {
                Some(report) => not_compiled = Some(report.verdicts.clone()),
                None => settings.library = outcome.into_built(),
            },
        }
    }
    settings.linked = settings.library.as_deref().map(Linked::read).unwrap_or_default();
    let judged: Result<Vec<_>, OtherTypes> = match not_compiled {
        Some(verdicts) => Ok(todos.iter().filter_map(|&todo| verdicts.get(todo).cloned()).collect()),
        None => run_in_parallel(&todos, |todo| judge(lesson, todo, &settings)).into_iter().collect(),
    };
    let Ok(verdicts) = judged else {
        eprintln!("{TYPES_CHANGED}");
        return Ok(OTHER_TYPES);
    };
    let text = if arguments.as_json {
        serde_json::to_string_pretty(&verdicts).expect("plain data with text for keys") + "\n"
    } else {
        verdicts.iter().map(report::text).collect()
    };
    let _ = io::stdout().write_all(text.as_bytes()); // a reader that has left, as `head` does, is no error
    Ok(report::exit_code(&verdicts))
}

/// A library was built for other types than the program that should load it.
struct OtherTypes;

/// Judges a TODO, and the others that it calls if it is wrong.
fn judge(lesson: &Lesson, todo: usize, settings: &RunSettings) -> Result<Verdict, OtherTypes> {
    let (mut verdict, text) = judge_alone(lesson, todo, settings)?;
    if verdict.status.is_wrong() && !lesson.about.task(todo).is_shader() {
        note_called(&mut verdict, lesson, todo, &text, settings)?;
    }
    Ok(verdict)
}

/// Judges a TODO, and returns the text of its answer, too. A student's code runs in a process of its own; ours runs in this one.
fn judge_alone(lesson: &Lesson, todo: usize, settings: &RunSettings) -> Result<(Verdict, String), OtherTypes> {
    let RunSettings { seed, source, limits, patience, .. } = *settings;
    match source {
        AnswerSource::Mine => {}
        AnswerSource::Starter => return Ok((diagnose::starter_verdict(lesson, todo, seed), String::new())),
        AnswerSource::Reference => {
            let submission = Submission { answers: &lesson.reference, text: None, shaders: "" };
            return Ok((diagnose::verdict(lesson, todo, &submission, seed), String::new()));
        }
    }
    let id = lesson.about.id(todo);
    let name = lesson.about.task(todo).name();
    let cases = lesson.checks[todo].by_hand().len();
    let library = settings.library.as_deref();
    let mut answerer = match AnswererProcess::start(&settings.command_for(id), library, limits, patience, seed, cases) {
        Ok(answerer) => answerer,
        Err(error) => return Ok((not_started(id, name, seed, &error), String::new())),
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
    let finished = lesson.about.finished.get(todo).copied().unwrap_or_default();
    let is_function = matches!(lesson.about.task(todo), Task::Function(_));
    if let (Status::Pass, true, Some(called)) =
        (verdict.status, is_function, settings.linked.finished(finished, lesson.about.number()))
    {
        let words = format!("right, but your file calls `{called}`, which this TODO is to become: write it yourself.");
        let place = Some(lesson.about.exercise_name());
        verdict = Verdict { place, ..Verdict::new(id, name, Status::Borrowed, seed).saying(words) };
    }
    let (printed, out_of_turn) = answerer.into_inner().finish();
    if let Some(why) = out_of_turn {
        verdict = Verdict::new(id, name, Status::Crashed, seed).saying(why);
    }
    verdict.prints = student_prints(&printed, verdict.status);
    Ok((verdict, text))
}

/// Judges the TODOs whose functions this one calls, and adds a sentence about the first that is wrong. One that is not written
/// yet explains more than any mistake.
fn note_called(
    verdict: &mut Verdict,
    lesson: &Lesson,
    todo: usize,
    text: &str,
    settings: &RunSettings,
) -> Result<(), OtherTypes> {
    let tokens = source::tokens(text);
    let own = lesson.about.task(todo).name();
    let function = source::function(&tokens, own).unwrap_or_default();
    for (called, (_, task)) in lesson.about.todos.iter().enumerate() {
        let is_called = function.windows(2).any(|pair| pair[0].text == task.name() && pair[1].text == "(");
        if task.is_shader() || task.name() == own || !is_called {
            continue;
        }
        let (Verdict { id, name, status, .. }, _) = judge_alone(lesson, called, settings)?;
        let why = match status {
            Status::Pass | Status::Borrowed | Status::Skipped => continue,
            Status::TimedOut => "does not return in time",
            Status::NotStarted => "is not written yet",
            _ => "is not right yet",
        };
        let sentence = format!("your {id} `{name}` {why}: do that one first.");
        if status == Status::NotStarted {
            verdict.mistakes.clear();
            verdict.question = Some(sentence);
        } else {
            verdict.notes.push(sentence);
        }
        return Ok(());
    }
    Ok(())
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
