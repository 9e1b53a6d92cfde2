//! Unique names that XML accepts as ids and sids.

use std::collections::{HashMap, HashSet};

/// Largest number of characters of a name that a safe name keeps.
const MAX_CHARS: usize = 60;

/// Names that are taken.
#[derive(Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    /// The number that was tried last for a name.
    last: HashMap<String, usize>,
}

impl Names {
    /// Takes a safe form of `name`, or `otherwise` for an empty name, with a number if that is taken.
    pub(super) fn unique(&mut self, name: &str, otherwise: &str) -> String {
        self.take(safe_name(name, otherwise, MAX_CHARS))
    }

    /// Takes a safe name, with a number if the name is taken, and returns it.
    pub(super) fn take(&mut self, name: String) -> String {
        if self.taken.insert(name.clone()) {
            return name;
        }
        let last = self.last.entry(name.clone()).or_insert(1);
        loop {
            *last += 1;
            let numbered = format!("{name}_{last}");
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

/// Returns the letters and digits of a name, and an underscore for each other character: an `NCName` without dots and
/// hyphens, which Collada's addresses use otherwise and which separate suffixes here.
pub(super) fn safe_name(name: &str, otherwise: &str, max_chars: usize) -> String {
    let is_letter = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '\u{c0}'..='\u{1fff}' | '\u{3041}'..='\u{d7ff}') && c.is_alphabetic()
    };
    let name: String = name.chars().take(max_chars).map(|c| if is_letter(c) { c } else { '_' }).collect();
    match name.chars().next() {
        None => otherwise.into(),
        Some(c) if c.is_alphabetic() || c == '_' => name,
        Some(_) => format!("_{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_each_is_there_once() {
        let mut names = Names::default();
        let given = ["mixamorig:Hips", "mixamorig/Hips", "", "", "\u{c4}rmel.001", "2 b", "a_2", "a", "a"];
        let got = given.map(|name| names.unique(name, "node"));
        let want =
            ["mixamorig_Hips", "mixamorig_Hips_2", "node", "node_2", "\u{c4}rmel_001", "_2_b", "a_2", "a", "a_3"];
        assert_eq!(got, want);
        assert_eq!(safe_name("\u{2460}\u{b2}\u{30bb}\u{301}<", "x", 60), "__\u{30bb}__");
        assert_eq!(safe_name(&"x".repeat(99), "", 60).len(), 60);
    }
}
