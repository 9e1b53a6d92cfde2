//! The lesson in its window and its pictures: a figure, and the joints that the answers read.

use crate::checks::LESSON;
use crate::panel;
use crate::scene::{Read, Scene, knight};
use crate::{Answers, read, tree};
use anyhow::{Context, Result, anyhow};
use common::app::{Difference, Exercise, GuardedAnswers, Message, Screen, View, lesson_main};
use common::graphics::{Gl, OrbitCamera, Target};
use common::{check, collada};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

/// The scene, and what it is to be replaced with.
pub struct Window {
    gl: Gl,
    scene: Scene,
    is_new: bool,
    /// Why the last file that was dropped is not shown.
    refused: Option<Message>,
}

/// Which file, and whether as text.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {
    /// Another Collada file than the knight
    file: Option<PathBuf>,
    /// Print the joint tree
    #[arg(long)]
    tree: bool,
}

impl Options {
    fn file(&self) -> PathBuf {
        self.file.clone().unwrap_or_else(knight)
    }
}

/// The program. It stands here, and `main.rs` only calls it: what is compiled with the library is not
/// compiled again for the program at each save of `exercise.rs`.
pub fn run() -> ExitCode {
    lesson_main::<Window>()
}

impl Exercise for Window {
    type Answers = Answers;
    type Options = Options;
    type Output = Rc<Read>;

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const README: &'static str = include_str!("../README.md");
    const TITLE: &'static str = "Lesson 04: Collada joints";

    fn open(gl: &Gl, _: f32, options: &Options) -> Result<Self> {
        let scene = Scene::new(gl, &options.file())?;
        Ok(Window { gl: gl.clone(), scene, is_new: false, refused: None })
    }

    fn evaluate(
        &mut self,
        answers: &mut GuardedAnswers<'_, Answers>,
        _: &View,
    ) -> Result<Rc<Read>> {
        Ok(self.scene.ask(&answers.table, answers.watchdog))
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, read: &Rc<Read>) -> Result<()> {
        self.scene.draw(target, view, read)
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Rc<Read>,
        right: &Rc<Read>,
    ) -> Result<Difference> {
        self.scene.draw_difference(target, view, mine, right)
    }

    fn is_still(&mut self) -> bool {
        true
    }

    fn ui(&mut self, screen: &Screen<'_>, read: &Rc<Read>) {
        screen.panel("Joints", || panel::draw(screen, &read.joints));
    }

    fn camera(&mut self, aspect: f32) -> Option<OrbitCamera> {
        Some(self.scene.camera(aspect))
    }

    fn describe(&self, read: &Rc<Read>) -> String {
        tree(&read.joints)
    }

    fn messages(&self) -> Vec<Message> {
        self.refused.iter().cloned().collect()
    }

    fn dropped(&mut self, file: &Path) {
        match Scene::new(&self.gl, file) {
            Ok(scene) => {
                self.scene = scene;
                self.is_new = true;
                self.refused = None;
            }
            Err(error) => {
                let place = file.display().to_string();
                self.refused = Some(Message::error(place, format!("{error:#}")));
            }
        }
    }

    fn take_new_scene(&mut self) -> bool {
        std::mem::take(&mut self.is_new)
    }

    fn instead(options: &Options, answers: &Answers) -> Option<Result<()>> {
        options.tree.then(|| print_tree(answers, &options.file()))
    }
}

/// The joints as text. A file that `common` refuses is not handed to the answers: it may be one that
/// was made to do harm.
fn print_tree(answers: &Answers, file: &Path) -> Result<()> {
    collada::read(file)?;
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let joints = read(answers, &text).map_err(|error| anyhow!("{}: {error}", file.display()))?;
    // A reader that has seen enough is no error.
    let _ = writeln!(std::io::stdout(), "{}{} joints", tree(&joints), joints.len());
    Ok(())
}
