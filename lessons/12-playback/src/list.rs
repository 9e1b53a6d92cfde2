//! Whose code is running, in words: in full, and short for the panel.

use crate::checks::LESSON;
use crate::earlier::{Ledger, NOT_NEEDED, Part, Whose};
use common::check::Task;

/// A line of the panel, and what it stands for.
pub(crate) struct Row {
    /// `"05: 3 of 4 yours"`.
    pub(crate) text: String,
    /// How much of it is the student's, from 0 to 1.
    pub(crate) share: f32,
    /// What to say of each part.
    pub(crate) details: Vec<String>,
}

/// A row for each lesson; none if nobody asked whose code it is. `own` is about this lesson's TODOs.
pub(crate) fn rows(ledger: &Ledger, own: [bool; 4]) -> Vec<Row> {
    if !ledger.is_mine() {
        return Vec::new();
    }
    let mut rows: Vec<Row> = Vec::new();
    let all: Vec<(&Part, &Whose)> = ledger.parts().collect();
    for parts in all.chunk_by(|(a, _), (b, _)| lesson_of(a) == lesson_of(b)) {
        let details = parts.iter().map(|(part, whose)| line(part, whose)).collect();
        let asked = parts.iter().any(|(_, whose)| **whose == Whose::Asked);
        let mine = parts.iter().filter(|(_, whose)| **whose == Whose::Mine).count();
        rows.push(row(lesson_of(parts[0].0), mine, parts.len(), asked, details));
    }
    let mine = own.iter().filter(|own| **own && !LESSON.is_untouched()).count();
    rows.push(row("12", mine, own.len(), false, own_lines(own)));
    let details = NOT_NEEDED.iter().map(|(id, why)| format!("{id}: {why}")).collect();
    rows.push(Row { text: "not needed: 00, 01, 03, 04, 07".into(), share: 0.0, details });
    rows
}

fn row(lesson: &str, mine: usize, of: usize, asked: bool, details: Vec<String>) -> Row {
    let text = match mine {
        _ if asked => format!("{lesson}: is being checked"),
        0 => format!("{lesson}: finished"),
        mine if mine == of => format!("{lesson}: yours"),
        mine => format!("{lesson}: {mine} of {of} yours"),
    };
    Row { text, share: mine as f32 / of as f32, details }
}

/// Every part with whose code plays it, what it does, and what is not needed.
pub(crate) fn lines(ledger: &Ledger, own: [bool; 4]) -> Vec<String> {
    let parts = ledger.parts().map(|(part, whose)| line(part, whose));
    let not_needed = NOT_NEEDED.iter().map(|(id, why)| format!("{id}: not needed; {why}"));
    parts.chain(own_lines(own)).chain(not_needed).collect()
}

fn line(part: &Part, whose: &Whose) -> String {
    let word = match whose {
        Whose::Mine => "yours".to_owned(),
        Whose::Asked => "is being checked".to_owned(),
        Whose::Finished(why) => format!("finished ({why})"),
    };
    format!("{} {}: {word}; {}", part.id, part.name, part.does)
}

fn own_lines(own: [bool; 4]) -> Vec<String> {
    // The TODO that is worked at plays as it is, also before its first word.
    let (yours, finished) = if LESSON.is_untouched() {
        ("as it is (not started)", "finished (not started)")
    } else {
        ("yours", "finished")
    };
    let about = &LESSON.about;
    let line = |((id, task), own): ((String, &Task), bool)| {
        let whose = if own { yours } else { finished };
        format!("{id} {}: {whose}", task.name())
    };
    about.ids().into_iter().zip(about.tasks).zip(own).map(line).collect()
}

fn lesson_of(part: &Part) -> &'static str {
    &part.id[..2]
}
