//! Finds the student of a submission, by the name that a learning platform gave the files.

/// Parts of a name that a learning platform gave a file or folder, with the student in front.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Download {
    pub(super) student: String,
    pub(super) id: String,
    /// The student's own name for the file; empty for a folder.
    pub(super) file: String,
    /// The platform's part of the name, by which feedback is returned to the student.
    pub(super) before: String,
    /// True if Canvas marked the file as late.
    pub(super) late: bool,
}

impl Download {
    /// Parses the name of a file or folder. Returns `None` if no platform wrote the name.
    ///
    /// - Moodle: `Anna Ampel_10312_assignsubmission_file_`, with the file's name behind it or as a folder.
    /// - Canvas: `ampelanna_LATE_1203_56781_exercise-1.rs`, with the student, LATE if so, the student's number, the file's
    ///   number, and the file's name, with `-1` if it is the second of that name.
    pub(super) fn parse(name: &str) -> Option<Self> {
        match name.split_once("_assignsubmission_") {
            Some((before, after)) => Self::parse_moodle(before, after),
            None => Self::parse_canvas(name),
        }
    }

    fn parse_moodle(before: &str, after: &str) -> Option<Self> {
        let (student, id) = before.rsplit_once('_').filter(|(_, id)| is_number(id))?;
        Some(Download {
            student: student.into(),
            id: id.into(),
            file: after.split_once('_').map_or("", |(_, file)| file).into(),
            before: format!("{student}_{id}_assignsubmission_file_"),
            ..Download::default()
        })
    }

    /// Parses a name of Canvas: two numbers in a row are the student's and the file's.
    fn parse_canvas(name: &str) -> Option<Self> {
        let parts: Vec<&str> = name.split('_').collect();
        let id = (1..parts.len().saturating_sub(2)).find(|&index| {
            let file = parts[index + 1];
            is_number(parts[index]) && is_number(file) && file.len() > 2
        })?;
        let student = parts[..id].join("_");
        let on_time = student.strip_suffix("_LATE");
        Some(Download {
            student: on_time.unwrap_or(&student).into(),
            id: parts[id].into(),
            file: parts[id + 2..].join("_"),
            before: format!("{}_", parts[..id + 2].join("_")),
            late: on_time.is_some(),
        })
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(name: &str) -> Option<[String; 3]> {
        Download::parse(name).map(|download| [download.student, download.id, download.file])
    }

    #[test]
    fn names_of_moodle_and_canvas() {
        for (name, expected) in [
            ("J\u{f6}rg M\u{fc}ller_103_assignsubmission_file_", ["J\u{f6}rg M\u{fc}ller", "103", ""]),
            ("Ben_7_assignsubmission_file", ["Ben", "7", ""]),
            ("Ben_7_assignsubmission_file_my_work.zip", ["Ben", "7", "my_work.zip"]),
            ("ampelanna_1203_56781_exercise.rs", ["ampelanna", "1203", "exercise.rs"]),
            ("ben_LATE_44_9912_joints-2.vert", ["ben", "44", "joints-2.vert"]),
            ("ben_44_9912_lesson-03.rs", ["ben", "44", "lesson-03.rs"]),
        ] {
            assert_eq!(parts(name), Some(expected.map(String::from)), "{name}");
        }
        for name in ["exercise.rs", "lesson_03_1.rs", "Ben_01_02_mine.rs", "_1_2", "a_assignsubmission_"] {
            assert_eq!(parts(name), None, "{name}");
        }
        for (name, before, late) in [
            ("Ben_7_assignsubmission_file_my_work.zip", "Ben_7_assignsubmission_file_", false),
            ("Ben_7_assignsubmission_onlinetext_", "Ben_7_assignsubmission_file_", false),
            ("ben_LATE_44_9912_joints-2.vert", "ben_LATE_44_9912_", true),
            ("ben_44_9912_lesson-03.rs", "ben_44_9912_", false),
        ] {
            let download = Download::parse(name).unwrap();
            assert_eq!((&*download.before, download.late), (before, late), "{name}");
        }
    }
}
