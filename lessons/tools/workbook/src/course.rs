//! The order of the course, and what comes next in it.

use verdict::build::lesson::{self, Station, stations};
use verdict::build::{self, LessonFolder};
use verdict::{Status, Verdict, current_todo, source};

/// Returns a line on where to begin at a station.
fn station_line(station: &Station) -> String {
    let LessonFolder { number, toml, .. } = station.lesson;
    let text = station.lesson.readme_of(station.todos.start);
    match station.own_part() {
        Some(part) => format!("next: draw it yourself, in a program of your own, part {}. Read {text}", part.name),
        None => format!("next: lesson {number}, {}. Read {text}, and look: cargo run -p lesson-{number}", toml.title),
    }
}

/// Returns whether a station is a part of one's own program whose first function is there.
fn is_part_begun(station: &Station) -> bool {
    let first = &station.lesson.toml.todos[station.todos.start].name;
    station.own_part().is_some() && source::lines_of(&build::exercise_of(station.lesson), first).is_some()
}

/// Returns a line on a TODO that does not pass.
pub(crate) fn todo_line(lesson: &LessonFolder, todo: usize, status: Status) -> String {
    let text = lesson.readme_of(todo);
    let todo = &lesson.toml.todos[todo];
    let (id, name, file) = (&todo.id, &todo.name, lesson.file_of(&todo.name));
    if matches!(status, Status::NotStarted | Status::Waiting) {
        format!("next: {id} {name}. Read {text}, then edit {file}")
    } else {
        format!("next: {id} {name} in {file}, or cargo workbook hint {id}")
    }
}

/// Returns a line with the next thing to do after these verdicts on a lesson: its current TODO; the TODO after those that
/// pass; or the next lesson. Empty without verdicts, or if the lessons cannot be read.
pub(crate) fn next_line(lesson: &LessonFolder, verdicts: &[Verdict]) -> String {
    let statuses: Vec<Option<Status>> = verdicts.iter().map(|verdict| Some(verdict.status)).collect();
    if let Some(open) = current_todo(&statuses).map(|open| &verdicts[open]) {
        return match (open.status, &open.place, &open.next) {
            (Status::DoesNotCompile, Some(place), _) => format!("next: {} {}, {place}", open.id, open.name),
            (Status::DoesNotCompile, None, Some(next)) => format!("next: {next}"),
            (Status::Waiting, Some(place), _) => format!("next: {place}"),
            _ => index_of(lesson, open).map_or(String::new(), |todo| todo_line(lesson, todo, open.status)),
        };
    }
    let Some(done) = verdicts.last().and_then(|last| index_of(lesson, last)) else { return String::new() };
    let lessons = lesson::with_own_program().unwrap_or_default();
    let stations = stations(&lessons);
    let is_here = |station: &&Station| station.lesson.number == lesson.number && station.todos.contains(&done);
    let Some(here) = stations.iter().find(is_here) else { return String::new() };
    if done + 1 < here.todos.end {
        return todo_line(lesson, done + 1, Status::NotStarted);
    }
    if verdicts.len() < here.todos.len() {
        return format!("next: check the whole lesson, cargo workbook check {}", lesson.number);
    }
    let mut following = stations.iter().skip_while(|station| !is_here(station)).skip(1);
    match following.find(|station| !is_part_begun(station)) {
        Some(station) => station_line(station),
        None => "This was the last lesson.".into(),
    }
}

fn index_of(lesson: &LessonFolder, verdict: &Verdict) -> Option<usize> {
    lesson.toml.todos.iter().position(|todo| todo.id == verdict.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::Range;

    fn verdicts(lesson: &LessonFolder, todos: Range<usize>) -> Vec<Verdict> {
        let todos = lesson.toml.todos[todos].iter();
        todos.map(|todo| Verdict::new(&todo.id, &todo.name, Status::Pass, 41)).collect()
    }

    #[test]
    fn one_thing_is_next() {
        let lesson = lesson::find("04").unwrap();
        let mut found = verdicts(&lesson, 0..4);
        let part = "next: draw it yourself, in a program of your own, part A Bones. Read lessons/19-own-program/a-bones/README.md";
        assert_eq!(next_line(&lesson, &found), part);
        assert!(
            next_line(&lesson, &found[..1]).starts_with("next: 04.2 matrices. Read lessons/04-joint-lines/README.md")
        );
        assert_eq!(next_line(&lesson, &found[3..]), "next: check the whole lesson, cargo workbook check 04");
        let own = lesson::find("19").unwrap();
        let (_, bones) = own.toml.milestones().next().unwrap();
        assert!(next_line(&own, &verdicts(&own, bones)).starts_with("next: lesson 05, Collada joints. Read"));

        found[2].status = Status::Fail;
        let wrong = "next: 04.3 index_pairs in lessons/04-joint-lines/exercise.rs, or cargo workbook hint 04.3";
        assert_eq!(next_line(&lesson, &found), wrong);
        found[0].status = Status::NotStarted;
        assert_eq!(next_line(&lesson, &found), wrong, "what is begun comes first");
        found[2].status = Status::DoesNotCompile;
        found[2].place = Some("exercise.rs:67".into());
        assert_eq!(next_line(&lesson, &found), "next: 04.3 index_pairs, exercise.rs:67");
        let mut waiting = found[..1].to_vec();
        waiting[0].status = Status::Waiting;
        waiting[0].place = Some("exercise.rs:90".into());
        assert_eq!(next_line(&lesson, &waiting), "next: exercise.rs:90", "an error outside of the TODOs");
    }
}
