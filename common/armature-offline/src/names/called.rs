//! What the name of a joint says: its side, its number, and its words without what all names begin or end with.

use super::{
    sides::{MAX_NAME, side_of, swaps},
    table::{NOISE, ROLES},
};
use std::{collections::HashMap, ops::Range};

/// What the name of a joint says.
pub(super) struct Called {
    /// The number of its side.
    pub(super) side: u8,
    /// Without side, number and noise: as it stands, and the other way round where it is of two words.
    names: [String; 2],
    /// The last in it; 0 without.
    pub(super) number: usize,
}

impl Called {
    /// Nothing of a name over [`MAX_NAME`].
    pub(super) fn new(name: &str) -> Self {
        if name.len() > MAX_NAME {
            return Self { side: 0, names: Default::default(), number: 0 };
        }
        let swaps = swaps(name);
        let is_side = |at: &usize| swaps.iter().any(|swap| (swap.from..swap.from + swap.length).contains(at));
        let without_side: String =
            name.char_indices().map(|(at, c)| if is_side(&at) { ' ' } else { narrow(c) }).collect();
        let words: Vec<String> = words(&without_side).into_iter().map(|at| without_side[at].to_lowercase()).collect();
        let number = words.iter().rev().find_map(|word| word.parse().ok()).unwrap_or(0);
        let is_name =
            |word: &&str| !word.starts_with(|c: char| c.is_ascii_digit()) && !NOISE.split(' ').any(|it| it == *word);
        let words: Vec<&str> = words.iter().map(String::as_str).filter(is_name).collect();
        let turned = if let [a, b] = words[..] { format!("{b}{a}") } else { String::new() };
        Self { side: side_of(&swaps) as u8, names: [words.concat(), turned], number }
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.names.iter().any(|it| it == name)
    }
}

/// A letter or digit in the width of ASCII: Japanese names have wider ones.
fn narrow(c: char) -> char {
    let code = u32::from(c);
    if (0xFF01..=0xFF5E).contains(&code) { char::from_u32(code - 0xFEE0).unwrap_or(c) } else { c }
}

/// Where the words of a name are. A word ends at a sign, at a digit, and before a capital after a small letter.
fn words(name: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut before = ' ';
    for (at, c) in name.char_indices() {
        let c = if c.is_alphanumeric() { c } else { ' ' };
        let kind = |c: char| (c == ' ', c.is_ascii_digit());
        if c != ' ' && (kind(before) != kind(c) || before.is_lowercase() && c.is_uppercase()) {
            words.push(at..at);
        }
        if let (Some(word), true) = (words.last_mut(), c != ' ') {
            word.end = at + c.len_utf8();
        }
        before = c;
    }
    words
}

/// The words that nearly all names of a figure begin with, and those that they end with: `Hero_`, `_bind`.
#[derive(Default)]
pub(super) struct Common {
    first: Vec<String>,
    last: Vec<String>,
}

/// Most words that are cut at either end.
const MAX_COMMON: usize = 4;

impl Common {
    pub(super) fn of(names: &[&str]) -> Self {
        let mut common = Self::default();
        let first = |common: &Self| frequent(names, |name| words(common.cut(name)).first().cloned(), common);
        while let Some(word) = first(&common).filter(|_| common.first.len() < MAX_COMMON) {
            common.first.push(word);
        }
        let last = |common: &Self| frequent(names, |name| words(common.cut(name)).last().cloned(), common);
        while let Some(word) = last(&common).filter(|_| common.last.len() < MAX_COMMON) {
            common.last.push(word);
        }
        common
    }

    /// A name without them, as far as it has them.
    pub(super) fn cut<'a>(&self, name: &'a str) -> &'a str {
        let all = words(name);
        let mut words = &all[..];
        let is = |at: &Range<usize>, word: &String| name[at.clone()] == **word;
        for word in &self.first {
            words = words.split_first().filter(|(at, _)| is(at, word)).map_or(words, |(_, rest)| rest);
        }
        for word in &self.last {
            words = words.split_last().filter(|(at, _)| is(at, word)).map_or(words, |(_, rest)| rest);
        }
        words.first().zip(words.last()).map_or("", |(first, last)| &name[first.start..last.end])
    }
}

/// The word that three quarters of the names have there, unless it could say what a joint is.
fn frequent(names: &[&str], at: impl Fn(&str) -> Option<Range<usize>>, common: &Common) -> Option<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for name in names.iter().filter(|name| name.len() <= MAX_NAME) {
        if let Some(at) = at(name) {
            *counts.entry(&common.cut(name)[at]).or_default() += 1;
        }
    }
    let (word, count) = counts.into_iter().max_by_key(|(word, count)| (*count, *word))?;
    let lower = word.to_lowercase();
    let mut says = ROLES.iter().flat_map(|role| role.2.split(' ')).chain(["left", "right", "左", "右"]);
    let is_number = word.starts_with(|c: char| c.is_ascii_digit());
    let is_common = count > 1 && 4 * count >= 3 * names.len() && !is_number;
    (is_common && !says.any(|name| name.starts_with(&lower))).then(|| word.to_owned())
}
