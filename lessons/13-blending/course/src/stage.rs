//! The scene in the page: the knight does what the buttons say. The answers choose what comes next, and blend the poses.

use crate::finished::TOOLS;
use crate::motion::{CYCLES, Controls, KnightMotion, STAGE, WALK, part};
use crate::{Fade, State, Tools, Transform};
use armature::model::{Model, ModelInstance};
use drawing::{PageFrame, PageScene, PageStage, Painted, palettes, textured, unpacked};
use given::{CallError, Course};
use glam::{Mat4, Vec2};

pub(crate) static SCENE: PageScene = PageScene {
    figure: Some("knight"),
    buttons: &["stand", "walk", "run", "jump", "punch", "swing"],
    mistakes: &[
        ("13.2", "CLOCK-STANDS"),
        ("13.2", "GOES-BEYOND"),
        ("13.1", "MATRICES"),
        ("13.3", "NO-LANDING"),
        ("13.4", "INVERTED"),
    ],
    camera: [0.35, 0.1, 3.3, 0.8],
    open: KnightStage::open,
};

struct KnightStage {
    model: Model,
    figure: ModelInstance,
    parents: Vec<Option<usize>>,
    spine: usize,
    clips: Vec<usize>,
    motion: KnightMotion,
    fade: Option<Fade>,
    /// Gait and direction.
    gait: State,
    side: f32,
    pressed: Option<State>,
}

impl KnightStage {
    fn open(figure: &str) -> Option<Box<dyn PageStage>> {
        let model = unpacked(figure)?;
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
            gait: State::Walk,
            side: 1.0,
            pressed: None,
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
}

impl PageStage for KnightStage {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        Ok(textured(&self.model))
    }

    fn press(&mut self, button: usize) {
        let [gaits, deeds] = [[State::Idle, State::Walk, State::Run], [State::Jump, State::Punch, State::Swing]];
        if let Some(gait) = gaits.get(button) {
            self.gait = *gait;
        }
        self.pressed = button.checked_sub(gaits.len()).and_then(|deed| deeds.get(deed)).copied();
    }

    fn frame(&mut self, course: &Course, dt: f32) -> Result<PageFrame, CallError> {
        // Back from where the stage ends.
        if self.motion.position.x.abs() > STAGE.x - 0.6 {
            self.side = -self.motion.position.x.signum();
        }
        let goes = if self.gait == State::Idle { 0.0 } else { self.side };
        let controls =
            Controls { arrows: Vec2::new(goes, 0.0), runs: self.gait == State::Run, pressed: self.pressed.take() };
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
        Ok(PageFrame {
            focus: position.with_y(0.0),
            draws: palettes(&self.model, self.figure.model_from_joint(), world),
            ..PageFrame::default()
        })
    }
}
