//! Answers in a solution, between the marks of `verdict::region`.

use crate::change::changed;

/// A TODO's answer in a solution, a function or a shader, split at the marks.
#[derive(Debug, PartialEq)]
pub(super) struct Answer<'a> {
    above: String,
    region: String,
    below: String,
    /// The name of the answer's field in the lesson's table.
    field: String,
    /// The ending of the file: `rs`, or the shader's stage.
    ending: &'a str,
}

impl<'a> Answer<'a> {
    /// Finds a TODO's marks, and the function of this name around them.
    pub(super) fn function(text: &str, id: &str, name: &str) -> Option<Self> {
        let all = Self::marked(text, id)?;
        let private = all.above.rfind("\nfn ").map(|line| line + "\n".len());
        let begin = private.max(all.above.rfind("\npub fn ").map(|line| line + "\npub ".len()))?;
        // The end of the function may follow the region at once.
        let end = if all.below.starts_with('}') { 1 } else { all.below.find("\n}")? + 2 };
        Some(Answer { above: all.above[begin..].into(), below: all.below[..end].into(), field: name.into(), ..all })
    }

    /// Finds a TODO's marks in a shader. `solution` names the shader in its table's field:
    /// `ShaderFile("04-joint-lines/joints.vert")`.
    pub(super) fn shader(text: &str, solution: &str, id: &str, file: &str, stage: &'a str) -> Option<Self> {
        let all = Self::marked(text, id)?;
        let before = &solution[..solution.find(&format!("ShaderFile(\"{file}\")"))?];
        let before = before.trim_end().strip_suffix(':')?;
        let field = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        Some(Answer { field: field.into(), ending: stage, ..all })
    }

    /// Splits a file at a TODO's marks. If there are several regions, the text from the first to the last counts as one.
    pub(super) fn marked(text: &str, id: &str) -> Option<Self> {
        let begin = format!("// BEGIN {id}\n");
        let end = format!("// END {id}\n");
        let start = text.find(&begin)?;
        let from = start + begin.len();
        let to = from + text[from..].rfind(&end)?;
        Some(Answer {
            above: without_marks(text[..start].trim_end_matches(' ')),
            region: without_marks(text[from..to].trim_end_matches(' ')),
            below: without_marks(&text[to + end.len()..]),
            field: String::new(),
            ending: "rs",
        })
    }

    /// Returns the region with a change. A change of a shader may fit only outside the region: then returns the whole shader.
    ///
    /// # Errors
    /// A sentence about the first pair that does not fit.
    pub(super) fn changed(&self, pairs: &[String]) -> Result<String, String> {
        match changed(&self.region, pairs) {
            Err(_) if self.ending != "rs" => changed(&self.with(&self.region), pairs),
            region => region,
        }
    }

    pub(super) fn field(&self) -> &str {
        &self.field
    }

    pub(super) fn ending(&self) -> &'a str {
        self.ending
    }

    /// Returns the number of the function's inputs; `None` for a shader.
    pub(super) fn inputs(&self) -> Option<usize> {
        if self.ending != "rs" {
            return None;
        }
        let (_, rest) = self.above.split_once('(')?;
        let mut depth = 0;
        let mut inputs = 0;
        let mut has_name = false;
        for c in rest.chars() {
            match c {
                ')' if depth == 0 => break,
                '(' | '[' | '<' => depth += 1,
                ')' | ']' | '>' => depth -= 1,
                ',' if depth == 0 => has_name = false,
                c if depth == 0 && !has_name && !c.is_whitespace() => {
                    inputs += 1;
                    has_name = true;
                }
                _ => {}
            }
        }
        Some(inputs)
    }

    /// Returns the whole answer with another region.
    pub(super) fn with(&self, region: &str) -> String {
        format!("{}{}\n{}", self.above, region.trim_end(), self.below)
    }
}

/// Returns a solution without marks, stubs, and the documentation of the module, with which an included text may not begin.
pub(super) fn without_marks(text: &str) -> String {
    let marks = ["// BEGIN", "// END", "// STUB", "//!"];
    text.split_inclusive('\n').filter(|line| !marks.iter().any(|mark| line.trim_start().starts_with(mark))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_regions_are_one_with_the_text_between() {
        let shader =
            "a\n// BEGIN 1.1\nb\n// STUB c\n// END 1.1\nd\n    // BEGIN 1.1\n    e\n    // STUB f\n    // END 1.1\ng\n";
        let answer = Answer::marked(shader, "1.1").unwrap();
        assert_eq!(answer.region.split_whitespace().collect::<String>(), "bde");
        assert_eq!(answer.with(&answer.region), "a\nb\nd\n    e\ng\n");
    }
}
