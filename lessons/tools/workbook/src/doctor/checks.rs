//! Checks for the Rust compiler, a C++ compiler and the system's libraries, without building anything.

use super::{Finding, Need, System};
use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// Checks that the compiler that cargo uses runs, and is new enough.
pub(super) fn rust() -> Finding {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let needed = env!("CARGO_PKG_RUST_VERSION");
    match first_line(&rustc, "--version") {
        Some(line) => {
            let version = line.split_whitespace().nth(1).unwrap_or_default();
            if at_least(version, needed) {
                Finding::good("Rust", version)
            } else {
                let detail = format!("{version}, but {needed} is needed: rustup update");
                Finding::missing("Rust", detail, None)
            }
        }
        None => Finding::missing("Rust", format!("`{rustc}` does not run: see rustup.rs"), None),
    }
}

/// Returns whether a version is at least another, by their first three numbers: "1.95.0-nightly" is 1.95.0.
fn at_least(version: &str, needed: &str) -> bool {
    version_numbers(version) >= version_numbers(needed)
}

fn version_numbers(version: &str) -> Vec<u32> {
    let release = version.split('-').next().unwrap_or_default();
    let mut numbers: Vec<u32> = release.split('.').map_while(|n| n.parse().ok()).collect();
    numbers.resize(3, 0);
    numbers
}

/// Checks for a C++ compiler. Dear `ImGui` is C++, and every program with a window contains it.
pub(super) fn cpp_compiler() -> Finding {
    const WHAT: &str = "C++ compiler";
    if cfg!(all(windows, target_env = "msvc")) {
        return match visual_studio() {
            Some(path) => Finding::good(WHAT, path.display().to_string()),
            None => Finding::missing(WHAT, "no Visual Studio Build Tools", Some(Need::CppCompiler)),
        };
    }
    let named = env::var("CXX").ok();
    let candidates = named.as_deref().into_iter().chain(["c++", "g++", "clang++"]);
    for program in candidates {
        if let Some(line) = first_line(program, "--version") {
            return Finding::good(WHAT, line);
        }
    }
    let detail = "neither c++ nor g++ nor clang++ runs: windows cannot be built";
    Finding::missing(WHAT, detail, Some(Need::CppCompiler))
}

/// Returns the folder of a C++ compiler, as Visual Studio's `vswhere` reports it.
fn visual_studio() -> Option<PathBuf> {
    let programs = PathBuf::from(env::var_os("ProgramFiles(x86)")?);
    let finder = programs.join("Microsoft Visual Studio").join("Installer").join("vswhere.exe");
    let component = "Microsoft.VisualStudio.Component.VC.Tools.x86.x64";
    let output = Command::new(finder)
        .args(["-latest", "-products", "*", "-requires", component, "-property", "installationPath"])
        .output()
        .ok()?;
    let path = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (!path.is_empty()).then(|| PathBuf::from(path))
}

/// Checks for the libraries that are loaded by name when a picture is drawn or a window opens.
pub(super) fn libraries(system: System) -> Vec<Finding> {
    if !system.is_linux() {
        return Vec::new();
    }
    let Some(known) = loader_cache() else {
        return vec![Finding::unknown("libraries", "ldconfig does not run: not checked")];
    };
    let wayland = env::var_os("WAYLAND_DISPLAY").is_some();
    let mut groups = vec![
        ("OpenGL library", Need::OpenGl, &["libEGL.so.1"][..]),
        ("X11 libraries", Need::X11, &["libXcursor.so.1", "libXi.so.6", "libxkbcommon-x11.so.0"]),
    ];
    if wayland {
        let names = &["libwayland-client.so.0", "libwayland-egl.so.1", "libxkbcommon.so.0"];
        groups.push(("Wayland libraries", Need::Wayland, names));
    }
    groups.iter().map(|(what, need, names)| check_group(what, *need, names, &known)).collect()
}

/// Checks for libraries by their names in `known`, the loader's list. Without one of them `need` is to be installed.
fn check_group(what: &str, need: Need, names: &[&str], known: &str) -> Finding {
    let missing: Vec<&str> = names.iter().copied().filter(|name| !known.contains(name)).collect();
    if missing.is_empty() {
        Finding::good(what, names.join(", "))
    } else {
        Finding::missing(what, format!("{} not found", missing.join(", ")), Some(need))
    }
}

/// Returns the dynamic loader's list of libraries, from `ldconfig`, which is rarely on an ordinary user's path.
fn loader_cache() -> Option<String> {
    let programs = ["ldconfig", "/sbin/ldconfig", "/usr/sbin/ldconfig"];
    let output = programs.iter().find_map(|program| {
        let output = Command::new(program).arg("-p").output().ok()?;
        output.status.success().then_some(output)
    })?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the first line that a program prints, or `None` if the program does not run or fails.
fn first_line(program: impl AsRef<Path>, argument: &str) -> Option<String> {
    let output = Command::new(program.as_ref()).arg(argument).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().next().unwrap_or_default().to_owned();
    output.status.success().then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::Health;

    #[test]
    fn versions_by_their_numbers() {
        assert!(at_least("1.95.0", "1.95"));
        assert!(at_least("1.100.0", "1.95"), "numbers, not letters");
        assert!(at_least("2.0.0-nightly", "1.95"));
        assert!(!at_least("1.94.9", "1.95"));
        assert!(!at_least("", "1.95"));
    }

    #[test]
    fn a_library_that_is_missing_is_named() {
        let known = "\tlibXi.so.6 (libc6,x86-64) => /usr/lib/libXi.so.6\n\tlibEGL.so.1 (libc6) => x\n";
        assert_eq!(check_group("EGL", Need::OpenGl, &["libEGL.so.1"], known).health, Health::Good);
        let finding = check_group("X11", Need::X11, &["libXcursor.so.1", "libXi.so.6"], known);
        assert_eq!(finding.detail, "libXcursor.so.1 not found");
        assert_eq!((finding.health, finding.need), (Health::Missing, Some(Need::X11)));
    }

    #[test]
    fn this_rust_is_good() {
        assert_eq!(rust().health, Health::Good, "{:?}", rust());
    }
}
