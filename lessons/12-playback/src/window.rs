//! The lesson in its window and its pictures: a figure plays, by your answers.

use crate::checks::LESSON;
use crate::earlier::{self, Earlier, Ledger};
use crate::figure::lean;
use crate::playing::{Cue, Frame};
use crate::scene::{Scene, places};
use crate::{Answers, Track, list};
use anyhow::{Context, Result};
use common::animation::wrap_time;
use common::app::{
    Actor, Difference, DisplayOptions, Exercise, GuardedAnswers, Input, Message, Screen, View,
    lesson_main, theme,
};
use common::check;
use common::graphics::{Gl, OrbitCamera, Target};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Our own figures: their files, and the clip that each begins with.
pub const CAST: [(&str, &str); 3] = [("knight", "walk"), ("creature", "walk"), ("arm", "wave")];

/// What this lesson's command line takes besides what every lesson's does.
#[derive(Clone, Default, clap::Args)]
pub struct Options {
    /// A Collada file (.dae) to play, or one of ours: knight, creature, arm
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Which clip to begin with, by name
    #[arg(long, value_name = "NAME")]
    clip: Option<String>,
    #[arg(skip)]
    players: Players,
    #[arg(skip)]
    time: Option<f32>,
}

/// Whose answers of earlier lessons play.
#[derive(Clone, Default)]
pub enum Players {
    /// The finished ones.
    #[default]
    Finished,
    /// What passes is the student's, the rest finished: `--mine`.
    Checked,
    /// These, without a check.
    Trusted(Box<Earlier>),
}

impl Options {
    /// As the command line would say it.
    pub fn new(file: &str, clip: Option<&str>, players: Players) -> Self {
        let file = (!file.is_empty()).then(|| PathBuf::from(file));
        Options { file, clip: clip.map(str::to_owned), players, time: None }
    }

    /// The scene is that old, in seconds.
    #[must_use]
    pub fn at(self, seconds: f32) -> Self {
        Options { time: Some(seconds), ..self }
    }
}

/// The scene, and where its time has got to.
pub struct Window {
    gl: Gl,
    scene: Scene,
    ledger: Ledger,
    /// Where the clock was at the last frame, and what has passed since.
    before: f32,
    dt: f32,
    /// Where it is, within one round.
    elapsed: f32,
    walked: f32,
    clip: Option<usize>,
    /// Asked for, to be read before the next frame.
    wanted: Option<PathBuf>,
    messages: Vec<Message>,
    is_new: bool,
    has_news: bool,
}

/// The program. It stands here, and `main.rs` only calls it: what is compiled with the library is not
/// compiled again for the program at each save of `exercise.rs`.
pub fn run() -> ExitCode {
    earlier::check_here().unwrap_or_else(lesson_main::<Window>)
}

impl Exercise for Window {
    type Answers = Answers;
    type Options = Options;
    type Output = Frame;

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const README: &'static str = include_str!("../README.md");
    const TITLE: &'static str = "Lesson 12: playback";
    const TIME: f32 = 0.55;

    fn on_mine(options: &mut Options) -> bool {
        options.players = Players::Checked;
        true
    }

    fn open(gl: &Gl, time: f32, options: &Options) -> Result<Self> {
        let time = options.time.unwrap_or(time);
        let path = path_of(options.file.as_deref());
        let scene = Scene::new(gl, &path)?;
        let ledger = match &options.players {
            Players::Finished => Ledger::finished(),
            Players::Checked => Ledger::checked(),
            Players::Trusted(mine) => Ledger::trusting(**mine),
        };
        let mut window = Window {
            gl: gl.clone(),
            messages: messages(&scene),
            scene,
            ledger,
            before: 0.0,
            dt: 0.0,
            elapsed: 0.0,
            walked: 0.0,
            clip: None,
            wanted: None,
            is_new: false,
            has_news: false,
        };
        window.begin(&path, options.clip.as_deref())?;
        window.dress(&path)?;
        window.scene.actor.advance(time);
        window.dt = time;
        window.elapsed = window.scene.actor.player.elapsed();
        window.walked = time * window.scene.speed();
        Ok(window)
    }

    fn evaluate(
        &mut self,
        answers: &mut GuardedAnswers<'_, Answers>,
        view: &View,
    ) -> Result<Frame> {
        let actor = &self.scene.actor;
        let cue = Cue {
            clip: actor.active_clip(),
            mode: actor.player.loop_mode(),
            before: self.before,
            dt: self.dt,
            walked: self.walked,
            ghosts: if view.options.onion_skins { self.scene.ghosts() } else { 0.0 },
        };
        let earlier = self.ledger.table();
        self.scene.ask(&answers.table, &earlier, answers.watchdog, &cue)
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &Frame) -> Result<()> {
        self.has_news = false;
        self.scene.draw(target, view, frame)
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Frame,
        right: &Frame,
    ) -> Result<Difference> {
        self.scene.draw_difference(target, view, mine, right)
    }

    fn update(&mut self, _: &Input, seconds: f32) {
        self.has_news |= self.ledger.poll();
        if let Some(path) = self.wanted.take() {
            self.load(&path);
        }
        self.pass(seconds);
        self.scene.stand_as_shown();
    }

    fn is_still(&mut self) -> bool {
        !self.scene.actor.player.is_playing() && !self.has_news
    }

    fn display(&self) -> DisplayOptions {
        DisplayOptions { onion_skins: true, ..DisplayOptions::default() }
    }

    fn ui(&mut self, screen: &Screen<'_>, frame: &Frame) {
        let ui = screen.ui;
        let mut wanted = None;
        let lines = self.lines(frame);
        let rows = list::rows(&self.ledger, frame.own);
        screen.panel("Playback", || {
            for (number, (name, _)) in CAST.iter().enumerate() {
                if number > 0 {
                    ui.same_line();
                }
                if ui.button(name) {
                    wanted = Some(path_of(Some(Path::new(name))));
                }
            }
            for line in &lines {
                ui.text(line);
            }
            if rows.is_empty() {
                ui.text_colored(theme::DIM, "--mine: what passes is yours, the rest finished");
                return;
            }
            ui.separator();
            ui.text_colored(theme::DIM, "whose code (point at it)");
            for row in &rows {
                let color = match row.share {
                    1.0 => theme::ACCENT,
                    0.0 => theme::DIM,
                    _ => theme::TEXT,
                };
                ui.text_colored(color, &row.text);
                if ui.is_item_hovered() {
                    ui.tooltip(|| row.details.iter().for_each(|line| ui.text(line)));
                }
            }
        });
        self.wanted = self.wanted.take().or(wanted);
    }

    fn camera(&mut self, aspect: f32) -> Option<OrbitCamera> {
        self.scene.camera(aspect)
    }

    fn actor(&mut self) -> Option<&mut Actor> {
        Some(&mut self.scene.actor)
    }

    fn messages(&self) -> Vec<Message> {
        self.messages.clone()
    }

    fn dropped(&mut self, file: &Path) {
        self.wanted = Some(file.to_owned());
    }

    fn wait(&mut self) {
        self.ledger.wait();
    }

    fn take_new_scene(&mut self) -> bool {
        std::mem::take(&mut self.is_new)
    }

    fn describe(&self, frame: &Frame) -> String {
        let mut words = format!("{}\n", Self::TITLE);
        for line in self.lines(frame) {
            words += &format!("{line}\n");
        }
        let at = places(&frame.moments[0]);
        let shown = self.scene.file.joints.iter().zip(at).filter(|(joint, _)| joint.in_skin);
        for (joint, at) in shown {
            let _ = writeln!(words, "{}: ({:.3}, {:.3}, {:.3})", joint.name, at.x, at.y, at.z);
        } // writing to a String cannot fail
        if self.ledger.is_mine() {
            words += "whose code is running:\n";
            for line in list::lines(&self.ledger, frame.own) {
                words += &format!("{line}\n");
            }
        }
        words
    }
}

impl Window {
    /// Lets the figure begin with the clip of this name, or with its own.
    fn begin(&mut self, path: &Path, clip: Option<&str>) -> Result<()> {
        let actor = &mut self.scene.actor;
        let names = || actor.model.clips.iter().map(|clip| clip.name.as_str());
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let own = CAST.iter().find(|(name, _)| Some(*name) == stem).map(|(_, clip)| *clip);
        let place = match clip {
            Some(name) => Some(names().position(|known| known == name).with_context(|| {
                format!("no clip \"{name}\": there are {:?}", names().collect::<Vec<_>>())
            })?),
            None => own.and_then(|own| names().position(|known| known == own)),
        };
        if let Some(place) = place {
            actor.select_clip(place);
        }
        self.clip = actor.clip;
        Ok(())
    }

    /// By `--mine` the figure is drawn by what lessons 08 to 11 have made.
    fn dress(&mut self, path: &Path) -> Result<()> {
        if self.ledger.is_mine() && !self.scene.dress(&self.gl, path)? {
            self.messages.push(Message::note(
                "A skin of this file has more than 95 joints, too many for the shaders of lessons 08 to 11: \
                 `common` draws it.",
            ));
        }
        Ok(())
    }

    /// What is shown stays until another file has been read.
    fn load(&mut self, path: &Path) {
        match Scene::new(&self.gl, path) {
            Ok(scene) => {
                self.messages = messages(&scene);
                self.scene = scene;
                (self.before, self.elapsed, self.dt, self.walked) = (0.0, 0.0, 0.0, 0.0);
                self.is_new = true;
                // It may have no such clip: then it begins with its first.
                let _ = self.begin(path, None);
                if let Err(error) = self.dress(path) {
                    self.messages.push(Message::error("", format!("{error:#}")));
                }
            }
            Err(error) => self.messages = vec![Message::error("", format!("{error:#}"))],
        }
    }

    /// What the hands and the clock have done to the player since the last frame, as one step of time.
    fn pass(&mut self, seconds: f32) {
        let actor = &self.scene.actor;
        let player = &actor.player;
        let duration = actor.clip().map_or(0.0, common::animation::Clip::duration);
        if actor.clip != self.clip {
            self.clip = actor.clip;
            self.elapsed = 0.0;
        }
        let now = player.elapsed();
        self.before = std::mem::replace(&mut self.elapsed, now);
        let played = if player.is_playing() { seconds * player.speed() } else { 0.0 };
        let time = |elapsed: f32| wrap_time(elapsed, duration, player.loop_mode());
        let is_played = (time(self.before + played) - time(now)).abs() < 1e-4;
        self.dt = if is_played { played } else { now - self.before };
        self.walked += self.dt * self.scene.speed();
        if self.scene.walk.radius > 0.0 {
            // Whole rounds are taken away: digits for hours.
            self.walked = self.walked.rem_euclid(std::f32::consts::TAU * self.scene.walk.radius);
        }
    }

    /// What plays, and where.
    fn lines(&self, frame: &Frame) -> Vec<String> {
        let Scene { file, actor, .. } = &self.scene;
        let now = &frame.moments[0];
        let moved = frame.tracks.iter().flatten().count();
        let keys: usize = frame.tracks.iter().flatten().map(|track: &Track| track.keys.len()).sum();
        let joints = file.joints.len();
        let mut lines = vec![match actor.active_clip().and_then(|clip| file.clips.get(clip)) {
            Some(motion) => format!(
                "{}, \"{}\": {:.2} of {:.2} s",
                file.model.name,
                motion.clip.name,
                now.seconds,
                motion.clip.seconds()
            ),
            None => format!("{}, at rest", file.model.name),
        }];
        if let Some(motion) = actor.active_clip().and_then(|clip| file.clips.get(clip)) {
            let clip = &motion.clip;
            lines.push(format!(
                "tick {:.2} of {:.0} to {:.0}, {} a second",
                now.stage.tick, clip.start, clip.end, clip.ticks_per_second
            ));
        }
        lines.push(format!("{moved} of {joints} joints have a track, {keys} keys"));
        let at = now.place.translation;
        lines.push(format!("placed at ({:.2}, {:.2}, {:.2})", at.x, at.y, at.z));
        lines
    }
}

/// A file's path; that of one of ours if it is called by its name alone.
fn path_of(file: Option<&Path>) -> PathBuf {
    let own = |name: &str| {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets").join(format!("{name}.dae"))
    };
    match file {
        None => own(CAST[0].0),
        Some(file) => match CAST.iter().find(|(name, _)| Path::new(name) == file) {
            Some((name, _)) if !file.exists() => own(name),
            _ => file.to_owned(),
        },
    }
}

/// Joints that lean less than this, as a tangent, are not worth a word.
const LEAN: f32 = 0.02;

fn messages(scene: &Scene) -> Vec<Message> {
    let file = &scene.file;
    let split = |line: String| match line.split_once(": ") {
        Some((place, text)) => Message::warning(place, text),
        None => Message::warning("", line),
    };
    let mut all: Vec<Message> = file.warnings.iter().map(|w| split(w.to_string())).collect();
    all.extend(scene.warnings().iter().map(|text| Message::warning("", text)));
    if !file.as_written && !file.clips.is_empty() {
        all.push(Message::note(
            "This file moves its joints by other things than whole matrices: `common` has evaluated its curves.",
        ));
    }
    if lean(&file.model) > LEAN {
        all.push(Message::warning(
            "",
            "Joints lean in this file: translation, rotation and scale cannot hold that.",
        ));
    }
    all
}
