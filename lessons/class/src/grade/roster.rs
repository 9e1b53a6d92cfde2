//! `--roster`: a learning platform's list of the class. Everybody on it is graded, and it is given back with the points.
//!
//! Moodle and Canvas name their columns differently, in each language, and read a list only with the columns that they
//! wrote. So no column is looked for by its name: a row belongs to the student whose number or name is in one of its
//! cells, and every cell but the points stays.

use super::class::Class;
use super::intake::Submission;
use super::text::{self, number};
use anyhow::{Context, Result, ensure};
use csv::{ReaderBuilder, StringRecord, Terminator, WriterBuilder};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The column of Moodle's worksheet for grading.
const GRADE: &str = "Grade";
/// The column that is added to any other list, unless one begins so.
const ADDED: &str = "Armature";
/// Rows of Canvas that are about a column.
const POSSIBLE: &str = "Points Possible";
const POSTING: &str = "Manual Posting";

pub(super) struct Roster {
    separator: u8,
    /// The first has the names of the columns.
    rows: Vec<Vec<String>>,
    /// Columns in which no two students have the same.
    unique: Vec<usize>,
}

impl Roster {
    /// # Errors
    /// If the file cannot be read, or lists nobody.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let shown = || path.display().to_string();
        let text = fs::read_to_string(path).with_context(shown)?;
        let text = text.trim_start_matches('\u{feff}');
        let head = text.lines().next().unwrap_or_default();
        let separators = [b'\t', b';', b','];
        let separator = separators.into_iter().max_by_key(|separator| head.matches(char::from(*separator)).count());
        let separator = separator.unwrap_or(b',');
        let mut reader = ReaderBuilder::new();
        let mut reader = reader.has_headers(false).flexible(true).delimiter(separator).from_reader(text.as_bytes());
        let cells = |row: StringRecord| row.iter().map(str::to_owned).collect();
        let rows = reader.records().map(|row| row.map(cells)).collect::<Result<Vec<Vec<String>>, _>>();
        let mut roster = Roster { separator, rows: rows.with_context(shown)?, unique: Vec::new() };
        let students: Vec<usize> = roster.students().collect();
        ensure!(!students.is_empty(), "{}: below the columns' names there is no student", shown());
        let is_unique = |column: &usize| {
            let cells =
                students.iter().filter_map(|row| roster.rows[*row].get(*column)).filter(|cell| !cell.is_empty());
            let mut known = BTreeSet::new();
            cells.into_iter().all(|cell| known.insert(cell))
        };
        let unique = (0..roster.rows[0].len()).filter(is_unique).collect();
        roster.unique = unique;
        Ok(roster)
    }

    /// The rows of students.
    fn students(&self) -> impl Iterator<Item = usize> {
        (1..self.rows.len()).filter(|row| {
            let name = self.name(*row);
            !name.is_empty() && ![POSSIBLE, POSTING].contains(&name.as_str())
        })
    }

    /// Adds everybody who has handed in nothing. Returns the row of each submission, if it has one of its own.
    pub(super) fn complete(&self, submissions: &mut Vec<Submission>) -> Vec<Option<usize>> {
        let mut rows: Vec<Option<usize>> = Vec::new();
        for submission in submissions.iter_mut() {
            let row = self.row_of(submission).filter(|row| !rows.contains(&Some(*row)));
            if let Some(row) = row.filter(|_| submission.id.is_empty()) {
                submission.id = self.id(row);
            }
            rows.push(row);
        }
        for row in self.students() {
            if !rows.contains(&Some(row)) {
                submissions.push(Submission::absent(self.name(row), self.id(row)));
                rows.push(Some(row));
            }
        }
        rows
    }

    /// By the platform's number, or else by the name.
    fn row_of(&self, Submission { name, id, .. }: &Submission) -> Option<usize> {
        let only = |is_it: &dyn Fn(&[String]) -> bool| {
            let mut rows = self.students().filter(|row| is_it(&self.rows[*row]));
            rows.next().filter(|_| rows.next().is_none())
        };
        let has_id = |row: &[String]| {
            let mut cells = self.unique.iter().filter_map(|column| row.get(*column));
            // `Participant 10312`, and `anna@students.example`.
            let is_it = |cell: &String| [cell.rsplit(' ').next(), cell.split('@').next()].contains(&Some(id));
            !id.is_empty() && cells.any(is_it)
        };
        let key = key(name);
        let has_name = |row: &[String]| !key.is_empty() && names(row).contains(&key);
        only(&has_id).or_else(|| only(&has_name))
    }

    /// The name that a report shows: the first cell that is neither a number nor an address, and the next one where the
    /// first is a first name.
    fn name(&self, row: usize) -> String {
        let is_name = |cell: &str| !cell.is_empty() && !cell.contains(|c: char| c == '@' || c.is_ascii_digit());
        let cells: Vec<&str> = self.rows[row].iter().map(|cell| cell.trim()).collect();
        let Some(first) = cells.iter().position(|cell| is_name(cell)) else { return String::new() };
        let is_head = |column: usize| self.rows[0].get(column).is_some_and(|head| head.to_lowercase().contains("name"));
        match cells.get(first + 1) {
            Some(last) if is_name(last) && (is_head(first + 1) || !cells[first].contains([' ', ','])) => {
                format!("{} {last}", cells[first])
            }
            _ => cells[first].to_owned(),
        }
    }

    /// The number of a row's student, or the address where the list has no number.
    fn id(&self, row: usize) -> String {
        let cells = || self.unique.iter().filter_map(|column| self.rows[row].get(*column));
        let number = |cell: &String| {
            let last = cell.rsplit(' ').next().unwrap_or_default();
            (!last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit())).then(|| last.to_owned())
        };
        cells().find_map(number).or_else(|| cells().find(|cell| cell.contains('@')).cloned()).unwrap_or_default()
    }

    /// The list with the points of those in these rows.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn csv(&self, class: &Class, places: &[Option<usize>]) -> Result<String> {
        let mut rows = self.rows.clone();
        let is_points = |name: &String| name == GRADE || name.starts_with(ADDED);
        let column = rows[0].iter().position(is_points).unwrap_or(rows[0].len());
        for row in &mut rows {
            row.resize(row.len().max(column + 1), String::new());
        }
        if rows[0][column].is_empty() {
            rows[0][column] = ADDED.into();
        }
        for (place, row) in rows.iter_mut().enumerate().skip(1) {
            if self.name(place) == POSSIBLE {
                row[column] = number(class.todos.iter().map(|todo| todo.points).sum());
            }
        }
        for (student, place) in class.students.iter().zip(places) {
            if let Some(row) = place {
                rows[*row][column] = number(student.points);
            }
        }
        let mut writer = WriterBuilder::new();
        let mut writer =
            writer.flexible(true).delimiter(self.separator).terminator(Terminator::CRLF).from_writer(vec![]);
        for row in rows {
            writer.write_record(row.into_iter().map(text::no_formula))?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }
}

/// A name is compared by its letters and digits.
fn key(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What a row's student may be called: a cell, `Müller, Anna` the other way round, and two neighbours in either order.
fn names(row: &[String]) -> Vec<String> {
    let keys: Vec<String> = row.iter().map(|cell| key(cell)).collect();
    let swapped =
        row.iter().filter_map(|cell| cell.split_once(',').map(|(last, first)| key(&format!("{first}{last}"))));
    let pairs = keys.windows(2).flat_map(|pair| [pair.concat(), format!("{}{}", pair[1], pair[0])]);
    let all: Vec<String> = swapped.chain(pairs).collect();
    [keys, all].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::points::Points;
    use crate::grade::{class, student};
    use common::build::lesson;

    fn submission(name: &str, id: &str) -> Submission {
        Submission::absent(name.into(), id.into())
    }

    /// The list with a point for the first submission, 2 for the second and so on, 0 for those who are added; and
    /// everybody's name and id.
    fn graded(list: &str, handed_in: &[(&str, &str)]) -> (String, Vec<String>) {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), list).unwrap();
        let roster = Roster::read(file.path()).unwrap();
        let mut all: Vec<_> = handed_in.iter().map(|(name, id)| submission(name, id)).collect();
        let rows = roster.complete(&mut all);
        let lesson = lesson::find("01").unwrap();
        let student = |(place, submission): (usize, &Submission)| {
            let todos = student::graded(&lesson, "", &Points::default(), None, submission, 7);
            let mut student = student::student(submission, todos);
            student.points = if place < handed_in.len() { place as f64 + 1.0 } else { 0.0 };
            student
        };
        let students = all.iter().enumerate().map(student).collect();
        let class = Class::new(7, true, class::todos(&[&lesson], &Points::default()), students);
        let people = all.iter().map(|submission| format!("{} {}", submission.name, submission.id));
        (roster.csv(&class, &rows).unwrap(), people.collect())
    }

    #[test]
    fn a_worksheet_of_moodle() {
        let list = "\u{feff}Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Feedback comments\"\r\n\
            \"Participant 10312\",\"Anna Müller\",anna@uni.example,\"Submitted for grading - \",,4.00,\"see\nbelow\"\r\n\
            \"Participant 10313\",\"=Ben Jo\",ben@uni.example,\"No submission - \",,4.00,\r\n\
            \"Participant 1\",\"Cem Ak\",cem@uni.example,\"No submission - \",-,4.00,\r\n";
        let (csv, people) = graded(list, &[("Anna Mueller", "10312"), ("cem", ""), ("Eve", "99")]);
        assert_eq!(people, ["Anna Mueller 10312", "cem ", "Eve 99", "=Ben Jo 10313", "Cem Ak 1"]);
        let expected = "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments\r\n\
            Participant 10312,Anna Müller,anna@uni.example,Submitted for grading - ,1,4.00,\"see\nbelow\"\r\n\
            Participant 10313,'=Ben Jo,ben@uni.example,No submission - ,0,4.00,\r\n\
            Participant 1,Cem Ak,cem@uni.example,No submission - ,0,4.00,\r\n";
        assert_eq!(csv, expected);
    }

    #[test]
    fn a_gradebook_of_canvas() {
        let list = "Student,ID,SIS User ID,SIS Login ID,Section,Armature week 1 (4711),Armature week 2 (4712)\r\n\
            ,,,,,Manual Posting,\r\n\"    Points Possible\",,,,,8,9\r\n\
            \"Müller, Anna\",1203,s7,anna,A,,\r\n\"Jo, Ben\",1204,s8,ben,A,3,\r\n\"Test, Student\",1205,,x,A,,\r\n";
        let (csv, people) = graded(list, &[("mulleranna", "1203"), ("Ben Jo", ""), ("Müller, Anna", "")]);
        assert_eq!(people, ["mulleranna 1203", "Ben Jo 1204", "Müller, Anna ", "Test, Student 1205"]);
        let expected = "Student,ID,SIS User ID,SIS Login ID,Section,Armature week 1 (4711),Armature week 2 (4712)\r\n\
            ,,,,,Manual Posting,\r\n    Points Possible,,,,,4,9\r\n\
            \"Müller, Anna\",1203,s7,anna,A,1,\r\n\"Jo, Ben\",1204,s8,ben,A,2,\r\n\"Test, Student\",1205,,x,A,0,\r\n";
        assert_eq!(csv, expected);
    }

    #[test]
    fn other_lists() {
        let list = "Vorname;Nachname;Anmeldename\nAnna Maria;Müller;amm\nBen;Jo;bj\nBen;Jo;bj2\n";
        let (csv, people) = graded(list, &[("müller anna maria", ""), ("someone", "bj2"), ("Ben Jo", "")]);
        assert_eq!(people, ["müller anna maria ", "someone bj2", "Ben Jo ", "Ben Jo "], "either Ben may be meant");
        let expected =
            "Vorname;Nachname;Anmeldename;Armature\r\nAnna Maria;Müller;amm;1\r\nBen;Jo;bj;0\r\nBen;Jo;bj2;2\r\n";
        assert_eq!(csv, expected);
        let (csv, people) = graded("First name\tLast name\tEmail address\nAnna\tMüller\tanna@a.example\n", &[]);
        assert_eq!(people, ["Anna Müller anna@a.example"]);
        assert_eq!(csv, "First name\tLast name\tEmail address\tArmature\r\nAnna\tMüller\tanna@a.example\t0\r\n");
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "Student,ID\n").unwrap();
        assert!(Roster::read(file.path()).err().unwrap().to_string().ends_with("there is no student"));
    }
}
