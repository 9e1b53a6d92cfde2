//! The process that answers: it runs the student's code, and judges nothing.
//!
//! It replies to each [request](crate::protocol) in turn, and ends when the judge has ended.

use crate::arguments::Arguments;
use crate::clock::CpuTimeLimit;
use crate::memory::{self, MemoryLimit};
use crate::protocol::{self, Content, Reply, Request};
use crate::{Limits, LoadedLibrary};
use crate::{OTHER_TYPES, PARENT_GONE, STACK};
use check::{Lesson, Probe, announced, catch_panic};
use filedescriptor::FileDescriptor;
use given::Course;
use std::io::{BufRead, BufReader, Write};
use std::process::{self, ExitCode};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// The exit code of an answerer that ends itself because the check has worked for too long.
const TIME_IS_UP: i32 = 124;

/// Replies to requests about one TODO, and ends the process. Returns only if there is no such TODO, or it cannot begin.
pub(crate) fn run(lesson: &Lesson, arguments: &Arguments, open_graphics: fn()) -> ExitCode {
    let about = &lesson.about;
    let Some(todo) = arguments.todo.as_ref().and_then(|id| about.find(id)) else { return ExitCode::from(2) };
    let limits = arguments.limits;
    let [channel, replies] = match protocol::take_channel() {
        Ok(ends) => ends,
        Err(error) => return not_started(&error),
    };
    let Ok(library) = LoadedLibrary::named() else { return ExitCode::from(OTHER_TYPES) };
    let (sender, requests) = mpsc::channel();
    let replies = &Mutex::new(replies);
    let name = format!("{} {}", about.id(todo), about.task(todo).name());
    thread::scope(|scope| {
        // Rust prints the thread's name when its stack overflows.
        let threads = named(WATCHING[0])
            .spawn(move || keep_flushing(library))
            .and_then(|_| named(WATCHING[1]).spawn_scoped(scope, || watch(replies)))
            .and_then(|_| {
                let thread = named(&name).stack_size(STACK);
                thread.spawn_scoped(scope, || {
                    answer_requests(lesson, todo, library, limits, open_graphics, requests, replies);
                })
            });
        match threads {
            Ok(_) => receive_requests(channel, &sender),
            Err(error) => not_started(&error),
        };
        process::exit(PARENT_GONE)
    })
}

/// Names of the threads that flush prints, and look at the limits.
pub(crate) const WATCHING: [&str; 2] = ["prints", "watch"];

fn named(name: &str) -> thread::Builder {
    thread::Builder::new().name(name.into())
}

/// Replies to requests about a TODO until their sender is dropped.
fn answer_requests(
    lesson: &Lesson,
    todo: usize,
    library: Option<LoadedLibrary>,
    limits: Limits,
    open_graphics: fn(),
    requests: mpsc::Receiver<Request>,
    replies: &Mutex<FileDescriptor>,
) {
    let about = &lesson.about;
    let course = course_with_answer(lesson, todo, library);
    // A driver's threads and memory are not the answer's. None of the student's Rust runs in a shader; a program of the
    // student's own opens OpenGL itself.
    let is_shader = about.task(todo).is_shader();
    let draws = is_shader || about.exercise.is_some();
    if is_shader {
        open_graphics();
    }
    let mut left = limits.time;
    let mut is_limited = false;
    for to in requests {
        let Request { probe: Some((seed, index)), .. } = to else {
            let text = library.map_or_else(|| about.exercise_text(), |library| library.text().into());
            send(replies, to, Content::Text(text));
            continue;
        };
        // Before the student's first line runs.
        if !draws && !std::mem::replace(&mut is_limited, true) {
            memory::limit_to(limits.memory);
        }
        *limit() = Some((CpuTimeLimit::new(left), MemoryLimit::new(limits.memory), to));
        let probe = Probe { seed, index };
        let answer = catch_panic::call(|| lesson.checks[todo].answer(&course, &probe)).flatten();
        let took = limit().take().map(|(limit, ..)| limit.used());
        left = left.saturating_sub(took.unwrap_or_default());
        send(replies, to, Content::Answer(answer, announced::take_announced()));
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
fn send(replies: &Mutex<FileDescriptor>, to: Request, content: Content) {
    let mut replies = replies.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = Reply { to, content }.send(&mut *replies);
}

/// Passes requests on to the thread that answers, until the judge closes the channel.
fn receive_requests(channel: FileDescriptor, requests: &mpsc::Sender<Request>) -> ExitCode {
    for line in BufReader::new(channel).lines().map_while(Result::ok) {
        if let Ok(request) = serde_json::from_str(&line) {
            let _ = requests.send(request);
        }
    }
    ExitCode::from(2)
}

/// Time between two flushes, and between two looks at the limits. A process that is stopped loses what it has printed
/// without a line break since the last flush.
const POLL: Duration = Duration::from_millis(20);

/// Limits of the call that is running, and the request that it is made for.
static LIMIT: Mutex<Option<(CpuTimeLimit, MemoryLimit, Request)>> = Mutex::new(None);

fn limit() -> MutexGuard<'static, Option<(CpuTimeLimit, MemoryLimit, Request)>> {
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
pub(crate) const TOO_MUCH: &str = "memory allocation of too much was stopped";

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
        let over = time.is_over().then(|| (time.used(), *to));
        drop(now);
        if let Some((took, to)) = over {
            memory::limit_to(usize::MAX >> 1);
            send(replies, to, Content::TimeIsUp { took, announced: announced::last_announced() });
            process::exit(TIME_IS_UP);
        }
    }
}
