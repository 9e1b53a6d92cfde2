//! The process that answers: it runs the student's code, and judges nothing.
//!
//! A line `SEED INDEX` on standard input is a probe; the answer goes to standard output. It lives until its input ends.

use super::checked::Checked;
use super::message::Message;
use super::{OTHER_TYPES, Options, PARENT_GONE, TIME_IS_UP};
use crate::check::clock::{CpuTimeLimit, ThreadClock};
use crate::check::{LoadedLibrary, Probe, announce};
use crate::memory;
use std::io::Write;
use std::process::{self, ExitCode};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// Answers one TODO. Comes back only if it was asked wrongly, or cannot begin.
pub(super) fn answer(lesson: &dyn Checked, options: &Options) -> ExitCode {
    let about = lesson.about();
    let todo = about.ids().iter().position(|id| options.has(id));
    let (Some(todo), Ok(limits)) = (todo, options.limits()) else { return ExitCode::from(2) };
    let Ok(library) = LoadedLibrary::named() else { return ExitCode::from(OTHER_TYPES) };
    let (send, probes) = mpsc::channel();
    let name = format!("{} {}", about.id(todo), about.tasks[todo].name());
    let answer = || {
        CLOCK.get_or_init(ThreadClock::of_this_thread);
        Message::Text(library.map_or_else(|| about.exercise_text(), |library| library.text().into())).say();
        memory::limit(limits.memory);
        let answers = lesson.answers(todo, library);
        let mut left = limits.time;
        for probe in probes {
            *limit() = Some(CpuTimeLimit::new(left, worked()));
            let answer = answers(&probe);
            let took = limit().take().map(|limit| limit.used(worked()));
            left = left.saturating_sub(took.unwrap_or_default());
            Message::answer(&probe, answer, announce::take()).say();
        }
    };
    thread::scope(|scope| {
        let begin = |name: &str| thread::Builder::new().name(name.into());
        // Rust prints the thread's name when its stack overflows.
        let threads = begin(&name).stack_size(super::STACK).spawn_scoped(scope, answer).and_then(|_| {
            begin("probes").spawn(move || read(&send))?;
            begin("watch").spawn(move || watch(library))
        });
        if let Err(error) = threads {
            Message::NotStarted(error.to_string()).say();
            process::exit(1);
        }
    });
    ExitCode::SUCCESS
}

/// Hands on the probes. Standard input is open for as long as somebody wants answers.
fn read(probes: &mpsc::Sender<Probe>) {
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let (seed, index) = line.split_once(' ').unwrap_or_default();
        if let (Ok(seed), Ok(index)) = (seed.parse(), index.parse()) {
            let _ = probes.send(Probe { seed, index });
        }
    }
    process::exit(PARENT_GONE);
}

/// How long a print without a line break may wait: Rust holds it back until the line is complete, and
/// a process that is stopped meanwhile takes it along.
const PRINTS_WAIT: Duration = Duration::from_millis(20);

/// The clock of the thread that answers, once it runs.
static CLOCK: OnceLock<ThreadClock> = OnceLock::new();
/// Of the answer that is worked out now.
static LIMIT: Mutex<Option<CpuTimeLimit>> = Mutex::new(None);

fn limit() -> MutexGuard<'static, Option<CpuTimeLimit>> {
    LIMIT.lock().unwrap_or_else(PoisonError::into_inner)
}

fn worked() -> Option<Duration> {
    CLOCK.get().and_then(ThreadClock::worked)
}

/// For as long as this process lives: lets prints out, and ends it when the student's code has worked for too long.
fn watch(library: Option<LoadedLibrary>) {
    loop {
        thread::sleep(PRINTS_WAIT);
        let _ = std::io::stdout().flush(); // a judge that is gone reads nothing anyway
        library.inspect(|library| library.flush());
        let waited = limit().as_ref().filter(|limit| limit.is_over(worked())).map(CpuTimeLimit::waited);
        if let Some(took) = waited {
            memory::limit(usize::MAX);
            Message::TimeIsUp { took, asked: announce::last() }.say();
            process::exit(TIME_IS_UP);
        }
    }
}
