//! Parses the logs of GLSL compilers, whose format depends on the driver.

/// The line (counted from 1) and the message of the first error in `log`.
///
/// Known forms: Mesa `0:5(12): error: ..`, NVIDIA `0(5) : error C1008: ..`, and `ERROR: 0:5: ..` as
/// Apple, AMD and Intel write it. Anything else is returned whole, without a line.
pub fn first_error(log: &str) -> (Option<u32>, String) {
    let line = log.lines().find(|line| is_error(line)).unwrap_or(log).trim();
    let (number, message) = match line.strip_prefix("ERROR: ") {
        Some(rest) => apple(rest),
        None => mesa_or_nvidia(line),
    };
    let message = message.trim();
    // A missing semicolon is noticed at the next word, often a line below.
    let hint = if message.contains("unexpected") { " (or something missing at the end of the line above)" } else { "" };
    (number, format!("{message}{hint}"))
}

fn is_error(line: &str) -> bool {
    line.contains("ERROR:") || after_error(line).is_some()
}

/// What follows `error:`, `: error` or `error C`. The word alone is no sign of an error: a name may contain it.
fn after_error(line: &str) -> Option<&str> {
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices("error").find_map(|(at, word)| {
        let before = &line[..at];
        let after = &line[at + word.len()..];
        let is_word = !before.ends_with(in_name) && !after.starts_with(in_name);
        let marks = after.starts_with(':') || after.starts_with(" C") || before.ends_with(": ");
        (is_word && marks).then_some(after)
    })
}

/// `0:5: 'u_clip' : undeclared identifier`
fn apple(rest: &str) -> (Option<u32>, &str) {
    let mut parts = rest.splitn(3, ':');
    let number = parts.next().and(parts.next()).and_then(|line| line.trim().parse().ok());
    match (number, parts.next()) {
        (Some(number), Some(message)) => (Some(number), message),
        _ => (None, rest),
    }
}

/// `0:5(12): error: message` or `0(5) : error C1503: message`
fn mesa_or_nvidia(line: &str) -> (Option<u32>, &str) {
    let location = line.strip_prefix("0:").or_else(|| line.strip_prefix("0("));
    let digits = location.map_or("", |location| {
        let end = location.find(|c: char| !c.is_ascii_digit()).unwrap_or(location.len());
        &location[..end]
    });
    let message = after_error(line).unwrap_or(line);
    (digits.parse().ok(), message.trim_start_matches([':', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_three_drivers() {
        let table = [
            ("0:5(12): error: `foo' undeclared\n0:6(1): error: more\n", Some(5), "`foo' undeclared"),
            ("0:3(2): warning: hm\n0:12(7): error: bad", Some(12), "bad"),
            ("0(7) : error C1503: undefined variable \"foo\"\n", Some(7), "C1503: undefined variable \"foo\""),
            (
                "ERROR: 0:9: 'foo' : undeclared identifier\nERROR: 1 compilation errors.",
                Some(9),
                "'foo' : undeclared identifier",
            ),
            ("error: no `main' function", None, "no `main' function"),
            ("something odd", None, "something odd"),
            ("", None, ""),
        ];
        for (log, line, message) in table {
            assert_eq!(first_error(log), (line, message.to_string()), "{log}");
        }
    }

    #[test]
    fn a_name_that_contains_error_is_no_error() {
        let table = [
            ("0:3(2): warning: `error_color' is unused\n0:12(7): error: bad", Some(12), "bad"),
            ("0:3(2): warning: error_color is unused\n0:12(7): error: bad", Some(12), "bad"),
            (
                "0(7) : warning C7050: \"error_color\" might be uninitialized\n\
                 0(9) : error C1503: undefined variable \"error_color\"",
                Some(9),
                "C1503: undefined variable \"error_color\"",
            ),
            (
                "WARNING: 0:4: 'error_color' : unused\nERROR: 0:9: 'error_color' : undeclared",
                Some(9),
                "'error_color' : undeclared",
            ),
            ("unused error_color", None, "unused error_color"),
        ];
        for (log, line, message) in table {
            assert_eq!(first_error(log), (line, message.to_string()), "{log}");
        }
    }

    #[test]
    fn a_missing_semicolon_is_on_the_line_above() {
        let (line, message) = first_error("0:8(1): error: syntax error, unexpected '}'");
        assert_eq!(line, Some(8));
        assert!(message.ends_with("(or something missing at the end of the line above)"), "{message}");
    }
}
