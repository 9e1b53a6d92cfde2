//! Verdicts for people. For programs it is serde's JSON of the same struct.

use super::answer::{decimals, listed};
use super::{Status, Verdict};
use std::fmt::Write as _;

/// Lines of a student's prints that a report shows; JSON has all that was kept.
const PRINTED_LINES: usize = 20;

/// One verdict, as lines.
pub fn text(v: &Verdict) -> String {
    let seed = if v.status == Status::Fail { format!("   seed {}", v.seed) } else { String::new() };
    let word = match v.steps_right() {
        0 => v.status.word().to_owned(),
        right => format!("{right} of {} steps", v.steps.len()),
    };
    if let (Status::Waiting, Some(what)) = (v.status, &v.message) {
        return format!("{} {:<16} {word}: {what}\n", v.id, v.name);
    }
    let mut text = format!("{} {:<16} {word}{seed}\n", v.id, v.name);
    let mut say = |line: String| {
        for line in line.lines() {
            let _ = writeln!(text, "     {line}"); // a String takes everything
        }
    };
    for step in &v.steps {
        let passes = if step.right == Some(true) { format!(": {}", step.passes) } else { String::new() };
        say(format!("{} {}{passes}", v.sign_of(step), step.name));
    }
    match (&v.place, &v.message, &v.expected, &v.got) {
        (Some(place), _, Some(expected), Some(got)) => {
            let off = off(v);
            say(format!("{place}: expected {expected}  got {got}{off}"));
        }
        // A compiler's words carry their own places, and stand as they are.
        (_, Some(message), ..) if message.contains('\n') => say(message.trim_end().to_owned()),
        (Some(place), Some(message), ..) => say(format!("{place}: {message}")),
        (None, Some(message), ..) => say(message.clone()),
        _ => {}
    }
    if v.mistakes.len() > 1 {
        say("these fit equally well:".into());
    }
    for mistake in &v.mistakes {
        let two = if mistake.name.contains('+') { "like two mistakes together: " } else { "" };
        say(format!("{}: {two}{}", mistake.name, mistake.says));
    }
    if !v.right.is_empty() && !v.wrong.is_empty() {
        say(format!("right: {}. Wrong: {}.", listed(&v.right), listed(&v.wrong)));
    }
    v.notes.iter().for_each(|note| say(note.clone()));
    v.question.iter().for_each(|question| say(question.clone()));
    if let Some(prints) = &v.prints {
        let lines = counted(prints);
        let skipped = lines.len().saturating_sub(PRINTED_LINES);
        let more = if skipped > 0 { " (the last of them)" } else { "" };
        say(format!("your prints{more}:"));
        for (line, times) in lines.iter().skip(skipped) {
            let times = if *times > 1 { format!("   ({times} times)") } else { String::new() };
            say(format!("| {line}{times}"));
        }
    }
    v.next.iter().for_each(|next| say(format!("next: {next}")));
    text
}

/// A line that repeats itself is shown once.
fn counted(prints: &str) -> Vec<(&str, usize)> {
    let mut lines: Vec<(&str, usize)> = Vec::new();
    for line in prints.lines() {
        match lines.last_mut() {
            Some((last, times)) if *last == line => *times += 1,
            _ => lines.push((line, 1)),
        }
    }
    lines
}

fn off(v: &Verdict) -> String {
    let (Some(off), Some(tolerance)) = (v.off, v.tolerance) else { return String::new() };
    let decimals = decimals(off);
    format!("   off by {off:.decimals$} (tolerance {tolerance})")
}

/// 0 only if all is well; 1 if anything is wrong or not done; 3 if nothing is wrong but something was skipped.
pub fn exit_code(verdicts: &[Verdict]) -> u8 {
    let all = |well: &[Status]| verdicts.iter().all(|v| well.contains(&v.status));
    if all(&[Status::Pass]) {
        0
    } else if all(&[Status::Pass, Status::Skipped]) {
        3
    } else {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Mistake, Step};

    #[test]
    fn a_named_mistake() {
        let mut v = Verdict::new("02.1", "model_poses", Status::Fail, 41);
        v.place = Some("joint 3 \"hand\", origin".into());
        v.expected = Some("(1.92, 0.40, 0.77)".into());
        v.got = Some("(0.61, 1.10, 0.20)".into());
        (v.off, v.tolerance) = (Some(1.59), Some(0.002));
        v.mistakes.push(Mistake { name: "ONE-LEVEL".into(), says: "the parent's local was used.".into() });
        (v.right, v.wrong) = (vec!["depth 0".into()], vec!["depth 1".into(), "depth 2".into()]);
        v.question = Some("What is known of the parent?".into());
        v.prints = Some("here 1\nhere 2\nhere 2\n".into());
        assert_eq!(
            text(&v),
            "\
02.1 model_poses      FAIL   seed 41
     joint 3 \"hand\", origin: expected (1.92, 0.40, 0.77)  got (0.61, 1.10, 0.20)   off by 1.59 (tolerance 0.002)
     ONE-LEVEL: the parent's local was used.
     right: depth 0. Wrong: depth 1, depth 2.
     What is known of the parent?
     your prints:
     | here 1
     | here 2   (2 times)
     next: cargo workbook hint 02.1
"
        );
    }

    #[test]
    fn steps_in_their_order() {
        let mut v = Verdict::new("14.2", "reach", Status::Fail, 41);
        for (name, right) in [("points", Some(true)), ("turns", Some(false)), ("both", None)] {
            v.steps.push(Step { name: name.into(), right, passes: "Well done.".into() });
        }
        assert_eq!((v.step(), v.steps_right()), (1, 1));
        let lines =
            "14.2 reach            1 of 3 steps   seed 41\n     ✓ points: Well done.\n     ○ turns\n     ○ both\n";
        assert_eq!(text(&v), format!("{lines}     next: cargo workbook hint 14.2\n"));
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
        let of = |statuses: &[Status]| {
            let verdict = |&s: &Status| Verdict::new("02.1", "x", s, 0);
            exit_code(&statuses.iter().map(verdict).collect::<Vec<_>>())
        };
        assert_eq!(of(&[Status::Pass, Status::Pass]), 0);
        assert_eq!(of(&[Status::Pass, Status::Skipped]), 3);
        for bad in [Status::Borrowed, Status::NotStarted, Status::TimedOut, Status::DoesNotCompile] {
            assert_eq!(of(&[Status::Skipped, bad, Status::Pass]), 1);
        }
    }
}
