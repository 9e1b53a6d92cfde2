//! Names, numbers and times as the reports write them.

use std::time::SystemTime;
use unicode_normalization::UnicodeNormalization;

/// Returns a name in the form in which names are compared: `ü` is one character, which a Mac writes as two.
pub(super) fn composed(name: &str) -> String {
    name.nfc().collect()
}

/// Length of a folder's name, in bytes.
const LONGEST: usize = 180;

/// Returns a student's name as a name for a folder on any system.
pub(super) fn file_name(name: &str) -> String {
    let mut name = name.replace(['/', '\\', ':', '*', '?', '"', '<', '>', '|', '\n', '\t'], "_");
    name.retain(|c| !is_unseen(c));
    name.truncate(name.floor_char_boundary(LONGEST));
    let name = name.trim().trim_end_matches(['.', ' ']);
    if name.is_empty() { "_".into() } else { name.into() }
}

/// Returns the name of a student's folder as file systems without upper case compare it.
pub(super) fn folder_key(name: &str) -> String {
    file_name(name).to_lowercase()
}

/// Returns a count with its noun, whose plural ends in s.
pub(super) fn number_of(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Returns points with two digits at most: 2 for 2.0, and 0.67 for two thirds.
pub(super) fn number(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns whether a terminal or a browser obeys a character or shows nothing for it: a control character, one that changes
/// the direction of writing, a line separator, a space without width, or a tag.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns a text with the code of each unseen character in its place, `\u{1b}`. Line breaks and tabs stay.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        if is_unseen(c) && c != '\n' && c != '\t' {
            plain.extend(c.escape_unicode());
        } else {
            plain.push(c);
        }
    }
    plain
}

/// Returns a name or a sentence as [`plain`] text without line breaks.
pub(super) fn line(text: &str) -> String {
    plain(text).replace('\n', "\\n").replace('\t', " ")
}

/// Marks a cell that a spreadsheet would take for a formula. A hyphen alone is an empty grade of Moodle's.
pub(super) fn no_formula(cell: String) -> String {
    let starts = cell.trim_start().starts_with(['=', '+', '-', '@', ';', '|', '＝', '＋', '－', '＠']);
    if starts && cell != "-" { format!("'{cell}") } else { cell }
}

/// Cuts a text after `longest` characters, and adds how many are left out.
pub(super) fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{} [{} characters more]", &text[..end], text[end..].chars().count()),
        None => text.to_owned(),
    }
}

/// End of a time of an archive, in a zone that nobody knows.
pub(super) const LOCAL: &str = " local time";

/// Returns `2026-11-22T07:10:00`, in UTC.
pub(super) fn utc(time: SystemTime) -> String {
    // A file may be dated before 1970, which the library cannot write.
    humantime::format_rfc3339_seconds(time.max(SystemTime::UNIX_EPOCH)).to_string().trim_end_matches('Z').to_owned()
}

/// Parses `2027-01-15T23:59`, with seconds or without, and returns the time as [`utc`] does.
///
/// # Errors
/// If the text is not a time.
pub(super) fn parse_time(text: &str) -> Result<String, String> {
    let is_short = text.matches(':').count() == 1;
    let time = humantime::parse_rfc3339_weak(&if is_short { format!("{text}:00") } else { text.into() });
    time.map(utc).map_err(|error| format!("{error}. Write year, month, day and time, in UTC: 2027-01-15T23:59"))
}

/// Escapes plain text for HTML.
pub(super) fn escaped(text: &str) -> String {
    let text = plain(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_and_no_letter_is_hidden() {
        for cell in ["=1+1", " +1", ";=1+1", "|cmd", "－1"] {
            assert_eq!(no_formula(cell.into()), format!("'{cell}"));
        }
        assert_eq!(["-", "Anna; Ben"].map(|cell| no_formula(cell.into())), ["-", "Anna; Ben"]);
        assert_eq!(plain("a\u{200b}\u{e0041}\u{1b}\n"), "a\\u{200b}\\u{e0041}\\u{1b}\n");
        assert_eq!(file_name(" ../a\u{202e}b\\c. "), ".._ab_c");
    }

    #[test]
    fn dates() {
        for (text, date) in [
            ("2027-01-15 23:59", Some("2027-01-15T23:59:00")),
            ("2000-02-29T12:34:56", Some("2000-02-29T12:34:56")),
            ("tomorrow", None),
            ("15.01.2027 23:59", None),
            ("2027-01-15T23:59+01:00", None),
        ] {
            assert_eq!(parse_time(text).ok().as_deref(), date, "{text}");
        }
    }
}
