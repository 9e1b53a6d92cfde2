//! The memory of this process, as the system counts it, and limits on it: for the process that answers a check, and for the
//! window.

/// A limit on the bytes that this process may hold.
pub struct MemoryLimit(usize);

impl MemoryLimit {
    /// Creates a limit of `bytes` beyond the most that the process has held so far.
    pub fn new(bytes: usize) -> Self {
        MemoryLimit(peak_bytes().saturating_add(bytes))
    }

    /// Returns whether the process has held more bytes than the limit.
    pub fn is_over(&self) -> bool {
        peak_bytes() > self.0
    }
}

/// Returns the most bytes that this process has held so far; 0 where the system does not say.
///
/// A sandbox does not let a process read its own files in `/proc`, so a call to the system returns the number.
#[cfg(unix)]
#[allow(unsafe_code)]
fn peak_bytes() -> usize {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the call writes a `rusage`, and zeros are a valid one.
    let peak = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init().ru_maxrss
    };
    // macOS counts bytes, all others count kilobytes.
    if cfg!(target_os = "macos") { peak as usize } else { (peak as usize) << 10 }
}

/// Returns the most bytes that this process has held so far, in memory and in the page file.
#[cfg(windows)]
#[allow(unsafe_code)]
fn peak_bytes() -> usize {
    use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
    use windows_sys::Win32::System::Threading::GetCurrentProcess;
    let mut counters = std::mem::MaybeUninit::<PROCESS_MEMORY_COUNTERS>::zeroed();
    let size = size_of::<PROCESS_MEMORY_COUNTERS>() as u32;
    // SAFETY: the call writes at most `size` bytes, and zeros are a valid value.
    unsafe {
        K32GetProcessMemoryInfo(GetCurrentProcess(), counters.as_mut_ptr(), size);
        counters.assume_init().PeakPagefileUsage
    }
}

/// Limits this process to `bytes` more memory than it has. Beyond that an allocation fails, and Rust ends the process with a
/// message. Only on Linux; elsewhere a [`MemoryLimit`] is watched instead.
#[cfg(target_os = "linux")]
pub fn limit_to(bytes: usize) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Some(now) = data_size() else { return };
    let maximum = getrlimit(Resource::Data).maximum;
    let limit = now.saturating_add(bytes as u64);
    let current = Some(maximum.map_or(limit, |maximum| maximum.min(limit)));
    // If the system refuses, the `MemoryLimit` is still watched.
    let _ = setrlimit(Resource::Data, Rlimit { current, maximum });
}

/// Returns the size of this process's data in bytes, as the limit counts it.
#[cfg(target_os = "linux")]
fn data_size() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmData:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes << 10)
}

#[cfg(not(target_os = "linux"))]
pub fn limit_to(_: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_held_counts() {
        let limit = MemoryLimit::new(32 << 20);
        assert!(!limit.is_over());
        // The peak may be that of the program that has started this one.
        let block = vec![7_u8; peak_bytes() + (64 << 20)];
        assert!(limit.is_over() && block[1] == 7);
    }
}
