//! The scene: the knight on a stage, led by the reader or by a recorded run; where he was; and how he is blended.

use crate::graph::{self, color};
use crate::motion::{Controls, KnightMotion, PERIOD, PODIUM, STAGE, ground, recorded};
use crate::play::{self, KnightCast, KnightPlay, ShownKnight, Step};
use crate::{Blending, State, finished};
use drawing::answer_cache::AnswerCache;
use drawing::parts::moved;
use drawing::shapes::{cuboid, cylinder};
use drawing::{
    Cast, Control, ControlKind, Draw, Frame, Graph, Moment, Painted, Point, Scene, SceneInfo, Steering, Value,
    WorldPose, textured,
};
use given::{CallError, Course};
use glam::{Mat4, Quat, Vec2, Vec3};
use lesson_12::Transform;
use lesson_12::character::{Character, file::CharacterFile};
use std::rc::Rc;

pub static SCENE: SceneInfo = SceneInfo {
    words: "Hold a finger or the mouse beside him, and he goes there. The arrow keys lead him too: with Shift he runs, and Space makes him jump.",
    figure: Some("knight"),
    buttons: &["stand", "walk", "run", "jump", "punch", "swing", "recorded run"],
    steering: Some(Steering::Walk),
    mistakes: &[("13.2", "CLOCK-STANDS"), ("13.1", "MATRICES"), ("13.3", "NO-LANDING"), ("13.4", "INVERTED")],
    camera: [0.25, 0.14, 4.6, 0.95],
    time: 4.4,
    room_below: graph::STRIPS,
    controls: &[Control { name: "ghosts", option: "ghosts", kind: ControlKind::Ghosts }],
    open: KnightScene::open,
    ..SceneInfo::PLAIN
};

/// Seconds from one ghost to the next.
const GHOSTS: f32 = 0.4;
/// A frame of the recorded run, in seconds; no frame counts for more than twice that.
const FRAME: f32 = 1.0 / 60.0;
/// Steps that are kept, so that other answers can make them, too.
const LOG: usize = 1200;
/// Frames after a change of the state in which fractions are compared: fades are short.
const SOON: usize = 3;
const PODIUM_PAINT: Vec3 = Vec3::new(0.55, 0.56, 0.60);
const SHADOW_PAINT: Vec3 = Vec3::new(0.30, 0.31, 0.34);

struct KnightScene {
    cast: KnightCast,
    names: Vec<Rc<str>>,
    plays: Vec<(Course, KnightPlay)>,
    arrows: AnswerCache<Blending, Vec<(State, State)>>,
    /// The steps since the run began, without those that are forgotten, and after each the body by the finished answers.
    log: Vec<(Step, KnightMotion)>,
    forgotten: usize,
    /// The age of the scene when the run began, and now.
    began: f32,
    now: f32,
    lead: Lead,
    /// The deed whose button was pressed; kept until a step has seen it.
    pressed: Option<State>,
    shows_ghosts: bool,
}

/// What leads the knight.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lead {
    /// The recorded run, and then a stroll.
    Recorded,
    /// He goes back and forth: 0 stands, 1 walks, 2 runs.
    Stroll(f32),
    /// The reader's way on the ground, as long as his keys are held.
    Way(Vec3),
}

/// The figure in a moment.
struct KnightSnapshot {
    state: State,
    age: f32,
    place: Vec3,
    pose: WorldPose,
}

impl Scene for KnightScene {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        let [from, to, depth, height] = PODIUM;
        let shape = cuboid(Vec3::new(to - from, height, 2.0 * depth));
        let middle = Vec3::new(f32::midpoint(from, to), height / 2.0, 0.0);
        let mut meshes = textured(&self.cast.file.model);
        meshes.push(Painted::rigid(&[(moved(&shape, middle), PODIUM_PAINT)]));
        meshes.push(Painted::rigid(&[(cylinder(0.26, 0.006, 1, 24), SHADOW_PAINT)]));
        Ok(meshes)
    }

    fn frame(&mut self, course: &Course, &Moment { seconds, .. }: &Moment) -> Result<Frame, CallError> {
        self.write_log(seconds);
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
        for (step, _) in log.get(play.last().done - *forgotten..).unwrap_or(&[]) {
            play.step(cast, course, step)?;
        }
        let shown = play.shown.clone();
        let fractions: Vec<_> = shown.iter().map(|shown| cast.fractions(&shown.fade.shown)).collect();
        let figures = figures(cast, course, &shown, self.shows_ghosts)?;

        let now = &figures[0];
        let model = &self.cast.file.model;
        let mut frame = Frame { focus: now.place.with_y(0.0), ..Frame::default() };
        for ghost in &figures[1..] {
            let faded = 0.62 * (1.0 - ghost.age / play::MEMORY).clamp(0.1, 1.0);
            let color = color(ghost.state).extend(faded);
            frame.draws.extend(ghost.pose.draws(model).into_iter().map(|draw| draw.ghost(color)));
        }
        frame.draws.extend(now.pose.draws(model));
        frame.draws.push(Draw::new(model.parts.len(), vec![Mat4::IDENTITY]));
        // Painters have no shadows but on the ground. The higher he is above the podium, the smaller is this one.
        let height = ground(now.place);
        if height > 0.0 {
            let size = 1.0 - 0.6 * (now.place.y - height).clamp(0.0, 1.0);
            let shadow =
                Mat4::from_translation(now.place.with_y(height)) * Mat4::from_scale(Vec3::new(size, 1.0, size));
            frame.draws.push(Draw::new(model.parts.len() + 1, vec![shadow]));
        }
        for (name, at) in self.names.iter().zip(now.pose.positions()) {
            frame.points.push(Point { name: name.clone(), at, color: Vec3::ONE, radius: 0.0 });
        }
        if let (Some(last), Some(fractions)) = (shown.last(), fractions.last()) {
            let KnightMotion { time, state, since, .. } = last.motion;
            frame.words.push(format!("{time:.2} s: {} since {since:.2} s", state.name()));
            frame.words.extend(parts(fractions).map(|(part, text)| format!("{part}: {text}")));
        }
        frame.values = values(&shown, &fractions);
        frame.graph = Some(Graph(Rc::new(move |sheet, _| graph::draw(sheet, &arrows, &shown, &fractions))));
        Ok(frame)
    }

    fn press(&mut self, button: usize) {
        const DEEDS: [State; 3] = [State::Jump, State::Punch, State::Swing];
        match button {
            0..3 => self.lead = Lead::Stroll(button as f32),
            3..6 => {
                self.pressed = Some(DEEDS[button - 3]);
                if self.lead == Lead::Recorded {
                    self.lead = Lead::Stroll(1.0);
                }
            }
            _ => {
                self.lead = Lead::Recorded;
                self.begin(self.now);
            }
        }
    }

    fn set(&mut self, _: usize, ghosts: f32) {
        self.shows_ghosts = ghosts != 0.0;
    }

    fn steer(&mut self, way: Vec3) {
        self.lead = Lead::Way(way);
    }
}

impl KnightScene {
    fn open(cast: Cast) -> Option<Box<dyn Scene>> {
        let cast = KnightCast::new(CharacterFile::of_cast(cast)?)?;
        Some(Box::new(KnightScene {
            names: cast.file.joints.iter().map(|joint| joint.name.as_str().into()).collect(),
            cast,
            plays: Vec::new(),
            arrows: AnswerCache::default(),
            log: Vec::new(),
            forgotten: 0,
            began: 0.0,
            now: 0.0,
            lead: Lead::Recorded,
            pressed: None,
            shows_ghosts: false,
        }))
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
        if seconds < self.now - 1e-4 {
            while let Some(((_, dt), _)) = self.log.last().copied().filter(|_| seconds < self.now - 1e-4) {
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
            let mut body = self.log.last().map(|(_, body)| *body).unwrap_or_default();
            let controls = self.controls(&body, dt);
            let next = (finished::ANSWERS.next_state)(body.state, body.now(&controls));
            body.step(next, &controls, dt);
            self.log.push(((controls, dt), body));
            self.now += dt;
        }
        self.now = seconds;
        if self.log.len() > LOG {
            self.log.drain(..LOG / 2);
            self.forgotten += LOG / 2;
            self.plays.retain(|(_, play)| play.last().done >= self.forgotten);
        }
    }

    /// Returns what leads him in the next `dt` seconds.
    fn controls(&mut self, body: &KnightMotion, dt: f32) -> Controls {
        let run = self.now - self.began;
        let way = match self.lead {
            Lead::Recorded if run + dt < PERIOD => return recorded(run, run + dt),
            Lead::Recorded => stroll(body, 1.0),
            Lead::Stroll(pace) => stroll(body, pace),
            Lead::Way(way) => self.way_over(body, way),
        };
        Controls { arrows: Vec2::new(way.x, -way.z), runs: way.length() > 1.5, pressed: self.pressed.take() }
    }

    /// Returns the way that a reader's keys lead him. He jumps onto the podium, and stands where the stage ends, and so never
    /// runs on the spot.
    fn way_over(&mut self, body: &KnightMotion, way: Vec3) -> Vec3 {
        let ahead = body.position + 0.25 * way.normalize_or_zero();
        if ground(ahead) > body.position.y + 0.02 {
            self.pressed.get_or_insert(State::Jump);
        }
        if ahead.x.abs() > STAGE.x || ahead.z.abs() > STAGE.y { Vec3::ZERO } else { way }
    }
}

/// Returns the way of a knight who turns round where the stage ends, and at the podium's sides.
fn stroll(body: &KnightMotion, pace: f32) -> Vec3 {
    let [from, to, _, height] = PODIUM;
    let Vec3 { x, y, .. } = body.position;
    let side = if x.abs() > STAGE.x - 0.6 {
        -x.signum()
    } else if y < height && (from - 0.1..=to + 0.1).contains(&x) {
        (x - f32::midpoint(from, to)).signum()
    } else {
        // Where he is going, or turns to.
        body.heading.sin().signum()
    };
    Vec3::X * side * pace
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

/// Returns the fractions of the states now, and shortly after each change of the state in the last seconds.
fn values(shown: &[Rc<ShownKnight>], fractions: &[[[f32; 8]; 2]]) -> Vec<Value> {
    let mut values = Vec::new();
    let mut add = |when: &str, fractions| {
        for (part, text) in parts(fractions) {
            values.push(Value { name: format!("{part}{when}").into(), text: text.into() });
        }
    };
    if let Some(now) = fractions.last() {
        add("", now);
    }
    for (pair, soon) in shown.windows(2).zip(fractions.iter().skip(1 + SOON)) {
        let [before, begun] = [0, 1].map(|end| pair[end].motion);
        if begun.state != before.state {
            add(&format!(" after {} at {:.2} s", begun.state.name(), begun.time), soon);
        }
    }
    values
}

/// Returns the names of both parts of the body, and the fractions of their states in words.
fn parts(fractions: &[[f32; 8]; 2]) -> impl Iterator<Item = (&'static str, String)> {
    ["spine and up", "hips and legs"].into_iter().zip(fractions).map(|(part, fractions)| {
        let mut seen = Vec::new();
        for (state, fraction) in State::ALL.into_iter().zip(fractions).filter(|(_, fraction)| **fraction > 0.005) {
            seen.push(format!("{} {:.0} %", state.name(), 100.0 * fraction));
        }
        (part, seen.join(", "))
    })
}
