//! The names that learning platforms give to the files of a download, with the student in front.
//!
//! A student chooses the end of such a name. Nothing there decides whose file it is, or of which platform.

/// Parses the name of a file or folder in a platform's download. Returns `None` for another name.
pub(super) type Parse = fn(&str) -> Option<PlatformName>;

/// The platform's parts of a name.
#[derive(Default)]
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

/// Returns the platform of a download, by most of its names; `None` if each entry is a student's, by its name.
pub(super) fn platform_of(names: &[String]) -> Option<Parse> {
    let platforms: [Parse; 2] = [parse_canvas, parse_moodle];
    platforms.into_iter().find(|parse| 2 * names.iter().filter(|name| parse(name).is_some()).count() > names.len())
}

/// Parses `Anna Ampel_10312_assignsubmission_file_`, with the file's name behind it or as a folder.
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

/// Parses `ampelanna_LATE_1203_56781_exercise-1.rs`: the student, LATE if so, the student's number, the file's number, and the
/// file's name, with `-1` if it is the second of that name.
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
        let moodle: Parse = parse_moodle;
        let canvas: Parse = parse_canvas;
        for (parse, name, expected) in [
            (moodle, "Jörg Müller_103_assignsubmission_file_", Some(("Jörg Müller", "103", "", false))),
            (moodle, "Ben_7_assignsubmission_file_my_work.zip", Some(("Ben", "7", "my_work.zip", false))),
            (moodle, "a_assignsubmission_", None),
            (canvas, "ampelanna_1203_56781_exercise.rs", Some(("ampelanna", "1203", "exercise.rs", false))),
            (canvas, "ben_LATE_44_9912_joints-2.vert", Some(("ben", "44", "joints-2.vert", true))),
            (canvas, "Ben_01_02_mine.rs", None),
        ] {
            let parts = parse(name);
            let parts = parts.as_ref().map(|parts| (&*parts.student, &*parts.id, &*parts.file, parts.late));
            assert_eq!(parts, expected, "{name}");
        }
    }
}
