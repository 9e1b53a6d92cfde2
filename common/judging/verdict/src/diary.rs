//! A student's diary: events on the way to an answer, a line of text each, in a file that the student turns on.
//!
//! ```text
//! on
//! 03.2 +0.3 min FAIL LOCALS-UPLOADED
//! 03.2 +1.4 min hint 1
//! 03.2 pause FAIL LOCALS-UPLOADED or NEXT-JOINT
//! 03.2 +2.1 min pass
//! off
//! ```
//!
//! Minutes count from the line before. A longer pause is written without its length, so that no time of day can be computed.
//! The window and the command write through [`Diary`] alone. It takes ids, statuses and names of mistakes, and no text.

use crate::{Status, Verdict, workspace};
use std::fmt::{self, Display};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Shortest time between two lines that is a pause.
const PAUSE: Duration = Duration::from_mins(10);

/// Name of the file, in the workspace and in what is handed in.
pub const FILE_NAME: &str = "diary.txt";

/// First lines of a new diary.
const HEADER: &str = "\
# Your diary. `cargo workbook diary` says what it keeps, and turns it off. Nobody else sees it, unless you say yes when you
# hand in; then your teacher gets the lines of the lessons that you hand in.
# +1.5 min: since the line before. pause: more than ten minutes. ONE-LEVEL and the like: names of mistakes. hint 2: the
# second hint. show me: the figure was set to a wrong case, without the answer. text: the lesson's text was opened.
";

/// Something that happens on the way to an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A verdict, with the names of the mistakes that explain the answer.
    Verdict(Status, Vec<String>),
    /// A hint of this level; 0 is the question about a mistake.
    Hint(usize),
    /// The figure was set so that it shows what is wrong.
    ShowMe,
    /// The solution was requested.
    OurCode,
    /// The lesson's text was opened.
    Text,
}

impl Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Verdict(status, names) => {
                let space = if names.is_empty() { "" } else { " " };
                write!(f, "{}{space}{}", status.word(), names.join(" or "))
            }
            Event::Hint(level) => write!(f, "hint {level}"),
            Event::ShowMe => f.write_str("show me"),
            Event::OurCode => f.write_str("our code"),
            Event::Text => f.write_str("text"),
        }
    }
}

impl Event {
    fn parse(text: &str) -> Option<Event> {
        for event in [Event::ShowMe, Event::OurCode, Event::Text] {
            if text == event.to_string() {
                return Some(event);
            }
        }
        if let Some(level) = text.strip_prefix("hint ") {
            return Some(Event::Hint(level.parse().ok().filter(|level| *level < 10)?));
        }
        for status in KEPT {
            let Some(names) = text.strip_prefix(status.word()) else { continue };
            let names: Vec<String> =
                names.trim().split(" or ").filter(|name| !name.is_empty()).map(Into::into).collect();
            return names.iter().all(|name| is_name(name)).then_some(Event::Verdict(status, names));
        }
        None
    }
}

/// Statuses that are kept. The others say nothing about an answer.
const KEPT: [Status; 7] = [
    Status::Pass,
    Status::Fail,
    Status::DoesNotCompile,
    Status::Borrowed,
    Status::Panicked,
    Status::TimedOut,
    Status::Crashed,
];

/// Returns whether a text is the name of a mistake, or of two made together: `ONE-LEVEL+ROOT-IGNORED`.
fn is_name(text: &str) -> bool {
    text.len() < 100 && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b"-+".contains(&b))
}

/// Returns whether a text is the id of a TODO, such as `03.2`.
fn is_id(text: &str) -> bool {
    let number = |text: &str| (1..3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    text.split_once('.').is_some_and(|(lesson, todo)| number(lesson) && number(todo))
}

/// A line of a diary.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub todo: String,
    /// Minutes since the line before; `None` after a pause.
    pub minutes: Option<f32>,
    pub event: Event,
}

impl Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.minutes {
            Some(minutes) => write!(f, "{} +{minutes:.1} min {}", self.todo, self.event),
            None => write!(f, "{} pause {}", self.todo, self.event),
        }
    }
}

impl Entry {
    /// Returns the number of the TODO's lesson.
    pub fn lesson(&self) -> &str {
        self.todo.split('.').next().unwrap_or_default()
    }

    /// Reads a line. `None` if it is any other text, which a student may have written.
    fn parse(line: &str) -> Option<Entry> {
        let (todo, rest) = line.trim().split_once(' ').filter(|(todo, _)| is_id(todo))?;
        if let Some(event) = rest.strip_prefix("pause ") {
            return Some(Entry { todo: todo.into(), minutes: None, event: Event::parse(event)? });
        }
        let (minutes, event) = rest.strip_prefix('+')?.split_once(" min ")?;
        let minutes = minutes.parse().ok().filter(|minutes| (0.0..=10.0).contains(minutes));
        Some(Entry { todo: todo.into(), minutes, event: Event::parse(event)? })
    }
}

/// Returns the entries of a diary. All else in it is left out.
pub fn entries(text: &str) -> Vec<Entry> {
    text.lines().filter_map(Entry::parse).collect()
}

/// Returns entries as a diary has them.
pub fn lines(entries: &[Entry]) -> String {
    let mut lines = String::new();
    for entry in entries {
        lines += &format!("{entry}\n");
    }
    lines
}

/// Stands for a wrong answer without a name.
pub const UNNAMED: &str = "without a name";

/// A student's way to an answer, by the diary.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Way {
    /// Minutes from the first verdict to the pass, or to the last line.
    pub minutes: f32,
    /// Names on the way, each once in a row; without one the status, or [`UNNAMED`].
    pub names: Vec<String>,
    /// Number of hints.
    pub hints: usize,
    pub passes: bool,
}

impl Way {
    /// Returns the way to a TODO; `None` if it has no verdict. Time belongs to the TODO of the line that ends it, so that
    /// work on another TODO in between does not count.
    pub fn of(todo: &str, entries: &[Entry]) -> Option<Way> {
        let mut way = Way::default();
        let mut has_begun = false;
        for entry in entries.iter().filter(|entry| entry.todo == todo) {
            way.hints += usize::from(matches!(entry.event, Event::Hint(_)));
            if has_begun && !way.passes {
                way.minutes += entry.minutes.unwrap_or_default();
            }
            let Event::Verdict(status, names) = &entry.event else { continue };
            has_begun = true;
            way.passes |= *status == Status::Pass;
            let name = match status {
                _ if !names.is_empty() => names.join(" or "),
                Status::Fail => UNNAMED.into(),
                _ => status.word().to_lowercase(),
            };
            if !way.passes && way.names.last() != Some(&name) {
                way.names.push(name);
            }
        }
        has_begun.then_some(way)
    }
}

/// The file of a diary. Without a path it is never on.
#[derive(Debug, Default)]
pub struct Diary {
    file: PathBuf,
}

impl Diary {
    /// The diary in this file.
    pub fn at(file: PathBuf) -> Self {
        Diary { file }
    }

    /// The diary of the student who works in this workspace.
    pub fn of_workspace() -> Self {
        Diary::at(workspace::kept().join(FILE_NAME))
    }

    /// Says whether it is on, what it keeps, where, and who sees that.
    pub fn in_words(&self) -> String {
        let state = if self.is_on() { "ON" } else { "off" };
        let file = workspace::shown(&self.file);
        format!(
            "Your diary is {state}. It keeps, in {file}, minutes of work, verdicts with the names of mistakes, hints, \
             \"Show me\", and when you open our code or a text: nothing that you write, no name of a person, no time of \
             day. You may read, edit and delete it. Nobody else sees it, unless you say yes when you hand in: then your \
             teacher does."
        )
    }

    /// Returns the file's text; empty without a file.
    pub fn text(&self) -> String {
        fs::read_to_string(&self.file).unwrap_or_default()
    }

    /// Returns whether the student has turned it on, and not off since.
    pub fn is_on(&self) -> bool {
        let text = self.text();
        text.lines().rfind(|line| ["on", "off"].contains(line)) == Some("on")
    }

    /// Turns it on or off.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn turn(&self, on: bool) -> io::Result<()> {
        if on == self.is_on() {
            return Ok(());
        }
        if on && !self.file.exists() {
            fs::create_dir_all(self.file.parent().unwrap_or(&self.file))?;
            fs::write(&self.file, HEADER)?;
        }
        self.append(if on { "on" } else { "off" })
    }

    /// Deletes the file. Returns whether there was one.
    ///
    /// # Errors
    /// If there is one that cannot be deleted.
    pub fn delete(&self) -> io::Result<bool> {
        match fs::remove_file(&self.file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            result => result.map(|()| true),
        }
    }

    /// Adds a line if the diary is on. An event that repeats the last line is left out, and so is a second pass: neither
    /// is work. If the line cannot be written, the work goes on without it.
    pub fn note(&self, todo: &str, event: Event) {
        if !self.is_on() || !is_id(todo) {
            return;
        }
        let entries = entries(&self.text());
        let is_repeated = match &event {
            Event::Verdict(Status::Pass, _) => Way::of(todo, &entries).is_some_and(|way| way.passes),
            Event::Verdict(..) => false,
            event => entries.last().is_some_and(|last| last.todo == todo && last.event == *event),
        };
        if is_repeated {
            return;
        }
        // The file's own time is that of the line before, whichever program has written it.
        let written = fs::metadata(&self.file).and_then(|data| data.modified());
        let since = written.ok().and_then(|written| written.elapsed().ok()).unwrap_or_default();
        let minutes = (since <= PAUSE).then_some(since.as_secs_f32() / 60.0);
        let _ = self.append(&Entry { todo: todo.into(), minutes, event }.to_string());
    }

    /// Adds a line for a verdict on an answer that was called or compiled.
    pub fn note_verdict(&self, Verdict { id, status, mistakes, .. }: &Verdict) {
        if KEPT.contains(status) {
            let names = mistakes.iter().map(|mistake| mistake.name.clone()).filter(|name| is_name(name));
            self.note(id, Event::Verdict(*status, names.collect()));
        }
    }

    fn append(&self, line: &str) -> io::Result<()> {
        File::options().append(true).open(&self.file)?.write_all(format!("{line}\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mistake;
    use std::time::SystemTime;

    fn diary(folder: &tempfile::TempDir) -> Diary {
        Diary::at(folder.path().join("kept").join("diary.txt"))
    }

    fn fail(id: &str, name: &str) -> Verdict {
        let mut verdict = Verdict::new(id, "place", Status::Fail, 41);
        verdict.mistakes.push(Mistake { name: name.into(), says: "Turned by hand * arm.".into() });
        verdict
    }

    #[test]
    fn a_diary_that_nobody_has_turned_on_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let diary = diary(&folder);
        diary.note_verdict(&fail("01.4", "ONE-LEVEL"));
        diary.note("01.4", Event::Hint(1));
        diary.turn(false).unwrap();
        assert!(!diary.is_on() && fs::read_dir(folder.path()).unwrap().next().is_none());
        diary.turn(true).unwrap();
        assert!(diary.is_on());
        diary.turn(false).unwrap();
        diary.note_verdict(&fail("01.4", "ONE-LEVEL"));
        assert_eq!(diary.text(), format!("{HEADER}on\noff\n"));
        assert!(diary.delete().unwrap() && !diary.delete().unwrap() && !diary.is_on());
        Diary::default().note("01.4", Event::Text);
        assert!(!Diary::default().is_on());
    }

    /// Whatever a verdict says, the diary takes the status and names of mistakes.
    #[test]
    fn no_line_of_an_answer_no_name_and_no_time() {
        let folder = tempfile::tempdir().unwrap();
        let diary = diary(&folder);
        diary.turn(true).unwrap();
        let secret = "let tip = arm.place(hand); // by Ada, on ada-laptop";
        let mut verdict = fail("01.4", secret).saying(secret);
        verdict.name = secret.into();
        for text in [&mut verdict.place, &mut verdict.expected, &mut verdict.got, &mut verdict.prints] {
            *text = Some(secret.into());
        }
        verdict.notes.push(secret.into());
        verdict.mistakes.push(Mistake { name: "ONE-LEVEL".into(), says: secret.into() });
        diary.note_verdict(&verdict);
        diary.note(secret, Event::Text);
        assert_eq!(diary.text(), format!("{HEADER}on\n01.4 +0.0 min FAIL ONE-LEVEL\n"));
    }

    #[test]
    fn minutes_of_work_without_pauses() {
        let folder = tempfile::tempdir().unwrap();
        let diary = diary(&folder);
        diary.turn(true).unwrap();
        let doubt = Event::Verdict(Status::Fail, vec!["ONE-LEVEL".into(), "ARRAY-ORDER+DEGREES".into()]);
        let pass = Event::Verdict(Status::Pass, Vec::new());
        for (seconds, todo, event) in [
            (90, "01.4", Event::Text),
            (90, "01.4", doubt.clone()),
            (90, "02.1", Event::Verdict(Status::DoesNotCompile, Vec::new())),
            (36, "01.4", Event::Hint(0)),
            (12, "01.4", Event::Hint(0)), // repeated, but its time counts
            (48, "01.4", doubt.clone()),
            (4000, "01.4", Event::Verdict(Status::TimedOut, Vec::new())),
            (60, "01.4", pass.clone()),
            (60, "01.4", pass), // a second check
        ] {
            let before = SystemTime::now() - Duration::from_secs(seconds);
            File::options().append(true).open(&diary.file).unwrap().set_modified(before).unwrap();
            diary.note(todo, event);
        }
        let lines = "01.4 +1.5 min text\n01.4 +1.5 min FAIL ONE-LEVEL or ARRAY-ORDER+DEGREES\n\
            02.1 +1.5 min DOES NOT COMPILE\n01.4 +0.6 min hint 0\n01.4 +0.8 min FAIL ONE-LEVEL or ARRAY-ORDER+DEGREES\n\
            01.4 pause TIMED OUT\n01.4 +1.0 min pass\n";
        assert_eq!(diary.text(), format!("{HEADER}on\n{lines}"));
        let read =
            entries(&format!("{}my own remark\n01.4 +5 min FAIL because of me\n99999.1 pause text\n", diary.text()));
        assert_eq!(super::lines(&read), lines);
        let way = Way::of("01.4", &read).unwrap();
        assert_eq!(way.names, ["ONE-LEVEL or ARRAY-ORDER+DEGREES", "timed out"]);
        assert_eq!((format!("{:.1}", way.minutes).as_str(), way.hints, way.passes), ("2.4", 1, true));
        assert_eq!(Way::of("01.3", &read), None);
        assert!(!Way::of("02.1", &read).unwrap().passes);
    }
}
