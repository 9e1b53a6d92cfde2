//! The XML of `JUnit`, as the pages of CI systems read it: a suite for each student, a case for each TODO.

use super::remarks;
use crate::grade::class::{Class, Graded};
use common::check::{self, Status};

pub(super) fn xml(class: &Class) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"workbook grade\">\n",
    );
    for student in &class.students {
        let count = |kind: Kind| {
            student.todos.iter().filter(|todo| kind_of(todo.verdict.status) == kind).count()
        };
        text += &format!(
            "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n",
            escaped(&student.name),
            student.todos.len(),
            count(Kind::Failure),
            count(Kind::Error),
            count(Kind::Skipped)
        );
        for todo in &student.todos {
            text += &case(&student.name, todo);
        }
        let remarks = remarks(student);
        if !remarks.is_empty() {
            text += &format!("<system-out>{}</system-out>\n", escaped(&remarks.join("\n")));
        }
        text += "</testsuite>\n";
    }
    text + "</testsuites>\n"
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Passed,
    Failure,
    Error,
    Skipped,
}

fn kind_of(status: Status) -> Kind {
    match status {
        Status::Pass => Kind::Passed,
        Status::NotStarted | Status::Waiting | Status::Skipped => Kind::Skipped,
        Status::Fail | Status::Borrowed => Kind::Failure,
        Status::DoesNotCompile | Status::Panicked | Status::TimedOut | Status::Crashed => {
            Kind::Error
        }
    }
}

fn case(student: &str, todo: &Graded) -> String {
    let verdict = &todo.verdict;
    let name = format!("{} {}", verdict.id, verdict.name);
    let open = format!(
        "<testcase classname=\"{}\" name=\"{}\" time=\"0\"",
        escaped(student),
        escaped(&name)
    );
    let (message, details) = (escaped(verdict.status.word()), escaped(&check::text(verdict)));
    match kind_of(verdict.status) {
        Kind::Passed => format!("{open}/>\n"),
        Kind::Skipped => format!("{open}><skipped message=\"{message}\"/></testcase>\n"),
        Kind::Failure => format!(
            "{open}><failure message=\"{message}\" type=\"{message}\">{details}</failure></testcase>\n"
        ),
        Kind::Error => format!(
            "{open}><error message=\"{message}\" type=\"{message}\">{details}</error></testcase>\n"
        ),
    }
}

/// Text for XML and HTML; characters that XML 1.0 cannot have are left out.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\t' | '\n' | '\r' => escaped.push(c),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_a_student_prints_breaks_out() {
        assert_eq!(escaped("</failure>\u{1b}[31m ]]>\u{0}"), "&lt;/failure&gt;[31m ]]&gt;");
        assert_eq!(escaped("\"'&"), "&quot;&#39;&amp;");
    }
}
