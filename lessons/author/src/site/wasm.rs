//! The figures of each lesson as WebAssembly, and what a page knows of them before it draws any.

use super::output::Output;
use crate::build;
use crate::output::say;
use anyhow::{Context, Result, bail, ensure};
use common::build::LessonFolder;
use serde::Deserialize;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// Said where there is no compiler for it.
const NONE: &str = "Figures stay pictures: there is no Rust here that compiles to WebAssembly. \
                    `rustup target add wasm32-unknown-unknown` gets it; on Debian so do the packages rustc-web, cargo-web and rust-web-src";

/// What compiles to WebAssembly.
#[derive(Clone, Debug, PartialEq)]
struct Toolchain {
    cargo: OsString,
    rustc: OsString,
    /// It has the sources of the standard library in place of the library.
    builds_std: bool,
    linker: Option<PathBuf>,
}

/// Writes `wasm/NN.wasm` and `wasm/NN.json` for each lesson with figures. False, and a sentence why, where nothing
/// compiles to WebAssembly.
///
/// # Errors
/// If a lesson does not build, or a file cannot be written.
pub(super) fn build(lessons: &[LessonFolder], output: &mut Output) -> Result<bool> {
    let Some(toolchain) = Toolchain::find() else {
        say!("{NONE}");
        return Ok(false);
    };
    for lesson in lessons.iter().filter(|lesson| lesson.path.join("course/src/figures.rs").exists()) {
        let number = &lesson.number;
        say!("{number}: figures");
        let module = fs::read(toolchain.module(number)?).with_context(|| format!("the figures of lesson {number}"))?;
        output.write(&format!("wasm/{number}.wasm"), &module)?;
        output.write(&format!("wasm/{number}.json"), &list(number)?)?;
    }
    Ok(true)
}

/// The figures, their parameters, and the mistakes that show in them: the lesson's program knows.
fn list(number: &str) -> Result<Vec<u8>> {
    let output = Command::new(build::program(&format!("lesson-{number}"))?).arg("--figures").output();
    let output = output.with_context(|| format!("lesson-{number} could not be started"))?;
    ensure!(output.status.success(), "lesson-{number} --figures: {}", String::from_utf8_lossy(&output.stderr));
    Ok(output.stdout)
}

impl Toolchain {
    /// One that has the library, or else the sources: the one in use, or the system's beside it.
    fn find() -> Option<Self> {
        let here = (build::cargo("").get_program().to_owned(), env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        let systems = ("/usr/bin/cargo".into(), "/usr/bin/rustc".into());
        let known: Vec<_> = [here, systems].into_iter().filter_map(|(cargo, rustc)| Known::new(cargo, rustc)).collect();
        let linker = known.iter().find_map(|known| known.linker.clone());
        let built = known.iter().find(|known| known.has_library).map(|known| (known, false));
        let source = || known.iter().find(|known| known.has_source).map(|known| (known, true));
        let (Known { cargo, rustc, .. }, builds_std) = built.or_else(source)?;
        Some(Toolchain { cargo: cargo.clone(), rustc: rustc.clone(), builds_std, linker })
    }

    /// Builds a lesson's library, without all but its figures, as a module of its own.
    fn module(&self, number: &str) -> Result<PathBuf> {
        let output = self.command(number).output().context("cargo could not be started")?;
        if !output.status.success() {
            bail!("the figures of lesson {number} do not build:\n{}", String::from_utf8_lossy(&output.stderr));
        }
        module_in(&output.stdout).with_context(|| format!("cargo built lesson-{number}, but named no module"))
    }

    fn command(&self, number: &str) -> Command {
        let mut command = Command::new(&self.cargo);
        command.args(["rustc", "--manifest-path"]).arg(build::workspace().join("Cargo.toml"));
        command.args(["--package", &format!("lesson-{number}"), "--lib", "--crate-type", "cdylib"]);
        command.args(["--no-default-features", "--profile", "wasm", "--target", TARGET]);
        command.args(["--message-format", "json-render-diagnostics"]);
        if self.builds_std {
            command.args(["-Z", "build-std=std,panic_abort"]).env("RUSTC_BOOTSTRAP", "1");
        }
        // Flags for this machine's programs are none for a page.
        command.args(["--", "--cfg", "page"]).env("RUSTC", &self.rustc).env_remove("RUSTFLAGS");
        if let Some(linker) = &self.linker {
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        command
    }
}

/// What is known of a compiler.
struct Known {
    cargo: OsString,
    rustc: OsString,
    has_library: bool,
    has_source: bool,
    linker: Option<PathBuf>,
}

impl Known {
    /// `None` where there is no such compiler.
    fn new(cargo: OsString, rustc: OsString) -> Option<Self> {
        let print = |what: &[&str]| {
            let output = Command::new(&rustc).args(["--print"]).args(what).output().ok()?;
            output.status.success().then(|| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
        };
        let root = print(&["sysroot"])?;
        let library = print(&["target-libdir", "--target", TARGET])?;
        // Beside the programs of this machine, where a linker for it is, too.
        let linker = print(&["target-libdir"])?.with_file_name("bin").join("rust-lld");
        Some(Known {
            has_library: has_files(&library),
            has_source: root.join("lib/rustlib/src/rust/library/std").is_dir(),
            linker: linker.is_file().then_some(linker),
            cargo,
            rustc,
        })
    }
}

fn has_files(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

/// One line of cargo's JSON: what was built names its files.
#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    filenames: Vec<PathBuf>,
}

fn module_in(messages: &[u8]) -> Option<PathBuf> {
    let lines = messages.split(|byte| *byte == b'\n');
    let mut files =
        lines.filter_map(|line| serde_json::from_slice::<Message>(line).ok()).flat_map(|line| line.filenames);
    files.rfind(|file| file.extension().is_some_and(|extension| extension == "wasm"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_is_what_cargo_names_last() {
        let messages = br#"{"reason":"compiler-artifact","filenames":["/t/libstd.rlib"],"executable":null}
{"reason":"compiler-artifact","filenames":["/t/lesson_05.wasm","/t/deps/x.d"]}
{"reason":"build-finished","success":true}
"#;
        assert_eq!(module_in(messages), Some("/t/lesson_05.wasm".into()));
        assert_eq!(module_in(b"{}\nno json"), None);
    }

    /// Only figures, and only in the module itself: a lesson that another one uses exports nothing.
    #[test]
    fn a_module_is_built_without_graphics() {
        let mut toolchain = Toolchain { cargo: "cargo".into(), rustc: "rustc".into(), builds_std: false, linker: None };
        let words = |toolchain: &Toolchain| {
            let command = toolchain.command("05");
            command.get_args().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
        };
        let plain = words(&toolchain);
        assert!(plain.contains("--package lesson-05 --lib --crate-type cdylib --no-default-features"), "{plain}");
        assert!(plain.ends_with(" -- --cfg page") && !plain.contains("build-std"), "{plain}");
        toolchain.builds_std = true;
        assert!(words(&toolchain).contains("-Z build-std=std,panic_abort"));
    }
}
