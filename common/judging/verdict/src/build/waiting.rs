//! What is said while cargo keeps somebody waiting.

use super::target;
use std::{
    fs,
    io::{self, BufRead, BufReader},
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Waits until no other cargo builds in the folder of this program's builds. Where one does, calls `say` first.
pub fn wait_for_another_cargo(say: impl FnOnce()) {
    let Ok(lock) = fs::File::open(target().join(".cargo-lock")) else { return };
    if let Err(fs::TryLockError::WouldBlock) = lock.try_lock_shared() {
        say();
        let _ = lock.lock_shared(); // where files cannot be locked, cargo does not wait either
    }
}

/// A few words for as long as [`wait_for_another_cargo`] waits.
pub const WAITING: &str = "another cargo is building here; waiting";

/// Time after which cargo's progress is shown.
const LATE: Duration = Duration::from_secs(3);

/// Runs cargo, and shows what it prints after [`LATE`]. Nobody waits before an empty screen after an update.
pub(super) fn output_with_late_progress(cargo: &mut Command) -> io::Result<Output> {
    let began = Instant::now();
    let mut child = cargo.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let errors = child.stderr.take();
    let printed = thread::spawn(move || {
        let mut words = String::new();
        for line in errors.into_iter().flat_map(|errors| BufReader::new(errors).lines()).map_while(Result::ok) {
            if began.elapsed() > LATE {
                eprintln!("{line}");
            }
            words += &line;
            words.push('\n');
        }
        words
    });
    let output = child.wait_with_output()?;
    Ok(Output { stderr: printed.join().unwrap_or_default().into_bytes(), ..output })
}
