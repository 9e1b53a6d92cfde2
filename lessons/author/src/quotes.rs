//! Checks that code which a text quotes is code that is compiled, so that the two cannot drift apart.

use std::collections::BTreeSet;

/// The fenced blocks of these languages are quotes; the line of the fence, counted from 1, and the text.
const QUOTED: [&str; 2] = ["rust", "glsl"];

/// The lines of `text`'s quotes that stand in none of `sources`, each with its line number.
/// Leading white space does not count, and neither do empty lines and lines of `...`.
pub(super) fn unknown_lines(text: &str, sources: &[String]) -> Vec<(usize, String)> {
    let known: BTreeSet<&str> = sources.iter().flat_map(|source| source.lines().map(str::trim)).collect();
    let mut unknown_lines = Vec::new();
    let mut quoting = None;
    for (index, line) in text.lines().map(|line| line.trim_start_matches('>').trim()).enumerate() {
        if let Some(language) = line.strip_prefix("```") {
            quoting = if quoting.is_some() { None } else { Some(QUOTED.contains(&language.trim())) };
        } else if quoting == Some(true) && !line.is_empty() && line != "..." && !known.contains(line) {
            unknown_lines.push((index + 1, line.to_owned()));
        }
    }
    unknown_lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_quotes_that_nobody_compiles_are_unknown() {
        let text = "# T\n\n> ```rust\n> let a = 1;\n> ...\n> let b = 2;\n> ```\n\n```sh\ncargo run\n```\n\n";
        let sources = ["fn f() {\n    let a = 1;\n}\n".to_owned()];
        assert_eq!(unknown_lines(text, &sources), [(6, "let b = 2;".to_owned())]);
    }
}
