//! Makes the starter and the finished file from one source with marked regions; the marks are the same in Rust and GLSL.
//!
//! ```text
//! // BEGIN 02.2
//! the answer, ordinary code
//! // STUB // TODO 02.2: what to write here
//! // STUB locals.to_vec()
//! // END 02.2
//! ```
//! A line between the marks belongs to the answer; a `STUB` line becomes code in the starter. An import
//! that only the answer needs stands inside the function, first in the region, and leaves with it.

use thiserror::Error;

/// The files that are made from one source.
#[derive(Debug, PartialEq)]
pub struct Split {
    /// The text with which a student begins.
    pub starter: String,
    /// The solved file, without marks.
    pub finished: String,
    /// The ids of the regions, each once, in the order of the file.
    pub todos: Vec<String>,
}

/// Marks that do not make a starter.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("line {line}: {problem}")]
pub struct RegionError {
    /// Counted from 1.
    pub line: usize,
    /// Description of the problem.
    pub problem: String,
}

struct Open {
    id: String,
    line: usize,
    answer: bool,
    stub: bool,
}

/// Splits a source into the starter and the finished file. `known` are the ids that its marks may have.
///
/// # Errors
/// The first mark that is nested, unterminated, unmatched, empty, stray or of an unknown TODO.
pub fn split(source: &str, known: &[&str]) -> Result<Split, RegionError> {
    let mut parts = Split { starter: String::new(), finished: String::new(), todos: Vec::new() };
    let mut open: Option<Open> = None;
    let mut begins = Vec::new();
    for (line, text) in source.lines().enumerate().map(|(index, text)| (index + 1, text)) {
        let code = text.trim_start();
        let indent = &text[..text.len() - code.len()];
        if let Some(id) = mark(code, "BEGIN") {
            if let Some(open) = open {
                let Open { id, line: begin, .. } = open;
                let problem = format!("a region begins inside {id}, which began in line {begin}");
                return Err(RegionError { line, problem });
            }
            if !known.contains(&id) {
                return Err(RegionError { line, problem: format!("{id} is no TODO of this lesson") });
            }
            open = Some(Open { id: id.into(), line, answer: false, stub: false });
        } else if let Some(id) = mark(code, "END") {
            let Some(region) = open.take().filter(|region| region.id == id) else {
                return Err(RegionError { line, problem: format!("END {id} closes no region that is open") });
            };
            let Open { id, line, answer, stub } = region;
            if !answer {
                return Err(RegionError { line, problem: format!("region {id} holds no answer") });
            }
            if !stub {
                let problem = "has no stub: the starter would not hold a placeholder";
                return Err(RegionError { line, problem: format!("region {id} {problem}") });
            }
            if !parts.todos.contains(&id) {
                begins.push(line);
                parts.todos.push(id);
            }
        } else if let Some(stub) = mark(code, "STUB") {
            let Some(region) = &mut open else {
                return Err(RegionError { line, problem: "STUB outside a region".into() });
            };
            region.stub = true;
            push(&mut parts.starter, format!("{indent}{stub}").trim_end());
        } else {
            push(&mut parts.finished, text);
            match &mut open {
                Some(region) => region.answer |= !code.is_empty(),
                None => push(&mut parts.starter, text),
            }
        }
    }
    if let Some(Open { id, line, .. }) = open {
        return Err(RegionError { line, problem: format!("region {id} never ends") });
    }
    // A TODO may have several regions (an import far from its function); one of them explains it.
    for (id, &line) in parts.todos.iter().zip(&begins) {
        if !parts.starter.contains(&format!("// TODO {id}:")) {
            let problem = format!("no stub of {id} has a line `// TODO {id}: ..`");
            return Err(RegionError { line, problem });
        }
    }
    Ok(parts)
}

/// Returns the text after the mark, without the one space after it.
fn mark<'a>(code: &'a str, name: &str) -> Option<&'a str> {
    let rest = code.strip_prefix("// ")?.strip_prefix(name)?;
    match rest.strip_prefix(' ') {
        Some(rest) if name == "STUB" => Some(rest),
        Some(rest) => Some(rest.trim()),
        None => rest.is_empty().then_some(rest),
    }
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
fn tip() -> u8 {
    // BEGIN 02.3
    use std::cmp::max;

    max(3, 4)
    // STUB // TODO 02.3: the larger one
    // STUB 0
    // END 02.3
}
";

    #[test]
    fn starter_and_finished_file() {
        let parts = split(SOURCE, &["02.3"]).unwrap();
        assert_eq!(parts.starter, "fn tip() -> u8 {\n    // TODO 02.3: the larger one\n    0\n}\n");
        assert_eq!(parts.finished, "fn tip() -> u8 {\n    use std::cmp::max;\n\n    max(3, 4)\n}\n");
        assert_eq!(parts.todos, ["02.3"]);
    }

    #[test]
    fn marks_that_do_not_fit_are_errors_with_a_line() {
        for (source, error) in [
            ("\n// BEGIN 02.1\nx\n// BEGIN 02.2\n", "line 4: a region begins inside 02.1, which began in line 2"),
            ("// BEGIN 02.1\nx\n// STUB y\n", "line 1: region 02.1 never ends"),
            ("// END 02.1\n", "line 1: END 02.1 closes no region that is open"),
            ("// BEGIN 02.1\nx\n// STUB y\n// END 02.2\n", "line 4: END 02.2 closes no region that is open"),
            ("// BEGIN 02.1\n\n// STUB y\n// END 02.1\n", "line 1: region 02.1 holds no answer"),
            ("// BEGIN 02.1\nx\n// END 02.1\n", "line 1: region 02.1 has no stub"),
            (
                "// BEGIN 02.1\nx\n// STUB // TODO 02.2: y\n// END 02.1\n",
                "line 1: no stub of 02.1 has a line `// TODO 02.1: ..`",
            ),
            ("x\n// STUB y\n", "line 2: STUB outside a region"),
            ("// BEGIN 9.9\n", "line 1: 9.9 is no TODO of this lesson"),
        ] {
            let got = split(source, &["02.1", "02.2"]).unwrap_err().to_string();
            assert!(got.starts_with(error), "{got}");
        }
    }
}
