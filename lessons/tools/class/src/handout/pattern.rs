//! Patterns of paths: `lessons/*/course/src/solution.rs`, `**/tests/**`.

use serde::Deserialize;

/// A pattern of paths. `*` stands for any part of a name, and `**` for any number of folders.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct Pattern(String);

impl Pattern {
    pub(super) fn matches(&self, path: &str) -> bool {
        let pattern: Vec<&str> = self.0.split('/').collect();
        let path: Vec<&str> = path.split('/').collect();
        matches_path(&pattern, &path)
    }
}

/// Returns whether one of the patterns matches a path.
pub(super) fn any(patterns: &[Pattern], path: &str) -> bool {
    patterns.iter().any(|pattern| pattern.matches(path))
}

fn matches_path(pattern: &[&str], path: &[&str]) -> bool {
    match (pattern, path) {
        ([], []) => true,
        (["**", rest @ ..], _) => (0..=path.len()).any(|taken| matches_path(rest, &path[taken..])),
        ([first, rest @ ..], [name, names @ ..]) => matches_name(first, name) && matches_path(rest, names),
        _ => false,
    }
}

fn matches_name(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((before, after)) => name.strip_prefix(before).is_some_and(|rest| {
            let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            ends.into_iter().any(|at| matches_name(after, &rest[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_folders() {
        for (pattern, path, expected) in [
            ("README.md", "README.md", true),
            ("README.md", "lessons/README.md", false),
            ("LICENSE-*", "LICENSE-MIT", true),
            ("lessons/*/course/src/solution.rs", "lessons/03-joint-lines/course/src/solution.rs", true),
            ("lessons/*/course/src/solution.rs", "lessons/03/a/course/src/solution.rs", false),
            ("**/tests/**", "tests/a.rs", true),
            ("**/tests/**", "common/src/x/tests/b/a.rs", true),
            ("**/tests/**", "common/src/tests.rs", false),
            ("common/runtime/armature*/examples/**", "common/runtime/armature-formats/examples/load.rs", true),
            ("common/runtime/armature*/examples/**", "common/runtime/armature/examples/load.rs", true),
            ("shaders/**", "shaders/common/lit.frag", true),
        ] {
            assert_eq!(Pattern(pattern.into()).matches(path), expected, "{pattern} {path}");
        }
    }
}
