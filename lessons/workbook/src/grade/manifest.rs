//! Cargo's manifests of the clean copy, by text: the workspace's, and that of a package with an answer.

use crate::sandbox;

/// The workspace's manifest with the lessons and the answers' packages for its members; those they depend on are members
/// by that.
pub(super) fn of_workspace(manifest: &str) -> String {
    let mut in_list = false;
    let lines = manifest.lines().filter(|line| {
        in_list |= line.starts_with("members") || line.starts_with("default-members");
        let is_kept = !in_list;
        in_list &= !line.trim_end().ends_with(']');
        is_kept
    });
    let text: String = lines.fold(String::new(), |text, line| text + line + "\n");
    let members = format!("[workspace]\nmembers = [\"lessons/[0-9]*\", \"{}*/[0-9]*\"]\n", sandbox::GRADED);
    text.replacen("[workspace]\n", &members, 1)
}

/// A lesson's manifest under another name, from another folder; where it has a program, the library's name in code stays.
/// `as_library` it has none, and what it builds can be loaded; its file, of all such, wants a name of its own.
pub(super) fn renamed(manifest: &str, package: &str, name: &str, as_library: bool) -> String {
    let mut library = format!("[lib]\nname = \"{}\"\n", package.replace('-', "_"));
    let mut manifest = manifest.to_owned();
    if as_library {
        library = format!("[lib]\nname = \"{}\"\ncrate-type = [\"cdylib\"]\n", name.replace('-', "_"));
        // Its program and its bench: the sections in double brackets.
        let mut is_other = false;
        let lines = manifest.lines().filter(|line| {
            is_other = if line.starts_with('[') { line.starts_with("[[") } else { is_other };
            !is_other
        });
        manifest = lines.fold(String::new(), |text, line| text + line + "\n");
    }
    manifest
        // Another lesson does not lie beside it; the root lies as far above.
        .replace("path = \"../", "path = \"../../lessons/")
        .replace("path = \"../../lessons/../", "path = \"../../")
        .replace(&format!("name = \"{package}\""), &format!("name = \"{name}\""))
        .replacen("[lib]\n", &library, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_of_the_clean_copy() {
        let manifest = "[workspace]\nmembers = [\n    \"common\", # all\n    \"lessons/*\",\n]\nexclude = [\"x\"]\n\
                        default-members = [\"lessons/workbook\"]\n\n[profile.dev]\n";
        let expected =
            "[workspace]\nmembers = [\"lessons/[0-9]*\", \"graded-*/[0-9]*\"]\nexclude = [\"x\"]\n\n[profile.dev]\n";
        assert_eq!(of_workspace(manifest), expected);
        let lesson = "[package]\nname = \"lesson-12\"\n[dependencies]\nlesson-02 = { path = \"../02-hierarchy\" }\n\
                      common = { path = \"../../common\" }\n[lib]\ntest = false\n[[bin]]\nname = \"lesson-12\"\n\n[lints]\n";
        let expected = "[package]\nname = \"lesson-12-ab\"\n[dependencies]\n\
                        lesson-02 = { path = \"../../lessons/02-hierarchy\" }\n\
                        common = { path = \"../../common\" }\n[lib]\nname = \"lesson_12\"\ntest = false\n\
                        [[bin]]\nname = \"lesson-12-ab\"\n\n[lints]\n";
        assert_eq!(renamed(lesson, "lesson-12", "lesson-12-ab", false), expected);
        let library = renamed(lesson, "lesson-12", "lesson-12-ab", true);
        assert!(
            library.ends_with("[lib]\nname = \"lesson_12_ab\"\ncrate-type = [\"cdylib\"]\ntest = false\n[lints]\n"),
            "{library}"
        );
    }
}
