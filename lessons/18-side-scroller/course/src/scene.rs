//! The scene: the game, steered by keys or by a recorded run, and the editor in its place.

mod best;
mod frame;
mod keyboard;
mod keys;
mod options;
mod plays;
mod resume;

pub use best::Best;
pub use frame::Frame;
pub use keys::{Bindings, Control};
pub use options::Options;

use crate::checks::LESSON;
use crate::draw::{self, Figure, Mine, World, camera, hud, light::Light};
use crate::earlier::Earlier;
use crate::editor::{Editor, KEYS as EDITOR_KEYS};
use crate::game::{Figures, Outcome, Run, STEP};
use crate::level::{Hint, Level};
use crate::pad::{Button, Pad};
use crate::sound::{Place, Sound};
use crate::{Answers, Keys};
use common::build;
use common::exercise::EarlierTable;
use common::prelude::*;
use common::scenes::{answer_cache::AnswerCache, difference};
use common::ui::DisplayOptions;
use common::window::serde_json::Value;
use frame::{Marks, Words, words};
use glam::{Mat4, Vec2, Vec3};
use keyboard::Keyboard;
use plays::{Playground, Plays};
use std::{path::PathBuf, sync::Arc};

/// Width over height of the narrowest picture that is not drawn from farther away.
const LEAST_ASPECT: f32 = 1.4;

/// His head above his feet, in metres; and what no words are above.
const HEAD: Vec3 = Vec3::new(0.0, 1.9, 0.0);
const NOWHERE: Vec3 = Vec3::new(0.0, -1e6, 0.0);

/// The recorded run begins again so many steps after its end.
const PAUSE: usize = 240;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// The recorded run, under the title.
    Title,
    /// A recorded run that was asked for; at its end the player goes on.
    Replay,
    /// The keys.
    Steered,
    /// Nobody: the level is built.
    Editing,
}

/// The program. `main.rs` only calls it, so that it is compiled once with the library.
pub fn run() -> ExitCode {
    build::built_with(&[
        #[cfg(feature = "sound")]
        "sound",
        #[cfg(feature = "gamepad")]
        "gamepad",
    ]);
    lesson_main::<Scene>()
}

/// The game, and what it is drawn with.
#[allow(clippy::struct_excessive_bools)] // each is true or false on its own
pub struct Scene {
    gl: Gl,
    world: World,
    /// For `--mine`: made when it is first drawn.
    mine: Option<Mine>,
    level: Arc<Level>,
    /// The level's file, for 16.4; `None` if it has been edited since.
    file: Option<Arc<Vec<u8>>>,
    read: AnswerCache<Earlier, Arc<Level>>,
    editor: Editor,
    /// The editor's level that is on the graphics card; `None`: the game's is.
    uploaded: Option<u64>,
    figures: Arc<Figures>,
    plays: Plays,
    mode: Mode,
    /// Before the editor was opened.
    mode_before: Mode,
    /// The next frame is the first of a run.
    starts: bool,
    /// Whether time stands still, and whether it shall be the other way round.
    is_paused: bool,
    toggles_pause: bool,
    /// Whether there is somebody at the keys: in a picture there is no title.
    is_window: bool,
    /// Once a key is pressed; `None` in silence.
    sound: Option<Sound>,
    is_mute: bool,
    /// The run that plays before anybody steers, or again.
    recorded: Run,
    /// Where the run is kept that is being played, when it ends.
    written: Option<PathBuf>,
    keyboard: Keyboard,
    pad: Pad,
    /// What they say since the last step.
    keys: Keys,
    toggles_flashlight: bool,
    /// The age of the scene when the run began.
    began: f32,
    marks: Marks,
    messages: Vec<Message>,
    /// The best run in this level.
    best: Option<Best>,
}

impl Subject for Scene {
    /// Around the origin: where the camera looks is added to that.
    fn framing(&mut self, _: f32) -> Option<Framing> {
        Some(Framing::fixed(camera::from_the_side(), LEAST_ASPECT))
    }

    fn keys(&self) -> SubjectKeys<'_> {
        let extra: &[Action] = if self.mode == Mode::Editing { EDITOR_KEYS } else { &[] };
        let idle = &[Action::Grid, Action::ViewTop, Action::ViewSide];
        SubjectKeys { idle, extra, steering: &self.keyboard.steering }
    }

    fn take_actions(&mut self) -> Vec<Action> {
        let asks = std::mem::take(&mut self.toggles_flashlight);
        if asks { vec![Action::Flashlight] } else { Vec::new() }
    }

    fn handles(&mut self, input: &Input, _: &View, size: Vec2, em: f32) -> bool {
        self.mode == Mode::Editing && self.editor.handles(input, size, em)
    }

    /// The game's panel and the editor's are long: at first they have the column to themselves.
    fn editing(&mut self) -> Option<&mut dyn Editing> {
        Some(self)
    }

    fn display(&self) -> DisplayOptions {
        DisplayOptions { flashlight: true, ..DisplayOptions::default() }
    }
}

impl Editing for Scene {
    fn has_news(&mut self) -> bool {
        std::mem::take(&mut self.keyboard.is_changed) || self.mode == Mode::Editing && self.editor.has_news()
    }

    fn leave(&mut self, may_ask: bool) -> bool {
        self.mode == Mode::Editing && self.editor.leave(may_ask)
    }

    fn may_close(&mut self) -> bool {
        self.editor.session.may_close()
    }

    fn is_unsaved(&self) -> bool {
        self.editor.session.is_unsaved()
    }

    fn state(&self) -> Option<Value> {
        Some(resume::state(self))
    }

    fn restore(&mut self, state: &Value) {
        // What cannot be read stays as it was opened.
        let _ = resume::restore(self, state);
    }
}

impl Exercise for Scene {
    type Answers = Answers;
    type Earlier = Earlier;
    type Options = Options;
    type Output = Frame;

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const FIGURES: &'static [common::figure::Figure<Answers>] = crate::figures::FIGURES;
    const TIME: f32 = 21.6;

    fn open(gl: &Gl, _: &mut SceneTime, options: &Options) -> Result<Self> {
        let opened = options.open()?;
        let figures = Arc::new(Figures::load()?);
        let models = [&figures.cast.file.model, &figures.cast.sword, &figures.species.model];
        let level = Arc::new(opened.level);
        let best = Best::read(&Best::file(&level), &level);
        let mode = if options.replay.is_some() { Mode::Replay } else { Mode::Title };
        Ok(Scene {
            world: World::new(gl, &level, models)?,
            gl: gl.clone(),
            mine: None,
            editor: Editor::new((*level).clone(), common::assets()),
            level,
            best,
            file: Some(Arc::new(opened.bytes)),
            read: AnswerCache::default(),
            uploaded: None,
            figures,
            plays: Plays::default(),
            mode: if options.editor { Mode::Editing } else { mode },
            mode_before: mode,
            starts: false,
            is_paused: false,
            toggles_pause: false,
            is_window: false,
            sound: None,
            is_mute: options.mute,
            recorded: opened.run,
            written: options.record.clone(),
            keyboard: Keyboard::standard(),
            pad: Pad::default(),
            keys: Keys::default(),
            toggles_flashlight: false,
            began: 0.0,
            marks: Marks::default(),
            messages: Vec::new(),
        })
    }

    fn evaluate(&mut self, answers: &Answers, earlier: &Earlier, view: &View) -> Result<Frame> {
        let calls_mine = *earlier != Earlier::REFERENCE;
        let level = self.read_level(earlier);
        let u = self.write_keys(view.seconds);
        let on = Playground { level: &level, figures: &self.figures };
        let play = self.plays.play(answers, earlier, on)?;
        let mut frame = Frame::new(play, u);
        self.keep_best(&frame);
        if self.mine.is_none() && calls_mine {
            self.mine = Some(Mine::new(&self.gl, &common::assets())?);
        }
        if let Some(mine) = self.mine.as_mut().filter(|_| calls_mine) {
            frame.skinned = Some(mine.frame(earlier, &frame.figures)?);
        }
        Ok(frame)
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &Frame) -> Result<()> {
        self.upload()?;
        let view = self.seen(view, frame);
        if self.mode == Mode::Editing {
            // By daylight, in passages too.
            self.world.draw(target, &view, &[], &Light::default(), None)?;
            self.world.draw_shapes(target, &self.editor.shapes(), view.clip_from_world())?;
            return self.draw_hints(target, &view, &self.editor.level().hints, NOWHERE);
        }
        let mut light = Light::new(&self.level, view.camera.target, view.seconds);
        if view.options.flashlight {
            light = light.with_flashlight(frame.lamp.0, frame.lamp.1);
        }
        let mine = self.mine.as_ref().zip(frame.skinned.as_deref());
        self.world.open_door(&self.gl, &self.level, frame.door())?;
        self.world.draw(target, &view, &frame.figures, &light, mine)?;
        if let Some(ghost) = frame.ghost.as_ref().filter(|_| self.plays.best.is_some()) {
            self.world.draw_ghost(target, &view, std::slice::from_ref(ghost), draw::BEST)?;
        }
        self.world.draw_in_air(target, &frame.in_air(), &view)?;
        self.world.draw_shapes(target, &frame.marks(self.marks), view.clip_from_world())?;
        let note = (self.mode == Mode::Replay).then_some("replay   R a new run");
        let words = frame.hud(self.words(), note, self.best.as_ref());
        if words.words.is_none() {
            self.draw_hints(target, &view, &self.signs(), frame.place + HEAD)?;
        }
        if let Some(sound) = &mut self.sound {
            let place = Place::new(
                frame.place,
                self.level.next_flame(frame.place),
                light.daylight(frame.place + glam::Vec3::Y),
            );
            sound.play(frame.steps, &frame.heard, &place);
        }
        let hud = hud::draw(target_size(target), &words);
        self.world.draw_shapes(target, &hud, Mat4::IDENTITY)
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Frame,
        right: &Frame,
    ) -> Result<Difference> {
        let view = self.seen(view, mine);
        self.world.draw_ghost(target, &view, knight(right), draw::RIGHT)?;
        let points = |frame: &Frame| -> Vec<glam::Vec3> {
            knight(frame).iter().flat_map(|figure| figure.pose.positions().collect::<Vec<_>>()).collect()
        };
        let worst = Farthest::between(points(mine), points(right));
        let joints = &mine.stage.figures.cast.file.joints;
        let agree = mine.fight_differs(right).unwrap_or_else(|| "all are where they should be".into());
        Ok(difference::at_farthest(&view, worst, &agree, |worst| {
            let name = joints.get(worst.index).map_or("the sword", |joint| &joint.name);
            format!("{name} {}", worst.words())
        }))
    }

    fn update(&mut self, input: &Input, seconds: f32) {
        // The first frame is not kept waiting for a pad; a picture is drawn with the standard keys, whoever draws it.
        if std::mem::replace(&mut self.is_window, true) {
            self.pad.open();
        } else {
            self.keyboard.read();
        }
        self.pad.update();
        if !self.is_mute && (input.is_busy() || self.pad.is_busy()) {
            (self.sound, self.is_mute) = (Sound::open(), true); // it is tried once
        }
        if self.keyboard.update(input) {
            return;
        }
        if input.is_pressed(keys::EDITOR) {
            self.toggle_editor();
        }
        if self.mode == Mode::Editing {
            self.editor.update(input, seconds);
            if let Some((level, start)) = self.editor.take_play() {
                self.play_level(Level { start, ..level });
            }
            return;
        }
        for (key, mark) in [
            (keys::MESH, &mut self.marks.mesh),
            (keys::VELOCITIES, &mut self.marks.velocities),
            (keys::SPHERES, &mut self.marks.spheres),
        ] {
            *mark ^= input.is_pressed(key);
        }
        let (bindings, pad) = (&self.keyboard.bindings, &self.pad);
        self.keys = pad.steer(bindings.keys(input, self.keys));
        self.toggles_flashlight = bindings.is_pressed(input, Control::Flashlight) || pad.is_pressed(Button::Flashlight);
        let begins = bindings.begins(input) || pad.is_busy();
        let is_title = self.mode == Mode::Title;
        if is_title && begins || input.is_pressed(keys::AGAIN) || pad.is_pressed(Button::Again) {
            self.begin(Mode::Steered);
        } else if !is_title && input.is_pressed(keys::REPLAY) {
            self.replay();
        }
        self.toggles_pause |= input.is_pressed(keys::PAUSE) || !is_title && self.pad.is_pressed(Button::Pause);
    }

    fn ui(&mut self, screen: &Screen<'_>, time: &mut SceneTime, frame: &Frame) {
        if self.mode == Mode::Editing {
            time.playing = false;
            return self.editor.ui(screen);
        }
        // After a pause, after the editor, and where a new run begins, time goes on.
        time.playing ^= std::mem::take(&mut self.toggles_pause);
        self.is_paused = !time.playing;
        let ui = screen.ui;
        screen.panel("Side scroller", || {
            let column = screen.fonts.em * 8.5;
            self.keyboard.panel(ui, column);
            for (place, name, mark) in [
                (0, "mesh  G", &mut self.marks.mesh),
                (1, "velocities  V", &mut self.marks.velocities),
                (0, "spheres  B", &mut self.marks.spheres),
            ] {
                if place > 0 {
                    ui.same_line_with_pos(column);
                }
                ui.checkbox(name, mark);
            }
            frame.lines().iter().for_each(|line| ui.text_wrapped(line));
            ui.separator();
            time.controls(screen);
            screen.whose_code();
        });
    }

    fn messages(&self) -> Vec<Message> {
        let mut messages = self.messages.clone();
        messages.extend_from_slice(&self.editor.session.messages);
        messages
    }

    fn describe(&self, frame: &Frame) -> String {
        let lines = frame.lines().join("\n");
        let joints =
            frame.figures.first().map_or(String::new(), |figure| frame.stage.figures.cast.file.describe(&figure.pose));
        format!("{}, {:?}\n{lines}\n{joints}", self.level.name, self.mode)
    }
}

impl Scene {
    /// The camera, where the game or the editor has it.
    fn seen(&self, view: &View, frame: &Frame) -> View {
        let mut view = *view;
        if self.mode == Mode::Editing {
            view.camera = self.editor.camera();
        } else {
            view.camera.target += frame.target;
        }
        view
    }

    /// The level's words, with the keys that the player has chosen.
    fn signs(&self) -> Vec<Hint> {
        let sign = |hint: &Hint| Hint { text: self.keyboard.bindings.sign(&hint.text), ..hint.clone() };
        self.level.hints.iter().map(sign).collect()
    }

    /// Above `head`.
    fn draw_hints(&self, target: &mut Target<'_>, view: &View, hints: &[Hint], head: Vec3) -> Result<()> {
        let hints = hud::hints(target_size(target), view.clip_from_world(), hints, head);
        self.world.draw_shapes(target, &hints, Mat4::IDENTITY)
    }

    /// Sends the level to the graphics card that is to be seen, if it is another one.
    fn upload(&mut self) -> Result<()> {
        let wanted = (self.mode == Mode::Editing).then(|| self.editor.revision());
        if self.uploaded != wanted {
            let level = if wanted.is_some() { self.editor.level() } else { &*self.level };
            self.world.set_level(&self.gl, level)?;
            self.uploaded = wanted;
        }
        Ok(())
    }

    /// 16.4: the level as the answers read its file.
    fn read_level(&mut self, earlier: &Earlier) -> Arc<Level> {
        let (Some(file), true) = (&self.file, *earlier != Earlier::REFERENCE) else {
            return self.level.clone();
        };
        self.read.get_or_compute(*earlier, || {
            let blobs = todo("16.4", || (earlier.container.read_container)(file));
            match blobs.and_then(|blobs| Level::from_blobs(&blobs)) {
                Ok(level) => Arc::new(level),
                Err(error) => {
                    report("16.4", error);
                    self.level.clone()
                }
            }
        })
    }

    /// A new run: what has been played is kept first, where that is asked for.
    fn begin(&mut self, mode: Mode) {
        self.write_run();
        self.plays.clear();
        (self.mode, self.starts, self.toggles_pause) = (mode, true, self.is_paused);
        self.race();
    }

    /// Against the best run, if there is one, as long as somebody steers.
    fn race(&mut self) {
        self.plays.best = self.best.as_ref().filter(|_| self.mode == Mode::Steered).map(|best| best.run.clone());
    }

    /// A run that has just been won by the keys is kept, if it is the best so far.
    fn keep_best(&mut self, frame: &Frame) {
        let is_won = self.is_window && self.mode == Mode::Steered && frame.game.outcome == Outcome::Won;
        if !is_won || self.best.as_ref().is_some_and(|before| frame.taken >= before.steps) {
            return;
        }
        if let Some(best) = Best::new(&frame.game, frame.taken, self.run()) {
            if let Err(error) = best.write(&Best::file(&self.level)) {
                self.messages = vec![Message::error("", error)];
            }
            self.best = Some(best);
        }
    }

    /// The run so far again, from its beginning, by the answers as they are now.
    fn replay(&mut self) {
        if self.mode == Mode::Steered {
            self.recorded = self.run();
        }
        self.begin(Mode::Replay);
    }

    /// The run so far.
    fn run(&self) -> Run {
        Run { steps: self.plays.keys.clone(), ..Run::new(&self.level) }
    }

    /// The steps up to this age of the scene are written down, or taken away; returned is the share of the next step.
    fn write_keys(&mut self, seconds: f32) -> f32 {
        if self.mode == Mode::Editing {
            return 1.0;
        }
        if std::mem::take(&mut self.starts) || seconds < self.began {
            self.began = seconds;
        }
        let period = ((self.recorded.steps.len() + PAUSE) as f64 * STEP) as f32;
        if self.mode == Mode::Title && seconds - self.began >= period {
            self.began += ((seconds - self.began) / period).floor() * period;
            self.plays.clear();
        }
        let (count, fraction) = frame::steps(seconds - self.began);
        while self.plays.keys.len() < count {
            let step = self.plays.keys.len();
            if self.mode == Mode::Replay && step >= self.recorded.steps.len() {
                self.mode = Mode::Steered;
            }
            let is_steered = self.mode == Mode::Steered;
            self.plays.keys.push(if is_steered { self.keys } else { self.recorded.keys(step) });
            self.keys = Keys { jump: false, punch: false, swing: false, ..self.keys };
        }
        self.plays.keys.truncate(count);
        fraction
    }

    /// What stands over the picture, if anything.
    fn words(&self) -> Option<Words> {
        if !self.is_window {
            return None;
        }
        match self.mode {
            Mode::Title => Some(words(&self.level.name.to_lowercase(), ["press a key"])),
            _ if self.is_paused => Some(words("paused", ["press P"])),
            _ => None,
        }
    }

    fn write_run(&mut self) {
        let Some(path) = &self.written else { return };
        if self.mode != Mode::Steered || self.plays.keys.is_empty() {
            return;
        }
        let run = self.run();
        let said = match run.write(path) {
            Ok(()) => Message::note(format!("{}: {} steps", path.display(), run.steps.len())),
            Err(error) => Message::error("", error),
        };
        self.messages = vec![said];
    }

    /// From the game to the editor, and back with what was built, if that can be played.
    fn toggle_editor(&mut self) {
        if self.mode != Mode::Editing {
            self.write_run();
            (self.mode_before, self.mode) = (self.mode, Mode::Editing);
            let at = self.plays.position().unwrap_or(self.level.start);
            return self.editor.begin(at);
        }
        match self.editor.playable() {
            Err(problem) => self.editor.session.say(&problem),
            Ok(level) if *level == *self.level => {
                (self.mode, self.toggles_pause, self.is_paused) = (self.mode_before, true, true);
            }
            Ok(level) => {
                let level = level.clone();
                self.play_level(level);
            }
        }
    }

    fn play_level(&mut self, level: Level) {
        self.set_level(level);
        self.is_paused = true; // by the editor
        self.begin(Mode::Steered);
    }

    fn set_level(&mut self, level: Level) {
        (self.level, self.file, self.uploaded) = (Arc::new(level), None, Some(u64::MAX));
        self.best = Best::read(&Best::file(&self.level), &self.level);
    }
}

impl Drop for Scene {
    /// A window that is closed asks first; one that is torn down does not.
    fn drop(&mut self) {
        self.write_run();
    }
}

/// Width and height in pixels.
fn target_size(target: &Target<'_>) -> (u32, u32) {
    glium::Surface::get_dimensions(target)
}

/// He and his sword.
fn knight(frame: &Frame) -> &[Figure] {
    &frame.figures[..2]
}
