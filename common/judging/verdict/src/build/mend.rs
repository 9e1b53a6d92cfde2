//! An exercise that does not compile, with the starter's functions in the place of the broken ones.

use crate::{Status, Verdict};
use std::ops::Range;

/// Beginnings of lines with which another item begins.
const ITEMS: [&str; 12] =
    ["fn ", "pub", "const ", "static ", "struct ", "enum ", "impl", "trait ", "type ", "use ", "//", "#["];

/// Returns a text with the starter's functions of these names in the place of its own; `None` if one is not in both.
pub fn with_functions_of(starter: &str, text: &str, names: &[&str]) -> Option<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let given: Vec<&str> = starter.lines().collect();
    for name in names {
        let own = function(&lines, name)?;
        let other = given.get(function(&given, name)?)?.iter().copied();
        lines.splice(own, other);
    }
    Some(lines.join("\n") + "\n")
}

/// Returns the names of the functions that do not compile.
pub fn broken_functions(verdicts: &[Verdict]) -> Vec<&str> {
    let broken = verdicts.iter().filter(|verdict| verdict.status == Status::DoesNotCompile);
    broken.map(|verdict| verdict.name.as_str()).collect()
}

/// Returns the verdicts on an answer of which some functions do not compile. `others` are those on the answer with the
/// starter's functions in their place, some of them perhaps left out.
pub fn merged(verdicts: Vec<Verdict>, others: &[Verdict]) -> Vec<Verdict> {
    let mut merged = Vec::new();
    for mut verdict in verdicts {
        if verdict.status == Status::DoesNotCompile {
            let Verdict { name, .. } = &verdict;
            verdict.notes.push(format!("The others were checked as if `{name}` were not begun."));
        } else if let Some(other) = others.iter().find(|other| other.id == verdict.id) {
            verdict.clone_from(other);
        }
        merged.push(verdict);
    }
    merged
}

/// Returns the lines of a function as rustfmt lays it out: up to a brace at the beginning of a line or, where that is
/// missing, up to the next item.
fn function(lines: &[&str], name: &str) -> Option<Range<usize>> {
    let start = lines.iter().position(|line| {
        let rest =
            line.strip_prefix("pub ").unwrap_or(line).strip_prefix("fn ").and_then(|rest| rest.strip_prefix(name));
        rest.is_some_and(|rest| rest.starts_with(['(', '<']))
    })?;
    for (index, line) in lines.iter().enumerate().skip(start + 1) {
        if line.starts_with('}') {
            return Some(start..index + 1);
        }
        if ITEMS.iter().any(|item| line.starts_with(item)) {
            return Some(start..index);
        }
    }
    Some(start..lines.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const STARTER: &str = "use crate::Answers;\n\nfn one(\n    n: u8,\n) -> u8 {\n    n\n}\n\n/// The second.\nfn two() -> u8 {\n    2\n}\n";

    #[test]
    fn broken_functions_are_replaced() {
        for (from, to) in [("    n\n", "    n +\n"), ("    n\n}\n", "    { n\n}\n"), ("    n\n}\n", "    (n\n")] {
            let text = STARTER.replace(from, to).replace("    2\n", "    1 + 1\n");
            let mended = with_functions_of(STARTER, &text, &["one"]).expect("both have it");
            let expected = STARTER.replace("    2\n", "    1 + 1\n");
            assert_eq!(mended.replace("\n\n", "\n"), expected.replace("\n\n", "\n"), "{text}");
        }
        assert_eq!(with_functions_of(STARTER, STARTER, &["three"]), None);
        assert_eq!(with_functions_of(STARTER, "fn ones() {}\n", &["one"]), None);
    }
}
