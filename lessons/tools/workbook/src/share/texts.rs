//! README and start scripts for a friend.

use super::{Chosen, File, system::System};
use verdict::build::LessonFolder;

pub(super) struct About<'a> {
    pub(super) lesson: &'a LessonFolder,
    pub(super) title: String,
    /// Author's name; may be empty.
    pub(super) by: &'a str,
    pub(super) chosen: &'a Chosen,
    pub(super) system: &'a System,
}

/// Returns the title, `"Side scroller, by Ada"`; without a name if no answer is the student's.
pub(super) fn title(lesson: &str, by: &str, chosen: &Chosen) -> String {
    if by.trim().is_empty() || chosen.mine.is_empty() { lesson.into() } else { format!("{lesson}, by {}", by.trim()) }
}

/// Returns the ids and names of these TODOs.
fn todos_of(lesson: &LessonFolder, ids: &[String]) -> String {
    let todos = lesson.toml.todos.iter().filter(|todo| ids.contains(&todo.id));
    todos.map(|todo| format!("{} {}", todo.id, todo.name)).collect::<Vec<_>>().join(", ")
}

/// Returns a README of ten lines.
pub(super) fn readme(about: &About<'_>) -> String {
    let About { lesson, title, by, chosen, system } = about;
    let who = if by.trim().is_empty() { "A student" } else { by.trim() };
    let written = match &*chosen.mine {
        [] if by.trim().is_empty() => String::new(),
        [] => format!("{who} gives it away."),
        mine => format!("{who} has written: {}.", todos_of(lesson, mine)),
    };
    let rest = match &*chosen.finished {
        [] => String::new(),
        ids if chosen.mine.is_empty() => format!("All of it is the workbook's own code: {}.", todos_of(lesson, ids)),
        ids => format!("The workbook's own code does the rest: {}.", todos_of(lesson, ids)),
    };
    let done = format!("{written} {rest}");
    let done = done.trim();
    let start = match system.os {
        "windows" => "double click play.bat. If Windows warns of an unknown program: More info, Run anyway.",
        "macos" => "type sh play.sh in a terminal. macOS may ask you to allow it in Privacy & Security.",
        _ => "type sh play.sh in a terminal that is in this folder.",
    };
    let character = if lesson.number == "18" {
        "Your own figure in the knight's place: start with --character me.glb (or .gltf, .dae).\n"
    } else {
        ""
    };
    format!(
        "{title}\n\n\
         A program of Armature, a workbook in which you learn skeletal animation by writing it in Rust.\n\
         {done}\n\
         To start it, {start}\n\
         It runs on {} ({}) with OpenGL 3.3, and needs nothing else.\n\
         F1 shows the keys, F11 is the full screen, F10 hides and shows panels, F12 writes a picture.\n\
         {character}\
         What it keeps, such as the best run, lies in the folder kept, or, where nothing can be written, in {}.\n\
         Whose code and pictures are in it, and what you may do with them: LICENCES.txt.\n",
        system.name(),
        system.arch,
        data_folder(system)
    )
}

fn data_folder(system: &System) -> &'static str {
    match system.os {
        "windows" => "%APPDATA%\\armature",
        "macos" => "~/Library/Application Support/armature",
        _ => "~/.local/share/armature",
    }
}

/// Returns the script that starts the program `name`. Windows' script has been tried under Wine, that of macOS not at all.
/// The file is called `play`, since `start` is a command of Windows' prompt.
pub(super) fn start_script(name: &str, system: &System) -> File {
    let text = match system.os {
        "windows" => format!("@\"%~dp0{name}.exe\" %*\r\n"),
        "macos" => format!("#!/bin/sh\nexec \"$(dirname -- \"$0\")/{name}\" \"$@\"\n"),
        _ => include_str!("play.sh").replace("NAME", name),
    };
    let file = if system.os == "windows" { "play.bat" } else { "play.sh" };
    (file.into(), text.into_bytes())
}
