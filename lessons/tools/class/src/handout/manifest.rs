//! Manifests without the packages and tests that are not handed out.

/// Sections of a manifest that only tests and benches need.
const OF_TESTS: [&str; 4] = ["[dev-dependencies]", "[[test]]", "[[bench]]", "[[example]]"];

/// Returns the manifest in `folder` without tests and what only they need, and without members that are not there.
pub(super) fn without_tests(text: &str, folder: &str, exists: impl Fn(&str) -> bool) -> String {
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
        // A member, `"lessons/tools/class",`; of two on a line the first decides.
        let member = line.strip_prefix("    \"").and_then(|line| line.split_once("\",")).map(|(member, _)| member);
        let is_missing =
            |member: &str| folder.is_empty() && member.contains('/') && !exists(&format!("{member}/Cargo.toml"));
        if !(is_out || member.is_some_and(is_missing)) {
            whole += &pending;
        }
        pending.clear();
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_and_tests() {
        let exists = |path: &str| ["lessons/tools/workbook/Cargo.toml", "lessons/04-a/Cargo.toml"].contains(&path);
        let text = "[workspace]\nmembers = [\n    \"common/x\",\n    \"lessons/tools/workbook\", # theirs\n    \"lessons/tools/class\",\n    \
                    \"lessons/04-a\", \"lessons/04-a/course\",\n    \"lessons/05-b\", \"lessons/05-b/course\",\n]\n\n# Of tests.\n[dev-dependencies]\na = \"1\"\n\n[target.'cfg(unix)'.dev-dependencies]\nb = \"1\"\n\n\
                    # Of all.\n[lints]\nworkspace = true\n\n[[test]]\nname = \"save\"\nharness = false\n";
        let expected = "[workspace]\nmembers = [\n    \"lessons/tools/workbook\", # theirs\n    \"lessons/04-a\", \"lessons/04-a/course\",\n]\n\n\
                        # Of all.\n[lints]\nworkspace = true\n";
        assert_eq!(without_tests(text, "", exists), expected);
    }
}
