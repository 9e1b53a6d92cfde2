//! Verdicts for people. For programs it is serde's JSON of the same struct.

use super::{Status, Verdict, VerdictText};
use std::fmt::Write as _;

/// Lines of a student's prints that a report shows; JSON has all that was kept.
const PRINTED_LINES: usize = 20;

/// Returns a verdict as lines, with all numbers.
pub fn text(v: &Verdict) -> String {
    report(v, true)
}

/// Returns a verdict as lines without the details.
pub fn brief(v: &Verdict) -> String {
    report(v, false)
}

/// Returns a verdict as two or three lines: the status; the cause and the question, or remarks on a right answer.
pub fn cause(v: &Verdict) -> String {
    let text = VerdictText::new(v);
    let mut lines = Vec::new();
    if v.status == Status::Pass {
        lines.extend(text.notes);
    } else if v.status.is_at_work() {
        let mistake = text.mistakes.first().map(|[name, says]| format!("{name}: {says}"));
        let says = text.says.first().and_then(|says| says.lines().next());
        let place = v.place.as_ref().filter(|_| v.status == Status::DoesNotCompile);
        let says = says.map(|says| place.map_or(says.to_owned(), |place| format!("{place}: {says}")));
        lines.extend(mistake.or(text.wrong_case).or(says));
        lines.extend(text.question);
    }
    let brief = brief(v);
    let mut text = format!("{}\n", brief.lines().next().unwrap_or_default());
    for line in lines {
        let _ = writeln!(text, "     {line}"); // a String takes everything
    }
    text
}

/// Returns a verdict as lines in the order in which they help.
fn report(v: &Verdict, has_details: bool) -> String {
    let word = match v.steps_right() {
        0 => v.status.word().to_owned(),
        right => format!("{right} of {} steps", v.steps.len()),
    };
    if let (Status::Waiting, Some(what)) = (v.status, &v.message) {
        return format!("{} {:<16} {word}: {what}\n", v.id, v.name);
    }
    let text = VerdictText::new(v);
    let mut lines = Vec::new();
    for step in &v.steps {
        let passes = if step.right == Some(true) { format!(": {}", step.passes) } else { String::new() };
        lines.push(format!("{} {}{passes}", v.sign_of(step), step.name));
    }
    lines.extend(text.says);
    lines.extend(text.mistakes.iter().map(|[name, says]| format!("{name}: {says}")));
    lines.extend(text.question);
    lines.extend(text.right_cases);
    lines.extend(text.wrong_case);
    lines.extend(text.notes);
    if has_details {
        lines.extend(text.details);
    }
    if let Some(prints) = &v.prints {
        let printed = count_repeated_lines(prints);
        let skipped = printed.len().saturating_sub(PRINTED_LINES);
        let more = if skipped > 0 { " (the last of them)" } else { "" };
        lines.push(format!("your prints{more}:"));
        for (line, times) in printed.iter().skip(skipped) {
            let times = if *times > 1 { format!("   ({times} times)") } else { String::new() };
            lines.push(format!("| {line}{times}"));
        }
    }
    lines.extend(v.next.iter().map(|next| format!("next: {next}")));
    let mut text = format!("{} {:<16} {word}\n", v.id, v.name);
    for line in lines.iter().flat_map(|line| line.lines()) {
        let _ = writeln!(text, "     {line}"); // a String takes everything
    }
    text
}

fn count_repeated_lines(prints: &str) -> Vec<(&str, usize)> {
    let mut lines: Vec<(&str, usize)> = Vec::new();
    for line in prints.lines() {
        match lines.last_mut() {
            Some((last, times)) if *last == line => *times += 1,
            _ => lines.push((line, 1)),
        }
    }
    lines
}

/// Returns the exit code: 0 if all pass; 1 if a verdict is wrong or not done; 3 if none is, but some were skipped.
pub fn exit_code(verdicts: &[Verdict]) -> u8 {
    if verdicts.iter().all(|v| v.status == Status::Pass) {
        0
    } else if verdicts.iter().all(|v| v.status.is_done()) {
        3
    } else {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mistake, Step};

    #[test]
    fn a_named_mistake() {
        let mut v = Verdict::new("02.1", "model_poses", Status::Fail, 41);
        v.place = Some("joint 3 \"hand\", origin".into());
        v.expected = Some("(1.92, 0.40, 0.77)".into());
        v.got = Some("(0.61, 1.10, 0.20)".into());
        v.off = Some(1.59);
        v.tolerance = Some(0.002);
        v.mistakes.push(Mistake { name: "ONE-LEVEL".into(), says: "the parent's local was used.".into() });
        v.right = vec!["depth 0".into()];
        v.wrong = vec!["depth 1".into(), "depth 2".into()];
        v.question = Some("What is known of the parent?".into());
        v.prints = Some("here 1\nhere 2\nhere 2\n".into());
        assert_eq!(
            text(&v),
            "\
02.1 model_poses      FAIL
     ONE-LEVEL: the parent's local was used.
     What is known of the parent?
     right with these inputs: depth 0. Wrong with these: depth 1, depth 2.
     joint 3 \"hand\", origin: expected (1.92, 0.40, 0.77)  got (0.61, 1.10, 0.20)   1.59 apart (up to 0.002 is accepted)
     seed 41
     your prints:
     | here 1
     | here 2   (2 times)
     next: cargo workbook hint 02.1
"
        );
        let brief = brief(&v);
        assert!(!brief.contains("seed") && !brief.contains("accepted") && brief.contains("What is known"), "{brief}");
        v.mistakes.clear();
        assert!(super::brief(&v).contains("expected (1.92, 0.40, 0.77)  got (0.61, 1.10, 0.20)\n"), "it has no name");
    }

    #[test]
    fn steps_in_their_order() {
        let mut v = Verdict::new("14.2", "reach", Status::Fail, 41);
        for (name, right) in [("points", Some(true)), ("turns", Some(false)), ("both", None)] {
            v.steps.push(Step { name: name.into(), right, passes: "Well done.".into() });
        }
        assert_eq!((v.step(), v.steps_right()), (1, 1));
        let lines = "14.2 reach            1 of 3 steps\n     ✓ points: Well done.\n     ○ turns\n     ○ both\n";
        assert_eq!(brief(&v), format!("{lines}     next: cargo workbook hint 14.2\n"));
        v.steps[0].right = None;
        let signs: Vec<&str> = v.steps.iter().map(|step| v.sign_of(step)).collect();
        assert_eq!(signs, ["…", "✘", "○"], "the answer has gone past the points");
    }

    #[test]
    fn a_long_print_is_cut_and_says_so() {
        let mut v = Verdict::new("02.1", "x", Status::Pass, 0);
        v.prints = Some((0..30).map(|i| format!("line {i}")).collect::<Vec<_>>().join("\n"));
        let text = text(&v);
        assert!(text.contains("your prints (the last of them):\n     | line 10\n"), "{text}");
    }

    #[test]
    fn exit_codes() {
        use Status::{Borrowed, DoesNotCompile, NotStarted, Pass, Skipped, TimedOut};
        for (statuses, code) in [
            ([Pass, Pass], 0),
            ([Pass, Skipped], 3),
            ([Skipped, Borrowed], 1),
            ([NotStarted, Pass], 1),
            ([Skipped, TimedOut], 1),
            ([DoesNotCompile, Pass], 1),
        ] {
            assert_eq!(exit_code(&statuses.map(|status| Verdict::new("02.1", "x", status, 0))), code, "{statuses:?}");
        }
    }
}
