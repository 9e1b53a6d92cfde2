//! Formulas in TeX as plain text: `S_0 p = (3, -2)` becomes "S₀ p = (3, −2)".

/// Commands of the texts, each before its character.
const LETTERS: &str = "theta θ alpha α varphi φ varepsilon ε epsilon ε pi π Delta Δ lambda λ \
    gamma γ delta δ cdot · times × pm ± le ≤ sum Σ sqrt √ ldots …";

/// Returns the characters of a command, or `None` if it is none of the texts'.
fn characters(name: &str) -> Option<&str> {
    match name {
        "sin" | "cos" | "tan" | "max" => Some(name),
        "text" => Some(""),
        "thinspace" => Some(" "),
        "quad" => Some("  "),
        "qquad" => Some("    "),
        _ => LETTERS.split(' ').skip_while(|word| *word != name).nth(1),
    }
}

/// Characters that can be raised, and what they become.
const RAISED: (&str, &str) = ("0123456789+−=()nijkT*", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱʲᵏᵀ*");

/// Characters that can be lowered, and what they become.
const LOWERED: (&str, &str) = ("0123456789+−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ");

/// Returns a formula as text that breaks across lines like any other: a fraction is a quotient, and an index is lowered
/// where Unicode has its letters. A command that is none of the texts' stays as it is.
pub(super) fn plain(tex: &str) -> String {
    let mut text = String::new();
    let mut rest = tex;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        match first {
            '\\' => {
                let (name, tail) = after.split_at(name_length(after));
                rest = tail;
                if name.ends_with("frac") {
                    let (numerator, tail) = group(rest);
                    let (denominator, tail) = group(tail);
                    text += &format!("{}/{}", factor(&plain(numerator)), factor(&plain(denominator)));
                    rest = tail;
                } else if let Some(characters) = characters(name) {
                    text += characters;
                    if name == "sqrt" {
                        let (radicand, tail) = group(rest);
                        text += &factor(&plain(radicand));
                        rest = tail;
                    }
                } else {
                    text += &format!("\\{name}");
                }
            }
            '^' | '_' => {
                let (script, tail) = group(after);
                text += &moved(&plain(script), first);
                rest = tail;
            }
            '{' | '}' => rest = after,
            _ => {
                text.push(if first == '-' { '−' } else { first });
                rest = after;
            }
        }
    }
    text
}

/// Returns the length of a command's name, in bytes.
fn name_length(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len())
}

/// Splits off the contents of braces, a command, or a letter.
fn group(tex: &str) -> (&str, &str) {
    let tex = tex.trim_start();
    let Some(inner) = tex.strip_prefix('{') else {
        let length = match tex.strip_prefix('\\') {
            Some(command) => 1 + name_length(command),
            None => tex.chars().next().map_or(0, char::len_utf8),
        };
        return tex.split_at(length);
    };
    let mut depth = 1;
    for (end, c) in inner.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 {
            return (&inner[..end], &inner[end + 1..]);
        }
    }
    (inner, "")
}

/// Returns a raised or lowered text, with its sign if there are no such characters: `x_max`.
fn moved(text: &str, sign: char) -> String {
    let (from, to) = if sign == '^' { RAISED } else { LOWERED };
    let mut small = String::new();
    for c in text.chars() {
        let Some(character) = from.chars().position(|known| known == c).and_then(|index| to.chars().nth(index)) else {
            return format!("{sign}{}", factor(text));
        };
        small.push(character);
    }
    small
}

/// Returns a text in brackets, unless it is a name or a number.
fn factor(text: &str) -> String {
    let is_simple = text.chars().all(char::is_alphanumeric) || text.chars().count() == 1;
    if is_simple { text.into() } else { format!("({text})") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::has_glyph;
    use pulldown_cmark::{Event, Options, Parser};
    use verdict::workspace;
    use walkdir::WalkDir;

    #[test]
    fn formulas_of_the_texts() {
        for (tex, text) in [
            ("S_0 p = (3, -2)", "S₀ p = (3, −2)"),
            (r"\cos \gamma = \unknown", r"cos γ = \unknown"),
            (r"\frac{a^2 + b^2 - c^2}{2 a b}", "(a² + b² − c²)/(2 a b)"),
            (r"\frac12 \sum_i \theta_i^2 \le t_f", "1/2 Σᵢ θᵢ² ≤ t_f"),
            (r"x_{\max}", "xₘₐₓ"),
            (r"R_{\text{ref}}^{-1} q^*", "R_ref⁻¹ q*"),
            (r"\sqrt{1 - w^2}", "√(1 − w²)"),
            (r"a_{b", "a_b"),
            (r"\frac{a}", "a/"),
        ] {
            assert_eq!(plain(tex), text, "{tex}");
        }
    }

    /// A command or a letter that a new text has and this module has not. GitHub removes a backslash before punctuation
    /// (github/markup, issue 1577), so that `\,` is none.
    #[test]
    fn all_formulas_have_characters_and_glyphs() {
        let files = WalkDir::new(workspace::root()).into_iter().filter_entry(|entry| entry.file_name() != "target");
        for file in files.flatten().filter(|file| file.path().extension().is_some_and(|ending| ending == "md")) {
            let markdown = std::fs::read_to_string(file.path()).expect("a text");
            for event in Parser::new_ext(&markdown, Options::ENABLE_TABLES | Options::ENABLE_MATH) {
                let (Event::InlineMath(tex) | Event::DisplayMath(tex)) = event else { continue };
                let text = plain(&tex);
                let missing = text.chars().find(|c| *c != '\n' && (*c == '\\' || !has_glyph(*c)));
                assert!(missing.is_none(), "{}: ${tex}$: {missing:?} in {text}", workspace::shown(file.path()));
            }
        }
    }
}
