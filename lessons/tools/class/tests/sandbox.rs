//! `class sandbox` as a process: the system calls of a program that is not an answer in Rust.
#![cfg(target_os = "linux")]

use std::process::Command;

fn sandbox() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_class"));
    command.arg("sandbox");
    command
}

/// Returns the output of Python in the sandbox, which calls the C library as safe Rust cannot. `None` without a sandbox or
/// Python.
fn python_output(megabytes: &str, python: &str) -> Option<String> {
    let probe = sandbox().arg("--probe").output().expect("the command starts");
    let is_there = Command::new("/usr/bin/python3").arg("-c").output().is_ok();
    if !(probe.status.success() && is_there) {
        eprintln!("SKIPPED: no sandbox, or no Python");
        return None;
    }
    let mut command = sandbox();
    for folder in ["/usr", "/lib", "/lib64", "/etc/ld.so.cache"] {
        command.args(["--read", folder, "--become", folder]);
    }
    let code = format!("import ctypes, mmap\nc = ctypes.CDLL(None, use_errno=True)\n{python}");
    command.args(["--megabytes", megabytes, "--", "/usr/bin/python3", "-I", "-S", "-c", &code]);
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8(output.stdout).expect("UTF-8").trim().to_owned())
}

#[test]
fn memory_that_is_shared_counts() {
    let python = "for size in [64 << 20, 1 << 30]:\n    try:\n        mmap.mmap(-1, size, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)\n        \
                  print('has', size >> 20)\n    except OSError as error:\n        print(error.strerror)";
    if let Some(words) = python_output("512", python) {
        assert_eq!(words, "has 64\nCannot allocate memory");
    }
}

#[test]
fn calls_that_no_answer_needs_are_not_there() {
    let python = "page = mmap.mmap(-1, 4096)\nat = ctypes.addressof(ctypes.c_char.from_buffer(page))\n\
                  def call(*a):\n    c.syscall(*map(ctypes.c_long, a)); return ctypes.get_errno()\n\
                  print(c.syscall(ctypes.c_long(28), ctypes.c_long(at), ctypes.c_long(4096), ctypes.c_long(4)))\n\
                  print(call(28, at, 4096, 100), call(28, at, 4096, 101), call(319, 0, 0))";
    // 72 is fcntl: it duplicates a descriptor, and neither leases (1024) nor locks (6) a file, nor watches a folder (1026).
    let fcntl = "def call(*a):\n    c.syscall(*map(ctypes.c_long, a)); return ctypes.get_errno()\n\
                 print(c.syscall(72, 1, 1030, 0) > 2, call(72, 0, 1024, 0), call(72, 0, 6, 0), call(72, 0, 1026, 0))";
    if cfg!(target_arch = "x86_64")
        && let Some(words) = python_output("1024", fcntl)
    {
        assert_eq!(words, "True 38 38 38");
    }
    // madvise with MADV_DONTNEED; with MADV_HWPOISON and MADV_SOFT_OFFLINE; memfd_create. 38 is ENOSYS.
    if cfg!(target_arch = "x86_64")
        && let Some(words) = python_output("1024", python)
    {
        assert_eq!(words, "0\n38 38 38");
    }
}
