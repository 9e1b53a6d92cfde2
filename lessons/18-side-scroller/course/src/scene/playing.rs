//! The game of the scene: the level, the run that is played, and the runs that are kept.

use super::frame;
use super::plays::{GamePlay, Plays};
use crate::Keys;
use crate::game::{Characters, Run, STEP};
use crate::level::Level;
use crate::mine::calls_earlier;
use anyhow::Result;
use common::exercise::report;
use common::scenes::answer_cache::AnswerCache;
use common::ui::Message;
use given::{CallError, Course};
use std::path::PathBuf;
use std::sync::Arc;

/// Number of steps after its end after which the recorded run begins again.
const PAUSE: usize = 240;
/// Number of steps of the recorded run that are shown under the title: those outside, by day.
const TITLE_STEPS: usize = 900;
/// Number of steps over which the title's picture grows dark.
const TITLE_VEIL: usize = 30;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameMode {
    /// The recorded run, in no window.
    Picture,
    /// The recorded run under the title.
    Title,
    /// Requested run; at its end the player continues.
    Replay,
    Steered,
}

pub(super) struct PlayingGame {
    pub(super) level: Arc<Level>,
    /// The level's file, for 16.4; `None` if the level has been edited since.
    file: Option<Arc<Vec<u8>>>,
    read: AnswerCache<Course, Arc<Level>>,
    pub(super) figures: Arc<Characters>,
    pub(super) plays: Plays,
    pub(super) mode: GameMode,
    /// Keys pressed since the last step.
    pub(super) keys: Keys,
    /// The next frame is the first of a run.
    starts: bool,
    /// The age of the scene when the run began, in seconds.
    began: f32,
    /// The run that plays before anybody steers, or again.
    recorded: Run,
    /// File that keeps the last run, if one was named.
    pub(super) written: Option<PathBuf>,
    pub(super) messages: Vec<Message>,
}

impl PlayingGame {
    /// Creates the game of a level; `file` is the level's file in bytes, and `recorded` is the run that plays first.
    pub(super) fn new(level: Level, file: Vec<u8>, figures: Characters, recorded: Run, mode: GameMode) -> Self {
        PlayingGame {
            level: Arc::new(level),
            file: Some(Arc::new(file)),
            read: AnswerCache::default(),
            figures: Arc::new(figures),
            plays: Plays::default(),
            mode,
            keys: Keys::default(),
            starts: false,
            began: 0.0,
            recorded,
            written: None,
            messages: Vec::new(),
        }
    }

    /// Returns the game after all steps so far, by these answers.
    pub(super) fn play(&mut self, course: &Course) -> Result<&GamePlay> {
        let level = self.read_level(course)?;
        self.plays.play(course, &level, &self.figures)
    }

    /// Returns the darkness of the picture before the title's run begins again, from 0 to 1.
    pub(super) fn title_veil(&self) -> f32 {
        let left = TITLE_STEPS.saturating_sub(self.plays.keys.len());
        1.0 - (left as f32 / TITLE_VEIL as f32).min(1.0)
    }

    fn run(&self) -> Run {
        Run { steps: self.plays.keys.clone(), ..Run::new(&self.level, &self.figures.cast.model.name) }
    }

    pub(super) fn begin(&mut self, mode: GameMode) {
        self.plays.clear();
        self.mode = mode;
        self.starts = true;
    }

    /// Keeps the run so far, which is to be played again from its beginning.
    pub(super) fn replay(&mut self) {
        self.write_run();
        if self.mode == GameMode::Steered {
            self.recorded = self.run();
        }
    }

    /// Writes the run if a file was named, and says so.
    pub(super) fn write_run(&mut self) {
        let Some(path) = &self.written else { return };
        if self.mode != GameMode::Steered || self.plays.keys.is_empty() {
            return;
        }
        let run = self.run();
        self.messages = vec![match run.write(path) {
            Ok(()) => Message::note(format!("{}: {} steps", path.display(), run.steps.len())),
            Err(error) => Message::error("", error),
        }];
    }

    /// Plays another level, which is in no file yet, as a file would have it: so its runs fit.
    pub(super) fn set_level(&mut self, level: Level) {
        let level = level.to_bytes().and_then(|bytes| Level::from_bytes(&bytes)).unwrap_or(level);
        self.level = Arc::new(level);
        self.file = None;
    }

    /// Continues with other figures.
    pub(super) fn set_figures(&mut self, figures: Characters) {
        self.figures = Arc::new(figures);
        self.plays.set_figures(&self.figures);
    }

    /// Adds the keys of each step up to this age of the scene, or removes those after it. Returns the fraction of the
    /// next step.
    pub(super) fn advance(&mut self, seconds: f32) -> f32 {
        if std::mem::take(&mut self.starts) || seconds < self.began {
            self.began = seconds;
        }
        let all = self.recorded.steps.len() + PAUSE;
        let period = match self.mode {
            GameMode::Picture => all as f64 * STEP,
            GameMode::Title => all.min(TITLE_STEPS) as f64 * STEP,
            GameMode::Replay | GameMode::Steered => f64::INFINITY,
        } as f32;
        if seconds - self.began >= period {
            self.began += ((seconds - self.began) / period).floor() * period;
            self.plays.clear();
        }
        let (count, fraction) = frame::steps(seconds - self.began);
        while self.plays.keys.len() < count {
            let step = self.plays.keys.len();
            if self.mode == GameMode::Replay && step >= self.recorded.steps.len() {
                self.mode = GameMode::Steered;
            }
            let is_steered = self.mode == GameMode::Steered;
            self.plays.keys.push(if is_steered { self.keys } else { self.recorded.keys(step) });
            self.keys = Keys { jump: false, punch: false, swing: false, ..self.keys };
        }
        self.plays.keys.truncate(count);
        fraction
    }

    fn read_level(&mut self, course: &Course) -> Result<Arc<Level>, CallError> {
        let (Some(file), true) = (&self.file, calls_earlier(course)) else {
            return Ok(self.level.clone());
        };
        self.read.get_or_compute(*course, || {
            let blobs = course.pose_editor.read_container(file)?;
            Ok(match blobs.and_then(|blobs| Level::from_blobs(&lesson_16::finished::stored(&blobs))) {
                Ok(level) => Arc::new(level),
                Err(error) => {
                    report("16.4", error);
                    self.level.clone()
                }
            })
        })
    }
}
