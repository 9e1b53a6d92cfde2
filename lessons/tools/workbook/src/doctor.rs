//! `doctor`: says what this machine lacks, and the line that installs it. It installs nothing.

use crate::build;
use crate::output::{say, say_on};
use anyhow::{Error, Result, anyhow};
use std::env::{self, consts::OS};
use std::process::{Command, ExitCode};
use std::{fs, path::Path, path::PathBuf};

/// Check this machine: compiler, libraries, OpenGL; and say how to install what is missing
#[derive(clap::Args)]
pub(crate) struct Arguments {}

/// A tool or a library that was looked for.
struct Finding {
    what: &'static str,
    /// Version or path, or the reason why it cannot be used.
    found: Result<String, String>,
    /// Packages that bring it, for each of [`SYSTEMS`].
    packages: [&'static str; 3],
}

/// Linux systems by their names in os-release, each with the command that installs packages. Only Debian is tested.
const SYSTEMS: [(&[&str], &str); 3] = [
    (&["debian", "ubuntu"], "sudo apt-get update && sudo apt-get install"),
    (&["fedora", "rhel", "centos"], "sudo dnf install"),
    (&["arch"], "sudo pacman -S"),
];

/// Checks the machine. Returns the exit code 0 if nothing is missing, or 1.
///
/// # Errors
/// Never; all commands return a result.
pub(crate) fn run(_: &Arguments) -> Result<ExitCode> {
    let findings = findings();
    for Finding { what, found, .. } in &findings {
        say!("{}", found.as_ref().map_or_else(|why| row("MISSING", what, why), |found| row("ok", what, found)));
    }
    let missing = missing();
    if !missing.is_empty() {
        say_on!("{missing}");
        return Ok(ExitCode::FAILURE);
    }
    let opengl = opengl();
    say!("{}", opengl.as_ref().map_or_else(|why| row("MISSING", "OpenGL", why), |found| row("ok", "OpenGL", found)));
    Ok(if opengl.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn row(state: &str, what: &str, detail: &str) -> String {
    format!("{state:<8} {what:<16} {detail}")
}

/// Returns lines about what is missing, and the line that installs it. Empty if nothing is. It builds nothing, and takes a few
/// hundredths of a second.
pub(crate) fn missing() -> String {
    report(&findings(), &fs::read_to_string("/etc/os-release").unwrap_or_default())
}

/// Adds what is missing on this machine to the error of a failed build.
pub(crate) fn with_missing(error: Error) -> Error {
    let missing = missing();
    if missing.is_empty() { error } else { anyhow!("{error:#}\n\n{missing}") }
}

fn findings() -> Vec<Finding> {
    let mut all = vec![Finding { what: "Rust", found: rust(), packages: [""; 3] }];
    let named = env::var("CXX").unwrap_or_else(|_| "c++".into());
    let compilers = [&*named, "g++", "clang++"];
    let compiler = match compilers.iter().find_map(|program| first_line(program, "--version")) {
        Some(line) => Ok(line),
        None if cfg!(all(windows, target_env = "msvc")) => visual_studio(),
        None => Err("neither c++ nor g++ nor clang++ runs: no window can be built".into()),
    };
    all.push(Finding { what: "C++ compiler", found: compiler, packages: ["build-essential", "gcc-c++", "base-devel"] });
    // The loader's list of libraries; ldconfig is rarely on a user's path.
    let programs = ["ldconfig", "/sbin/ldconfig", "/usr/sbin/ldconfig"];
    let known = programs.iter().find_map(|program| output(program, "-p")).filter(|_| OS == "linux");
    for (what, names, packages) in [
        ("OpenGL library", &["libEGL.so.1"][..], ["libegl1 libgl1-mesa-dri", "mesa-libEGL mesa-dri-drivers", "mesa"]),
        (
            "X11 libraries",
            &["libXcursor.so.1", "libXi.so.6", "libxkbcommon-x11.so.0"],
            [
                "libxcursor1 libxi6 libxkbcommon-x11-0",
                "libXcursor libXi libxkbcommon-x11",
                "libxcursor libxi libxkbcommon-x11",
            ],
        ),
    ] {
        let Some(known) = &known else { continue };
        let missing: Vec<&str> = names.iter().copied().filter(|name| !known.contains(name)).collect();
        let found = if missing.is_empty() { Ok(names.join(", ")) } else { Err(missing.join(", ")) };
        all.push(Finding { what, found, packages });
    }
    all
}

/// Returns the compiler's version if it is new enough.
fn rust() -> Result<String, String> {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let needed = env!("CARGO_PKG_RUST_VERSION");
    let Some(line) = first_line(&rustc, "--version") else {
        let home = env::home_dir().map(|home| home.join(".cargo"));
        let bin = env::var_os("CARGO_HOME").map(PathBuf::from).or(home).unwrap_or_default().join("bin");
        return Err(if bin.join(format!("rustc{}", env::consts::EXE_SUFFIX)).exists() {
            format!("Rust is in {}, which is not in PATH: open a new terminal, or add it there", bin.display())
        } else {
            format!("`{rustc}` does not run: see rustup.rs")
        });
    };
    let version = line.split_whitespace().nth(1).unwrap_or_default().to_owned();
    let is_new = numbers(&version) >= numbers(needed);
    if is_new { Ok(version) } else { Err(format!("{version}, but {needed} is needed: rustup update")) }
}

/// Returns the first three numbers of a version: those of "1.95.0-nightly" are 1, 95, 0.
fn numbers(version: &str) -> Vec<u32> {
    let release = version.split('-').next().unwrap_or_default();
    let mut numbers: Vec<u32> = release.split('.').map_while(|number| number.parse().ok()).collect();
    numbers.resize(3, 0);
    numbers
}

/// Returns the folder of a C++ compiler, as Visual Studio's `vswhere` reports it.
fn visual_studio() -> Result<String, String> {
    let programs = env::var_os("ProgramFiles(x86)").map(PathBuf::from).unwrap_or_default();
    let mut finder = Command::new(programs.join("Microsoft Visual Studio/Installer/vswhere.exe"));
    finder.args(["-latest", "-products", "*", "-property", "installationPath"]);
    finder.args(["-requires", "Microsoft.VisualStudio.Component.VC.Tools.x86.x64"]);
    let output = finder.output().map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    output.ok().filter(|path| !path.is_empty()).ok_or("no Visual Studio Build Tools with C++".into())
}

/// Asks `cargo figure`, since this program links no graphics.
fn opengl() -> Result<String, String> {
    let figure = build::program("figure").map_err(|error| format!("{error:#}"))?;
    let output = Command::new(figure).arg("--opengl").output().map_err(|error| error.to_string())?;
    let [said, why] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).trim().to_owned());
    if output.status.success() { Ok(said) } else { Err(why) }
}

/// Returns lines about what is missing, and how it comes to a system with this os-release file. Empty if nothing is missing.
fn report(findings: &[Finding], os_release: &str) -> String {
    let mut text = String::new();
    let mut packages = [""; 3].map(String::from);
    for finding in findings {
        let Err(why) = &finding.found else { continue };
        text += &format!("{}\n", row("MISSING", finding.what, why));
        for (all, more) in packages.iter_mut().zip(finding.packages) {
            if !more.is_empty() {
                *all += &format!(" {more}");
            }
        }
    }
    let needs_packages = !packages[0].is_empty();
    let ids = os_release.lines().filter_map(|line| line.strip_prefix("ID=").or(line.strip_prefix("ID_LIKE=")));
    let ids: Vec<&str> = ids.flat_map(|ids| ids.split([' ', '"', '\''])).collect();
    let system = SYSTEMS.iter().position(|(names, _)| names.iter().any(|name| ids.contains(name)));
    let line = match (OS, system) {
        _ if !needs_packages => return text,
        ("macos", _) => "xcode-select --install".into(),
        ("windows", _) => "winget install Microsoft.VisualStudio.2022.BuildTools, with its C++ tools".into(),
        (_, Some(system)) => format!("{}{}", SYSTEMS[system].1, packages[system]),
        (_, None) => "lessons/SYSTEMS.md names what your system's package manager should bring".into(),
    };
    text + &format!("\nTo install what is missing:\n    {line}\n")
}

fn first_line(program: impl AsRef<Path>, argument: &str) -> Option<String> {
    output(program, argument)?.lines().next().map(String::from)
}

/// Returns what a program prints, or `None` if it does not run or fails.
fn output(program: impl AsRef<Path>, argument: &str) -> Option<String> {
    let output = Command::new(program.as_ref()).arg(argument).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_by_their_numbers() {
        assert!(numbers("1.100.0") > numbers("1.95") && numbers("2.0.0-nightly") > numbers("1.95"));
        assert!(numbers("1.94.9") < numbers("1.95") && numbers("") < numbers("1.95"));
        assert!(rust().is_ok(), "{:?}", rust());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn one_line_installs_all_that_is_missing() {
        let missing = |what, packages| Finding { what, found: Err("not found".into()), packages };
        let findings = [
            Finding { what: "Rust", found: Ok("1.95.0".into()), packages: [""; 3] },
            missing("C++ compiler", ["build-essential", "gcc-c++", "base-devel"]),
            missing("OpenGL library", ["libegl1", "mesa-libEGL", "mesa"]),
        ];
        let lines =
            "MISSING  C++ compiler     not found\nMISSING  OpenGL library   not found\n\nTo install what is missing:\n";
        for (os_release, line) in [
            (
                "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n",
                "sudo apt-get update && sudo apt-get install build-essential libegl1",
            ),
            ("NAME=Fedora\nID=fedora\n", "sudo dnf install gcc-c++ mesa-libEGL"),
            ("ID=manjaro\nID_LIKE=arch\n", "sudo pacman -S base-devel mesa"),
            ("ID=nixos\n", "lessons/SYSTEMS.md names what your system's package manager should bring"),
        ] {
            assert_eq!(report(&findings, os_release), format!("{lines}    {line}\n"));
        }
        assert_eq!(report(&findings[..1], ""), "");
    }
}
