//! Cargo's manifests of the clean copy, by text: the workspace's, and that of a package with an answer.

use crate::sandbox;

/// The workspace's manifest with the answers' packages for its members; those they depend on are members by that.
pub(super) fn of_workspace(manifest: &str) -> String {
    let mut text = String::new();
    let mut in_list = false;
    for line in manifest.lines() {
        let starts = |key: &str| line.split('=').next().is_some_and(|word| word.trim() == key);
        if starts("members") {
            text += &format!("members = [\"{}*/*\"]\n", sandbox::GRADED);
        }
        in_list |= starts("members") || starts("default-members");
        if !in_list {
            text += &format!("{line}\n");
        }
        in_list &= !line.trim_end().ends_with(']');
    }
    text
}

/// How a path to another package begins in a lesson's manifest.
const UP: &str = "path = \"../";

/// A lesson's manifest under another name, from another folder; the library's name in code stays.
pub(super) fn renamed(manifest: &str, package: &str, name: &str) -> String {
    let library = format!("[lib]\nname = \"{}\"\n", package.replace('-', "_"));
    let mut text = String::new();
    for (index, part) in manifest.split(UP).enumerate() {
        text += match index {
            0 => "",
            // The root lies as far above; another lesson does not lie beside it.
            _ if part.starts_with("../") => UP,
            _ => "path = \"../../lessons/",
        };
        text += part;
    }
    let text = text.replace(&format!("name = \"{package}\""), &format!("name = \"{name}\""));
    text.replacen("[lib]\n", &library, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_of_the_clean_copy() {
        let manifest = "[workspace]\nmembers = [\n    \"common\", # all\n    \"lessons/*\",\n]\nexclude = [\"x\"]\n\
                        default-members = [\"lessons/workbook\"]\n\n[profile.dev]\n";
        let expected =
            "[workspace]\nmembers = [\"graded-*/*\"]\nexclude = [\"x\"]\n\n[profile.dev]\n";
        assert_eq!(of_workspace(manifest), expected);
        let lesson = "[package]\nname = \"lesson-12\"\n[dependencies]\nlesson-02 = { path = \"../02-hierarchy\" }\n\
                      common = { path = \"../../common\" }\n[lib]\ntest = false\n[[bin]]\nname = \"lesson-12\"\n";
        let expected = "[package]\nname = \"lesson-12-ab\"\n[dependencies]\n\
                        lesson-02 = { path = \"../../lessons/02-hierarchy\" }\n\
                        common = { path = \"../../common\" }\n[lib]\nname = \"lesson_12\"\ntest = false\n\
                        [[bin]]\nname = \"lesson-12-ab\"\n";
        assert_eq!(renamed(lesson, "lesson-12", "lesson-12-ab"), expected);
    }
}
