//! The process that answers: it runs the student's code, and judges nothing.
//!
//! It is asked questions, and replies to each in turn: see [`message`](super::message). It lives until the judge has gone.

use super::channel;
use super::message::{Question, Reply, Said};
use super::{OTHER_TYPES, Options, PARENT_GONE, TIME_IS_UP};
use crate::check::clock::CpuTimeLimit;
use crate::check::{Lesson, Limits, LoadedLibrary, Probe, announce, catch_panic};
use crate::memory::{self, MemoryLimit};
use filedescriptor::FileDescriptor;
use given::Course;
use std::io::{BufRead, BufReader, Write};
use std::process::{self, ExitCode};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// Answers one TODO. Comes back only if it was asked wrongly, or cannot begin.
pub(super) fn answer(lesson: &Lesson, options: &Options) -> ExitCode {
    let about = &lesson.about;
    let todo = about.ids().iter().position(|id| options.has(id));
    let (Some(todo), Ok(limits)) = (todo, options.limits()) else { return ExitCode::from(2) };
    let [asked, replies] = match channel::take() {
        Ok(ends) => ends,
        Err(error) => return not_started(&error),
    };
    let Ok(library) = LoadedLibrary::named() else { return ExitCode::from(OTHER_TYPES) };
    let (send, questions) = mpsc::channel();
    let replies = &Mutex::new(replies);
    let name = format!("{} {}", about.id(todo), about.task(todo).name());
    thread::scope(|scope| {
        // Rust prints the thread's name when its stack overflows.
        let threads = named("prints")
            .spawn(move || let_prints_out(library))
            .and_then(|_| named("watch").spawn_scoped(scope, || watch(replies)))
            .and_then(|_| {
                let thread = named(&name).stack_size(super::STACK);
                thread.spawn_scoped(scope, || answer_questions(lesson, todo, library, limits, questions, replies))
            });
        match threads {
            Ok(_) => read(asked, &send),
            Err(error) => not_started(&error),
        };
        process::exit(PARENT_GONE)
    })
}

fn named(name: &str) -> thread::Builder {
    thread::Builder::new().name(name.into())
}

/// Answers questions about a TODO, until nobody can ask any more.
fn answer_questions(
    lesson: &Lesson,
    todo: usize,
    library: Option<LoadedLibrary>,
    limits: Limits,
    questions: mpsc::Receiver<Question>,
    replies: &Mutex<FileDescriptor>,
) {
    let about = &lesson.about;
    let course = course(lesson, todo, library);
    // None of the student's Rust runs in a shader, and a driver's threads and memory are not the answer's.
    let is_shader = about.task(todo).is_shader();
    #[cfg(feature = "graphics")]
    if is_shader {
        let _ = crate::check::shader::context(); // where there is none, the answer says so
    }
    let mut left = limits.time;
    let mut is_limited = false;
    for to in questions {
        let Question { probe: Some((seed, index)), .. } = to else {
            let text = library.map_or_else(|| about.exercise_text(), |library| library.text().into());
            say(replies, to, Said::Text(text));
            continue;
        };
        // From the student's first line on.
        if !is_shader && !std::mem::replace(&mut is_limited, true) {
            memory::refuse_beyond(limits.memory);
        }
        *limit() = Some((CpuTimeLimit::new(left), MemoryLimit::new(limits.memory), to));
        let probe = Probe { seed, index };
        let answer = catch_panic::call(|| lesson.checks[todo].answer(&course, &probe)).flatten();
        let took = limit().take().map(|(limit, ..)| limit.used());
        left = left.saturating_sub(took.unwrap_or_default());
        say(replies, to, Said::Answer(answer, announce::take()));
    }
}

/// Returns the student's answer to a TODO, in a library; without one what the student began with. The shaders are those of
/// the lesson's folder, whatever the student's table says.
fn course(lesson: &Lesson, todo: usize, library: Option<LoadedLibrary>) -> Course {
    let mut course = lesson.starter;
    if let Some(library) = library {
        library.give(lesson.about.id(todo), &mut course);
    }
    course.with_shaders(lesson.about.number(), lesson.about.folder)
}

/// Reports that none of the student's code has run: the judge reads it among the prints.
fn not_started(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("{error}");
    process::exit(1)
}

/// A judge that is gone hears nothing anyway.
fn say(replies: &Mutex<FileDescriptor>, to: Question, said: Said) {
    let mut replies = replies.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = Reply { to, said }.send(&mut *replies);
}

/// Hands on the questions, until nobody can ask any more.
fn read(asked: FileDescriptor, questions: &mpsc::Sender<Question>) -> ExitCode {
    for line in BufReader::new(asked).lines().map_while(Result::ok) {
        if let Ok(question) = serde_json::from_str(&line) {
            let _ = questions.send(question);
        }
    }
    ExitCode::from(2)
}

/// Longest wait of a print without a line break: Rust holds it back until the line is complete, and a process that is
/// stopped meanwhile loses it.
const PRINTS_WAIT: Duration = Duration::from_millis(20);

static LIMIT: Mutex<Option<(CpuTimeLimit, MemoryLimit, Question)>> = Mutex::new(None);

fn limit() -> MutexGuard<'static, Option<(CpuTimeLimit, MemoryLimit, Question)>> {
    LIMIT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Flushes prints for as long as this process lives. If the student's code keeps standard output to itself, this waits
/// for it.
fn let_prints_out(library: Option<LoadedLibrary>) {
    loop {
        thread::sleep(PRINTS_WAIT);
        let _ = std::io::stdout().flush(); // a judge that is gone reads nothing anyway
        library.inspect(|library| library.flush());
    }
}

/// Message if the system refuses memory, as Rust words it.
pub(super) const TOO_MUCH: &str = "memory allocation of too much was stopped";

/// Ends this process when the student's code has worked for too long, or holds too much memory.
fn watch(replies: &Mutex<FileDescriptor>) {
    loop {
        thread::sleep(PRINTS_WAIT);
        let now = limit();
        let Some((time, memory, to)) = now.as_ref() else { continue };
        if memory.is_over() {
            eprintln!("{TOO_MUCH}");
            process::abort();
        }
        let over = time.is_over().then(|| (time.waited(), *to));
        drop(now);
        if let Some((took, to)) = over {
            memory::refuse_beyond(usize::MAX >> 1);
            say(replies, to, Said::TimeIsUp { took, asked: announce::last() });
            process::exit(TIME_IS_UP);
        }
    }
}
