//! `--roster`: a learning platform's list of the class. All students on the list are graded, and it is written with points.
//!
//! Moodle and Canvas name their columns differently, in each language, and read a list only with the columns that they
//! wrote. So a row belongs to the student whose number or name is in any cell, and all cells but the points stay.

use super::intake::Submission;
use super::text::{self, number};
use anyhow::{Context, Result, ensure};
use csv::{ReaderBuilder, Terminator, WriterBuilder};
use encoding_rs::{Encoding, UTF_8, UTF_16LE, WINDOWS_1252};
use std::fs;
use std::path::Path;

const GRADE: &str = "Grade";
/// The column that is added to any other list, unless the name of a column begins like this.
const ADDED: &str = "Armature";
/// Names of Canvas' rows about a column.
const POSSIBLE: &str = "Points Possible";
const POSTING: &str = "Manual Posting";

const MARK: char = '\u{feff}';

pub(super) struct Roster {
    encoding: &'static Encoding,
    has_mark: bool,
    separator: u8,
    /// Whether its numbers are written `8,5`.
    has_decimal_comma: bool,
    /// Cells by row; the first row has the names of the columns.
    rows: Vec<Vec<String>>,
}

/// The rows of submissions, and sentences about those without one.
#[derive(Default)]
pub(super) struct Matches {
    /// Row of each submission.
    pub(super) rows: Vec<Option<usize>>,
    pub(super) problems: Vec<String>,
}

impl Roster {
    /// Reads a list whose cells are separated by tabs, semicolons or commas, in UTF-8, UTF-16 or Windows-1252.
    ///
    /// # Errors
    /// If the file cannot be read, or lists nobody.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        let marked = Encoding::for_bom(&bytes).map(|(encoding, _)| encoding);
        let usual = if str::from_utf8(&bytes).is_ok() { UTF_8 } else { WINDOWS_1252 };
        let encoding = marked.unwrap_or(usual);
        let (text, ..) = encoding.decode(&bytes);
        let head = text.lines().next().unwrap_or_default();
        let separators = [b'\t', b';', b','];
        let separator = separators.into_iter().max_by_key(|separator| head.matches(char::from(*separator)).count());
        let separator = separator.unwrap_or(b',');
        let mut reader = ReaderBuilder::new();
        let mut reader = reader.has_headers(false).flexible(true).delimiter(separator).from_reader(text.as_bytes());
        let mut rows: Vec<Vec<String>> = Vec::new();
        for row in reader.records() {
            rows.push(row.with_context(|| path.display().to_string())?.iter().map(str::to_owned).collect());
        }
        let has_decimal_comma = has_decimal_comma(&rows);
        let has_mark = marked.is_some();
        let roster = Roster { encoding, has_mark, separator, has_decimal_comma, rows };
        ensure!(roster.students().next().is_some(), "{}: below the columns' names there is no student", path.display());
        Ok(roster)
    }

    /// Returns the rows of students.
    fn students(&self) -> impl Iterator<Item = usize> {
        (1..self.rows.len()).filter(|row| {
            let name = self.name(*row);
            !name.is_empty() && ![POSSIBLE, POSTING].contains(&name.as_str())
        })
    }

    /// Finds the row of each submission, and adds submissions without files for all other students of the list. A row that
    /// fits two submissions is nobody's.
    pub(super) fn complete(&self, submissions: &mut Vec<Submission>) -> Matches {
        let fitting: Vec<Option<usize>> = submissions.iter().map(|submission| self.row_of(submission)).collect();
        let mut matches = Matches::default();
        for (submission, row) in submissions.iter().zip(&fitting) {
            let name = text::line(&submission.name);
            let count = fitting.iter().filter(|other| *other == row).count();
            matches.rows.push(row.filter(|_| count == 1));
            match row {
                None => matches.problems.push(format!("{name} fits no row")),
                Some(row) if count > 1 => {
                    matches.problems.push(format!(
                        "{name} fits the row of {}, and so does another: nobody has it",
                        self.name(*row)
                    ));
                }
                Some(_) => {}
            }
        }
        for row in self.students().filter(|row| !fitting.contains(&Some(*row))) {
            submissions.push(Submission::absent(text::composed(&self.name(row))));
            matches.rows.push(Some(row));
        }
        matches
    }

    /// Finds the only row with a submission's number, or else with its name.
    fn row_of(&self, Submission { name, id, .. }: &Submission) -> Option<usize> {
        [id, name].into_iter().map(|known| key(known)).filter(|key| !key.is_empty()).find_map(|key| {
            let mut rows = self.students().filter(|row| names(&self.rows[*row]).contains(&key));
            rows.next().filter(|_| rows.next().is_none())
        })
    }

    /// Returns a row's name for the report: the first cell that is neither a number nor an address, followed by the next cell
    /// if the first is only a first name; or else the first cell.
    fn name(&self, row: usize) -> String {
        let cells: Vec<&str> = self.rows[row].iter().map(|cell| cell.trim()).collect();
        let Some(first) = cells.iter().position(|cell| is_name(cell)) else {
            return cells.into_iter().find(|cell| !cell.is_empty()).unwrap_or_default().to_owned();
        };
        let head = self.rows[0].get(first + 1).map_or(String::new(), |head| head.to_lowercase());
        match cells.get(first + 1) {
            Some(last) if is_name(last) && (head.contains("name") || !cells[first].contains([' ', ','])) => {
                format!("{} {last}", cells[first])
            }
            _ => cells[first].to_owned(),
        }
    }

    /// Returns the list, written as it was read, with points by row, and those of the whole class's TODOs.
    ///
    /// # Errors
    /// If the list cannot be written as CSV.
    pub(super) fn csv(&self, points: &[(usize, f64)], possible: f64) -> Result<Vec<u8>> {
        let mut rows = self.rows.clone();
        let column = rows[0].iter().position(|name| name == GRADE || name.starts_with(ADDED));
        let column = column.unwrap_or(rows[0].len());
        for row in &mut rows {
            row.resize(row.len().max(column + 1), String::new());
        }
        if rows[0][column].is_empty() {
            rows[0][column] = ADDED.into();
        }
        for (index, row) in rows.iter_mut().enumerate().skip(1) {
            if self.name(index) == POSSIBLE {
                row[column] = self.number(possible);
            }
        }
        for (row, points) in points {
            rows[*row][column] = self.number(*points);
        }
        let mut writer = WriterBuilder::new();
        let mut writer =
            writer.flexible(true).delimiter(self.separator).terminator(Terminator::CRLF).from_writer(vec![]);
        for row in rows {
            writer.write_record(row.into_iter().map(text::no_formula))?;
        }
        let mut text = String::from_utf8(writer.into_inner()?)?;
        if self.has_mark {
            text.insert(0, MARK);
        }
        // The encoding standard has no encoder for UTF-16.
        if self.encoding == UTF_16LE {
            return Ok(text.encode_utf16().flat_map(u16::to_le_bytes).collect());
        }
        Ok(self.encoding.encode(&text).0.into_owned())
    }

    /// Returns points as the list writes numbers.
    fn number(&self, points: f64) -> String {
        let number = number(points);
        if self.has_decimal_comma { number.replace('.', ",") } else { number }
    }
}

/// Returns whether numbers have a comma, and none has a point.
fn has_decimal_comma(rows: &[Vec<String>]) -> bool {
    let mut has_comma = false;
    for cell in rows.iter().flatten() {
        let digits = cell.replace([',', '.'], "");
        if digits.len() + 1 == cell.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            if cell.contains('.') {
                return false;
            }
            has_comma = true;
        }
    }
    has_comma
}

fn is_name(cell: &str) -> bool {
    !cell.is_empty() && !cell.contains(|c: char| c == '@' || c.is_ascii_digit())
}

/// Returns the letters and digits of a name in lower case, for comparisons.
fn key(text: &str) -> String {
    text::composed(text).chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the keys of all numbers, accounts and names that a row's student may have: each cell, `Participant 10312` as 10312,
/// `anna@students.example` as anna, `Müller, Anna` the other way round, and two neighbouring cells in either order.
fn names(row: &[String]) -> Vec<String> {
    let mut names = Vec::new();
    for (index, cell) in row.iter().enumerate() {
        names.extend([key(cell), key(cell.split('@').next().unwrap_or_default())]);
        names.extend(cell.rsplit_once(' ').filter(|(_, number)| !is_name(number)).map(|(_, number)| key(number)));
        names.extend(cell.split_once(',').map(|(last, first)| key(&format!("{first}{last}"))));
        if let Some(next) = row.get(index + 1) {
            names.extend([key(&format!("{cell}{next}")), key(&format!("{next}{cell}"))]);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the list with one point for the first submission, 2 for the second and so on, and 0 for other students of the
    /// list; and the names and ids of all students.
    fn graded(list: impl AsRef<[u8]>, handed_in: &[(&str, &str)]) -> (Vec<u8>, Vec<String>) {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), list).unwrap();
        let roster = Roster::read(file.path()).unwrap();
        let mut submissions = Vec::new();
        for (name, id) in handed_in {
            let mut submission = Submission::absent((*name).into());
            submission.id = (*id).into();
            submissions.push(submission);
        }
        let matches = roster.complete(&mut submissions);
        let mut points = Vec::new();
        for (index, row) in matches.rows.iter().enumerate() {
            let own = if index < handed_in.len() { index as f64 + 1.0 } else { 0.0 };
            points.extend(row.map(|row| (row, own)));
        }
        let people = submissions.iter().map(|submission| format!("{} {}", submission.name, submission.id)).collect();
        (roster.csv(&points, 4.0).unwrap(), people)
    }

    #[test]
    fn a_worksheet_of_moodle() {
        let list = "\u{feff}Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Feedback comments\"\r\n\
            \"Participant 10312\",\"Anna Müller\",anna@uni.example,\"Submitted for grading - \",,4.00,\"see\nbelow\"\r\n\
            \"Participant 10313\",\"=Ben Jo\",ben@uni.example,\"No submission - \",,4.00,\r\n\
            \"Participant 1\",\"Cem Ak\",cem@uni.example,\"No submission - \",-,4.00,\r\n";
        let (csv, people) = graded(list, &[("Anna Mueller", "10312"), ("cem", ""), ("Eve", "99")]);
        assert_eq!(people, ["Anna Mueller 10312", "cem ", "Eve 99", "=Ben Jo "], "cem is an account");
        let expected = "\u{feff}Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments\r\n\
            Participant 10312,Anna Müller,anna@uni.example,Submitted for grading - ,1,4.00,\"see\nbelow\"\r\n\
            Participant 10313,'=Ben Jo,ben@uni.example,No submission - ,0,4.00,\r\n\
            Participant 1,Cem Ak,cem@uni.example,No submission - ,2,4.00,\r\n";
        assert_eq!(String::from_utf8(csv).unwrap(), expected);
    }

    #[test]
    fn a_gradebook_of_canvas_where_two_fit_one_row() {
        let list = "Student,ID,SIS User ID,SIS Login ID,Section,Armature week 1 (4711),Armature week 2 (4712)\r\n\
            ,,,,,Manual Posting,\r\n\"    Points Possible\",,,,,8,9\r\n\
            \"Müller, Anna\",1203,s7,anna,A,,\r\n\"Jo, Ben\",1204,s8,ben,A,7,\r\n\"Test, Student\",1205,,x,A,,\r\n";
        let (csv, people) = graded(list, &[("mulleranna", "1203"), ("Ben Jo", ""), ("Jo, Ben", "")]);
        assert_eq!(people, ["mulleranna 1203", "Ben Jo ", "Jo, Ben ", "Test, Student "]);
        let expected = "Student,ID,SIS User ID,SIS Login ID,Section,Armature week 1 (4711),Armature week 2 (4712)\r\n\
            ,,,,,Manual Posting,\r\n    Points Possible,,,,,4,9\r\n\
            \"Müller, Anna\",1203,s7,anna,A,1,\r\n\"Jo, Ben\",1204,s8,ben,A,7,\r\n\"Test, Student\",1205,,x,A,0,\r\n";
        assert_eq!(String::from_utf8(csv).unwrap(), expected, "Ben's 7 stays");
    }

    #[test]
    fn other_lists() {
        let unicode_text = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        for (list, handed_in, expected) in [
            (
                "Vorname;Nachname;Anmeldename\nAnna Maria;Müller;amm\nBen;Jo;bj\nBen;Jo;bj2\n".as_bytes().to_vec(),
                &[("müller anna maria", ""), ("someone", "bj2"), ("Ben Jo", "")][..],
                "Vorname;Nachname;Anmeldename;Armature\r\nAnna Maria;Müller;amm;1\r\nBen;Jo;bj;0\r\nBen;Jo;bj2;2\r\n"
                    .as_bytes()
                    .to_vec(),
            ),
            (
                b"Name;Maximum\nAnna Mu\xcc\x88ller;8,50\nBen Jo;8,50\n".to_vec(),
                &[("Anna Müller", "")],
                b"Name;Maximum;Armature\r\nAnna Mu\xcc\x88ller;8,50;1\r\nBen Jo;8,50;0\r\n".to_vec(),
            ),
            (
                unicode_text("\u{feff}Name\tID\r\nAnna Müller\t12\r\n"),
                &[],
                unicode_text("\u{feff}Name\tID\tArmature\r\nAnna Müller\t12\t0\r\n"),
            ),
            (
                b"Identifier,Grade\nParticipant 12,\nParticipant 13,\n".to_vec(),
                &[("Participant", "13")],
                b"Identifier,Grade\r\nParticipant 12,0\r\nParticipant 13,1\r\n".to_vec(),
            ),
            (
                b"Name;ID\nAnna M\xfcller;12\n".to_vec(),
                &[("anna müller", "")],
                b"Name;ID;Armature\r\nAnna M\xfcller;12;1\r\n".to_vec(),
            ),
        ] {
            let (csv, _) = graded(list, handed_in);
            assert_eq!(String::from_utf8_lossy(&csv), String::from_utf8_lossy(&expected));
            assert_eq!(csv, expected);
        }
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "Name;Maximum\nAnna Jo;8,50\n").unwrap();
        assert_eq!(Roster::read(file.path()).unwrap().number(2.5), "2,5");
        fs::write(file.path(), "Student,ID\n").unwrap();
        assert!(Roster::read(file.path()).err().unwrap().to_string().ends_with("there is no student"));
    }
}
