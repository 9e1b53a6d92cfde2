//! Refuses native code in an answer, by its letters: which of them are code only rustc knows, so none may be there at all.

use super::tree::Answer;
use crate::sandbox;
use serde_json::json;
use std::path::Path;

/// Letters without which a file has no native code: since the edition of 2024 each attribute that makes some says `unsafe`, and
/// `forbid(unsafe_code)` lets a few of these through, such as `#[unsafe(naked)]`.
const LETTERS: [&str; 6] = ["unsafe", "naked", "no_mangle", "export_name", "link_section", "asm!"];

/// Bytes of errors after which no more are told.
const MAX_ERRORS: usize = 1 << 13;

/// Returns an error for each line of an answer with the letters of native code, as cargo would print it; `None` if there is
/// no such line.
pub(super) fn errors(answer: &Answer) -> Option<String> {
    let mut errors = String::new();
    let lesson = answer.lesson;
    let is_own_program = lesson.toml.exercise.is_some();
    // Of one's own program the shaders, too, which a source can include.
    for (name, text) in answer.files.iter().filter(|(name, _)| is_own_program || *name == lesson.exercise_name()) {
        let file = Path::new(&lesson.exercise()).with_file_name(name).display().to_string();
        for (line, letters) in lines_with_letters(text) {
            let why = format!("`{letters}` is refused, even in a comment or a string: no answer needs it");
            let message = sandbox::rustc_error(&why, &file, line);
            errors += &format!("{}\n", json!({ "reason": "compiler-message", "message": message }));
            if errors.len() > MAX_ERRORS {
                break;
            }
        }
    }
    (!errors.is_empty()).then_some(errors)
}

/// Returns the number of each line with some of the letters, counted from 1.
fn lines_with_letters(text: &str) -> impl Iterator<Item = (usize, &'static str)> {
    (1..).zip(text.lines()).filter_map(|(line, text)| Some((line, *LETTERS.iter().find(|word| text.contains(**word))?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;
    use testing::dice::Dice;

    /// First lines, literals, comments and names, after which one may take code for a text; and native code.
    const PARTS: [&str; 17] = [
        "#!' \"",
        "#!/* \"",
        "const _: [char; 2] = ['\\u{0_0_0_0_6_1}','\"'];",
        "const _: [char; 3] = ['\"', '\\'', '\\u{10FFFF}'];",
        "const _: &[u8] = br\"\\\";",
        "const _: &str = r#\" \" unsafe '\"#;",
        "const _: &str = \"\\\" // unsafe /*\";",
        "const _: &core::ffi::CStr = c\"'\";",
        "const _: u8 = b'\"';",
        "// a quote: \" unsafe",
        "/* /* \" */ unsafe ' */",
        "const _: () = { fn f<'\u{2118}>(){'\"';} };",
        "const _: () = { fn f<'r#in>(){'\"';} };",
        "const _: () = { let r#union = '\"'; };",
        "const _: () = { 'a: loop { break 'a } };",
        "const _: () = unsafe {};",
        "const _: () = { #[unsafe(no_mangle)] fn f() {} };",
    ];

    /// Whatever rustc takes for `unsafe` is refused.
    #[test]
    fn what_rustc_reads_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("exercise.rs");
        let mut dice = Dice(114);
        let mut outcomes = [0; 2];
        for _ in 0..60 {
            let mut text = String::new();
            for part in 0..=dice.below(6) {
                let chosen = PARTS[dice.below(PARTS.len())];
                // Only the first line of a file may begin like this.
                if part == 0 || !chosen.starts_with("#!") {
                    text += &format!("{chosen}\n");
                }
            }
            std::fs::write(&file, &text).unwrap();
            let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
            rustc.args(["--edition", "2024", "--crate-type", "lib", "--emit", "metadata", "-F", "unsafe_code"]);
            let output = rustc.arg("--out-dir").arg(folder.path()).arg(&file).output().unwrap();
            let message = String::from_utf8_lossy(&output.stderr);
            let is_code = message.contains("-F unsafe-code");
            assert!(is_code || output.status.success(), "the parts are whole: {text}\n{message}");
            assert!(!is_code || lines_with_letters(&text).next().is_some(), "rustc reads native code: {text}");
            outcomes[usize::from(is_code)] += 1;
        }
        assert!(outcomes.iter().all(|count| *count > 10), "{outcomes:?}");
    }
}
