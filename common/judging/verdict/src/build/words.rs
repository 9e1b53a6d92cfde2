//! The parts of rustc's messages that are shown: those about the student's own file.

/// Modules of a lesson that are no help, or that give an answer away.
const CLOSED: [&str; 5] = ["checks", "mistaken", "finished", "solution", "starter"];

/// Crates that the exercises use, or may use; rustc also suggests crates that only dependencies of dependencies have.
const OPEN: [&str; 5] = ["std", "core", "alloc", "glam", "crate"];

/// Returns rustc's message without notes about files that a student does not know (std, other crates, the lesson's
/// checks), without suggestions to import from crates that exercises do not use, and without lists of types that
/// implement a trait: "`&f128` implements `Div`" and a dozen more do not help with `17.0 / 255`.
pub(super) fn relevant_blocks(rendered: &str) -> String {
    let mut blocks: Vec<String> = vec![String::new()];
    for line in rendered.split_inclusive('\n') {
        let words = line.trim_start().trim_start_matches("= ");
        if words.starts_with("note:") || words.starts_with("help:") {
            blocks.push(String::new());
        }
        if let Some(block) = blocks.last_mut() {
            block.push_str(line);
        }
    }
    let (first, rest) = blocks.split_at(1);
    let rest = rest.iter().filter(|block| !is_elsewhere(block)).filter_map(|block| without_foreign_imports(block));
    without_trait_lists(&first.concat()) + &rest.map(|block| without_trait_lists(&block)).collect::<String>()
}

/// Returns whether a note points to a file that is neither the student's nor given, or names a closed module.
fn is_elsewhere(block: &str) -> bool {
    let arrows = block.lines().filter_map(|line| line.trim_start().strip_prefix("--> "));
    let names_closed = CLOSED.iter().any(|module| block.contains(&format!("{module}::")));
    let offers_another = block.contains("if you're trying to build a new");
    names_closed || offers_another || arrows.into_iter().any(|location| !is_open(location))
}

fn is_open(location: &str) -> bool {
    let file = location.rsplit(['/', '\\']).next().unwrap_or_default();
    file.starts_with("exercise.rs:") || file.starts_with("given.rs:")
}

/// Returns a note without imports from crates that exercises do not use, or `None` if nothing else is in the note.
fn without_foreign_imports(block: &str) -> Option<String> {
    let imports: Vec<bool> = block.lines().filter_map(imports_open_crate).collect();
    if block.contains("perhaps you need to implement one of them") || !imports.is_empty() && !imports.contains(&true) {
        return None;
    }
    Some(block.split_inclusive('\n').filter(|line| imports_open_crate(line) != Some(false)).collect())
}

/// Returns whether the import that a line suggests is from one of the open crates, or `None` if it suggests no import.
fn imports_open_crate(line: &str) -> Option<bool> {
    let (_, path) = line.split_once("+ use ")?;
    Some(OPEN.contains(&path.split([':', ';']).next().unwrap_or_default()))
}

/// Returns a message without lists such as "the following other types implement trait `Div`: `&f128` implements `Div`".
fn without_trait_lists(message: &str) -> String {
    let mut in_list = false;
    let mut kept = String::new();
    for line in message.split_inclusive('\n') {
        let words = line.trim();
        let begins_list = words.ends_with(':') && words.contains("following other types implement trait");
        let is_type = words.starts_with('`') && words.contains("implements `");
        let is_count = words.starts_with("and ") && words.ends_with("others");
        in_list = begins_list || in_list && (is_type || is_count);
        if !in_list {
            kept.push_str(line);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_other_types_are_left_out() {
        let before = "error[E0277]: cannot divide `{float}` by `{integer}`\n   = help: the trait is not implemented\n";
        let after = "help: consider using a floating-point literal\n  |     `17.0` implements `it`\n";
        let list = "   = help: the following other types implement trait `Div<Rhs>`:\n             \
                    `&f128` implements `Div<f128>`\n             `&f128` implements `Div`\n           \
                    and 56 others\n";
        assert_eq!(relevant_blocks(&format!("{before}{list}{after}")), format!("{before}{after}"));
    }

    #[test]
    fn notes_that_lead_elsewhere_are_left_out() {
        let head = "error[E0425]: cannot find function `visit` in this scope\n  --> lessons/02-hierarchy/exercise.rs:47:8\n   |\n";
        let closed = "note: function `crate::mistaken::visit` exists but is inaccessible\n  --> lessons/02-hierarchy/course/src/mistaken.rs:79:1\n   |\n";
        let std = "note: tuple variant defined here\n  --> /rustc/59/library/core/src/option.rs:1:2\n";
        let given = "note: method defined here\n  --> lessons/02-hierarchy/given.rs:7:1\n";
        let foreign = "help: perhaps you want to import one of them\n  |\n3 + use ahash::HashMapExt;\n  |\n";
        let mixed = "help: consider importing\n  |\n3 + use glam::Vec4;\n  |\n3 + use imgui::Vec4;\n  |\n";
        let ours = "help: consider importing\n  |\n3 + use glam::Vec4;\n  |\n  |\n";
        let all = [head, closed, std, given, foreign, mixed].concat();
        assert_eq!(relevant_blocks(&all), [head, given, ours].concat());
    }
}
