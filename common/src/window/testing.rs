//! Helpers of tests: an arm made in code, and panels that are driven without a display.

use crate::animation::{Clip, JointTracks, RotationTrack, Track};
use crate::graphics::Gl;
use crate::graphics::OrbitCamera;
use crate::math::Transform;
use crate::mesh::{Mesh, shapes};
use crate::model::{Model, Part};
use crate::player::Actor;
use crate::skeleton::{Joint, Skeleton};
use crate::skin::Skin;
use crate::ui::{
    Action, DisplayOptions, Gui, Message, View,
    gui::ONE_AT_A_TIME,
    keys::BINDINGS,
    layout::{Layout, Open},
};
use crate::window::{
    MakeApp,
    pacing::Resolution,
    panels::{FrameInfo, PanelSet},
    stage::Stage,
    statistics::FrameTimes,
};
use glam::{Quat, Vec2, Vec3};
use std::sync::MutexGuard;

/// Root, shoulder, elbow, and a thumb beside the elbow; each a metre above the one before.
pub(crate) const JOINTS: [(&str, Option<usize>); 4] =
    [("root", None), ("shoulder", Some(0)), ("elbow", Some(1)), ("thumb", Some(1))];

/// An arm with two clips: "bend" from 0.5 s to 2.5 s, "lift" from 0 to 1 s.
pub(crate) fn arm() -> Model {
    let joints = JOINTS.iter().map(|(name, parent)| Joint {
        name: (*name).into(),
        parent: *parent,
        bind_local: Transform::from_translation(Vec3::Y),
    });
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    let tube = shapes::cylinder(0.2, 3.0, 6, 8);
    let weighted = tube.vertices.iter().map(|vertex| {
        let upper = ((vertex.position.y - 1.0) / 2.0).clamp(0.0, 1.0);
        vertex.skinned([1, 2, 0, 0], [1.0 - upper, upper, 0.0, 0.0])
    });
    let mesh = Mesh { vertices: weighted.collect(), indices: tube.indices.clone() };
    let turn = Quat::from_rotation_z(1.0);
    let keys = vec![Quat::IDENTITY, turn, Quat::IDENTITY];
    let bend = JointTracks {
        joint: 2,
        translation: None,
        rotation: Some(RotationTrack::new(vec![0.5, 1.0, 2.5], keys).unwrap()),
        ..JointTracks::default()
    };
    let lift = JointTracks {
        joint: 0,
        translation: Some(Track::new(vec![0.0, 1.0], vec![Vec3::ZERO, Vec3::Y]).unwrap()),
        rotation: None,
        ..JointTracks::default()
    };
    Model {
        name: "arm".into(),
        is_joint: vec![false, true, true, true],
        skins: vec![Skin::bound(&skeleton)],
        skeleton,
        parts: vec![Part { name: "tube".into(), mesh, colors: Vec::new(), skin: 0, material: None, morphs: None }],
        clips: vec![Clip::of_tracks("bend", vec![bend]), Clip::of_tracks("lift", vec![lift])],
        ..Model::default()
    }
}

/// A stage of this size with the panels of an app. The caller holds imgui's lock.
pub(crate) fn stage(gl: &Gl, make: MakeApp, size: Vec2) -> Stage {
    Stage::new(gl, make, size, 1.0, true, Resolution::new).unwrap()
}

/// Panels, an arm and a mouse, without a display.
pub(crate) struct PanelDriver {
    pub(crate) panels: PanelSet,
    pub(crate) actor: Actor,
    pub(crate) messages: Vec<Message>,
    view: View,
    gui: Gui,
    size: Vec2,
    _one_at_a_time: MutexGuard<'static, ()>,
}

impl PanelDriver {
    /// Panels in a window of 1280 x 800 pixels, with a Markdown text as help and the arm as figure.
    pub(crate) fn new(markdown: &str) -> Self {
        // A test that failed while it held the lock does not affect the next.
        let lock = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut gui = Gui::new(1.0);
        gui.context.fonts().build_rgba32_texture();
        let view = View {
            camera: OrbitCamera::default(),
            aspect: 1.6,
            size: (1280, 800),
            options: DisplayOptions { names: true, heat_map: true, ..DisplayOptions::default() },
            seconds: 0.0,
        };
        let first = Open { display: true, timeline: true, bar: true, ..Open::default() };
        let mut hand = Self {
            panels: PanelSet::new(markdown, first, true),
            actor: Actor::new(arm()),
            messages: Vec::new(),
            view,
            gui,
            size: Vec2::new(1280.0, 800.0),
            _one_at_a_time: lock,
        };
        hand.frame(None, false);
        hand
    }

    pub(crate) fn em(&self) -> f32 {
        self.gui.fonts.em
    }

    pub(crate) fn layout(&self) -> Layout {
        self.panels.layout(self.size, self.em(), Some(&self.actor), false)
    }

    pub(crate) fn resize(&mut self, size: Vec2) {
        self.size = size;
    }

    /// Returns imgui's queue, for events of the next frame.
    pub(crate) fn io(&mut self) -> &mut imgui::Io {
        self.gui.context.io_mut()
    }

    /// Draws a frame with the pointer at a position and the left button up or down. Returns the actions of buttons.
    pub(crate) fn frame(&mut self, at: Option<Vec2>, down: bool) -> Vec<Action> {
        let layout = self.layout();
        self.gui.begin(self.size, 0.016);
        let io = self.gui.context.io_mut();
        io.add_mouse_pos_event(at.map_or([-1e9; 2], |at| at.to_array()));
        io.add_mouse_button_event(imgui::MouseButton::Left, down);
        let fonts = self.gui.fonts;
        let offered: Vec<Action> = BINDINGS.iter().map(|binding| binding.action).collect();
        let info = FrameInfo {
            title: "arm",
            status: "60 fps",
            view: &self.view,
            offered: &offered,
            times: FrameTimes::default(),
            canvas: "640 x 400",
            renderer: "nobody",
            messages: self.messages.clone(),
            shows_ours: None,
        };
        let ui = self.gui.context.new_frame();
        let actions = self.panels.draw(ui, fonts, &layout, Some(&mut self.actor), info);
        for list in self.gui.context.render().draw_lists() {
            let mut places = list.vtx_buffer().iter().map(|vertex| Vec2::from(vertex.pos));
            assert!(places.all(Vec2::is_finite), "{layout:?}");
        }
        actions
    }

    /// A click: there, down, up. Returns the actions of all these frames.
    pub(crate) fn click(&mut self, at: Vec2) -> Vec<Action> {
        let mut actions = self.frame(Some(at), false);
        actions.extend(self.frame(Some(at), false)); // imgui knows what is under the pointer a frame later
        actions.extend(self.frame(Some(at), true));
        actions.extend(self.frame(Some(at), false));
        actions
    }

    /// Clicks every 12 pixels along a line, and returns the actions, each run of equal ones once.
    pub(crate) fn sweep(&mut self, from: Vec2, to: Vec2) -> Vec<Action> {
        let steps = (from.distance(to) / 12.0).ceil().max(1.0) as usize;
        let mut requested: Vec<Action> = Vec::new();
        for step in 0..=steps {
            for action in self.click(from.lerp(to, step as f32 / steps as f32)) {
                if requested.last() != Some(&action) {
                    requested.push(action);
                }
            }
        }
        requested
    }
}
