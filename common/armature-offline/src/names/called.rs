//! Names of joints, read: a side, a number, and words without those that all names begin or end with.

use super::{
    Side,
    sides::{MAX_NAME, side_of, swaps},
    table::{NOISE, PARTS},
};
use std::{collections::HashMap, ops::Range};

/// The name of a joint, read.
pub(super) struct Called {
    pub(super) side: Side,
    /// Its words without side, number and noise, in both orders where there are two.
    names: [String; 2],
    /// Its last number; 0 without.
    pub(super) number: usize,
}

impl Called {
    /// Reads a name; one over [`MAX_NAME`] says nothing.
    pub(super) fn new(name: &str) -> Self {
        if name.len() > MAX_NAME {
            return Self { side: Side::Middle, names: Default::default(), number: 0 };
        }
        let swaps = swaps(name);
        let mut text = String::new();
        for (at, letter) in name.char_indices() {
            let is_side = swaps.iter().any(|swap| (swap.from..swap.from + swap.length).contains(&at));
            text.push(if is_side { ' ' } else { narrow(letter) });
        }
        let mut number = 0;
        let mut kept = Vec::new();
        for word in words(&text).into_iter().map(|at| text[at].to_lowercase()) {
            if let Ok(parsed) = word.parse() {
                number = parsed;
            }
            let is_number = word.starts_with(|c: char| c.is_ascii_digit());
            if !is_number && !NOISE.split(' ').any(|noise| noise == word) {
                kept.push(word);
            }
        }
        let turned = if let [a, b] = &kept[..] { format!("{b}{a}") } else { String::new() };
        Self { side: side_of(&swaps), names: [kept.concat(), turned], number }
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.names.iter().any(|own| own == name)
    }
}

/// Narrows the wide letters and digits of Japanese names to ASCII.
fn narrow(c: char) -> char {
    let code = u32::from(c);
    if (0xFF01..=0xFF5E).contains(&code) { char::from_u32(code - 0xFEE0).unwrap_or(c) } else { c }
}

/// Returns the ranges of words. A word ends at a sign, at a digit, and before a capital after a small letter.
fn words(name: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut before = ' ';
    for (at, c) in name.char_indices() {
        let c = if c.is_alphanumeric() { c } else { ' ' };
        if c != ' ' {
            let is_same_kind = before != ' ' && before.is_ascii_digit() == c.is_ascii_digit();
            match words.last_mut() {
                Some(word) if is_same_kind && !(before.is_lowercase() && c.is_uppercase()) => {
                    word.end = at + c.len_utf8();
                }
                _ => words.push(at..at + c.len_utf8()),
            }
        }
        before = c;
    }
    words
}

/// Most words that are cut at either end.
const MAX_CUT: usize = 4;

/// Reads the names of a figure's joints, without the words that nearly all counting ones begin or end with: `Hero_`,
/// `_bind`.
pub(super) fn read_names(names: &[&str], counts: &[bool]) -> Vec<Called> {
    let mut split: Vec<Vec<&str>> = Vec::with_capacity(names.len());
    for name in names {
        let name = Some(*name).filter(|name| name.len() <= MAX_NAME).unwrap_or_default();
        split.push(words(name).into_iter().map(|word| &name[word]).collect());
    }
    for _ in 0..2 {
        cut_first_words(&mut split, counts);
        for words in &mut split {
            words.reverse();
        }
    }
    split.iter().map(|words| Called::new(&words.join(" "))).collect()
}

/// Cuts words that three quarters of the counting names begin with, unless they could name a part.
fn cut_first_words(names: &mut [Vec<&str>], counts: &[bool]) {
    let all = counts.iter().filter(|counts| **counts).count();
    for _ in 0..MAX_CUT {
        let mut uses: HashMap<&str, usize> = HashMap::new();
        for (words, _) in names.iter().zip(counts).filter(|(words, counts)| **counts && !words.is_empty()) {
            *uses.entry(words[0]).or_default() += 1;
        }
        let Some((word, count)) = uses.into_iter().max_by_key(|(word, count)| (*count, *word)) else { return };
        let lower = word.to_lowercase();
        let mut parts = PARTS.iter().flat_map(|part| part.2.split(' ')).chain(["left", "right", "左", "右"]);
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        if count < 2 || 4 * count < 3 * all || is_number || parts.any(|part| part.starts_with(&lower)) {
            return;
        }
        for words in names.iter_mut().filter(|words| words.first() == Some(&word)) {
            words.remove(0);
        }
    }
}
