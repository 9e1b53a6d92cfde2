//! The parts of a lesson that the painter draws by, and the declaration of its window.

use super::Painter;
use crate::exercise::lesson_main;
use anyhow::Result;
use armature::model::Material;
use drawing::{Cast, Figure, SceneInfo};
use graphics::renderer::{Decode, png};
use std::{path::Path, path::PathBuf, process::ExitCode};
use ui::Message;

/// A lesson whose scene is painted.
pub trait Shown: 'static {
    const LESSON: &'static check::Lesson;
    const FIGURES: &'static [Figure];
    const SCENE: &'static SceneInfo;

    /// The options that choose the figure.
    type Choice: clap::Args + Clone + Default;

    /// Reads the figure that plays in the scene.
    ///
    /// # Errors
    /// If it cannot be read.
    fn figure(choice: &Self::Choice) -> Result<ReadFigure>;

    /// Returns the options that choose a file that was dropped on the window; `None` if the scene takes none.
    fn dropped(file: &Path) -> Option<Self::Choice>;
}

/// The figure that plays in a scene, as it was read from its file.
pub struct ReadFigure {
    pub cast: Cast<'static>,
    pub materials: Vec<Material>,
    /// Reads the pictures of those.
    pub decode: Decode,
    /// What is odd about the file.
    pub messages: Vec<Message>,
    /// Folder that has what was saved for it.
    pub saves: Option<PathBuf>,
}

impl ReadFigure {
    /// Returns a figure of one of our own files.
    pub fn new(cast: Cast<'static>, materials: Vec<Material>) -> Self {
        ReadFigure { cast, materials, decode: png, messages: Vec::new(), saves: None }
    }
}

/// Declares a lesson's window: `Window`, its [`Painter`], its `Options`, and `run`, for `main`. Its parts have fixed names:
/// `checks::LESSON`, `figures::FIGURES` and `scene::SCENE`. A function that reads the model of the scene's figure may be given,
/// or one that reads another figure by options, and one that returns the options for a file that was dropped on the window.
#[macro_export]
#[allow(clippy::crate_in_macro_def)] // the names are in the lesson
macro_rules! lesson_window {
    () => {
        $crate::lesson_window!(@ $crate::exercise::NoOptions, |_| {
            Ok($crate::painter::ReadFigure::new(::drawing::Cast::Nobody, Vec::new()))
        }, |_| None);
    };
    ($figure:path) => {
        $crate::lesson_window!(@ $crate::exercise::NoOptions, |_| {
            let model = $figure()?;
            let materials = model.materials.clone();
            Ok($crate::painter::ReadFigure::new(::drawing::Cast::Model(Box::new(model)), materials))
        }, |_| None);
    };
    ($choice:path => $figure:path) => {
        $crate::lesson_window!(@ $choice, $figure, |_| None);
    };
    ($choice:path => $figure:path, $dropped:path) => {
        $crate::lesson_window!(@ $choice, $figure, |file| Some($dropped(file)));
    };
    (@ $choice:path, $figure:expr, $dropped:expr) => {
        /// The lesson, for its painter.
        pub struct Shows;

        impl $crate::painter::Shown for Shows {
            const LESSON: &'static ::check::Lesson = &crate::checks::LESSON;
            const FIGURES: &'static [::drawing::Figure] = crate::figures::FIGURES;
            const SCENE: &'static ::drawing::SceneInfo = &crate::scene::SCENE;

            type Choice = $choice;

            fn figure(choice: &$choice) -> $crate::prelude::Result<$crate::painter::ReadFigure> {
                let read: fn(&$choice) -> _ = $figure;
                read(choice)
            }

            fn dropped(file: &::std::path::Path) -> Option<$choice> {
                let choose: fn(&::std::path::Path) -> _ = $dropped;
                choose(file)
            }
        }

        pub type Window = $crate::painter::Painter<Shows>;
        pub type Options = $crate::painter::SceneOptions<Shows>;

        pub fn run() -> ::std::process::ExitCode {
            $crate::painter::run::<Shows>()
        }
    };
}

pub fn run<L: Shown>() -> ExitCode {
    lesson_main::<Painter<L>>()
}
