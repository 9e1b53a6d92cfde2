//! The names that learning platforms give to the files of a download, with the student in front.
//!
//! A student chooses the end of such a name. Nothing there decides whose file it is, or of which platform.

/// A learning platform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Platform {
    Canvas,
    Moodle,
    /// None: each entry is a student's, by its name.
    Other,
}

/// The platform's parts of a name.
#[derive(Debug, Default, PartialEq)]
pub(super) struct PlatformName {
    pub(super) student: String,
    /// The platform's number for the student.
    pub(super) id: String,
    /// True if Canvas marked the file as late.
    pub(super) late: bool,
    /// The beginning of the name, by which feedback is returned to the student.
    pub(super) prefix: String,
    /// The student's own name for the file; empty for a folder.
    pub(super) file: String,
}

impl Platform {
    /// Returns the platform of a download: that of most names.
    pub(super) fn of(names: &[String]) -> Self {
        let is_most =
            |platform: &Self| 2 * names.iter().filter(|name| platform.parse(name).is_some()).count() > names.len();
        [Platform::Canvas, Platform::Moodle].into_iter().find(is_most).unwrap_or(Platform::Other)
    }

    /// Parses the name of a file or folder in a download. Returns `None` for another platform's.
    ///
    /// - Moodle: `Anna Ampel_10312_assignsubmission_file_`, with the file's name behind it or as a folder.
    /// - Canvas: `ampelanna_LATE_1203_56781_exercise-1.rs`, with the student, LATE if so, the student's number, the file's
    ///   number, and the file's name, with `-1` if it is the second of that name.
    pub(super) fn parse(self, name: &str) -> Option<PlatformName> {
        match self {
            Platform::Canvas => parse_canvas(name),
            Platform::Moodle => parse_moodle(name),
            Platform::Other => None,
        }
    }
}

fn parse_moodle(name: &str) -> Option<PlatformName> {
    let (before, after) = name.split_once("_assignsubmission_")?;
    let (student, id) = before.rsplit_once('_').filter(|(_, id)| is_number(id))?;
    Some(PlatformName {
        student: student.into(),
        id: id.into(),
        late: false,
        prefix: format!("{student}_{id}_assignsubmission_file_"),
        file: after.split_once('_').map_or("", |(_, file)| file).into(),
    })
}

fn parse_canvas(name: &str) -> Option<PlatformName> {
    let (student, rest) = name.split_once('_')?;
    let on_time = rest.strip_prefix("LATE_");
    let rest = on_time.unwrap_or(rest);
    let (id, after) = rest.split_once('_').filter(|(id, _)| is_number(id))?;
    let (_, file) = after.split_once('_').filter(|(number, _)| is_number(number) && number.len() > 2)?;
    let prefix = &name[..name.len() - file.len()];
    Some(PlatformName {
        student: student.into(),
        id: id.into(),
        late: on_time.is_some(),
        prefix: prefix.into(),
        file: file.into(),
    })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_moodle_and_canvas() {
        let moodle = "_assignsubmission_file_";
        for (platform, name, expected) in [
            (Platform::Moodle, format!("Jörg Müller_103{moodle}"), Some(("Jörg Müller", "103", "", false))),
            (Platform::Moodle, format!("Ben_7{moodle}my_work.zip"), Some(("Ben", "7", "my_work.zip", false))),
            (
                Platform::Moodle,
                format!("Ben_7{moodle}x_9{moodle}y.rs"),
                Some(("Ben", "7", "x_9_assignsubmission_file_y.rs", false)),
            ),
            (
                Platform::Canvas,
                "ampelanna_1203_56781_exercise.rs".into(),
                Some(("ampelanna", "1203", "exercise.rs", false)),
            ),
            (Platform::Canvas, "ben_LATE_44_9912_joints-2.vert".into(), Some(("ben", "44", "joints-2.vert", true))),
            (
                Platform::Canvas,
                format!("ben_44_9912_7{moodle}e.rs"),
                Some(("ben", "44", "7_assignsubmission_file_e.rs", false)),
            ),
            (Platform::Canvas, "Ben_01_02_mine.rs".into(), None),
            (Platform::Canvas, format!("Ben_7{moodle}x_1203_56781_e.rs"), None),
            (Platform::Moodle, "a_assignsubmission_".into(), None),
            (Platform::Other, "ben_44_9912_lesson-04.rs".into(), None),
        ] {
            let parts = platform.parse(&name);
            let parts = parts.as_ref().map(|parts| (&*parts.student, &*parts.id, &*parts.file, parts.late));
            assert_eq!(parts, expected, "{name}");
        }
        let one = "anna_1203_56781_7_assignsubmission_file_e.rs".to_owned();
        assert_eq!(Platform::of(&[one]), Platform::Canvas);
    }
}
