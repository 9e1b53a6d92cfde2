//! Cargo's manifest of the clean copy's workspace, by text.

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
    let members = format!("[workspace]\nmembers = [\"lessons/[0-9]*/course\", \"{}*/[0-9]*\"]\n", sandbox::GRADED);
    text.replacen("[workspace]\n", &members, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_of_the_clean_copy() {
        let manifest = "[workspace]\nmembers = [\n    \"common\", # all\n    \"lessons/*\",\n]\nexclude = [\"x\"]\n\
                        default-members = [\"lessons/workbook\"]\n\n[profile.dev]\n";
        let expected = "[workspace]\nmembers = [\"lessons/[0-9]*/course\", \"graded-*/[0-9]*\"]\nexclude = [\"x\"]\n\n[profile.dev]\n";
        assert_eq!(of_workspace(manifest), expected);
    }
}
