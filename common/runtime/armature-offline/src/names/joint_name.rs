//! Parts of joints' names: a side, a number, and the words that name a part of a body.

use super::Side;
use super::sides::{MAX_NAME, find_sides, side_of, without_sides};
use super::table::{NOISE, PARTS};
use std::{collections::HashMap, ops::Range};

/// The parsed name of a joint.
pub(super) struct JointName {
    pub(super) side: Side,
    /// Words without side, number and noise, joined; if there are two words, in both orders.
    parts: [String; 2],
    /// Last number in the name, or 0 without a number.
    pub(super) number: usize,
}

impl JointName {
    /// Parses a name. A name longer than [`MAX_NAME`] counts as empty.
    pub(super) fn parse(name: &str) -> Self {
        if name.len() > MAX_NAME {
            return Self { side: Side::Middle, parts: Default::default(), number: 0 };
        }
        let sides = find_sides(name);
        let text: String = without_sides(name, &sides).chars().map(narrow).collect();
        let mut number = 0;
        let mut kept = Vec::new();
        for word in word_ranges(&text).into_iter().map(|range| text[range].to_lowercase()) {
            if let Ok(parsed) = word.parse() {
                number = parsed;
            }
            let is_number = word.starts_with(|c: char| c.is_ascii_digit());
            if !is_number && !NOISE.split(' ').any(|noise| noise == word) {
                kept.push(word);
            }
        }
        let reversed = if let [a, b] = &kept[..] { format!("{b}{a}") } else { String::new() };
        Self { side: side_of(&sides), parts: [kept.concat(), reversed], number }
    }

    /// Returns whether the name consists of a word of the table.
    pub(super) fn is(&self, word: &str) -> bool {
        self.parts.iter().any(|own| own == word)
    }
}

/// Returns the ASCII letter or digit of a wide one, as in Japanese names.
fn narrow(c: char) -> char {
    let code = u32::from(c);
    if (0xFF01..=0xFF5E).contains(&code) { char::from_u32(code - 0xFEE0).unwrap_or(c) } else { c }
}

/// Returns the ranges of words. A word ends at a sign, at a digit, and before a capital after a small letter.
fn word_ranges(name: &str) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut before = ' ';
    for (index, c) in name.char_indices() {
        let c = if c.is_alphanumeric() { c } else { ' ' };
        if c != ' ' {
            let is_same_kind = before != ' ' && before.is_ascii_digit() == c.is_ascii_digit();
            match ranges.last_mut() {
                Some(range) if is_same_kind && !(before.is_lowercase() && c.is_uppercase()) => {
                    range.end = index + c.len_utf8();
                }
                _ => ranges.push(index..index + c.len_utf8()),
            }
        }
        before = c;
    }
    ranges
}

/// Largest number of words to remove at either end.
const MAX_CUT: usize = 4;

/// Parses the names of a figure's joints, without words with which nearly all names begin or end, such as `Hero_` and
/// `_bind`. `counts` are the nodes whose names are compared.
pub(super) fn parse_names(names: &[&str], counts: &[bool]) -> Vec<JointName> {
    let mut words: Vec<Vec<&str>> = Vec::with_capacity(names.len());
    for name in names {
        let name = Some(*name).filter(|name| name.len() <= MAX_NAME).unwrap_or_default();
        words.push(word_ranges(name).into_iter().map(|range| &name[range]).collect());
    }
    for _end in 0..2 {
        remove_common_first_words(&mut words, counts);
        for words in &mut words {
            words.reverse();
        }
    }
    words.iter().map(|words| JointName::parse(&words.join(" "))).collect()
}

/// Removes first words that three quarters of the names have, unless a word could name a part.
fn remove_common_first_words(names: &mut [Vec<&str>], counts: &[bool]) {
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
