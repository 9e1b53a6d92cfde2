//! A TODO's section in a lesson's text, `## 04.2 `matrices`: which matrix`, with its task, the section's only blockquote.

/// A TODO's section.
#[derive(Debug, PartialEq, Eq)]
pub struct Section<'a> {
    /// The function, or the shader's file.
    pub name: &'a str,
    /// The rest of the heading: the idea in a few words.
    pub idea: &'a str,
    /// The Markdown below the heading, with the task.
    pub text: &'a str,
    /// The Markdown of what is to be written.
    pub task: String,
}

/// Finds a TODO's section in a README, or in several one after another.
///
/// # Errors
/// If there is not exactly one section with this id, or not exactly one task in it.
pub fn section<'a>(readme: &'a str, id: &str) -> Result<Section<'a>, String> {
    let mut sections = Vec::new();
    let mut start = None;
    let mut is_code = false;
    let mut byte = 0;
    for line in readme.split_inclusive('\n') {
        is_code ^= line.starts_with("```");
        if !is_code && (line.starts_with("# ") || line.starts_with("## ")) {
            sections.extend(start.take().map(|start| &readme[start..byte]));
            start = heading(line, id).map(|_| byte);
        }
        byte += line.len();
    }
    sections.extend(start.map(|start| &readme[start..]));
    let &[section] = &sections[..] else {
        let count = sections.len();
        return Err(format!(
            "{count} headings are `## {id} `name`: idea`, with the TODO's name and idea; one should be"
        ));
    };
    let (first, text) = section.split_once('\n').unwrap_or((section, ""));
    let (name, idea) = heading(first, id).unwrap_or_default();
    let mut tasks = tasks(text);
    match (tasks.pop(), tasks.len()) {
        (Some(task), 0) => Ok(Section { name, idea, text, task }),
        (last, others) => {
            let count = others + usize::from(last.is_some());
            Err(format!("section {id} has {count} blockquotes; one should say what to write: > Write ..."))
        }
    }
}

/// Returns the name and the idea in a heading, if it is of this TODO.
fn heading<'a>(line: &'a str, id: &str) -> Option<(&'a str, &'a str)> {
    let rest = line.strip_prefix("## ")?.strip_prefix(id)?.strip_prefix(" `")?;
    let (name, idea) = rest.split_once("`: ")?;
    Some((name, idea.trim())).filter(|(_, idea)| !idea.is_empty())
}

/// Returns the blockquotes of a section, without their marks.
fn tasks(section: &str) -> Vec<String> {
    let mut tasks = Vec::new();
    let mut is_code = false;
    let mut is_task = false;
    for line in section.lines() {
        is_code ^= line.starts_with("```");
        let quoted = line.strip_prefix('>').filter(|_| !is_code);
        if let Some(quoted) = quoted {
            if !is_task {
                tasks.push(String::new());
            }
            if let Some(task) = tasks.last_mut() {
                *task += quoted.strip_prefix(' ').unwrap_or(quoted);
                task.push('\n');
            }
        }
        is_task = quoted.is_some();
    }
    tasks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_ends_where_another_begins() {
        let text = "# 04 Lines\n\n```sh\n## 04.1 `no`: heading\n```\n\n## 04.1 `one`: an *idea*\r\n\nWhy.\n\n\
                    ```xml\n> no task\n```\n\n> Write `one`.\n>\n> ```rust\n> fn one() {\n> ```\n\n### Then\n\n\
                    # A Part\n\n## 04.10 `ten`: last\n\n> Ten.";
        let one = section(text, "04.1").unwrap();
        assert_eq!((one.name, one.idea), ("one", "an *idea*"));
        assert_eq!(one.task, "Write `one`.\n\n```rust\nfn one() {\n```\n");
        assert!(one.text.starts_with("\nWhy.") && one.text.ends_with("### Then\n\n"), "{:?}", one.text);
        assert_eq!(section(text, "04.10").unwrap().task, "Ten.\n");
    }

    #[test]
    fn a_todo_has_one_section_and_one_task() {
        for (text, count) in [
            ("# 04 Lines\n", 0),
            ("## 04.1 `a`:\n\n> Write.\n", 0),
            ("## 04.1 a: b\n\n> Write.\n", 0),
            ("## 04.1 `a`: b\n\n> Write.\n\n## 04.1 `a`: c\n", 2),
        ] {
            assert!(section(text, "04.1").unwrap_err().starts_with(&format!("{count} headings")), "{text}");
        }
        for (text, count) in [("## 04.1 `a`: b\n\nWrite.\n", 0), ("## 04.1 `a`: b\n\n> Write.\n\nAnd:\n\n> This.\n", 2)]
        {
            assert!(section(text, "04.1").unwrap_err().contains(&format!("{count} blockquotes")), "{text}");
        }
    }
}
