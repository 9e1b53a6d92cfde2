//! `author new`: a lesson that builds, with a few TODOs, two mistakes for each and a scene, to be written over.
//!
//! Its texts say AUTHOR where something is to be written, and `author check` finds these places.

mod todo;

pub(super) use todo::add as add_todo;

use super::starters;
use crate::build;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;
use verdict::build::lesson::{self, LessonFolder};

/// Marks text that the author has still to write.
pub(super) const UNWRITTEN: &str = "AUTHOR:";

/// The path of each file in the lesson's folder, and its text. `NN` is the lesson's number, `HEADING` its
/// title, `FOLDER` its folder, `FIELD` its field in the course and `TABLE` that field's type, after which the scene
/// is named, `COUNT` the number of its TODOs, `FIELD_LIST` their fields. The lines
/// between `%%each` and `%%end` are repeated for each TODO, whose place is `TT`.
const FILES: [(&str, &str); 15] = [
    ("Cargo.toml", include_str!("template/library.toml.txt")),
    ("lib.rs", include_str!("template/library.rs.txt")),
    ("given.rs", include_str!("template/given.rs.txt")),
    ("lesson.toml", include_str!("template/lesson.toml.txt")),
    ("README.md", include_str!("template/README.md.txt")),
    ("course/Cargo.toml", include_str!("template/Cargo.toml.txt")),
    ("course/build.rs", include_str!("template/build.rs.txt")),
    ("course/src/lib.rs", include_str!("template/lib.rs.txt")),
    ("course/src/main.rs", include_str!("template/main.rs.txt")),
    ("course/src/figures.rs", include_str!("template/figures.rs.txt")),
    ("course/src/scene.rs", include_str!("template/scene.rs.txt")),
    ("course/src/solution.rs", include_str!("template/solution.rs.txt")),
    ("course/src/finished.rs", include_str!("template/finished.rs.txt")),
    ("course/src/checks.rs", include_str!("template/checks.rs.txt")),
    ("course/tests/lesson/main.rs", include_str!("template/lesson_test.rs.txt")),
];

const PICTURE: &[u8] = include_bytes!("template/picture.png");

/// Writes the lesson into `lessons/NN-name`.
///
/// # Errors
/// If the name is no lesson's name, there is such a lesson, or a file cannot be written.
pub(super) fn write(folder: &str, todos: usize) -> Result<LessonFolder> {
    let (number, name) = parts(folder)?;
    if let Some(known) = lesson::all()?.iter().find(|lesson| lesson.number == number) {
        anyhow::bail!("there is a lesson {number} already: lessons/{}", known.folder);
    }
    let path = build::workspace().join("lessons").join(folder);
    ensure!(!path.exists(), "{} is there already", build::shown(&path));
    write_files(&path, number, &title(name), todos)?;
    announce(folder, number)?;
    let lesson = lesson::find(number)?;
    starters::write(&lesson, true)?;
    Ok(lesson)
}

/// `19` and `rag-doll` of `19-rag-doll`.
fn parts(folder: &str) -> Result<(&str, &str)> {
    folder
        .split_once('-')
        .filter(|(number, name)| {
            let digits = number.len() == 2 && number.bytes().all(|b| b.is_ascii_digit());
            digits
                && name.starts_with(|c: char| c.is_ascii_lowercase())
                && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        })
        .with_context(|| format!("\"{folder}\" should be like 19-rag-doll"))
}

/// `Rag doll` of `rag-doll`.
fn title(name: &str) -> String {
    let words = name.replace('-', " ");
    let mut chars = words.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// Writes the files of the template into the folder `path`, with the lesson's number, title and TODOs filled in.
fn write_files(path: &Path, number: &str, title: &str, todos: usize) -> Result<()> {
    let folder = &*path.file_name().unwrap_or_default().to_string_lossy();
    for (file, text) in FILES {
        let file = path.join(file);
        let text = filled(text, todos).replace("NN", number).replace("HEADING", title).replace("FOLDER", folder);
        let text = text.replace("FIELD", &field(folder)).replace("TABLE", &table(folder));
        fs::create_dir_all(file.parent().unwrap_or(path))
            .and_then(|()| fs::write(&file, text))
            .with_context(|| format!("{} cannot be written", build::shown(&file)))?;
    }
    let picture = path.join("picture.png");
    fs::write(&picture, PICTURE).with_context(|| format!("{} cannot be written", build::shown(&picture)))
}

/// Returns the name of the lesson's field in the course: `rag_doll` of `19-rag-doll`.
fn field(folder: &str) -> String {
    folder[3..].replace('-', "_")
}

/// Returns the type of that field: `RagDoll`.
fn table(folder: &str) -> String {
    folder[3..].split('-').map(title).collect()
}

/// Adds the lesson to the workspace, and to the crate that all lessons are built from: its module, and its table in the
/// course.
fn announce(folder: &str, number: &str) -> Result<()> {
    let manifest = build::workspace().join("Cargo.toml");
    let text = fs::read_to_string(&manifest).with_context(|| build::shown(&manifest))?;
    let (members, rest) =
        text.split_once("\n]\n").with_context(|| format!("{}: no members", build::shown(&manifest)))?;
    let member = format!("    \"lessons/{folder}\", \"lessons/{folder}/course\",");
    fs::write(&manifest, format!("{members}\n{member}\n]\n{rest}")).with_context(|| build::shown(&manifest))?;
    let given = build::workspace().join("lessons/given.rs");
    let module = format!("#[path = \"{folder}/given.rs\"]\npub mod lesson_{number};\n");
    let text = fs::read_to_string(&given).with_context(|| build::shown(&given))?;
    fs::write(&given, text + &module).with_context(|| build::shown(&given))?;
    let course = build::workspace().join("lessons/given/course.rs");
    let entry = format!("    \"{number}\" {}: crate::lesson_{number}::{},\n", field(folder), table(folder));
    let text = fs::read_to_string(&course).with_context(|| build::shown(&course))?;
    let entries = text.strip_suffix("}\n").with_context(|| format!("{}: no `course!`", build::shown(&course)))?;
    fs::write(&course, format!("{entries}{entry}}}\n")).with_context(|| build::shown(&course))
}

/// Returns the template with all that depends on the number of TODOs.
fn filled(template: &str, todos: usize) -> String {
    let fields: Vec<String> = (1..=todos).map(|todo| format!("point_{todo}")).collect();
    let mut text = String::new();
    let mut repeated: Option<String> = None;
    for line in template.lines() {
        match (line, &mut repeated) {
            ("%%each", _) => repeated = Some(String::new()),
            ("%%end", Some(block)) => {
                text.extend((1..=todos).map(|todo| block.replace("TT", &todo.to_string())));
                repeated = None;
            }
            (line, Some(block)) => *block += &format!("{line}\n"),
            (line, None) => text += &format!("{line}\n"),
        }
    }
    text.replace("FIELD_LIST", &fields.join(", ")).replace("COUNT", &todos.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_folders() {
        assert_eq!(parts("19-rag-doll").unwrap(), ("19", "rag-doll"));
        for bad in ["side", "1-x", "19-", "19-Rag", "19-a b", "19-../x", "019-x", ""] {
            assert!(parts(bad).unwrap_err().to_string().contains("like 19-rag-doll"), "{bad}");
        }
        assert_eq!(title("rag-doll"), "Rag doll");
        assert_eq!([field("19-rag-doll"), table("19-rag-doll")], ["rag_doll", "RagDoll"]);
    }

    #[test]
    fn nothing_of_the_template_is_left_over() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path().join("97-trial"); // its name is in the texts: a random one may hold a TT
        write_files(&folder, "97", "Trial", 3).unwrap();
        for (file, _) in FILES {
            let text = fs::read_to_string(folder.join(file)).unwrap();
            for left in ["NN", "HEADING", "LIST", "FIELD", "TABLE", "COUNT", "TT", "%%"] {
                assert!(!text.contains(left), "{file}: {left}");
            }
        }
    }

    #[test]
    fn a_block_for_each_todo() {
        let text = filled("a\n%%each\nTT: point_TT\n%%end\nCOUNT of FIELD_LIST\n", 2);
        assert_eq!(text, "a\n1: point_1\n2: point_2\n2 of point_1, point_2\n");
        let text = filled("a\n%%each\nTT: point_TT\n%%end\nCOUNT of FIELD_LIST\n", 1);
        assert_eq!(text, "a\n1: point_1\n1 of point_1\n");
    }
}
