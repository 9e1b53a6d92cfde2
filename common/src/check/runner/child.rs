//! The child's side: one TODO is checked right here, and the verdict is written with the parent's token.

use super::checked::Checked;
use super::{MARK, OTHER_TYPES, Options, PARENT_GONE, TIME_IS_UP};
use crate::check::clock::{self, CpuTimeLimit, ThreadClock};
use crate::check::{Limits, Loaded, Status, Verdict, announce, memory};
use std::io::Write;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// Checks one TODO and writes the verdict. The exit code says only whether it was asked rightly.
pub(super) fn check_here(lesson: &dyn Checked, options: &Options) -> ExitCode {
    // Read before student code runs, so that a verdict which that code prints itself does not count.
    let token = std::io::stdin().lines().next().and_then(Result::ok).unwrap_or_default();
    let todo = lesson.about().ids().iter().position(|id| options.has(id));
    let switch = options.value("--separate", None, |name| Some(Some(&*name.to_owned().leak())));
    let (Some(todo), Ok(seed), Ok(source), Ok(limits), Ok(switch)) =
        (todo, options.seed(), options.source(), limits(options), switch)
    else {
        return ExitCode::from(2);
    };
    let Ok(library) = Loaded::named(lesson.about()) else { return ExitCode::from(OTHER_TYPES) };
    let (id, name) = (lesson.about().id(todo), lesson.about().tasks[todo].name());
    watch(limits.time, token.clone(), move |took| super::timed_out(&id, name, seed, took));
    if !token.is_empty() {
        end_with_the_parent();
    }
    memory::limit(limits.memory);
    let verdict = judge(lesson, todo, seed, || lesson.verdict(todo, source, library, seed, switch));
    memory::limit(usize::MAX);
    write(&verdict, &token);
    ExitCode::SUCCESS
}

fn write(verdict: &Verdict, token: &str) {
    let json = serde_json::to_string(verdict).expect("plain data with text for keys");
    println!("\n{MARK} {token} {json}");
}

/// What the parent allows; [`Limits::default`] if it says nothing.
fn limits(options: &Options) -> Result<Limits, String> {
    let Limits { time, memory } = Limits::default();
    let milliseconds = |text: &str| text.parse().ok().map(Duration::from_millis);
    Ok(Limits {
        time: options.value("--time", time, milliseconds)?,
        memory: options.value("--memory", memory, |text| text.parse().ok())?,
    })
}

/// How long a print without a line break may wait: Rust holds it back until the line is complete, and
/// a process that is stopped meanwhile takes it along.
const PRINTS_WAIT: Duration = Duration::from_millis(20);

/// Of the thread that checks: the same on every system, so that a recursion that fits here fits there.
const STACK: usize = 8 << 20;

/// The clock of the thread that checks, once it runs.
static CHECKING: OnceLock<ThreadClock> = OnceLock::new();

/// For as long as this process lives: lets prints out, and ends it when the student's code has worked for `limit`,
/// with the verdict that `timed_out` makes of how long it took.
/// If the system gives no thread, prints wait for their line break, and the parent ends what does not end.
fn watch(limit: Duration, token: String, timed_out: impl Fn(Duration) -> Verdict + Send + 'static) {
    let watch = move || {
        let worked = || CHECKING.get().map_or(Some(Duration::ZERO), ThreadClock::worked);
        let (start, cpu_time) = (Instant::now(), CpuTimeLimit::new(limit, worked()));
        loop {
            thread::sleep(PRINTS_WAIT);
            let _ = std::io::stdout().flush(); // a parent that is gone reads nothing anyway
            if !clock::is_answered() && cpu_time.is_over(worked()) {
                memory::limit(usize::MAX);
                let mut verdict = timed_out(start.elapsed());
                verdict.notes.extend(announce::last());
                write(&verdict, &token);
                std::process::exit(TIME_IS_UP);
            }
        }
    };
    let _ = thread::Builder::new().name("watch".into()).spawn(watch);
}

/// Standard input stays open for as long as there is a parent: whoever closes a window in the middle of
/// a check leaves nothing behind.
fn end_with_the_parent() {
    let wait = || {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        std::process::exit(PARENT_GONE);
    };
    let _ = thread::Builder::new().name("parent".into()).spawn(wait);
}

/// On a thread with the TODO's name, which Rust prints when the stack overflows, and with the same
/// stack on every system.
fn judge(lesson: &dyn Checked, todo: usize, seed: u64, verdict: impl FnOnce() -> Verdict + Send) -> Verdict {
    let (id, name) = (&lesson.about().id(todo), lesson.about().tasks[todo].name());
    thread::scope(|scope| {
        let builder = thread::Builder::new().name(format!("{id} {name}")).stack_size(STACK);
        let run = || {
            CHECKING.get_or_init(ThreadClock::of_this_thread);
            verdict()
        };
        match builder.spawn_scoped(scope, run) {
            Ok(thread) => thread.join().unwrap_or_else(|_| {
                Verdict::new(id, name, Status::Crashed, seed)
                    .saying("the check itself failed. This is a fault of the workbook, not of your code.")
            }),
            Err(error) => super::not_started(id, name, seed, &error),
        }
    })
}
