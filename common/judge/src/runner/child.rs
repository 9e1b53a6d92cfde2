//! The process that answers: it runs the student's code, and judges nothing.
//!
//! It replies to each [question](super::message) in turn, and ends when the judge has ended.

use super::channel;
use super::message::{Question, Reply, Said};
use super::{OTHER_TYPES, PARENT_GONE, RunnerOptions, TIME_IS_UP};
use crate::clock::CpuTimeLimit;
use crate::memory::{self, MemoryLimit};
use crate::{Limits, LoadedLibrary};
use check::{Lesson, Probe, ask, catch_panic};
use filedescriptor::FileDescriptor;
use given::Course;
use std::io::{BufRead, BufReader, Write};
use std::process::{self, ExitCode};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// Answers questions about one TODO, and ends the process. Returns only if the arguments are wrong, or it cannot begin.
pub(super) fn answer(lesson: &Lesson, options: &RunnerOptions, open_graphics: fn()) -> ExitCode {
    let about = &lesson.about;
    let todo = about.ids().iter().position(|id| options.has(id));
    let (Some(todo), Ok(limits)) = (todo, options.limits()) else { return ExitCode::from(2) };
    let [asked, replies] = match channel::take() {
        Ok(ends) => ends,
        Err(error) => return not_started(&error),
    };
    let Ok(library) = LoadedLibrary::named() else { return ExitCode::from(OTHER_TYPES) };
    let (sender, questions) = mpsc::channel();
    let replies = &Mutex::new(replies);
    let name = format!("{} {}", about.id(todo), about.task(todo).name());
    thread::scope(|scope| {
        // Rust prints the thread's name when its stack overflows.
        let threads = named("prints")
            .spawn(move || keep_flushing(library))
            .and_then(|_| named("watch").spawn_scoped(scope, || watch(replies)))
            .and_then(|_| {
                let thread = named(&name).stack_size(super::STACK);
                thread.spawn_scoped(scope, || {
                    answer_questions(lesson, todo, library, limits, open_graphics, questions, replies);
                })
            });
        match threads {
            Ok(_) => receive_questions(asked, &sender),
            Err(error) => not_started(&error),
        };
        process::exit(PARENT_GONE)
    })
}

fn named(name: &str) -> thread::Builder {
    thread::Builder::new().name(name.into())
}

/// Replies to questions about a TODO until their sender is dropped.
fn answer_questions(
    lesson: &Lesson,
    todo: usize,
    library: Option<LoadedLibrary>,
    limits: Limits,
    open_graphics: fn(),
    questions: mpsc::Receiver<Question>,
    replies: &Mutex<FileDescriptor>,
) {
    let about = &lesson.about;
    let course = course_with_answer(lesson, todo, library);
    // None of the student's Rust runs in a shader, and a driver's threads and memory are not the answer's.
    let is_shader = about.task(todo).is_shader();
    if is_shader {
        open_graphics();
    }
    let mut left = limits.time;
    let mut is_limited = false;
    for to in questions {
        let Question { probe: Some((seed, index)), .. } = to else {
            let text = library.map_or_else(|| about.exercise_text(), |library| library.text().into());
            send(replies, to, Said::Text(text));
            continue;
        };
        // Before the student's first line runs.
        if !is_shader && !std::mem::replace(&mut is_limited, true) {
            memory::refuse_beyond(limits.memory);
        }
        *limit() = Some((CpuTimeLimit::new(left), MemoryLimit::new(limits.memory), to));
        let probe = Probe { seed, index };
        let answer = catch_panic::call(|| lesson.checks[todo].answer(&course, &probe)).flatten();
        let took = limit().take().map(|(limit, ..)| limit.used());
        left = left.saturating_sub(took.unwrap_or_default());
        send(replies, to, Said::Answer(answer, ask::take_announced()));
    }
}

/// Returns the starter's course with a library's answer to one TODO. The shaders are those of the lesson's folder, whatever
/// the library's table says.
fn course_with_answer(lesson: &Lesson, todo: usize, library: Option<LoadedLibrary>) -> Course {
    let mut course = lesson.starter;
    if let Some(library) = library {
        library.give(lesson.about.id(todo), &mut course);
    }
    course.with_shaders(lesson.about.number(), lesson.about.folder)
}

/// Prints why none of the student's code has run, where the judge reads it, and ends the process.
fn not_started(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("{error}");
    process::exit(1)
}

/// Sends a reply. A judge that has ended needs none.
fn send(replies: &Mutex<FileDescriptor>, to: Question, said: Said) {
    let mut replies = replies.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = Reply { to, said }.send(&mut *replies);
}

/// Passes questions on to the thread that answers, until the judge closes the channel.
fn receive_questions(channel: FileDescriptor, questions: &mpsc::Sender<Question>) -> ExitCode {
    for line in BufReader::new(channel).lines().map_while(Result::ok) {
        if let Ok(question) = serde_json::from_str(&line) {
            let _ = questions.send(question);
        }
    }
    ExitCode::from(2)
}

/// Time between two flushes, and between two looks at the limits. A process that is stopped loses what it has printed
/// without a line break since the last flush.
const POLL: Duration = Duration::from_millis(20);

/// Limits of the call that is running, and the question that it is made for.
static LIMIT: Mutex<Option<(CpuTimeLimit, MemoryLimit, Question)>> = Mutex::new(None);

fn limit() -> MutexGuard<'static, Option<(CpuTimeLimit, MemoryLimit, Question)>> {
    LIMIT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Flushes prints without a line break for as long as this process runs. If the student's code locks standard output, this
/// waits.
fn keep_flushing(library: Option<LoadedLibrary>) {
    loop {
        thread::sleep(POLL);
        let _ = std::io::stdout().flush(); // a judge that has ended reads nothing
        library.inspect(|library| library.flush());
    }
}

/// Message if the system refuses memory, as Rust words it.
pub(super) const TOO_MUCH: &str = "memory allocation of too much was stopped";

/// Ends this process when the student's code has worked for too long, or holds too much memory.
fn watch(replies: &Mutex<FileDescriptor>) {
    loop {
        thread::sleep(POLL);
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
            send(replies, to, Said::TimeIsUp { took, asked: ask::last_announced() });
            process::exit(TIME_IS_UP);
        }
    }
}
