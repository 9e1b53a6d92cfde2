//! Commands of instructors and authors, which have moved to other packages.

/// Packages with the commands that have moved there.
const MOVED: [(&str, &[&str]); 3] = [
    ("class", &["grade", "branches", "autograder", "questions"]),
    ("author", &["starters", "new", "mistake", "site", "table"]),
    ("figure", &["view", "edit", "inspect", "convert", "export"]),
];

/// Returns a sentence with the new name of a command that has moved: `grade`, or `author check 03`.
pub(crate) fn message(mut arguments: impl Iterator<Item = String>) -> Option<String> {
    let first = arguments.next()?;
    let is_author = first == "author";
    let name = if is_author { arguments.next().unwrap_or("--help".into()) } else { first.clone() };
    let moved = MOVED.iter().find(|(_, names)| names.contains(&name.as_str()));
    let command = match moved {
        Some((command, _)) => command,
        None if is_author => "author",
        None => return None,
    };
    let before = if is_author { format!("author {name}") } else { name.clone() };
    Some(format!("`cargo workbook {before}` is `cargo {command} {name}`"))
}

#[cfg(test)]
mod tests {
    fn message(line: &str) -> String {
        super::message(line.split_whitespace().map(String::from)).unwrap_or_default()
    }

    #[test]
    fn each_is_found_by_its_old_name() {
        assert_eq!(message("grade submissions --out x"), "`cargo workbook grade` is `cargo class grade`");
        assert_eq!(message("author questions 09"), "`cargo workbook author questions` is `cargo class questions`");
        assert_eq!(message("author check 03"), "`cargo workbook author check` is `cargo author check`");
        assert_eq!(message("author"), "`cargo workbook author --help` is `cargo author --help`");
        assert_eq!(message("inspect a.glb"), "`cargo workbook inspect` is `cargo figure inspect`");
        assert_eq!([message("check 03"), message("chekc 03"), message("")], ["", "", ""]);
    }
}
