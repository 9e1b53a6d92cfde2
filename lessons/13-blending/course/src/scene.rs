//! The scene: the knight on a stage, steered by keys or by a recorded run; where he was; and how he is blended.

use crate::checks::LESSON;
use crate::graph::{self, color};
use crate::motion::{Controls, KnightMotion, PERIOD, PODIUM, STAGE, ground, recorded};
use crate::play::{self, KnightCast, KnightPlay, ShownKnight, Step};
use crate::{Blending, State, finished};
use common::player::Actor;
use common::prelude::*;
use common::scenes::{answer_cache::AnswerCache, difference};
use common::ui::{DisplayOptions, theme};
use glam::{Quat, Vec2, Vec3, Vec4};
use lesson_12::{
    Transform,
    character::{
        Character,
        file::CharacterFile,
        own::{CharacterOptions, Lead},
        saved::SavedClips,
    },
};
use models::posed_model::{PosedModel, WorldPose};
use std::rc::Rc;
use verdict::file_watcher::FileWatcher;

const GHOSTS: f32 = 0.4;
/// A frame of the recorded run, in seconds; no frame counts for more than twice that.
const FRAME: f32 = 1.0 / 60.0;
/// Steps that are kept, so that other answers can make them, too.
const LOG: usize = 1200;
/// sRGB.
const RIGHT: Vec4 = Vec4::new(1.0, 0.2, 0.75, 0.45);
const FLOOR: Vec4 = Vec4::new(0.80, 0.77, 0.70, 1.0);
const SHADOW: Vec4 = Vec4::new(0.05, 0.05, 0.12, 0.30);

/// The keys of the game, as the panel and the text list them.
pub const KEYS: [(&str, &str); 5] = [
    ("arrows, W A S D", "walk; with Shift: run"),
    ("Space, J", "jump"),
    ("K, L", "punch, swing"),
    ("P", "pause"),
    ("U", "ghosts"),
];

/// The keys that the scene takes for itself; the last one alone does not steer.
const STEERING: [KeyCode; 13] = [
    KeyCode::ArrowLeft,
    KeyCode::ArrowRight,
    KeyCode::ArrowUp,
    KeyCode::ArrowDown,
    KeyCode::KeyA,
    KeyCode::KeyD,
    KeyCode::KeyW,
    KeyCode::KeyS,
    KeyCode::Space,
    KeyCode::KeyJ,
    KeyCode::KeyK,
    KeyCode::KeyL,
    PAUSE,
];
const PAUSE: KeyCode = KeyCode::KeyP;

pub fn run() -> ExitCode {
    lesson_main::<KnightScene>()
}

pub struct KnightScene {
    cast: KnightCast,
    figure: PosedModel,
    debug: DebugRenderer,
    plays: Vec<(Course, KnightPlay)>,
    arrows: AnswerCache<Blending, Vec<(State, State)>>,
    /// The steps since the run began, without those that are forgotten.
    log: Vec<Step>,
    forgotten: usize,
    /// The age of the scene when the run began, and now.
    began: f32,
    now: f32,
    keys: Controls,
    is_steered: bool,
    /// Whether time is to stand still, or to go on.
    toggles_pause: bool,
    focus: Vec3,
    /// The figure as it came, what is saved for it, and the folder of that, in which each save is a new file.
    came: CharacterFile,
    saved: SavedClips,
    watcher: FileWatcher<()>,
    messages: Vec<Message>,
}

/// Values that the answers return for a frame.
pub struct KnightFrame {
    shown: Vec<Rc<ShownKnight>>,
    fractions: Vec<[[f32; 8]; 2]>,
    arrows: Vec<(State, State)>,
    /// Now, then the ghosts, the oldest first.
    figures: Vec<KnightSnapshot>,
}

struct KnightSnapshot {
    state: State,
    age: f32,
    place: Vec3,
    pose: WorldPose,
}

impl Subject for KnightScene {
    /// Around him, more of where he comes from than of where he goes.
    fn framing(&mut self, _: f32) -> Option<Framing> {
        let mut points = Vec::new();
        for (x, y) in [(-2.8, 0.0), (-2.8, 2.1), (3.2, 0.0), (3.2, 2.1)] {
            points.extend([-0.4, 0.4].map(|z| Vec3::new(self.focus.x + x, y, z)));
        }
        let framing = Framing::from_angles(0.0, 0.20, points);
        Some(Framing { room_below: graph::STRIPS, ..framing })
    }

    fn followed(&mut self, _: f32) -> Option<Vec3> {
        Some(self.focus)
    }

    fn keys(&self) -> SubjectKeys<'_> {
        SubjectKeys { extra: &[Action::OnionSkins, Action::Bones], steering: &STEERING, ..SubjectKeys::default() }
    }

    fn display(&self) -> DisplayOptions {
        DisplayOptions { onion_skins: true, ..DisplayOptions::default() }
    }
}

impl Exercise for KnightScene {
    type Options = CharacterOptions;
    type Output = KnightFrame;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const TIME: f32 = 4.4;

    fn open(gl: &Gl, time: &mut SceneTime, options: &CharacterOptions) -> Result<Self> {
        let Lead { file, messages, .. } = options.load()?;
        let saved = SavedClips::of(&common::assets());
        let watcher = FileWatcher::new([((), common::assets())]);
        let cast = KnightCast::new(file.clone())?;
        let mut actor = Actor::new(cast.file.model.clone());
        actor.selected = None;
        let mut scene = KnightScene {
            figure: PosedModel::new(gl, actor)?,
            debug: DebugRenderer::new(gl)?,
            cast,
            plays: Vec::new(),
            arrows: AnswerCache::default(),
            log: Vec::new(),
            forgotten: 0,
            began: 0.0,
            now: 0.0,
            keys: Controls::default(),
            is_steered: false,
            toggles_pause: false,
            focus: Vec3::ZERO,
            came: file,
            saved,
            watcher,
            messages,
        };
        scene.follow_saves()?;
        // The camera is placed before the first frame is asked for.
        scene.write_log(time.seconds);
        let mut motion = KnightMotion::default();
        for (controls, dt) in &scene.log {
            let next = (finished::ANSWERS.next_state)(motion.state, motion.now(controls));
            motion.step(next, controls, *dt);
        }
        scene.focus = motion.position.with_y(0.0);
        Ok(scene)
    }

    fn evaluate(&mut self, course: &Course, view: &View) -> Result<KnightFrame> {
        self.write_log(view.seconds);
        let arrows = self.arrows.get_or_compute(course.blending, || play::arrows(&course.blending))?;
        let KnightScene { cast, plays, log, forgotten, .. } = self;
        let play = match plays.iter().position(|(known, _)| known == course) {
            Some(place) => plays.remove(place).1,
            // What others have done is forgotten: he goes on from where he is.
            None if *forgotten > 0 && !plays.is_empty() => plays[0].1.clone(),
            None => KnightPlay::new(cast, course)?,
        };
        // An answer that is lost in a step ends the frame: the steps before it are made.
        plays.insert(0, (*course, play));
        plays.truncate(4);
        let play = &mut plays[0].1;
        for step in log.get(play.last().done - *forgotten..).unwrap_or(&[]) {
            play.step(cast, course, step)?;
        }
        let shown = play.shown.clone();
        let figures = figures(cast, course, &shown, view.options.onion_skins)?;
        let fractions = shown.iter().map(|shown| cast.fractions(&shown.fade.shown)).collect();
        Ok(KnightFrame { shown, fractions, arrows, figures })
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &KnightFrame) -> Result<()> {
        self.figure.renderer.draw_backdrop(target, view)?;
        self.debug.draw(target, &stage_shapes(), view.clip_from_world(), Overlay::Solid)?;
        let mut shadows = Shapes::new();
        frame.figures.iter().for_each(|figure| shadow(&mut shadows, figure));
        self.debug.draw(target, &shadows, view.clip_from_world(), Overlay::InScene)?;
        for figure in frame.figures.iter().skip(1) {
            let faded = 0.62 * (1.0 - figure.age / play::MEMORY).clamp(0.1, 1.0);
            let color = color(figure.state).extend(faded);
            self.figure.draw_ghost(target, view, &figure.pose, color)?;
        }
        let now = &frame.figures[0];
        self.figure.draw(target, view, &now.pose)?;
        if now.place.is_finite() {
            self.focus = now.place.with_y(0.0);
        }
        Ok(())
    }

    fn annotate(&self, sheet: &mut Sheet, _: &View, frame: &KnightFrame) {
        graph::draw(sheet, &frame.arrows, &frame.shown, &frame.fractions);
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &KnightFrame,
        right: &KnightFrame,
    ) -> Result<Difference> {
        let agree = largest_fraction_error(mine, right).unwrap_or_else(|| "every joint is right".into());
        let [mine, right] = [mine, right].map(|frame| &frame.figures[0]);
        self.figure.draw_ghost(target, view, &right.pose, RIGHT)?;
        self.focus = mine.place.with_y(0.0);
        let worst = Farthest::between(mine.pose.positions(), right.pose.positions());
        Ok(difference::at_farthest(view, worst, &agree, |worst| {
            format!("{} {}", self.cast.file.joints[worst.index].name, worst.words())
        }))
    }

    fn update(&mut self, input: &Input, _: f32) {
        let [right, left, away, near] = [
            [KeyCode::ArrowRight, KeyCode::KeyD],
            [KeyCode::ArrowLeft, KeyCode::KeyA],
            [KeyCode::ArrowUp, KeyCode::KeyW],
            [KeyCode::ArrowDown, KeyCode::KeyS],
        ]
        .map(|keys| f32::from(u8::from(keys.iter().any(|key| input.is_down(*key)))));
        let deeds = [
            (KeyCode::Space, State::Jump),
            (KeyCode::KeyJ, State::Jump),
            (KeyCode::KeyK, State::Punch),
            (KeyCode::KeyL, State::Swing),
        ];
        let pressed = deeds.into_iter().find(|(key, _)| input.is_pressed(*key));
        self.keys = Controls {
            arrows: Vec2::new(right - left, away - near),
            runs: input.shift(),
            // Kept until a step has seen it.
            pressed: pressed.map(|(_, state)| state).or(self.keys.pressed),
        };
        if !self.watcher.changed().is_empty()
            && let Err(error) = self.follow_saves()
        {
            self.messages = vec![Message::error("", format!("{error:#}"))];
        }
        self.is_steered |= STEERING.iter().any(|key| *key != PAUSE && input.is_pressed(*key));
        self.toggles_pause |= input.is_pressed(PAUSE);
    }

    fn ui(&mut self, screen: &Screen<'_>, time: &mut SceneTime, frame: &KnightFrame) {
        time.playing ^= std::mem::take(&mut self.toggles_pause);
        let ui = screen.ui;
        screen.panel("Blending", || {
            if !time.playing {
                ui.text_colored(theme::WARN, "paused: P goes on");
            } else if time.speed < 0.0 {
                ui.text_colored(theme::WARN, "backwards, until you steer");
            }
            for (key, does) in KEYS {
                ui.text(key);
                ui.same_line_with_pos(screen.fonts.em * 8.2);
                ui.text_colored(theme::DIM, does);
            }
            if self.is_steered {
                if ui.button("play the recorded run") {
                    self.is_steered = false;
                    self.begin(self.now);
                }
            } else {
                ui.text_colored(theme::DIM, "a recorded run, until you steer");
            }
            for line in lines(frame) {
                ui.text_wrapped(line);
            }
            ui.separator();
            time.controls(screen);
            screen.running_code();
        });
    }

    fn messages(&self) -> Vec<Message> {
        self.messages.clone()
    }

    fn describe(&self, frame: &KnightFrame) -> String {
        let lines = lines(frame).join("\n");
        let joints = self.cast.file.describe(&frame.figures[0].pose);
        format!("{lines}\n{joints}")
    }
}

impl KnightScene {
    /// Plays the clips of the newest save, from the next step on.
    fn follow_saves(&mut self) -> Result<()> {
        if let Some((file, messages)) = self.saved.newest(&self.came)? {
            self.cast = KnightCast::new(file)?;
            self.messages.extend(messages);
        }
        Ok(())
    }

    /// Forgets all steps, and begins the run at this age of the scene.
    fn begin(&mut self, seconds: f32) {
        self.began = seconds;
        self.now = seconds;
        self.forgotten = 0;
        self.log.clear();
        self.plays.clear();
    }

    /// Adds steps up to this age of the scene, in seconds, or removes steps if time has gone backwards.
    fn write_log(&mut self, seconds: f32) {
        if !self.is_steered && (seconds - self.began >= PERIOD || seconds < self.began) {
            self.begin((seconds / PERIOD).floor() * PERIOD);
        }
        if seconds < self.now - 1e-4 {
            while let Some((_, dt)) = self.log.last().copied().filter(|_| seconds < self.now - 1e-4) {
                self.log.pop();
                self.now -= dt;
            }
            let done = self.forgotten + self.log.len();
            self.plays.retain_mut(|(_, play)| play.rewind(done));
            if self.forgotten > 0 && self.plays.is_empty() {
                self.begin(seconds);
            }
        }
        let left = (seconds - self.now).min(PERIOD);
        if left < 1e-4 {
            return;
        }
        // A picture is the end of a run of even frames, a window has its own.
        let frames = (left / (2.0 * FRAME) - 1e-3).ceil().max(1.0);
        let frames = if left > 0.2 { (left / FRAME).round().max(1.0) } else { frames };
        let dt = left / frames;
        for _ in 0..frames as usize {
            let run = self.now - self.began;
            let controls = if self.is_steered { self.keys } else { recorded(run, run + dt) };
            self.log.push((controls, dt));
            self.keys.pressed = None;
            self.now += dt;
        }
        self.now = seconds;
        if self.log.len() > LOG {
            self.log.drain(..LOG / 2);
            self.forgotten += LOG / 2;
            self.plays.retain(|(_, play)| play.last().done >= self.forgotten);
        }
    }
}

/// Returns the figure now, and its ghosts, in world space, by 02.2 and 12.4.
fn figures(
    cast: &KnightCast,
    course: &Course,
    shown: &[Rc<ShownKnight>],
    with_ghosts: bool,
) -> Result<Vec<KnightSnapshot>, CallError> {
    let last = &shown[shown.len() - 1];
    let mut chosen = vec![last];
    for pair in shown.windows(2) {
        let [before, after] = [0, 1].map(|end| (pair[end].motion.time / GHOSTS) as i32);
        let is_away = pair[1].motion.position.distance(last.motion.position) > 0.4;
        if with_ghosts && before < after && is_away {
            chosen.push(&pair[1]);
        }
    }
    let character = Character { file: &cast.file, course };
    let mut figures = Vec::new();
    for shown in chosen {
        let KnightMotion { state, time, position, heading, .. } = shown.motion;
        let rotation = Quat::from_rotation_y(heading);
        let place = Transform { translation: position, rotation, scale: Vec3::ONE };
        let pose = character.stand(&shown.fade.shown[..cast.file.joints.len()], &place)?;
        figures.push(KnightSnapshot { state, age: last.motion.time - time, place: position, pose });
    }
    Ok(figures)
}

/// Describes the largest error of a state's fraction in the last seconds, if there is one.
fn largest_fraction_error(mine: &KnightFrame, right: &KnightFrame) -> Option<String> {
    let mut time = 0.0;
    let mut worst = 0.0;
    for (shown, (mine, right)) in mine.shown.iter().zip(mine.fractions.iter().zip(&right.fractions)) {
        for (a, b) in mine.as_flattened().iter().zip(right.as_flattened()) {
            if (a - b).abs() >= worst {
                worst = (a - b).abs();
                time = shown.motion.time;
            }
        }
    }
    (worst > 0.01).then(|| format!("right now; at {time:.2} s a state's fraction was {:.0} % off", 100.0 * worst))
}

/// Describes the state and the fractions of both parts of the body, a line each.
fn lines(frame: &KnightFrame) -> Vec<String> {
    let (Some(now), Some(fractions)) = (frame.shown.last(), frame.fractions.last()) else {
        return Vec::new();
    };
    let KnightMotion { time, state, since, .. } = now.motion;
    let mut lines = vec![format!("{time:.2} s: {} since {since:.2} s", state.name())];
    for (part, fractions) in ["spine and up", "hips and legs"].into_iter().zip(fractions) {
        let mut seen = Vec::new();
        for (state, fraction) in State::ALL.into_iter().zip(fractions).filter(|(_, fraction)| **fraction > 0.005) {
            seen.push(format!("{} {:.0} %", state.name(), 100.0 * fraction));
        }
        lines.push(format!("{part}: {}", seen.join(", ")));
    }
    lines
}

/// Returns the floor and the podium.
fn stage_shapes() -> Shapes {
    let mut shapes = Shapes::new();
    let [from, to, depth, height] = PODIUM;
    let edge = 0.4;
    let low = 0.003;
    let [x, z] = [STAGE.x + edge, STAGE.y + edge];
    let floor = [[-x, z], [x, z], [x, -z], [-x, -z]].map(|[x, z]| Vec3::new(x, low, z));
    shapes.quad(floor, FLOOR);
    for (corners, shade) in [
        ([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)], 0.80),
        ([(0, 1, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1)], 1.08),
        ([(0, 0, 1), (0, 0, 0), (0, 1, 0), (0, 1, 1)], 0.66),
        ([(1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0)], 0.66),
        ([(1, 0, 1), (0, 0, 1), (0, 1, 1), (1, 1, 1)], 0.60),
    ] {
        let corners =
            corners.map(|(right, up, back)| Vec3::new([from, to][right], [low, height][up], [depth, -depth][back]));
        shapes.quad(corners, (FLOOR.truncate() * shade).extend(1.0));
    }
    shapes
}

/// A disc below him, smaller the higher he is.
fn shadow(shapes: &mut Shapes, figure: &KnightSnapshot) {
    let ground = ground(figure.place);
    let away = (figure.place.y - ground).clamp(0.0, 1.0);
    let faded = SHADOW.w * (1.0 - figure.age / play::MEMORY).max(0.0);
    let color = SHADOW.truncate().extend(faded);
    shapes.disc(figure.place.with_y(ground + 0.006), 0.26 * (1.0 - 0.6 * away), 24, color);
}
