//! Names, numbers and times as the reports write them.

use std::time::SystemTime;
use unicode_normalization::UnicodeNormalization;

/// Returns a name in the form in which names are compared: `ü` is one character, which a Mac writes as two.
pub(super) fn composed(name: &str) -> String {
    name.nfc().collect()
}

/// Length of a folder's name, in bytes.
pub(super) const LONGEST: usize = 200;

/// Returns a student's name as a name for a folder on any system.
pub(super) fn file_name(name: &str) -> String {
    let mut name = name.replace(['/', '\\', ':', '*', '?', '"', '<', '>', '|', '\n', '\t'], "_");
    name.retain(|c| !is_obeyed(c));
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

/// Returns the first of several names, and how many there are beside these.
pub(super) fn few(names: &[String]) -> String {
    match names.len() {
        0..=FEW => names.join(", "),
        count => format!("{} and {} others", names[..FEW].join(", "), count - FEW),
    }
}

/// Names on a line of the screen.
const FEW: usize = 5;

/// Returns points with two digits at most: 2 for 2.0, and 0.67 for two thirds.
pub(super) fn number(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns whether a terminal or a browser obeys a character: a control character, or one that changes the direction of
/// writing.
fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns a text with the code of each character that a terminal or browser would obey in its place, `\u{1b}`. Line breaks
/// and tabs stay.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        if is_obeyed(c) && c != '\n' && c != '\t' {
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

/// Escapes plain text for XML and HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in plain(text).chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\u{fffe}' | '\u{ffff}' => {} // XML cannot have these
            c => escaped.push(c),
        }
    }
    escaped
}

/// Escapes text for HTML. Text between two backticks is code.
pub(crate) fn with_code(text: &str) -> String {
    let mut html = String::new();
    for (index, part) in escaped(text).split('`').enumerate() {
        html += &if index % 2 == 1 { format!("<code>{part}</code>") } else { part.into() };
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for cell in ["=1+1", " +1", ";=1+1", "|cmd", "－1"] {
            assert_eq!(no_formula(cell.into()), format!("'{cell}"));
        }
        assert_eq!(["-", "Anna; Ben"].map(|cell| no_formula(cell.into())), ["-", "Anna; Ben"]);
    }

    #[test]
    fn dates() {
        for (seconds, date) in
            [(0, "1970-01-01T00:00:00"), (951_827_696, "2000-02-29T12:34:56"), (1_795_331_400, "2026-11-22T07:10:00")]
        {
            assert_eq!(utc(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds)), date);
            assert_eq!(parse_time(date).unwrap(), date);
        }
        assert_eq!(parse_time("2027-01-15 23:59").unwrap(), "2027-01-15T23:59:00");
        for other in ["tomorrow", "15.01.2027 23:59", "2027-01-15T23:59+01:00"] {
            assert!(parse_time(other).unwrap_err().ends_with("in UTC: 2027-01-15T23:59"), "{other}");
        }
    }
}
