//! Cargo's files, without the packages and tests that are not handed out.

use std::collections::BTreeSet;

/// Sections of a manifest that only tests and benches need.
const OF_TESTS: [&str; 4] = ["[dev-dependencies]", "[[test]]", "[[bench]]", "[[example]]"];

/// Returns the manifest `path` without tests and what only they need, and without members that are not among `files`.
pub(super) fn without_tests(text: &str, path: &str, files: &BTreeSet<String>) -> String {
    let folder = path.strip_suffix("Cargo.toml").unwrap_or_default();
    let mut whole = String::new();
    // Comments and empty lines belong to the line that follows.
    let mut pending = String::new();
    let mut is_out = false;
    for line in text.lines() {
        pending += &format!("{line}\n");
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        if line.starts_with('[') {
            is_out = OF_TESTS.contains(&line.trim_end()) || line.ends_with(".dev-dependencies]");
        }
        if !(is_out || is_missing_member(line, folder, files)) {
            whole += &pending;
        }
        pending.clear();
    }
    whole
}

/// Returns whether a line is a member of the workspace, `"lessons/tools/class",`, that is not among `files`. Of two on a line the first decides.
fn is_missing_member(line: &str, folder: &str, files: &BTreeSet<String>) -> bool {
    let Some((member, _)) = line.strip_prefix("    \"").and_then(|line| line.split_once("\",")) else { return false };
    folder.is_empty() && member.contains('/') && !files.contains(&format!("{member}/Cargo.toml"))
}

/// Returns cargo's settings without aliases that run packages whose folders in `lessons` are not among `files`.
pub(super) fn without_aliases(text: &str, files: &BTreeSet<String>) -> String {
    let mut whole = String::new();
    for line in text.lines() {
        let package = line.split_once("--package ").and_then(|(_, after)| after.split_whitespace().next());
        if package.is_none_or(|package| files.contains(&format!("lessons/tools/{package}/Cargo.toml"))) {
            whole += &format!("{line}\n");
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_tests_and_aliases() {
        let files = BTreeSet::from(
            ["common/Cargo.toml", "lessons/tools/workbook/Cargo.toml", "lessons/03-a/Cargo.toml"].map(String::from),
        );
        let text = "[workspace]\nmembers = [\n    \"common/x\",\n    \"lessons/tools/workbook\", # theirs\n    \"lessons/tools/class\",\n    \
                    \"lessons/03-a\", \"lessons/03-a/course\",\n    \"lessons/04-b\", \"lessons/04-b/course\",\n]\n\n# Of tests.\n[dev-dependencies]\na = \"1\"\n\n[target.'cfg(unix)'.dev-dependencies]\nb = \"1\"\n\n\
                    # Of all.\n[lints]\nworkspace = true\n\n[[test]]\nname = \"save\"\nharness = false\n";
        let expected = "[workspace]\nmembers = [\n    \"lessons/tools/workbook\", # theirs\n    \"lessons/03-a\", \"lessons/03-a/course\",\n]\n\n\
                        # Of all.\n[lints]\nworkspace = true\n";
        assert_eq!(without_tests(text, "Cargo.toml", &files), expected);
        let text =
            "[alias]\nworkbook = \"run --quiet --package workbook --\"\nclass = \"run --package class --\" # slow\n";
        assert_eq!(without_aliases(text, &files), "[alias]\nworkbook = \"run --quiet --package workbook --\"\n");
    }
}
