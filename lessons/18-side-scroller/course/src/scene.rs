//! The scene: the game, steered by keys or by a recorded run, and the editor in its place.

mod frame;
mod keys;
mod options;
mod pause;
mod playing;
mod plays;
mod saves;

pub use frame::GameFrame;
pub use options::GameOptions;
pub use pause::Pause;
pub use plays::{follow, followed};

use crate::Keys;
use crate::checks::LESSON;
use crate::draw::{self, DrawFigures, DrawnWorld, camera, hud, light::Light};
use crate::editor::{Editor, KEYS as EDITOR_KEYS};
use crate::level::Level;
use crate::mine::{self, FramedFigures, StudentFigures, calls_earlier};
use common::player::clock::scene_controls;
use common::prelude::*;
use common::scenes::difference;
use common::ui::{DisplayOptions, KeyCode, keys::shown};
use frame::{Marks, Words, words};
use glam::{Mat4, Vec2, Vec3};
use playing::{GameMode, PlayingGame};
use saves::Saves;

/// Width over height of the narrowest picture that is not drawn from farther away.
const MIN_ASPECT: f32 = 1.4;

/// The game's name: a postern is the small back door of a castle.
const NAME: &str = "Postern";

/// Offset from his feet to above his head, in metres, and a point that no words are above.
const HEAD: Vec3 = Vec3::new(0.0, 1.9, 0.0);
const NOWHERE: Vec3 = Vec3::new(0.0, -1e6, 0.0);

/// State of the level on the graphics card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Uploaded {
    Played,
    /// Revision of the editor's level.
    Edited(u64),
    Outdated,
}

/// Runs the program: `main.rs` only calls it, so that it is compiled once with the library.
pub fn run() -> ExitCode {
    lesson_main::<GameScene>()
}

pub struct GameScene {
    gl: Gl,
    world: DrawnWorld,
    uploaded: Uploaded,
    /// Drawing by `--mine`, made when it is first needed.
    mine: Option<StudentFigures>,
    playing: PlayingGame,
    editor: Editor,
    /// Whether the editor is in the place of the game.
    is_editing: bool,
    saves: Saves,
    pause: Pause,
    /// Keys that it takes from the window, and the names of all of its keys with what they do.
    steering: Vec<KeyCode>,
    listed: Vec<(String, &'static str)>,
    /// Actions for the window.
    actions: Vec<Action>,
    marks: Marks,
    messages: Vec<Message>,
}

impl Subject for GameScene {
    /// Returns a framing around the origin: the point at which the camera looks is added to it.
    fn framing(&mut self, _: f32) -> Option<Framing> {
        Some(Framing::fixed(camera::from_the_side(), MIN_ASPECT))
    }

    fn keys(&self) -> SubjectKeys<'_> {
        let extra: &[Action] = if self.is_editing { EDITOR_KEYS } else { &[] };
        let idle = &[Action::Grid, Action::ViewTop, Action::ViewSide];
        SubjectKeys { idle, extra, steering: &self.steering, own: &self.listed }
    }

    fn take_actions(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.actions)
    }

    fn handles(&mut self, input: &Input, _: &View, size: Vec2, em: f32) -> bool {
        self.is_editing && self.editor.handles(input, size, em)
    }

    /// The game's panel and the editor's are long: at first they have the column to themselves.
    fn editing(&mut self) -> Option<&mut dyn Editing> {
        Some(self)
    }

    fn display(&self) -> DisplayOptions {
        DisplayOptions { flashlight: true, ..DisplayOptions::default() }
    }
}

impl Editing for GameScene {
    fn has_news(&mut self) -> bool {
        self.is_editing && self.editor.has_news()
    }
}

impl Exercise for GameScene {
    type Options = GameOptions;
    type Output = GameFrame;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const TIME: f32 = 21.65;

    /// Starts a requested run at its beginning.
    fn begins_at(options: &GameOptions) -> f32 {
        if options.replay.is_some() { 0.0 } else { Self::TIME }
    }

    fn game_title() -> String {
        NAME.into()
    }

    /// Returns README.md's table of keys.
    fn how_to_play() -> String {
        let lines = LESSON.about.readme.lines().skip_while(|line| !line.starts_with('|'));
        lines.take_while(|line| line.starts_with('|')).collect::<Vec<_>>().join("\n")
    }

    fn open(gl: &Gl, _: &mut Playback, options: &GameOptions) -> Result<Self> {
        let opened = options.open()?;
        let lead = options.character.load()?;
        let mut messages = lead.messages.clone();
        let folder = options.character.saves();
        let figures = mine::characters(lead, &folder)?;
        messages.extend_from_slice(&figures.cast.attached.messages);
        let figure = &figures.cast.model.name;
        if options.replay.is_some() && *figure != opened.run.figure {
            let text = format!("recorded with {}: with {figure} it may end elsewhere", opened.run.figure);
            messages.push(Message::warning("the run", text));
        }
        let world = DrawnWorld::new(gl, &opened.level, &figures.models())?;
        messages.extend(world.warnings().map(|warning| Message::warning("", warning)));
        let editor = Editor::new(opened.level.clone(), folder.clone(), opened.stem.clone());
        let saves = Saves::new(folder, opened.stem, &mut messages)?;
        let mode = if options.replay.is_some() { GameMode::Replay } else { GameMode::Picture };
        let mut playing = PlayingGame::new(opened.level, opened.bytes, figures, opened.run, mode);
        playing.written.clone_from(&options.record);
        Ok(GameScene {
            gl: gl.clone(),
            world,
            uploaded: Uploaded::Played,
            mine: None,
            playing,
            editor,
            is_editing: options.editor,
            saves,
            pause: Pause::default(),
            steering: keys::steering(),
            listed: keys::listed(),
            actions: Vec::new(),
            marks: Marks::default(),
            messages,
        })
    }

    fn evaluate(&mut self, course: &Course, view: &View) -> Result<GameFrame> {
        let calls_mine = calls_earlier(course);
        let u = if self.is_editing { 1.0 } else { self.playing.advance(view.seconds) };
        let mut frame = GameFrame::new(self.playing.play(course)?, u);
        if self.mine.is_none() && calls_mine {
            self.mine = Some(StudentFigures::new(&self.gl, &self.playing.figures)?);
        }
        if let Some(mine) = self.mine.as_mut().filter(|_| calls_mine) {
            frame.skinned = Some(mine.frame(course, &frame.figures)?);
        }
        Ok(frame)
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &GameFrame) -> Result<()> {
        self.upload()?;
        let view = self.aimed_view(view, frame);
        if self.is_editing {
            // By daylight, in passages too.
            self.world.draw(target, &view, &[], &Light::default(), None)?;
            return self.world.draw_shapes(target, &self.editor.shapes(), view.clip_from_world());
        }
        let mut light = Light::new(&self.playing.level, view.camera.target, view.seconds);
        if view.options.flashlight && frame.game.knight.fallen_for.is_none() {
            light = light.with_flashlight(frame.lamp.0, frame.lamp.1);
        }
        let mine = self.mine.as_ref().zip(frame.skinned.as_deref()).map(|(mine, frames)| FramedFigures(mine, frames));
        let mine = mine.as_ref().map(|mine| mine as &dyn DrawFigures);
        self.world.open_door(&self.gl, &self.playing.level, frame.door())?;
        self.world.draw(target, &view, &frame.figures, &light, mine)?;
        let daylight = light.daylight(frame.place + glam::Vec3::Y);
        self.world.draw_in_air(target, &frame.in_air(daylight), &view)?;
        self.world.draw_shapes(target, &frame.marks(self.marks), view.clip_from_world())?;
        self.world.draw_shapes(target, &hud::red_edges(view.aspect, 0.5 * frame.effects.red()), Mat4::IDENTITY)
    }

    fn annotate(&self, sheet: &mut Sheet, view: &View, frame: &GameFrame) {
        let view = self.aimed_view(view, frame);
        if self.is_editing {
            return hud::draw_hints(sheet, &view, &self.editor.level().hints, NOWHERE, 1.0);
        }
        let note = match self.playing.mode {
            GameMode::Title if self.pause.is_paused() => Some("paused   P goes on"),
            _ if self.pause.is_paused() => Some("paused   P goes on   N one step"),
            GameMode::Replay => Some("replay   R a new run"),
            _ => None,
        };
        let mut hud = frame.hud(self.words(frame), note);
        if self.playing.mode == GameMode::Title {
            hud.is_title = true;
            hud.veil = self.playing.title_veil();
        }
        if hud.words.is_none() {
            hud::draw_hints(sheet, &view, &self.playing.level.hints, frame.place + HEAD, frame.hints());
        }
        hud::draw(sheet, &hud);
        if self.marks.feet {
            hud::draw_feet(sheet, &view, &frame.game, frame.place + HEAD);
        }
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &GameFrame,
        right: &GameFrame,
    ) -> Result<Difference> {
        let view = self.aimed_view(view, mine);
        self.world.draw_ghost(target, &view, right.knight(), draw::RIGHT)?;
        let worst = Farthest::between(mine.positions(), right.positions());
        let joints = &mine.stage.figures.cast.model.skeleton.joints();
        let agree = mine.fight_differs(right).unwrap_or_else(|| "all are where they should be".into());
        Ok(difference::at_farthest(&view, worst, &agree, |worst| {
            let name = joints.get(worst.index).map_or("the sword", |joint| &joint.name);
            format!("{name} {}", worst.words())
        }))
    }

    fn update(&mut self, input: &Input, seconds: f32) {
        if self.playing.mode == GameMode::Picture {
            self.playing.mode = GameMode::Title;
        }
        if self.saves.has_changed()
            && let Err(error) = self.follow_saves()
        {
            self.messages.push(Message::error("", format!("{error:#}")));
        }
        if keys::EDITOR.is_pressed(input) {
            self.toggle_editor();
        }
        if !self.is_editing {
            return self.update_game(input);
        }
        self.editor.update(input, seconds);
        if let Some((level, start)) = self.editor.take_play() {
            self.play_level(Level { start, ..level });
        }
    }

    fn ui(&mut self, screen: &Screen<'_>, time: &mut Playback, frame: &GameFrame) {
        if self.is_editing {
            time.pause();
            self.pause.apply(time);
            return self.editor.ui(screen);
        }
        if self.pause.apply(time) {
            // What was pressed meanwhile is not done now.
            self.playing.keys = Keys { jump: false, punch: false, swing: false, ..self.playing.keys };
        }
        let ui = screen.ui;
        screen.panel("Side scroller", || {
            ui.checkbox("mesh  G", &mut self.marks.mesh);
            ui.same_line();
            ui.checkbox("spheres  B", &mut self.marks.spheres);
            ui.same_line();
            ui.checkbox("feet", &mut self.marks.feet);
            // His state, his place and his health: the rest of the description is in the picture.
            frame.lines()[1..4].iter().for_each(|line| ui.text_wrapped(line));
            ui.separator();
            scene_controls(time, screen);
            screen.running_code();
        });
    }

    fn messages(&self) -> Vec<Message> {
        let mut messages = self.messages.clone();
        messages.extend_from_slice(&self.playing.messages);
        messages.extend_from_slice(&self.editor.session.messages);
        messages
    }

    fn describe(&self, frame: &GameFrame) -> String {
        let lines = frame.lines().join("\n");
        let mut joints = String::new();
        let names = frame.stage.figures.cast.model.skeleton.joints();
        for (joint, at) in names.iter().zip(frame.figures[0].pose.positions()) {
            joints += &format!("{}: ({:.3}, {:.3}, {:.3})\n", joint.name, at.x, at.y, at.z);
        }
        let mode = if self.is_editing { "Editing".into() } else { format!("{:?}", self.playing.mode) };
        format!("{}, {mode}\n{lines}\n{joints}", self.playing.level.name)
    }
}

impl GameScene {
    pub fn level(&self) -> &Level {
        &self.playing.level
    }

    /// Steers, and begins runs.
    fn update_game(&mut self, input: &Input) {
        self.marks.mesh ^= keys::MESH.is_pressed(input);
        self.marks.spheres ^= keys::SPHERES.is_pressed(input);
        self.playing.keys = keys::keys(input, self.playing.keys);
        if keys::FLASHLIGHT.is_pressed(input) {
            self.actions.push(Action::Flashlight);
        }
        let is_title = self.playing.mode == GameMode::Title;
        if !is_title && keys::STEP.is_pressed(input) {
            self.pause.step();
            self.marks.feet = true;
            self.marks.spheres = true;
        } else if keys::PAUSE.is_pressed(input) && self.marks.feet {
            self.marks.feet = false;
            self.marks.spheres = false;
        }
        let is_pause = keys::PAUSE.is_pressed(input) || input.actions().contains(&Action::Close);
        let is_begun = keys::AGAIN.is_pressed(input) || is_title && keys::begins(input);
        if is_begun {
            self.playing.write_run();
            self.begin(GameMode::Steered);
        } else if !is_title && keys::REPLAY.is_pressed(input) {
            self.playing.replay();
            self.begin(GameMode::Replay);
        }
        // Under the title nobody is interrupted.
        let is_help = !is_title && input.actions().contains(&Action::Help);
        self.pause.update(is_pause, is_help, !is_title && input.is_unfocused);
    }

    /// Begins a run.
    fn begin(&mut self, mode: GameMode) {
        self.playing.begin(mode);
        self.show_game();
    }

    fn show_game(&mut self) {
        self.is_editing = false;
        self.pause.end();
    }

    /// Plays what the editors have saved: the run continues with other spheres and models, and begins again in another
    /// level.
    fn follow_saves(&mut self) -> Result<()> {
        self.messages.clear();
        if let Some(figures) = self.saves.read_figures(&self.playing.figures, &mut self.messages)? {
            self.mine = None;
            self.playing.set_figures(figures);
            self.world.set_models(&self.gl, &self.playing.figures.models())?;
        }
        // The editor plays its own.
        let level = self.saves.read_level(&mut self.messages)?;
        if let Some(level) = level.filter(|level| !self.is_editing && *level != *self.playing.level) {
            self.playing.write_run();
            self.play_level(level);
        }
        Ok(())
    }

    /// Returns the view with the camera of the editor, or of the game.
    fn aimed_view(&self, view: &View, frame: &GameFrame) -> View {
        let mut view = *view;
        if self.is_editing {
            view.camera = self.editor.camera();
        } else {
            view.camera.target += frame.target;
        }
        view
    }

    /// Uploads the visible level if it is not the one on the graphics card.
    fn upload(&mut self) -> Result<()> {
        let (wanted, level) = if self.is_editing {
            (Uploaded::Edited(self.editor.revision()), self.editor.level())
        } else {
            (Uploaded::Played, &*self.playing.level)
        };
        if self.uploaded != wanted {
            self.world.set_level(&self.gl, level)?;
            self.uploaded = wanted;
        }
        Ok(())
    }

    /// Returns the words over the picture.
    fn words(&self, frame: &GameFrame) -> Option<Words> {
        match self.playing.mode {
            GameMode::Title => {
                let level = &self.playing.level;
                let press = format!("{}   Enter plays   Ctrl+K keys", level.name.to_lowercase());
                let [way, tokens] = level.goal();
                // The last line is free for the window's own.
                Some(words(NAME, [way, tokens, keys::IN_A_LINE, &press, ""]))
            }
            GameMode::Steered if frame.hangs() => {
                let goal = format!("{} plays the finished game", shown(Action::Mine));
                Some(words("nothing moves", ["18.1 is first, then 18.2: they are yours", &goal]))
            }
            _ => None,
        }
    }

    /// Switches between game and editor; back only with a level that can be played.
    fn toggle_editor(&mut self) {
        if !self.is_editing {
            self.playing.write_run();
            self.is_editing = true;
            let at = self.playing.plays.position().unwrap_or(self.playing.level.start);
            return self.editor.begin(at);
        }
        match self.editor.playable() {
            Err(problem) => self.editor.session.say(&problem),
            Ok(level) if *level == *self.playing.level => self.show_game(),
            Ok(level) => {
                let level = level.clone();
                self.play_level(level);
            }
        }
    }

    fn play_level(&mut self, level: Level) {
        self.playing.set_level(level);
        self.uploaded = Uploaded::Outdated;
        self.begin(GameMode::Steered);
    }
}

impl Drop for GameScene {
    /// Writes the run: a window that is closed asks first; one that is torn down does not.
    fn drop(&mut self) {
        self.playing.write_run();
    }
}
