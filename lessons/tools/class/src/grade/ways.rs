//! The ways of a class to its answers, by the diaries that students have handed in. No way has a student's name.

use super::intake::Submission;
use super::todo::Todo;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use verdict::build::lesson::LessonFolder;
use verdict::diary::{Entry, UNNAMED, Way};

/// Quartiles and median of minutes, and the number of students they are of.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Minutes {
    pub(super) quartiles: [f32; 3],
    pub(super) students: usize,
}

/// The ways to a TODO.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TodoWays {
    pub(super) id: String,
    pub(super) began: usize,
    pub(super) passed: usize,
    /// Number of students whose first save was right. They are not in `minutes`.
    pub(super) at_once: usize,
    /// Number of students who asked for a hint.
    pub(super) hinted: usize,
    pub(super) minutes: Option<Minutes>,
    /// Names in their order, each way with the number of students, the most frequent first.
    pub(super) routes: Vec<(String, usize)>,
    /// Last names of the students who went no further in the lesson, with their number.
    pub(super) stops: Vec<(String, usize)>,
}

/// The ways through a lesson.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LessonWays {
    pub(super) number: String,
    pub(super) stated: u32,
    /// Minutes of the students who passed all, from their first line on the lesson.
    pub(super) minutes: Option<Minutes>,
    pub(super) todos: Vec<TodoWays>,
}

/// Returns the ways through lessons that are in the students' diaries.
pub(super) fn ways(lessons: &[&LessonFolder], todos: &[Todo], submissions: &[Submission]) -> Vec<LessonWays> {
    let mut ways = Vec::new();
    for lesson in lessons {
        let mut students = Vec::new();
        for Submission { diary, .. } in submissions {
            let entries: Vec<Entry> = diary.iter().filter(|entry| entry.lesson() == lesson.number).cloned().collect();
            if !entries.is_empty() {
                students.push(entries);
            }
        }
        let todos: Vec<&Todo> =
            todos.iter().filter(|todo| todo.id.starts_with(&format!("{}.", lesson.number))).collect();
        if !students.is_empty() {
            ways.push(LessonWays {
                number: lesson.number.clone(),
                stated: lesson.toml.minutes,
                minutes: minutes_of(
                    students.iter().filter_map(|entries| minutes_to_the_end(&todos, entries)).collect(),
                ),
                todos: todos.iter().map(|todo| ways_to(todo, &students)).collect(),
            });
        }
    }
    ways
}

/// Returns the ways to a TODO in the entries of each student on its lesson.
fn ways_to(todo: &Todo, students: &[Vec<Entry>]) -> TodoWays {
    let mut ways = Vec::new();
    let mut stops = BTreeMap::new();
    for entries in students {
        let Some(mut way) = Way::of(&todo.id, entries) else { continue };
        for name in &mut way.names {
            // A diary is a text of the student's, so only the lesson's own names are taken from it.
            let is_known = name.split(" or ").flat_map(|name| name.split('+')).all(|name| todo.knows(name));
            if !is_known && name.contains(char::is_uppercase) {
                *name = UNNAMED.into();
            }
        }
        if !way.passes && entries.last().is_some_and(|last| last.todo == todo.id) {
            *stops.entry(way.names.last().cloned().unwrap_or_default()).or_default() += 1;
        }
        ways.push(way);
    }
    let mut routes = BTreeMap::new();
    for way in ways.iter().filter(|way| !way.names.is_empty()) {
        let end = if way.passes { " → pass" } else { "" };
        *routes.entry(format!("{}{end}", way.names.join(" → "))).or_default() += 1;
    }
    let passed: Vec<&Way> = ways.iter().filter(|way| way.passes).collect();
    let slow: Vec<f32> = passed.iter().filter(|way| !way.names.is_empty()).map(|way| way.minutes).collect();
    TodoWays {
        id: todo.id.clone(),
        began: ways.len(),
        passed: passed.len(),
        at_once: passed.len() - slow.len(),
        hinted: ways.iter().filter(|way| way.hints > 0).count(),
        minutes: minutes_of(slow),
        routes: most_frequent(routes),
        stops: most_frequent(stops),
    }
}

fn most_frequent(counts: BTreeMap<String, usize>) -> Vec<(String, usize)> {
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    counts
}

/// Returns the minutes from a student's first line on a lesson to the last; `None` if a TODO does not pass.
fn minutes_to_the_end(todos: &[&Todo], entries: &[Entry]) -> Option<f32> {
    for todo in todos {
        Way::of(&todo.id, entries).filter(|way| way.passes)?;
    }
    Some(entries.iter().skip(1).filter_map(|entry| entry.minutes).sum())
}

fn minutes_of(mut minutes: Vec<f32>) -> Option<Minutes> {
    minutes.sort_by(f32::total_cmp);
    let last = minutes.len().checked_sub(1)?;
    Some(Minutes {
        quartiles: [last / 4, last / 2, last - last / 4].map(|index| minutes[index]),
        students: minutes.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::points::Points;
    use crate::grade::todo;
    use verdict::build::lesson;
    use verdict::diary::entries;

    #[test]
    fn ways_of_a_class() {
        let lesson = lesson::find("02").unwrap();
        let todos = todo::todos(&[&lesson], &Points::default());
        let known = &lesson.toml.todos[0].mistakes[0].name;
        let wrong = format!("02.1 +0.0 min FAIL {known}\n");
        let pass = "02.2 +9.0 min pass\n02.3 +1.0 min pass\n";
        let diaries = [
            format!("02.1 pause text\n{wrong}02.1 +4.0 min hint 1\n02.1 +2.0 min pass\n{pass}"),
            format!("{wrong}01.1 +9.0 min pass\n02.1 +8.0 min FAIL ADA-IS-LAZY\n02.1 +8.0 min pass\n{pass}"),
            format!("{wrong}02.1 +1.0 min pass\n02.2 +1.0 min DOES NOT COMPILE\n"),
            "02.1 +3.0 min pass\n".into(),
            String::new(),
        ];
        let mut submissions = Vec::new();
        for diary in diaries {
            let mut submission = Submission::default();
            submission.diary = entries(&diary);
            submissions.push(submission);
        }
        let [ways] = &ways(&[&lesson], &todos, &submissions)[..] else { panic!("one lesson") };
        assert_eq!(ways.minutes, Some(Minutes { quartiles: [16.0, 16.0, 26.0], students: 2 }));
        let first = &ways.todos[0];
        assert_eq!([first.began, first.passed, first.at_once, first.hinted], [4, 4, 1, 1]);
        assert_eq!(first.minutes, Some(Minutes { quartiles: [1.0, 6.0, 16.0], students: 3 }));
        let routes = [(format!("{known} → pass"), 2), (format!("{known} → {UNNAMED} → pass"), 1)];
        assert_eq!(first.routes, routes, "a name that the lesson does not have is none");
        assert_eq!(ways.todos[1].stops, [("does not compile".to_owned(), 1)]);
        assert_eq!(ways.todos[2].began, 2);
    }
}
