//! Names of files and folders as learning platforms write them, with the student in front.

/// The parts of such a name.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Download {
    pub(super) student: String,
    /// The platform's number for the student.
    pub(super) id: String,
    /// What the student called the file; empty for a folder.
    pub(super) file: String,
    /// Canvas counts what a student hands in again under the same name: 1 is the second.
    pub(super) attempt: u32,
    /// The platform's part of the name, with which feedback finds its way back.
    pub(super) before: String,
    /// Whether it came after the deadline, as Canvas says.
    pub(super) late: bool,
}

impl Download {
    /// `None` if no platform wrote the name.
    ///
    /// - Moodle: `Anna Ampel_10312_assignsubmission_file_`, with the file's name behind it or as a folder.
    /// - Canvas: `ampelanna_LATE_1203_56781_exercise-1.rs`: the student, LATE if so, the student's number, the file's, and
    ///   the file's name, with `-1` for the second attempt, `-2` for the third.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if let Some((before, after)) = name.split_once("_assignsubmission_") {
            let (student, id) = before.rsplit_once('_').filter(|(_, id)| is_number(id))?;
            let file = after.split_once('_').map_or("", |(_, file)| file);
            let before = format!("{student}_{id}_assignsubmission_file_");
            let (student, id, file) = (student.into(), id.into(), file.into());
            return Some(Download { student, id, file, before, ..Download::default() });
        }
        let parts: Vec<&str> = name.split('_').collect();
        let at = (1..parts.len().saturating_sub(2))
            .find(|&at| is_number(parts[at]) && is_number(parts[at + 1]) && parts[at + 1].len() > 2)?;
        let student = parts[..at].join("_");
        let (student, late) = student.strip_suffix("_LATE").map_or((&*student, false), |student| (student, true));
        let file = parts[at + 2..].join("_");
        let (stem, ending) = file.rsplit_once('.').unwrap_or((&file, ""));
        // Two digits are a lesson's.
        let attempt = stem.rsplit_once('-').filter(|(_, n)| n.len() == 1);
        let attempt = attempt.and_then(|(stem, n)| Some((stem, n.parse().ok().filter(|n| *n > 0)?)));
        let (stem, attempt) = attempt.unwrap_or((stem, 0));
        let (id, before) = (parts[at].into(), format!("{}_", parts[..at + 2].join("_")));
        Some(Download { student: student.into(), id, file: format!("{stem}.{ending}"), attempt, before, late })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moodle_and_canvas() {
        let parts = |name: &str| Download::parse(name).map(|d| [d.student, d.id, d.file]);
        let is = |name: &str, [a, b, c]: [&str; 3]| {
            assert_eq!(parts(name), Some([a.into(), b.into(), c.into()]), "{name}");
        };
        is("J\u{f6}rg M\u{fc}ller_103_assignsubmission_file_", ["J\u{f6}rg M\u{fc}ller", "103", ""]);
        is("Ben_7_assignsubmission_file", ["Ben", "7", ""]);
        is("Ben_7_assignsubmission_file_my_work.zip", ["Ben", "7", "my_work.zip"]);
        is("ampelanna_1203_56781_exercise.rs", ["ampelanna", "1203", "exercise.rs"]);
        is("ben_LATE_44_9912_joints-2.vert", ["ben", "44", "joints.vert"]);
        is("ben_44_9912_lesson-03.rs", ["ben", "44", "lesson-03.rs"]);
        let before = |name: &str| Download::parse(name).map(|d| (d.before, d.late)).unwrap();
        assert_eq!(before("Ben_7_assignsubmission_file_my_work.zip"), ("Ben_7_assignsubmission_file_".into(), false));
        assert_eq!(before("Ben_7_assignsubmission_onlinetext_"), ("Ben_7_assignsubmission_file_".into(), false));
        assert_eq!(before("ben_LATE_44_9912_joints-2.vert"), ("ben_LATE_44_9912_".into(), true));
        assert_eq!(before("ben_44_9912_lesson-03.rs"), ("ben_44_9912_".into(), false));
        let attempt = |file: &str| Download::parse(&format!("ben_44_9912_{file}")).map(|d| d.attempt);
        let attempts = ["a.rs", "a-0.rs", "a-1.rs", "a-2.rs", "a-03.rs", "a-b.rs"].map(attempt);
        assert_eq!(attempts, [0, 0, 1, 2, 0, 0].map(Some));
        for name in ["exercise.rs", "lesson_03_1.rs", "Ben_01_02_mine.rs", "_1_2", "a_assignsubmission_"] {
            assert_eq!(parts(name), None, "{name}");
        }
    }
}
