//! A change of a text: what stands there, and what stands there instead.

/// The text with all of these pairs changed at once, each in the one place where its first stands: white space does not
/// matter, and a name is a whole name.
///
/// # Errors
/// A sentence about the first that does not fit.
pub(super) fn changed(text: &str, pairs: &[String]) -> Result<String, String> {
    if pairs.is_empty() || !pairs.len().is_multiple_of(2) {
        return Err("`change` wants pairs: what stands there, and what stands there instead".into());
    }
    let mut places = Vec::new();
    for pair in pairs.chunks(2) {
        let [from, to] = pair else { unreachable!("they are pairs") };
        match found(text, from)[..] {
            [(begin, end)] => places.push((begin, end, to)),
            [] => {
                let near = nearest(text, from).map(|line| format!(" The nearest line is `{line}`")).unwrap_or_default();
                return Err(format!("`{}` is not in the solution.{near}", shown(from)));
            }
            ref many => {
                return Err(format!("`{}` is in the solution {} times: give more of it", shown(from), many.len()));
            }
        }
    }
    places.sort_unstable();
    if let Some(two) = places.windows(2).find(|two| two[0].1 > two[1].0) {
        return Err(format!("two changes of the same place, by `{}` and `{}`", shown(two[0].2), shown(two[1].2)));
    }
    let mut out = text.to_owned();
    for (begin, end, to) in places.into_iter().rev() {
        out.replace_range(begin..end, to);
    }
    let is_same = out.split_whitespace().eq(text.split_whitespace());
    if is_same { Err("the change changes nothing".into()) } else { Ok(out) }
}

/// Returns the begin and end of each place where `what` stands in a text, whatever the spaces between.
fn found(text: &str, what: &str) -> Vec<(usize, usize)> {
    let dense =
        |text: &str| -> Vec<(usize, char)> { text.char_indices().filter(|(_, c)| !c.is_whitespace()).collect() };
    let (all, what) = (dense(text), dense(what));
    let (Some(first), Some(last)) = (what.first(), what.last()) else { return Vec::new() };
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let goes_on = |a: Option<char>, b: Option<char>| a.is_some_and(is_name) && b.is_some_and(is_name);
    let place = |window: &[(usize, char)]| {
        let (begin, end) = (window.first()?.0, window.last().map(|(at, c)| at + c.len_utf8())?);
        let is_it = window.iter().map(|(_, c)| c).eq(what.iter().map(|(_, c)| c));
        let before = goes_on(text[..begin].chars().next_back(), Some(first.1));
        let after = goes_on(Some(last.1), text[end..].chars().next());
        (is_it && !before && !after).then_some((begin, end))
    };
    all.windows(what.len()).filter_map(place).collect()
}

/// Returns the pair that turns the region of a solution, with what stands `around` it, into what somebody else has written;
/// `None` if no single pair does.
pub(super) fn pair(region: &str, around: [&str; 2], written: &str) -> Option<[String; 2]> {
    let solution = format!("{}{region}{}", around[0], around[1]);
    let ours = tokens(&solution);
    let theirs = tokens(written);
    let mut start = ours.iter().zip(&theirs).take_while(|(a, b)| a.1 == b.1).count();
    let rest = ours.len().min(theirs.len()) - start;
    let mut after = ours.iter().rev().zip(theirs.iter().rev()).take(rest).take_while(|(a, b)| a.1 == b.1).count();
    let span = |text: &str, all: &[(usize, &str)], from: usize, to: usize| match all.get(from..to) {
        Some([first, .., last]) => text[first.0..last.0 + last.1.len()].to_owned(),
        Some([one]) => one.1.to_owned(),
        _ => String::new(),
    };
    // As much more is taken from both sides as it needs to be found once.
    for _ in 0..2 * ours.len() {
        let from = span(&solution, &ours, start, ours.len() - after);
        let to = span(written, &theirs, start, theirs.len() - after);
        let made =
            changed(region, &[from.clone(), to.clone()]).map(|region| format!("{}{region}{}", around[0], around[1]));
        if made.is_ok_and(|made| {
            made.split_whitespace().collect::<String>() == written.split_whitespace().collect::<String>()
        }) {
            return Some([from, to]);
        }
        if start > 0 && (after == 0 || start >= after) {
            start -= 1;
        } else {
            after = after.checked_sub(1)?;
        }
    }
    None
}

/// Splits a text into names and single signs, with their places.
fn tokens(text: &str) -> Vec<(usize, &str)> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens: Vec<(usize, &str)> = Vec::new();
    let mut before = None;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        match tokens.last_mut() {
            Some((start, name)) if is_name(c) && before.is_some_and(is_name) => *name = &text[*start..end],
            _ if !c.is_whitespace() => tokens.push((at, &text[at..end])),
            _ => {}
        }
        before = Some(c);
    }
    tokens
}

/// The line that has most pairs of letters in common with this.
fn nearest<'a>(text: &'a str, what: &str) -> Option<&'a str> {
    let pairs = |text: &str| -> Vec<(char, char)> {
        let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        letters.windows(2).map(|two| (two[0], two[1])).collect()
    };
    let wanted = pairs(what);
    let score = |line: &&str| {
        let has = pairs(line);
        2000 * wanted.iter().filter(|pair| has.contains(pair)).count() / (wanted.len() + has.len()).max(1)
    };
    text.lines().map(str::trim).filter(|line| score(line) > 500).max_by_key(score)
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
    fn the_difference_of_two_texts() {
        let with = |from: &str, to: &str| pair(TEXT, ["{", "}"], &format!("{{{}}}", TEXT.replace(from, to)));
        let some = |from: &str, to: &str| Some([from.to_owned(), to.to_owned()]);
        assert_eq!(with("+= 2", "+= 1"), some("2", "1"));
        assert_eq!(with("all(joints)", "all(&joints)"), some("(", "(&"));
        assert_eq!(with("    indices\n", "    indices + 1\n"), some("}\n    indices", "}\n    indices + 1"));
        assert_eq!(pair(TEXT, ["{", "}"], "something else"), None);
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let say = |pairs: &[&str]| change(pairs).unwrap_err();
        assert_eq!(
            say(&["indices += 3;", "x"]),
            "`indices += 3;` is not in the solution. The nearest line is `indices += 2;`"
        );
        assert_eq!(say(&["indices", "x"]), "`indices` is in the solution 3 times: give more of it");
        assert_eq!(say(&["indices += 2", "a", "2;", "b"]), "two changes of the same place, by `a` and `b`");
        assert_eq!(say(&["indices += 2", "indices  += 2"]), "the change changes nothing");
        assert!(say(&["indices += 2"]).contains("pairs"));
    }
}
