//! The scene: the knight on a stage, steered by keys or by a recorded run; where he was; and how he is blended.

use crate::checks::LESSON;
use crate::earlier::Earlier;
use crate::graph::{self, color};
use crate::motion::{Controls, Motion, PERIOD, PODIUM, STAGE, ground, recorded};
use crate::play::{self, Cast, Play, Shown, Step};
use crate::{Answers, State, finished};
use anyhow::Result;
use common::app::exercise::{EarlierLesson, EarlierTable, EarlierTodo, earlier};
use common::app::{
    Action, Actor, ActorRenderer, Difference, DisplayOptions, Exercise, Farthest, Framing,
    GuardedAnswers, Input, KeyCode, SceneTime, Screen, Subject, View, lesson_main, theme,
};
use common::check;
use common::graphics::debug_draw::{DebugRenderer, Overlay, Shapes};
use common::graphics::{Gl, Target};
use common::model::ModelInstance;
use common::scenes::{difference, list};
use glam::{Affine3A, Mat4, Quat, Vec2, Vec3, Vec4};
use lesson_12::Transform;
use lesson_12::character::{Character, TrackCache};
use lesson_12::file::File;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Seconds between two ghosts.
const GHOSTS: f32 = 0.4;
/// A frame of the recorded run, in seconds; no frame counts for more than twice that.
const FRAME: f32 = 1.0 / 60.0;
/// Steps that are kept, so that other answers can make them, too.
const LOG: usize = 1200;
/// sRGB.
const RIGHT: Vec4 = Vec4::new(1.0, 0.2, 0.75, 0.45);
const FLOOR: Vec4 = Vec4::new(0.80, 0.77, 0.70, 1.0);
const SHADOW: Vec4 = Vec4::new(0.05, 0.05, 0.12, 0.30);

/// The keys that steer.
const STEERING: [KeyCode; 11] = [
    KeyCode::ArrowLeft,
    KeyCode::ArrowRight,
    KeyCode::ArrowUp,
    KeyCode::ArrowDown,
    KeyCode::KeyA,
    KeyCode::KeyD,
    KeyCode::KeyW,
    KeyCode::KeyS,
    KeyCode::KeyJ,
    KeyCode::KeyK,
    KeyCode::KeyL,
];

/// The program. `main.rs` only calls it, so that it is compiled once with the library.
pub fn run() -> ExitCode {
    lesson_main::<Scene>()
}

/// What this lesson's command line takes besides what every lesson's does.
#[derive(Clone, Default, clap::Args)]
pub struct Options {
    /// For tests: the answers of earlier lessons, without a check.
    #[arg(skip)]
    pub earlier: Option<Box<Earlier>>,
}

/// The knight, his time, and what he is drawn with.
pub struct Scene {
    cast: Cast,
    actor: Actor,
    renderer: ActorRenderer,
    ghost: ModelInstance,
    debug: DebugRenderer,
    tracks: TrackCache,
    /// For tests.
    trusted: Option<Box<Earlier>>,
    /// Whose answers of earlier lessons are called; empty where it is not asked for the student's.
    earlier: Vec<EarlierTodo>,
    /// The knight as these answers have played him.
    plays: Vec<([usize; 17], Play)>,
    /// What may follow what, by these answers.
    arrows: Vec<(usize, Vec<(State, State)>)>,
    /// The steps since the run began, without those that are forgotten.
    log: Vec<Step>,
    forgotten: usize,
    /// The age of the scene when the run began, and now.
    began: f32,
    now: f32,
    /// What the keys say since the last step.
    keys: Controls,
    /// Whether the keys steer, and not the recorded run.
    is_steered: bool,
    /// Where the camera looks.
    focus: Vec3,
}

/// What the answers return for a frame.
pub struct Frame {
    shown: Vec<Arc<Shown>>,
    shares: Vec<[[f32; 8]; 2]>,
    arrows: Vec<(State, State)>,
    /// Now, then the ghosts, the oldest first.
    figures: Vec<Figure>,
}

/// The knight at one moment.
struct Figure {
    state: State,
    age: f32,
    place: Vec3,
    world_from_model: Mat4,
    model_from_joint: Vec<Mat4>,
}

impl Subject for Scene {
    /// Around him, more of where he comes from than of where he goes.
    fn framing(&mut self, _: f32) -> Option<Framing> {
        let mut points = Vec::new();
        for (x, y) in [(-2.4, 0.0), (-2.4, 2.1), (3.2, 0.0), (3.2, 2.1)] {
            points.extend([-0.4, 0.4].map(|z| Vec3::new(self.focus.x + x, y, z)));
        }
        let framing = Framing::from_angles(0.0, 0.20, points);
        Some(Framing { room_below: graph::STRIPS, ..framing })
    }

    fn followed(&mut self, _: f32) -> Option<Vec3> {
        Some(self.focus)
    }

    fn extra_keys(&self) -> &'static [Action] {
        &[Action::OnionSkins, Action::Bones]
    }

    fn steering_keys(&self) -> &'static [KeyCode] {
        &STEERING
    }

    fn display(&self) -> DisplayOptions {
        DisplayOptions { onion_skins: true, ..DisplayOptions::default() }
    }
}

impl Exercise for Scene {
    type Answers = Answers;
    type Options = Options;
    type Output = Frame;

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const TITLE: &'static str = "Lesson 13: blending";
    const TIME: f32 = 4.4;
    const EARLIER: &'static [EarlierLesson] = Earlier::LESSONS;

    fn open(gl: &Gl, time: &mut SceneTime, options: &Options) -> Result<Self> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/knight.dae");
        let cast = Cast::new(File::read(&path)?)?;
        let mut actor = Actor::new(cast.file.model.clone());
        actor.selected = None;
        let mut scene = Scene {
            renderer: ActorRenderer::new(gl, &actor)?,
            ghost: ModelInstance::new(&cast.file.model),
            debug: DebugRenderer::new(gl)?,
            cast,
            actor,
            tracks: TrackCache::default(),
            trusted: options.earlier.clone(),
            earlier: Vec::new(),
            plays: Vec::new(),
            arrows: Vec::new(),
            log: Vec::new(),
            forgotten: 0,
            began: 0.0,
            now: 0.0,
            keys: Controls::default(),
            is_steered: false,
            focus: Vec3::ZERO,
        };
        // The camera is placed before the first frame is asked for.
        scene.write_log(time.seconds);
        let mut motion = Motion::default();
        for (controls, dt) in &scene.log {
            motion.step(finished::ANSWERS.next_state, controls, *dt);
        }
        scene.focus = motion.place.with_y(0.0);
        Ok(scene)
    }

    fn evaluate(
        &mut self,
        answers: &mut GuardedAnswers<'_, Answers>,
        view: &View,
    ) -> Result<Frame> {
        self.write_log(view.seconds);
        let earlier = self.trusted.as_deref().copied();
        let earlier = earlier.unwrap_or_else(|| answers.watchdog.earlier());
        self.earlier.clone_from(&answers.watchdog.earlier_todos);
        let arrows = self.arrows(answers);
        let key = play::key(&answers.table, &earlier);
        let place = self.plays.iter().position(|(known, _)| *known == key);
        let mut play = match place {
            Some(place) => self.plays.swap_remove(place).1,
            // What others have done is forgotten: he goes on from where he is.
            None if self.forgotten > 0 && !self.plays.is_empty() => self.plays[0].1.clone(),
            None => Play::new(&self.cast, &mut self.tracks, answers, &earlier)?,
        };
        let steps = self.log.get(play.done.max(self.forgotten) - self.forgotten..).unwrap_or(&[]);
        play.done = play.done.max(self.forgotten);
        play.advance(&self.cast, &mut self.tracks, answers, &earlier, steps)?;
        let character = Character { file: &self.cast.file, answers: earlier.character() };
        let figures = figures(&character, answers, &play, view.options.onion_skins);
        let shown = play.shown.clone();
        let shares = shown.iter().map(|shown| self.cast.shares(&shown.pose)).collect();
        self.plays.truncate(3);
        self.plays.insert(0, (key, play));
        Ok(Frame { shown, shares, arrows, figures })
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &Frame) -> Result<()> {
        self.renderer.draw_backdrop(target, view)?;
        self.debug.draw(target, &stage(), view.clip_from_world(), Overlay::Solid)?;
        let mut shadows = Shapes::new();
        frame.figures.iter().for_each(|figure| shadow(&mut shadows, figure));
        self.debug.draw(target, &shadows, view.clip_from_world(), Overlay::InScene)?;
        for figure in frame.figures.iter().skip(1) {
            let faded = 0.62 * (1.0 - figure.age / play::MEMORY).clamp(0.1, 1.0);
            self.draw_ghost(target, view, figure, color(figure.state).extend(faded))?;
        }
        let now = &frame.figures[0];
        self.stand(now);
        self.renderer.draw_surface(target, &self.actor, view)?;
        self.renderer.draw_marks(target, &self.actor, view)?;
        let sheet = graph::draw(view.size, &frame.arrows, &frame.shown, &frame.shares);
        self.debug.draw(target, &sheet.shapes, Mat4::IDENTITY, Overlay::OnTop)?;
        if now.place.is_finite() {
            self.focus = now.place.with_y(0.0);
        }
        Ok(())
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Frame,
        right: &Frame,
    ) -> Result<Difference> {
        self.draw_ghost(target, view, &right.figures[0], RIGHT)?;
        self.focus = mine.figures[0].place.with_y(0.0);
        let [mine, right] = [mine, right].map(|frame| frame.figures[0].positions());
        let worst = Farthest::of(mine, right);
        Ok(difference::at_farthest(view, worst, "every joint is right", |worst| {
            format!("{} {}", self.cast.file.joints[worst.place].name, worst.words())
        }))
    }

    fn update(&mut self, input: &Input, _: f32) {
        let held =
            |keys: [KeyCode; 2]| f32::from(u8::from(keys.iter().any(|key| input.is_down(*key))));
        let right = held([KeyCode::ArrowRight, KeyCode::KeyD]);
        let left = held([KeyCode::ArrowLeft, KeyCode::KeyA]);
        let away = held([KeyCode::ArrowUp, KeyCode::KeyW]);
        let near = held([KeyCode::ArrowDown, KeyCode::KeyS]);
        let deeds = [
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
        self.is_steered |= STEERING.iter().any(|key| input.is_pressed(*key));
    }

    fn ui(&mut self, screen: &Screen<'_>, time: &mut SceneTime, frame: &Frame) {
        let ui = screen.ui;
        screen.panel("Blending", || {
            ui.text_wrapped("arrows or WASD: walk; with Shift: run");
            ui.text_wrapped("J jump, K punch, L swing the sword, U ghosts");
            if self.is_steered {
                if ui.button("play the recorded run") {
                    self.is_steered = false;
                    self.begin(self.now);
                }
            } else {
                ui.text_colored(theme::DIM, "a recorded run plays until you press one");
            }
            for line in lines(frame) {
                ui.text(line);
            }
            ui.separator();
            time.controls(screen);
            if self.earlier.is_empty() {
                ui.text_wrapped("--mine: what passes is yours, the rest finished");
            } else {
                ui.separator();
                ui.text_colored(theme::DIM, "whose code (point at it)");
                list::draw(screen, &earlier::rows(&self.earlier));
            }
        });
    }

    fn describe(&self, frame: &Frame) -> String {
        let mut words = format!("{}\n{}\n", Self::TITLE, lines(frame).join("\n"));
        let joints = self.cast.file.joints.iter().zip(frame.figures[0].positions());
        for (joint, at) in joints.filter(|(joint, _)| joint.in_skin) {
            // Writing to a String cannot fail.
            let _ = writeln!(words, "{}: ({:.3}, {:.3}, {:.3})", joint.name, at.x, at.y, at.z);
        }
        if !self.earlier.is_empty() {
            words +=
                &format!("whose code is running:\n{}\n", earlier::lines(&self.earlier).join("\n"));
        }
        words
    }
}

impl Scene {
    /// Forgets what has been; the run begins at this age of the scene.
    fn begin(&mut self, seconds: f32) {
        (self.began, self.now, self.forgotten) = (seconds, seconds, 0);
        self.log.clear();
        self.plays.clear();
    }

    /// Adds steps up to this age of the scene; takes some away if it is younger than before.
    fn write_log(&mut self, seconds: f32) {
        if !self.is_steered && (seconds - self.began >= PERIOD || seconds < self.began) {
            self.begin((seconds / PERIOD).floor() * PERIOD);
        }
        if seconds < self.now - 1e-4 {
            while let Some((_, dt)) = self.log.last().copied().filter(|_| seconds < self.now - 1e-4)
            {
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
        }
    }

    /// 13.3, once for each answer.
    fn arrows(&mut self, answers: &mut GuardedAnswers<'_, Answers>) -> Vec<(State, State)> {
        let key = answers.table.next_state as usize;
        if let Some((_, arrows)) = self.arrows.iter().find(|(known, _)| *known == key) {
            return arrows.clone();
        }
        let arrows = play::arrows(answers);
        self.arrows.push((key, arrows.clone()));
        arrows
    }

    fn stand(&mut self, figure: &Figure) {
        self.actor.model.world_from_model = Affine3A::from_mat4(figure.world_from_model);
        self.actor.instance.place(&self.actor.model, &affine(&figure.model_from_joint));
    }

    /// Transparent, in one colour.
    fn draw_ghost(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        figure: &Figure,
        color: Vec4,
    ) -> Result<()> {
        let model = &mut self.actor.model;
        model.world_from_model = Affine3A::from_mat4(figure.world_from_model);
        self.ghost.place(model, &affine(&figure.model_from_joint));
        self.renderer.draw_ghost(target, model, &self.ghost, view, color)?;
        Ok(())
    }
}

impl Figure {
    /// Of his joints, in the world.
    fn positions(&self) -> impl Iterator<Item = Vec3> + '_ {
        let world = |joint: &Mat4| self.world_from_model.transform_point3(joint.w_axis.truncate());
        self.model_from_joint.iter().map(world)
    }
}

/// 02.2 and 12.4: him now, and where he was.
fn figures(
    character: &Character<'_>,
    answers: &mut GuardedAnswers<'_, Answers>,
    play: &Play,
    with_ghosts: bool,
) -> Vec<Figure> {
    let now = play.last().motion.time;
    let mut chosen: Vec<&Shown> = vec![play.last()];
    let is_ghost = |pair: &[Arc<Shown>]| {
        let [before, after] = [0, 1].map(|end| (pair[end].motion.time / GHOSTS) as i32);
        before < after && pair[1].motion.place.distance(play.last().motion.place) > 0.4
    };
    if with_ghosts {
        chosen.extend(play.shown.windows(2).filter(|pair| is_ghost(pair)).map(|pair| &*pair[1]));
    }
    let joints = character.file.joints.len();
    let poses: Vec<Vec<Transform>> =
        chosen.iter().map(|shown| shown.pose[..joints].to_vec()).collect();
    let places: Vec<Transform> = chosen
        .iter()
        .map(|shown| Transform {
            translation: shown.motion.place,
            rotation: Quat::from_rotation_y(shown.motion.heading),
            scale: Vec3::ONE,
        })
        .collect();
    let models = character.models_of(answers.watchdog, &poses);
    let worlds = character.placed(answers.watchdog, &places);
    let figure = |((shown, model_from_joint), world_from_model): ((&&Shown, _), _)| Figure {
        state: shown.motion.state,
        age: now - shown.motion.time,
        place: shown.motion.place,
        world_from_model,
        model_from_joint,
    };
    chosen.iter().zip(models).zip(worlds).map(figure).collect()
}

/// What is on, and how much of it is seen.
fn lines(frame: &Frame) -> Vec<String> {
    let (Some(now), Some(shares)) = (frame.shown.last(), frame.shares.last()) else {
        return Vec::new();
    };
    let Motion { time, state, since, .. } = now.motion;
    let share = |part: usize| {
        let seen = State::ALL.into_iter().filter(|state| shares[part][*state as usize] > 0.005);
        let words: Vec<String> = seen
            .map(|state| format!("{} {:.0} %", state.name(), 100.0 * shares[part][state as usize]))
            .collect();
        words.join(", ")
    };
    vec![
        format!("{time:.2} s: {} since {since:.2} s", state.name()),
        format!("spine and up: {}", share(0)),
        format!("hips and legs: {}", share(1)),
    ]
}

/// The floor and the podium.
fn stage() -> Shapes {
    let mut shapes = Shapes::new();
    let (from, to, depth, height) = PODIUM;
    let edge = 0.4;
    let [x, z] = [STAGE.x + edge, STAGE.y + edge];
    let floor = [[-x, z], [x, z], [x, -z], [-x, -z]].map(|[x, z]| Vec3::new(x, 0.003, z));
    quad(&mut shapes, floor, FLOOR);
    let corner = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    let shade = |by: f32| (FLOOR.truncate() * by).extend(1.0);
    let (low, near) = (0.003, depth);
    let sides = [
        ([(from, low, near), (to, low, near), (to, height, near), (from, height, near)], 0.80),
        (
            [(from, height, near), (to, height, near), (to, height, -near), (from, height, -near)],
            1.08,
        ),
        (
            [(from, low, -near), (from, low, near), (from, height, near), (from, height, -near)],
            0.66,
        ),
        ([(to, low, near), (to, low, -near), (to, height, -near), (to, height, near)], 0.66),
        ([(to, low, -near), (from, low, -near), (from, height, -near), (to, height, -near)], 0.6),
    ];
    for (corners, by) in sides {
        quad(&mut shapes, corners.map(|(x, y, z)| corner(x, y, z)), shade(by));
    }
    shapes
}

fn quad(shapes: &mut Shapes, [a, b, c, d]: [Vec3; 4], color: Vec4) {
    shapes.triangle([a, b, c], color);
    shapes.triangle([a, c, d], color);
}

/// A disc below him, smaller the higher he is.
fn shadow(shapes: &mut Shapes, figure: &Figure) {
    let ground = ground(figure.place);
    let away = (figure.place.y - ground).clamp(0.0, 1.0);
    let middle = figure.place.with_y(ground + 0.006);
    let faded = SHADOW.w * (1.0 - figure.age / play::MEMORY).max(0.0);
    let color = SHADOW.truncate().extend(faded);
    let radius = 0.26 * (1.0 - 0.6 * away);
    let rim = |n: usize| {
        let (sin, cos) = (std::f32::consts::TAU * n as f32 / 24.0).sin_cos();
        middle + radius * Vec3::new(cos, 0.0, sin)
    };
    (0..24).for_each(|n| shapes.triangle([middle, rim(n), rim(n + 1)], color));
}

fn affine(matrices: &[Mat4]) -> Vec<Affine3A> {
    matrices.iter().map(|matrix| Affine3A::from_mat4(*matrix)).collect()
}
