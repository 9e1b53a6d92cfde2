//! The window, driven without a display: its panels, and joints dragged in the picture.

mod joints;
mod panels;

use super::*;
use armature::animation::{Interpolation, JointKeys};
use armature::model::Model;
use armature_formats::collada;
use graphics::{Target, testing::headless_or_skip};
use player::key_rows::{KeyRow, KeyRows, Row, ShownKey};
use player::{Actor, ActorRenderer, Subject, testing::arm};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{MutexGuard, PoisonError};
use ui::{Button, Message, gui::ONE_AT_A_TIME, keys::key_named};

/// An app with a figure whose joints can be dragged, as in the viewer.
struct Shown {
    actor: Actor,
    renderer: ActorRenderer,
    readme: &'static str,
    idle: &'static [Action],
    messages: Rc<RefCell<Vec<Message>>>,
}

impl Subject for Shown {
    fn actor(&mut self) -> Option<&mut Actor> {
        Some(&mut self.actor)
    }

    fn keys(&self) -> SubjectKeys<'_> {
        let extra = &[Action::Fade, Action::SkinningMethod, Action::Release];
        SubjectKeys { extra, idle: self.idle, ..SubjectKeys::default() }
    }
}

impl App for Shown {
    fn subject(&mut self) -> &mut dyn Subject {
        self
    }

    fn title(&self) -> String {
        self.actor.model.name.clone()
    }

    fn info(&self) -> AppInfo {
        AppInfo { readme: self.readme, ..AppInfo::default() }
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View) -> Result<()> {
        Ok(self.renderer.draw(target, &self.actor, view)?)
    }

    fn messages(&self) -> Vec<Message> {
        self.messages.borrow().clone()
    }
}

struct Hand {
    stage: Stage,
    messages: Rc<RefCell<Vec<Message>>>,
    /// The lock is for imgui, which has one context at a time. A test that failed while it held the lock does not affect the
    /// next.
    _one_at_a_time: MutexGuard<'static, ()>,
}

impl Hand {
    /// A window with a paused figure and all panels, whose text is `scale` times as large as usual.
    fn new(gl: &Gl, model: Model, size: Vec2, scale: f32) -> Self {
        Self::with(gl, model, (size, scale), true, "# A\n\ntext\n", &[])
    }

    fn with(
        gl: &Gl,
        model: Model,
        (size, scale): (Vec2, f32),
        panels: bool,
        readme: &'static str,
        idle: &'static [Action],
    ) -> Self {
        let lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let mut actor = Actor::new(model);
        actor.player.pause();
        let renderer = ActorRenderer::new(gl, &actor, graphics::renderer::png).unwrap();
        let messages = Rc::default();
        let shown = Shown { actor, renderer, readme, idle, messages: Rc::clone(&messages) };
        let make: MakeApp = Box::new(move |_| Ok(Box::new(shown)));
        let stage = Stage::new(gl, make, size, scale, panels, false).unwrap();
        let mut hand = Hand { stage, messages, _one_at_a_time: lock };
        hand.frame(None, false);
        hand
    }

    fn actor(&mut self) -> &mut Actor {
        self.stage.app.subject().actor().unwrap()
    }

    fn joint(&mut self, name: &str) -> usize {
        self.actor().model.skeleton.find(name).unwrap()
    }

    fn em(&self) -> f32 {
        self.stage.gui.fonts.em
    }

    fn layout(&mut self) -> Layout {
        self.stage.lay_out().unwrap();
        self.stage.layout
    }

    /// Lays out the panels with the pointer at a place and the left button up or down. Returns the actions of buttons.
    fn frame(&mut self, at: Option<Vec2>, down: bool) -> Vec<Action> {
        let layout = self.layout();
        let io = self.stage.io();
        io.add_mouse_pos_event(at.map_or([-1e9; 2], |at| at.to_array()));
        io.add_mouse_button_event(imgui::MouseButton::Left, down);
        self.stage.build_gui(STEP);
        let drawn = self.stage.gui.context.render();
        // Without a panel, imgui's pointer to the lists is null.
        if drawn.draw_lists_count() > 0 {
            for list in drawn.draw_lists() {
                let mut places = list.vtx_buffer().iter().map(|vertex| Vec2::from(vertex.pos));
                assert!(places.all(Vec2::is_finite), "{layout:?}");
            }
        }
        let actions = self.stage.input.actions().to_vec();
        self.stage.input.end_frame();
        actions
    }

    /// A click on a panel: there, down, up. Returns the actions of all these frames.
    fn click(&mut self, at: Vec2) -> Vec<Action> {
        let mut actions = self.frame(Some(at), false);
        actions.extend(self.frame(Some(at), false)); // imgui knows what is under the pointer a frame later
        actions.extend(self.frame(Some(at), true));
        actions.extend(self.frame(Some(at), false));
        actions
    }

    /// Presses at a place of a panel, moves the pointer to another and releases it there.
    fn drag_panel(&mut self, from: Vec2, to: Vec2) {
        for (at, down) in [
            (from, false),
            (from, false),
            (from, true),
            (from.midpoint(to), true),
            (to, true),
            (to, false),
            (to, false),
        ] {
            self.frame(Some(at), down);
        }
    }

    /// Clicks every 12 pixels along a line, and returns the actions, each run of equal ones once.
    fn sweep(&mut self, from: Vec2, to: Vec2) -> Vec<Action> {
        let steps = (from.distance(to) / 12.0).ceil().max(1.0) as usize;
        let mut requested: Vec<Action> = Vec::new();
        for step in 0..=steps {
            requested.extend(self.click(from.lerp(to, step as f32 / steps as f32)));
        }
        requested.dedup();
        requested
    }

    /// Presses a key, in a frame that takes no time.
    fn key(&mut self, key: KeyCode) {
        self.stage.input.key_down(key, false);
        self.stage.input.key_up(key);
        self.stage.advance(0.0).unwrap();
    }

    fn on_ruler(&mut self, fraction: f32) -> Vec2 {
        let area = self.layout().timeline.unwrap();
        let em = self.em();
        let padding = 10.0;
        let left = area.min.x + padding + em * 14.6;
        Vec2::new(left + (area.max().x - padding - em * 0.6 - left) * fraction, area.max().y - 20.0)
    }

    fn in_row(&mut self, row: f32, fraction: f32) -> Vec2 {
        // Below the buttons (a line of text, 3 pixels of padding on either side, 8 above and 5 below) and two rows.
        let area = self.layout().timeline.unwrap();
        let em = self.em();
        let rows = area.min.y + 19.0 + em * 1.1;
        Vec2::new(self.on_ruler(fraction).x, rows + em * 1.25 * (2.5 + row))
    }

    fn perform(&mut self, line: &str) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["key", name] => {
                let (control, name) = name.strip_prefix("Ctrl+").map_or((false, name), |name| (true, name));
                if control {
                    self.stage.input.key_down(KeyCode::ControlLeft, false);
                }
                let key = if control { KeyCode::KeyK } else { key_named(name).unwrap() };
                self.key(key);
                self.stage.input.key_up(KeyCode::ControlLeft);
                for _ in 0..3 {
                    self.frame(None, false);
                }
            }
            ["rows", "two"] => self.show_rows(&[2], &[1.0, 2.0]),
            ["rows", "many"] => {
                // The twelfth is a joint of the arm, which is selected.
                let joints: Vec<usize> = (0..20).map(|number| if number == 11 { 3 } else { 100 + number }).collect();
                self.actor().selection.set(3);
                self.show_rows(&joints, &[]);
            }
            ["file", "keys"] => {
                self.actor().model.clips[0].file_keys = vec![JointKeys::linear(2, [0.5, 0.541_667, 2.5])];
                let newer = self.actor().model.clone();
                *self.actor() = Actor::new(newer);
            }
            ["file", "changes"] => {
                let mut newer = self.actor().model.clone();
                newer.clips.reverse();
                self.actor().renew(Actor::new(newer));
            }
            ["time", seconds] => self.actor().player.seek(number(seconds)),
            ["click", "ruler", fraction] => drop({
                let at = self.on_ruler(number(fraction));
                self.click(at)
            }),
            ["click", "row", row, fraction] => drop({
                let at = self.in_row(number(row), number(fraction));
                self.click(at)
            }),
            ["click", "name", line, ref wheel @ ..] => {
                let at = Vec2::new(self.em() * 4.0, self.in_row(number(line), 0.0).y);
                self.frame(Some(at), false);
                self.stage.io().add_mouse_wheel_event([0.0, wheel.first().map_or(0.0, |wheel| number(wheel))]);
                self.frame(Some(at), false);
                self.click(at);
            }
            ["wheel", clicks] => {
                let at = self.on_ruler(0.5);
                self.frame(Some(at), false);
                self.stage.io().add_mouse_wheel_event([0.0, number(clicks)]);
                self.frame(Some(at), false);
                self.frame(Some(at), false);
            }
            ["drag", "ruler", from, to, ref held @ ..] => {
                let [from, to] = [from, to].map(|fraction| self.on_ruler(number(fraction)));
                self.drag_holding(from, to, held.first());
            }
            ["drag", "row", row, from, to, ref held @ ..] => {
                let [from, to] = [from, to].map(|fraction| self.in_row(number(row), number(fraction)));
                self.drag_holding(from, to, held.first());
            }
            ["hold", "ruler", fraction] => {
                let at = self.on_ruler(number(fraction));
                self.frame(Some(at), false);
                self.frame(Some(at), false);
                self.frame(Some(at), true);
            }
            ["move", "ruler", fraction] => drop({
                let at = self.on_ruler(number(fraction));
                self.frame(Some(at), false);
                self.frame(Some(at), false)
            }),
            ["to", x, y] => drop(self.frame(Some(Vec2::new(number(x), number(y))), true)),
            ["find", letters] => {
                let area = self.layout().joints.unwrap();
                let em = self.em();
                self.click(area.min + Vec2::new(50.0, em * 3.2));
                letters.chars().for_each(|letter| self.stage.io().add_input_character(letter));
                self.frame(None, false);
                self.frame(None, false);
                self.stage.io().add_key_event(imgui::Key::Enter, true);
                self.frame(None, false);
                self.frame(None, false);
            }
            _ => panic!("{line}: no such line"),
        }
    }

    fn drag_holding(&mut self, from: Vec2, to: Vec2, held: Option<&&str>) {
        let modifier = match held {
            Some(&"Shift") => Some(imgui::Key::ModShift),
            Some(&"Alt") => Some(imgui::Key::ModAlt),
            Some(&"Ctrl") => Some(imgui::Key::ModCtrl),
            _ => None,
        };
        if let Some(key) = modifier {
            self.stage.io().add_key_event(key, true);
        }
        self.drag_panel(from, to);
        if let Some(key) = modifier {
            self.stage.io().add_key_event(key, false);
        }
        self.frame(None, false);
    }

    fn show_rows(&mut self, joints: &[usize], times: &[f32]) {
        let mut keys = Vec::new();
        for time in times {
            keys.push(ShownKey { time: *time, selected: false, interpolation: Interpolation::Linear });
        }
        let mut rows = vec![KeyRow { row: Row::All, name: String::new(), selected: false, keys: keys.clone() }];
        for joint in joints {
            let name = "joint".into();
            rows.push(KeyRow { row: Row::Joint(*joint), name, selected: *joint < 4, keys: keys.clone() });
        }
        self.actor().key_rows.get_or_insert_with(KeyRows::default).rows = rows;
        self.frame(None, false);
    }

    /// Describes the clip and its clock, the selected joint, the open panels, and what was requested of keys.
    fn state(&mut self) -> String {
        let layout = self.layout();
        let shows_keys = self.stage.panels.help.shows_keys;
        let actor = self.actor();
        let player = &actor.player;
        let joint = actor.selection.first().map_or("nobody", |joint| &actor.model.skeleton.joints()[joint].name);
        let clip = actor.clip().map_or("no clip", |clip| &clip.name);
        let turned = actor.instance.pose().locals[2].rotation.to_axis_angle().1.to_degrees();
        let mut text = format!(
            "{clip} at {:.3} s, frame {:.1}, {}, {:?}{}; {joint}; elbow {turned:.0}",
            player.time(),
            actor.frame(),
            player.speed(),
            player.loop_mode(),
            if player.is_playing() { ", plays" } else { "" },
        );
        if actor.bind_pose {
            text += "; bind pose";
        }
        let mut requests = std::mem::take(&mut actor.key_rows.get_or_insert_with(KeyRows::default).requests);
        requests.dedup();
        if !requests.is_empty() {
            text += &format!("; {requests:.5?}");
        }
        let help = if shows_keys { "keys" } else { "help" };
        for (name, area) in
            [("display", layout.display), ("joints", layout.joints), ("timeline", layout.timeline), (help, layout.help)]
        {
            if area.is_some() {
                text += &format!(" +{name}");
            }
        }
        format!("{text} {}", std::mem::take(&mut self.stage.toast.0))
    }
}

fn number(word: &str) -> f32 {
    word.parse().unwrap_or_else(|_| panic!("{word}: no number"))
}

fn knight() -> Model {
    collada::load(verdict::workspace::assets().join("knight.dae")).unwrap().model
}

/// After a change that is meant, `INSTA_UPDATE=always cargo test -p window sessions` writes them. Review them.
#[test]
fn sessions() {
    let Some(gl) = headless_or_skip("sessions") else { return };
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("sessions");
    for entry in std::fs::read_dir(&folder).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        let mut hand = Hand::new(&gl, arm(), Vec2::new(1280.0, 800.0), 1.0);
        let mut shown = String::new();
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            hand.perform(line);
            shown += &format!("{line}\n    {}\n", hand.state().trim_end());
        }
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        insta::with_settings!({ snapshot_path => &folder, prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, shown);
        });
    }
}
