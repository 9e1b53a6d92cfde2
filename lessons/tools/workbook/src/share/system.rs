//! The system that a program is built for.

use std::env::consts::{ARCH, OS};

/// This system, or another for which cargo can build here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct System {
    /// The target, as rustc calls it: `x86_64-pc-windows-gnu`. `None` for this system.
    pub(super) target: Option<String>,
    /// Operating system, as in [`OS`].
    pub(super) os: &'static str,
    /// Architecture, as in [`ARCH`].
    pub(super) arch: String,
}

impl System {
    pub(super) fn new(target: Option<String>) -> Self {
        let Some(target) = target else {
            return Self { target: None, os: OS, arch: ARCH.into() };
        };
        let os = ["windows", "linux"].into_iter().find(|os| target.contains(os));
        let is_apple = target.contains("apple");
        Self {
            os: os.unwrap_or(if is_apple { "macos" } else { "another system" }),
            arch: target.split('-').next().unwrap_or_default().into(),
            target: Some(target),
        }
    }

    pub(super) fn executable(&self, name: &str) -> String {
        if self.os == "windows" { format!("{name}.exe") } else { name.into() }
    }

    pub(super) fn library_ending(&self) -> &'static str {
        match self.os {
            "windows" => "dll",
            "macos" => "dylib",
            _ => "so",
        }
    }

    /// Returns an environment variable for cargo, with which a program for Windows needs no libraries but the system's.
    pub(super) fn variable(&self) -> Option<(&'static str, &'static str)> {
        let is_gnu = self.target.as_ref().map_or(cfg!(target_env = "gnu"), |target| target.ends_with("gnu"));
        match self.os {
            // libstdc++-6.dll is needed only for static variables in threads, and Dear ImGui has one thread.
            "windows" if is_gnu => Some(("CXXFLAGS", "-fno-threadsafe-statics")),
            // Visual C++'s library becomes a part of the program.
            "windows" => Some(("RUSTFLAGS", "-C target-feature=+crt-static")),
            _ => None,
        }
    }

    pub(super) fn name(&self) -> &'static str {
        match self.os {
            "linux" => "Linux",
            "macos" => "macOS",
            "windows" => "Windows",
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_says_what_files_are_called() {
        for (target, expected, variable) in [
            ("x86_64-pc-windows-gnu", "Windows x86_64 game.exe dll", Some("CXXFLAGS")),
            ("x86_64-pc-windows-msvc", "Windows x86_64 game.exe dll", Some("RUSTFLAGS")),
            ("aarch64-apple-darwin", "macOS aarch64 game dylib", None),
            ("i686-unknown-linux-gnu", "Linux i686 game so", None),
        ] {
            let system = System::new(Some(target.into()));
            let words = [system.name(), &system.arch, &system.executable("game"), system.library_ending()];
            assert_eq!(words.join(" "), expected);
            assert_eq!(system.variable().map(|(name, _)| name), variable, "{target}");
        }
        let native = System::new(None);
        assert_eq!((native.target.is_none(), native.os, &*native.arch), (true, OS, ARCH));
        assert_eq!(native.library_ending(), std::env::consts::DLL_EXTENSION);
    }
}
