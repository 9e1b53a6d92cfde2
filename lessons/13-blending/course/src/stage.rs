//! The scene in the page: the knight goes where the reader's keys lead him, and does what the buttons say. The answers choose
//! what comes next, and blend the poses.

use crate::finished::TOOLS;
use crate::motion::{CYCLES, Controls, KnightMotion, PODIUM, STAGE, WALK, part};
use crate::{Fade, State, Tools, Transform};
use armature::mesh::shapes::cuboid;
use armature::mesh::{Mesh, SkinnedVertex};
use armature::model::{Model, ModelInstance};
use drawing::{Cast, Draw, Frame, Moment, Painted, Scene, SceneInfo, Steering, palettes, textured};
use given::{CallError, Course};
use glam::{Mat4, Vec2, Vec3};

pub(crate) static SCENE: SceneInfo = SceneInfo {
    words: "Hold a finger or the mouse beside him, and he goes there. The arrow keys lead him too: with Shift he runs, and Space makes him jump.",
    figure: Some("knight"),
    buttons: &["stand", "walk", "run", "jump", "punch", "swing"],
    steering: Some(Steering::Walk),
    mistakes: &[
        ("13.2", "GOES-BEYOND"),
        ("13.2", "CLOCK-STANDS"),
        ("13.1", "MATRICES"),
        ("13.3", "NO-LANDING"),
        ("13.4", "INVERTED"),
    ],
    camera: [0.35, 0.1, 3.8, 0.95],
    time: 0.0,
    room_below: 0.0,
    controls: &[],
    shaders: &[],
    wire_shader: None,
    open: KnightStage::open,
};

const PODIUM_PAINT: Vec3 = Vec3::new(0.55, 0.56, 0.60);

struct KnightStage {
    model: Model,
    figure: ModelInstance,
    parents: Vec<Option<usize>>,
    spine: usize,
    clips: Vec<usize>,
    motion: KnightMotion,
    fade: Option<Fade>,
    /// Length of his way while nobody steers: 0 to stand, 1 to walk, 2 to run; and its direction along x.
    pace: f32,
    side: f32,
    pressed: Option<State>,
    /// The way on which the reader steers him; before that he goes to and fro.
    steered: Option<Vec3>,
}

impl KnightStage {
    fn open(cast: Cast) -> Option<Box<dyn Scene>> {
        let model = cast.model()?;
        let mut clips = Vec::new();
        for state in State::ALL {
            clips.push(model.clip_index(if state == State::Swing { "sword_swing" } else { state.name() })?);
        }
        Some(Box::new(KnightStage {
            figure: ModelInstance::new(&model),
            parents: model.skeleton.joints().iter().map(|joint| joint.parent).collect(),
            spine: model.skeleton.find("spine")?,
            model,
            clips,
            motion: KnightMotion::default(),
            fade: None,
            pace: 1.0,
            side: 1.0,
            pressed: None,
            steered: None,
        }))
    }

    /// Returns the pose of a state's clip at the current time.
    fn pose(&mut self, state: State) -> Vec<Transform> {
        let clip = &self.model.clips[self.clips[state as usize]];
        let seconds = match state {
            State::Walk => self.motion.phase * CYCLES[0],
            State::Run => self.motion.phase * CYCLES[1],
            State::Idle => self.motion.time % clip.duration(),
            State::Fall => self.motion.since % clip.duration(),
            _ => part(state)[0] + self.motion.since,
        };
        self.figure.sample(&self.model, clip, seconds);
        self.figure.pose().locals.clone()
    }

    /// Returns the blend of walk and run in step by 13.1; in a slow punch, of standing and walking.
    fn gait(&mut self, course: &Course) -> Result<Vec<Transform>, CallError> {
        let speed = self.motion.speed();
        let mut gaits = [State::Walk, State::Run];
        let mut u = self.motion.share_of_run();
        if self.motion.state == State::Punch && speed < WALK {
            gaits = [State::Idle, State::Walk];
            u = speed / WALK;
        }
        let [a, b] = gaits.map(|gait| self.pose(gait));
        course.blending.blend(&a, &b, u, &TOOLS)
    }

    /// Returns the way of a knight who turns round where the stage ends, and at the podium's sides.
    fn stroll(&mut self) -> Vec3 {
        let [from, to, _, height] = PODIUM;
        let Vec3 { x, y, .. } = self.motion.position;
        if x.abs() > STAGE.x - 0.6 {
            self.side = -x.signum();
        } else if y < height && (from - 0.1..=to + 0.1).contains(&x) {
            self.side = (x - f32::midpoint(from, to)).signum();
        }
        Vec3::X * self.side * self.pace
    }
}

/// Returns the podium, on which he can jump.
fn podium() -> Painted {
    let [from, to, depth, height] = PODIUM;
    let shape = cuboid(Vec3::new(to - from, height, 2.0 * depth));
    let middle = Vec3::new(f32::midpoint(from, to), height / 2.0, 0.0);
    let mut mesh = Mesh { vertices: Vec::new(), indices: shape.indices };
    for vertex in shape.vertices {
        mesh.vertices.push(SkinnedVertex {
            position: middle + vertex.position,
            normal: vertex.normal,
            weights: [1.0, 0.0, 0.0, 0.0],
            ..SkinnedVertex::default()
        });
    }
    Painted { mesh, paints: vec![PODIUM_PAINT], ..Painted::default() }
}

impl Scene for KnightStage {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        let mut meshes = textured(&self.model);
        meshes.push(podium());
        Ok(meshes)
    }

    fn press(&mut self, button: usize) {
        if let Some(deed) = button.checked_sub(3) {
            self.pressed = [State::Jump, State::Punch, State::Swing].get(deed).copied();
        } else {
            self.pace = button as f32;
            self.steered = None;
        }
    }

    fn steer(&mut self, way: Vec3) {
        self.steered = Some(way);
    }

    fn frame(&mut self, course: &Course, &Moment { dt, .. }: &Moment) -> Result<Frame, CallError> {
        let way = self.steered.unwrap_or_else(|| self.stroll());
        let controls =
            Controls { arrows: Vec2::new(way.x, -way.z), runs: way.length() > 1.5, pressed: self.pressed.take() };
        let answers = &course.blending;
        let next = answers.next_state(self.motion.state, self.motion.now(&controls))?;
        self.motion.step(next, &controls, dt);
        let target = match self.motion.state {
            State::Walk | State::Run => self.gait(course)?,
            State::Punch => {
                let legs = self.gait(course)?;
                let punch = self.pose(State::Punch);
                answers.masked(&legs, &punch, &self.parents, self.spine)?
            }
            state => self.pose(state),
        };
        let mut fade = self.fade.take().unwrap_or_else(|| Fade::new(&target));
        let tools = Tools { blend: answers.blend, ..TOOLS };
        answers.fade(&mut fade, &target, self.motion.begins, dt, &tools)?;
        let KnightMotion { position, heading, .. } = self.motion;
        self.figure.change(&self.model).pose_mut().locals.clone_from(&fade.shown);
        self.fade = Some(fade);
        let place = Mat4::from_translation(position) * Mat4::from_rotation_y(heading);
        let world = place * Mat4::from(self.model.world_from_model);
        let mut draws = palettes(&self.model, self.figure.model_from_joint(), world);
        draws.push(Draw::new(draws.len(), vec![Mat4::IDENTITY]));
        Ok(Frame { focus: position.with_y(0.0), draws, ..Frame::default() })
    }
}
