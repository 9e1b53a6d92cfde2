//! A student's answer to a lesson: its folder, and the library that is compiled from it.

use super::course::{Built, Course, copy_shaders, write};
use super::intake::Files;
use crate::sandbox::{self, Compile};
use anyhow::{Context, Result, ensure};
use ra_ap_rustc_lexer::{FrontmatterAllowed, TokenKind, strip_shebang, tokenize};
use serde_json::{Value, json};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use verdict::build::lesson::LessonFolder;

pub(super) struct Answer<'a> {
    pub(super) lesson: &'a LessonFolder,
    /// The exercise, which may be the starter, and shaders.
    pub(super) files: Files,
    /// Hash of everything that the verdicts depend on.
    pub(super) key: String,
}

/// The result of compiling an answer.
pub(super) struct Compiled {
    /// The library with the answers. `None` if it does not compile.
    pub(super) library: Option<PathBuf>,
    /// rustc's messages, as cargo prints them.
    pub(super) messages: Vec<u8>,
}

/// The folder of an answer, laid out as the course is: so messages and panics have the course's paths. It is removed when this
/// is dropped.
pub(super) struct AnswerFolder<'a> {
    answer: &'a Answer<'a>,
    course: &'a Course,
    path: PathBuf,
}

impl<'a> Answer<'a> {
    pub(super) fn new(course: &Course, lesson: &'a LessonFolder, files: Files) -> Self {
        let key = course.key(lesson, &files);
        Answer { lesson, files, key }
    }

    pub(super) fn exercise(&self) -> &str {
        self.files.get(self.lesson.exercise_name()).map_or("", String::as_str)
    }
}

/// The edition of the lessons' libraries.
const EDITION: &str = "2024";

impl<'a> AnswerFolder<'a> {
    /// Writes an answer beside the lesson's own library.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub(super) fn write(answer: &'a Answer, course: &'a Course) -> Result<Self> {
        static WRITTEN: AtomicUsize = AtomicUsize::new(0);
        let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
        let path = course.root.join("answers").join(number.to_string());
        let folder = AnswerFolder { answer, course, path };
        let lesson = answer.lesson;
        for entry in fs::read_dir(&lesson.path)? {
            let source = entry?.path();
            let name = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
            // `given.rs` is compiled into another crate.
            let is_source = source.extension().is_some_and(|kind| kind == "rs");
            if is_source && !["given.rs", "build.rs", lesson.exercise_name()].contains(&&*name) {
                write(&folder.lesson_path().join(name), &fs::read(&source)?)?;
            }
        }
        if folder.has_shaders() {
            copy_shaders(&course.root.join("shaders"), &folder.shaders())?;
        }
        for (name, text) in &answer.files {
            write(&folder.source(name), text.as_bytes())?;
        }
        for made in ["out", "generated"] {
            fs::create_dir_all(folder.path.join(made))?;
        }
        Ok(folder)
    }

    fn lesson_path(&self) -> PathBuf {
        self.path.join("lessons").join(&self.answer.lesson.folder)
    }

    fn has_shaders(&self) -> bool {
        self.answer.files.len() > 1 && self.answer.lesson.toml.exercise.is_none()
    }

    /// Returns the folder of all shaders, with those of the answer among them.
    pub(super) fn shaders(&self) -> PathBuf {
        if self.has_shaders() { self.path.join("shaders") } else { self.course.root.join("shaders") }
    }

    /// Returns the path of one of the answer's files.
    pub(super) fn source(&self, name: &str) -> PathBuf {
        let lesson = self.answer.lesson;
        if name != lesson.exercise_name() && lesson.toml.exercise.is_none() {
            return self.shaders().join(&lesson.folder).join(name);
        }
        self.path.join(lesson.exercise()).with_file_name(name)
    }

    /// Returns what the check reads beside the course's assets and shaders: the Collada files in the lesson's folder, and the
    /// figures that a program of the student's own finds under its own names.
    pub(super) fn figures(&self) -> Result<Vec<PathBuf>> {
        let mut figures = vec![self.path.join("generated")];
        for entry in fs::read_dir(&self.answer.lesson.path)? {
            let path = entry?.path();
            figures.extend(Some(path).filter(|path| path.extension().is_some_and(|ending| ending == "dae")));
        }
        Ok(figures)
    }

    /// Returns an empty folder for the process that is checked.
    pub(super) fn scratch(&self) -> Result<PathBuf> {
        let scratch = self.path.join("scratch");
        fs::create_dir_all(&scratch)?;
        Ok(scratch)
    }

    /// Compiles the answer in the sandbox, in no more than these seconds of processor time.
    ///
    /// # Errors
    /// If rustc or the lesson's build script cannot be started.
    pub(super) fn compile(&self, built: &Built, seconds: u64, trust: bool) -> Result<Compiled> {
        let errors = self.unsafe_tokens();
        if !errors.is_empty() {
            return Ok(Compiled { library: None, messages: as_cargo_prints(&errors) });
        }
        let judge = &built.judges[&self.answer.lesson.number];
        let out = self.path.join("out");
        let name = self.answer.lesson.library().replace('-', "_");
        let mut variables = vec![("CARGO_MANIFEST_DIR".to_owned(), self.lesson_path().into_os_string())];
        // Warnings are not shown. A library that runs once compiles fastest as one unit, and panics have file and line without
        // debug information. The `rlib` has the names of what is called.
        let folder = &self.answer.lesson.folder;
        let fixed = format!(
            "--crate-name {name} --edition {EDITION} lessons/{folder}/lib.rs --crate-type cdylib --crate-type rlib --emit \
             dep-info,link -C codegen-units=1 -C debuginfo=0 -A warnings --error-format json"
        );
        let mut arguments: Vec<OsString> = fixed.split(' ').map(OsString::from).collect();
        arguments.extend(["--out-dir".into(), out.clone().into_os_string()]);
        arguments.push(format!("-Ldependency={}", built.deps.display()).into());
        arguments.push(format!("--remap-path-prefix={}/=", self.path.display()).into());
        for (name, file) in &judge.externs {
            arguments.extend(["--extern".into(), format!("{name}={}", file.display()).into()]);
        }
        if let Some(script) = &judge.build_script {
            self.run_build_script(script, &mut arguments, &mut variables)?;
        }
        let Built { crates, deps, sysroot, .. } = built;
        let permissions = Compile { sysroot, answer: &self.path, crates, deps, out: &out, seconds, trust };
        let (is_done, messages) = sandbox::compile(&permissions, &arguments, &variables)?;
        let messages = String::from_utf8_lossy(&messages).replace(&format!("{}/", self.path.display()), "");
        let mut messages: Vec<Value> = messages.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let other = if is_done { self.other_file(&out.join(format!("{name}.d")))? } else { None };
        let library = out.join(format!("{DLL_PREFIX}{name}{DLL_SUFFIX}"));
        let library = Some(library).filter(|_| is_done && other.is_none());
        messages.extend(other);
        Ok(Compiled { library, messages: as_cargo_prints(&messages) })
    }

    /// Runs the build script of the lesson's library, which is the course's, on the answer. Adds what it tells cargo.
    fn run_build_script(
        &self,
        script: &Path,
        arguments: &mut Vec<OsString>,
        variables: &mut Vec<(String, OsString)>,
    ) -> Result<()> {
        let generated = self.path.join("generated");
        let mut command = Command::new(script);
        command.current_dir(&self.answer.lesson.path).env("CARGO_MANIFEST_DIR", &self.answer.lesson.path);
        command.env("OUT_DIR", &generated).env("ARMATURE_OWN", self.source("scene.rs").with_file_name(""));
        let output = command.output().with_context(|| script.display().to_string())?;
        ensure!(output.status.success(), "{}: {}", script.display(), String::from_utf8_lossy(&output.stderr));
        variables.push(("OUT_DIR".into(), generated.into()));
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            if let Some(cfg) = line.strip_prefix("cargo::rustc-cfg=") {
                arguments.extend(["--cfg".into(), cfg.into()]);
            } else if let Some((name, value)) =
                line.strip_prefix("cargo::rustc-env=").and_then(|line| line.split_once('='))
            {
                variables.push((name.into(), value.into()));
            }
        }
        Ok(())
    }

    /// Returns an error for the first token `unsafe` of each file. It is in each attribute that makes native code, and
    /// `forbid(unsafe_code)` lets some of these through, such as `#[unsafe(naked)]`.
    fn unsafe_tokens(&self) -> Vec<Value> {
        let lesson = self.answer.lesson;
        let mut errors = Vec::new();
        for (name, text) in &self.answer.files {
            // A source of one's own program can include what is called a shader.
            let is_rust = name == lesson.exercise_name() || lesson.toml.exercise.is_some();
            if let Some(line) = line_of_unsafe(text).filter(|_| is_rust) {
                let file = Path::new(&lesson.exercise()).with_file_name(name);
                errors.push(error("`unsafe` is refused: no answer needs it", &file.to_string_lossy(), line));
            }
        }
        errors
    }

    /// Returns an error if rustc has read another file than the answer's and its library's. `names` is the file in which rustc
    /// has written the names of all.
    fn other_file(&self, names: &Path) -> Result<Option<Value>> {
        let path = self.path.canonicalize()?;
        let names = fs::read_to_string(names)?;
        // A line for each file that was read: `path/to/exercise.rs:`.
        for name in names.lines().filter_map(|line| line.strip_suffix(':')) {
            let name = name.replace("\\ ", " ");
            let file = self.path.join(&name).canonicalize();
            if file.is_ok_and(|file| file.strip_prefix(&path).is_ok_and(|below| !below.starts_with("out"))) {
                continue;
            }
            let why = format!("couldn't read `{name}`: it is no file of the answer");
            let last = name.rsplit('/').next().unwrap_or_default();
            let line = self.answer.exercise().lines().position(|line| line.contains(last)).map_or(1, |line| line + 1);
            return Ok(Some(error(&why, &self.answer.lesson.exercise(), line)));
        }
        Ok(None)
    }
}

impl Drop for AnswerFolder<'_> {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path); // a folder that stays only takes room, and the next grading removes it
    }
}

/// Returns the line of the first token `unsafe`, counted from 1. rustc's own lexer tells it from comments and texts.
fn line_of_unsafe(text: &str) -> Option<usize> {
    let mut start = strip_shebang(text).unwrap_or(0);
    for token in tokenize(&text[start..], FrontmatterAllowed::Yes) {
        let end = start + token.len as usize;
        if token.kind == TokenKind::Ident && &text[start..end] == "unsafe" {
            return Some(1 + text[..start].matches('\n').count());
        }
        start = end;
    }
    None
}

/// Returns an error as rustc prints it.
fn error(why: &str, file: &str, line: usize) -> Value {
    let rendered = format!("error: {why}\n --> {file}:{line}\n");
    let span = json!({
        "file_name": file, "line_start": line, "line_end": line, "column_start": 1, "column_end": 1, "byte_start": 0,
        "byte_end": 0, "is_primary": true, "text": [],
    });
    json!({ "level": "error", "message": why, "rendered": rendered, "spans": [span], "children": [] })
}

/// Returns rustc's messages as cargo prints them.
fn as_cargo_prints(messages: &[Value]) -> Vec<u8> {
    let lines =
        messages.iter().map(|message| format!("{}\n", json!({ "reason": "compiler-message", "message": message })));
    lines.collect::<String>().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_is_refused() {
        for honest in [
            "// nothing unsafe\n",
            "/* unsafe /* unsafe */ */ fn snaked() {}",
            "const A: &str = \"unsafe\";",
            "const A: &str = r#\" \" unsafe \"#;",
            "const A: char = '\"'; // \" unsafe",
            "fn r#unsafe() {}",
        ] {
            assert_eq!(line_of_unsafe(honest), None, "{honest}");
        }
        for hostile in [
            "#!/* \"\n\n#[unsafe(naked)] fn f() {}",
            "const A: &[u8] = br\"\\\";\n\n#[unsafe(naked)] fn f() {}",
            "const A: char = '\\u{0_0_0_0_2_2}';\n\n#[unsafe(naked)] fn f() {}",
            "fn f<'\u{2118}>(_: &'\u{2118} str) {}\n\n#[cfg_attr(all(), unsafe(naked))] fn f() {}",
            "const A: u8 = b'\"';\n// \"\n#[unsafe(no_mangle)] fn f() {}",
        ] {
            assert_eq!(line_of_unsafe(hostile), Some(3), "{hostile}");
        }
    }
}
