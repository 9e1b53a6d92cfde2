//! Changes of a text: pairs of a part of the text and its replacement.

/// Returns a text with all pairs applied at once. A pair's first part must occur once in the text. White space does not
/// matter, and a name matches whole names only.
///
/// # Errors
/// A sentence about the first pair that does not fit.
pub fn changed(text: &str, pairs: &[String]) -> Result<String, String> {
    if pairs.is_empty() || !pairs.len().is_multiple_of(2) {
        return Err("`change` wants pairs: a part of the solution, and its replacement".into());
    }
    let mut spans = Vec::new();
    for pair in pairs.chunks(2) {
        let [from, to] = pair else { unreachable!("they are pairs") };
        match occurrences(text, from)[..] {
            [(begin, end)] => spans.push((begin, end, to)),
            [] => return Err(format!("`{}` is not in the solution", shown(from))),
            ref many => {
                return Err(format!("`{}` is in the solution {} times: give more of it", shown(from), many.len()));
            }
        }
    }
    spans.sort_unstable();
    if let Some(two) = spans.windows(2).find(|two| two[0].1 > two[1].0) {
        return Err(format!("two changes of the same place, by `{}` and `{}`", shown(two[0].2), shown(two[1].2)));
    }
    let mut out = text.to_owned();
    for (begin, end, to) in spans.into_iter().rev() {
        out.replace_range(begin..end, to);
    }
    if out.split_whitespace().eq(text.split_whitespace()) {
        return Err("the change changes nothing".into());
    }
    Ok(out)
}

/// Returns the begin and the end of each occurrence of `part` in a text, whatever the white space between.
fn occurrences(text: &str, part: &str) -> Vec<(usize, usize)> {
    let all = without_white_space(text);
    let part = without_white_space(part);
    let (Some(first), Some(last)) = (part.first(), part.last()) else { return Vec::new() };
    let mut spans = Vec::new();
    for window in all.windows(part.len()) {
        if !window.iter().map(|(_, c)| c).eq(part.iter().map(|(_, c)| c)) {
            continue;
        }
        let begin = window[0].0;
        let end = window[window.len() - 1].0 + last.1.len_utf8();
        let before = text[..begin].chars().next_back();
        let after = text[end..].chars().next();
        if !is_one_name(before, Some(first.1)) && !is_one_name(Some(last.1), after) {
            spans.push((begin, end));
        }
    }
    spans
}

/// Returns the characters of a text that are not white space, with their byte offsets.
fn without_white_space(text: &str) -> Vec<(usize, char)> {
    text.char_indices().filter(|(_, c)| !c.is_whitespace()).collect()
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns whether two neighbouring characters belong to the same name.
fn is_one_name(a: Option<char>, b: Option<char>) -> bool {
    a.is_some_and(is_name) && b.is_some_and(is_name)
}

fn shown(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "    let mut indices = 0;\n    for joint in all(joints) {\n        indices += 2;\n    }\n    indices\n";

    fn change(pairs: &[&str]) -> Result<String, String> {
        changed(TEXT, &pairs.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn one_place_or_several_at_once() {
        assert_eq!(change(&["indices += 2", "indices += 1"]).unwrap(), TEXT.replace('2', "1"));
        let swapped = change(&["let mut indices", "let b", "for joint\n in all( joints )", "for a in b"]).unwrap();
        assert_eq!(swapped, TEXT.replace("let mut indices", "let b").replace("for joint in all(joints)", "for a in b"));
        assert!(change(&["joint", "j"]).is_ok(), "`joints` is another name");
    }

    #[test]
    fn a_complaint_about_what_does_not_fit() {
        for (pairs, complaint) in [
            (&["indices += 3;", "x"][..], "`indices += 3;` is not in the solution"),
            (&["indices", "x"], "`indices` is in the solution 3 times: give more of it"),
            (&["indices += 2", "a", "2;", "b"], "two changes of the same place, by `a` and `b`"),
            (&["indices += 2", "indices  += 2"], "the change changes nothing"),
        ] {
            assert_eq!(change(pairs), Err(complaint.to_owned()));
        }
        assert!(change(&["indices += 2"]).unwrap_err().contains("pairs"));
    }
}
