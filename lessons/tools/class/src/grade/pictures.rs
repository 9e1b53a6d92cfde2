//! Pictures of mistakes and of right answers, drawn by the lesson's own program.

use super::builder;
use super::class::{Class, Group, lesson_of};
use super::progress::Progress;
use super::tree::Tree;
use base64::prelude::{BASE64_STANDARD, Engine};
use rayon::prelude::*;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use verdict::build::lesson::LessonFolder;
use verdict::workspace::WORKSPACE;

const SIZE: &str = "480x270";

/// Adds two pictures to the known mistakes of [`Class::lecture`], unless they cannot be drawn or look alike.
pub(super) fn add(class: &mut Class, tree: &Tree, lessons: &[&LessonFolder], trust: bool) {
    let count = class.lecture().iter().filter(|(kind, ..)| *kind == 'm').count();
    let groups = &mut class.mistakes[..count]; // both lists begin with the most frequent
    if groups.is_empty() {
        return;
    }
    // The programs that have judged, so nothing is built. Without them there are no pictures, and the grades stay.
    let Ok(programs) = builder::build_judges(tree, lessons, trust, &Progress::new(0)) else { return };
    groups.par_iter_mut().for_each(|group| {
        let Group { todo, name, .. } = &*group;
        let [wrong, right] = [&["--mistaken", todo, name][..], &["--solution"]].map(|answers| {
            let file = tree.root.join(format!("{todo}-{name}{}.png", answers[0]));
            draw_picture(&programs[lesson_of(todo)], tree, answers, &file)
        });
        group.pictures = wrong.zip(right).filter(|(wrong, right)| wrong != right).map(<[_; 2]>::from);
    });
}

/// Draws a lesson's picture into a file for a moment, and returns it as the address of an image.
fn draw_picture(program: &Path, tree: &Tree, answers: &[&str], file: &Path) -> Option<String> {
    let mut command = Command::new(program);
    command.args(answers).args(["--size", SIZE, "--screenshot"]).arg(file).current_dir(&tree.root);
    command.env(WORKSPACE, &tree.clean).env(verdict::workspace::SHADERS, tree.clean.join("shaders"));
    // In a program run by cargo these paths lead to the libraries of another build.
    command.env_remove("LD_LIBRARY_PATH").env_remove("DYLD_FALLBACK_LIBRARY_PATH");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let is_drawn = command.status().is_ok_and(|status| status.success());
    let png = fs::read(file).ok().filter(|_| is_drawn);
    let _ = fs::remove_file(file); // where there is none, nothing was drawn
    Some(format!("data:image/png;base64,{}", BASE64_STANDARD.encode(png?)))
}
