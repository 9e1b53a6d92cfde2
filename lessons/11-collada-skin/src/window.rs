//! The lesson in its window and its pictures: figures in skins that the answers have read.

use crate::Answers;
use crate::checks::LESSON;
use crate::panel;
use crate::scene::{Axis, Pick, Posed, Scene, files};
use anyhow::Result;
use common::app::{Difference, Exercise, GuardedAnswers, Message, Screen, View, lesson_main};
use common::check;
use common::graphics::{Gl, OrbitCamera, Target};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Bent in the lesson's own picture, each as far as it suits the figure.
const PICKS: [(&str, Axis, f32); 2] = [("upper_arm_l", Axis::X, 60.0), ("spine_4", Axis::Z, 40.0)];

/// The scene, and what it is to be replaced with.
pub struct Window {
    gl: Gl,
    scene: Scene,
    picks: Vec<Pick>,
    upside_down: bool,
    is_new: bool,
    /// Why the last file that was dropped is not shown.
    refused: Option<Message>,
}

/// What this lesson's command line takes besides what every lesson's does.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {
    /// Another Collada file than the knight's and the hose's
    pub file: Option<PathBuf>,
    /// The joint whose weights are shown, and which is bent
    #[arg(long, value_name = "SID")]
    pub joint: Option<String>,
    /// How far it is bent, in every figure shown
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true)]
    pub bend: Option<f32>,
    /// About which of the joint's own axes, in every figure shown
    #[arg(long, value_enum)]
    pub axis: Option<Axis>,
    /// Textures as who sees them that does not know where v begins
    #[arg(long)]
    pub upside_down: bool,
}

/// The program. It stands here, and `main.rs` only calls it: what is compiled with the library is not
/// compiled again for the program at each save of `exercise.rs`.
pub fn run() -> ExitCode {
    lesson_main::<Window>()
}

impl Exercise for Window {
    type Answers = Answers;
    type Options = Options;
    type Output = Posed;

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const README: &'static str = include_str!("../README.md");
    const TITLE: &'static str = "Lesson 11: Collada skin";

    fn open(gl: &Gl, _: f32, options: &Options) -> Result<Self> {
        let scene = match &options.file {
            Some(file) => Scene::new(gl, std::slice::from_ref(file))?,
            None => Scene::new(gl, &files())?,
        };
        if let Some(name) = &options.joint {
            scene.check_joint(name)?;
        }
        let wanted = options.joint.iter().map(|name| (name.as_str(), Axis::Z, 40.0));
        let mut picks = scene.picks(&wanted.chain(PICKS).collect::<Vec<_>>());
        if let Some(degrees) = options.bend.filter(|degrees| degrees.is_finite()) {
            for pick in &mut picks {
                pick.degrees = degrees;
            }
        }
        if let Some(axis) = options.axis {
            for pick in &mut picks {
                pick.axis = axis;
            }
        }
        let upside_down = options.upside_down;
        Ok(Window { gl: gl.clone(), scene, picks, upside_down, is_new: false, refused: None })
    }

    fn evaluate(&mut self, answers: &mut GuardedAnswers<'_, Answers>, _: &View) -> Result<Posed> {
        self.scene.ask(&answers.table, answers.watchdog, &self.picks, self.upside_down)
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, posed: &Posed) -> Result<()> {
        self.scene.draw(target, view, posed)
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Posed,
        right: &Posed,
    ) -> Result<Difference> {
        self.scene.draw_difference(target, view, mine, right)
    }

    fn is_still(&mut self) -> bool {
        true
    }

    fn ui(&mut self, screen: &Screen<'_>, posed: &Posed) {
        screen.panel("Skins", || {
            for (index, pick) in self.picks.iter_mut().enumerate() {
                panel::draw(screen, &self.scene.files[index], pick, posed.told(index));
                screen.ui.separator();
            }
            screen.ui.checkbox("textures upside down", &mut self.upside_down);
        });
    }

    fn camera(&mut self, aspect: f32) -> Option<OrbitCamera> {
        Some(self.scene.camera(aspect))
    }

    fn describe(&self, posed: &Posed) -> String {
        let mut words = format!("{}\n", Self::TITLE);
        for (index, file) in self.scene.files.iter().enumerate() {
            let pick = self.picks[index];
            let name = file.joints.get(pick.joint).map_or("", |joint| joint.sid.as_str());
            let lines = panel::words(pick, posed.told(index)).join("; ");
            let bent = pick.degrees;
            // Writing to a String cannot fail.
            let _ = writeln!(words, "{}: {name} bent by {bent} degrees; {lines}", file.model.name);
        }
        words
    }

    fn messages(&self) -> Vec<Message> {
        self.refused.iter().cloned().collect()
    }

    fn dropped(&mut self, file: &Path) {
        match Scene::new(&self.gl, &[file.to_owned()]) {
            Ok(scene) => {
                self.picks = scene.picks(&PICKS);
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
}
