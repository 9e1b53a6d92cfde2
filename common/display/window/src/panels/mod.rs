//! All shared panels: which are open, their state, and drawing them.

use crate::{
    bar::{self, Bar},
    help::{self, Help},
};
use glam::Vec2;
use imgui::Ui;
use player::{
    Actor, display,
    joints::{self, Tree},
    timeline::{self, Timeline},
};
use ui::{
    Action, Fonts, Message, View,
    keys::shown,
    labels,
    layout::{Layout, Open},
    messages::{self, Messages},
    screen::plate,
    theme,
};

/// Messages take up no more than this fraction of the viewport's height.
const MAX_MESSAGES: f32 = 0.45;

/// The panels of a window.
pub struct PanelSet {
    open: Open,
    /// Panels that were open before all were hidden.
    hidden: Option<Open>,
    pub(crate) help: Help,
    tree: Tree,
    /// Name of the model to which the tree belongs.
    tree_of: Option<String>,
    timeline: Timeline,
    messages: Messages,
}

/// Everything that the panels show of one frame.
pub struct FrameInfo<'a> {
    /// Name of the scene, at the top.
    pub title: &'a str,
    /// Text at the top's right end.
    pub status: &'a str,
    pub view: &'a View,
    /// The keys that do something here.
    pub offered: &'a [Action],
    /// Names of the scene's own keys and what they do.
    pub own_keys: &'a [(String, &'static str)],
    pub messages: Vec<Message>,
    /// Whether our answers draw the whole scene of a lesson.
    pub shows_ours: Option<bool>,
}

impl PanelSet {
    /// Panels with a Markdown text as help. `first` are open, or, unless `shown`, appear when hidden panels are shown.
    pub fn new(markdown: &str, first: Open, shown: bool) -> Self {
        Self {
            open: if shown { first } else { Open::default() },
            hidden: (!shown).then_some(first),
            help: Help::new(markdown),
            tree: Tree::default(),
            tree_of: None,
            timeline: Timeline::default(),
            messages: Messages::default(),
        }
    }

    /// The layout for a window of `size` pixels with text `em` pixels high.
    pub fn layout(&self, size: Vec2, em: f32, actor: Option<&Actor>) -> Layout {
        let mut open = self.open;
        open.joints &= actor.is_some();
        open.timeline &= actor.is_some();
        open.keys = actor.is_some_and(|actor| actor.key_rows.is_some());
        let mut layout = Layout::new(size, em, open);
        let height = self.messages.height(em).min(layout.viewport.size.y * MAX_MESSAGES);
        layout.messages = (height > 0.0).then(|| layout.viewport.split_bottom(height));
        layout
    }

    /// Opens and closes panels; false if the action is none of ours. The layout may have changed.
    pub fn act(&mut self, action: Action) -> bool {
        let panel = match action {
            Action::Keys if self.open.help && !self.help.shows_keys => {
                self.help.turn_to_keys();
                return true;
            }
            Action::Keys => {
                self.help.turn_to_keys();
                &mut self.open.help
            }
            Action::Help => &mut self.open.help,
            Action::Joints => &mut self.open.joints,
            Action::Display => &mut self.open.display,
            Action::Timeline => &mut self.open.timeline,
            Action::Panels => {
                match self.hidden.take() {
                    Some(before) => self.open = before,
                    None => self.hidden = Some(std::mem::take(&mut self.open)),
                }
                return true;
            }
            _ => return false,
        };
        *panel = !*panel;
        true
    }

    pub(crate) fn are_hidden(&self) -> bool {
        self.hidden.is_some()
    }

    pub(crate) fn shows_help(&self) -> bool {
        self.open.help
    }

    /// Dismisses the messages, or, if there are none, closes the help. Returns false if there was nothing to close.
    pub fn close(&mut self) -> bool {
        if self.messages.visible().is_empty() {
            return std::mem::take(&mut self.open.help);
        }
        self.messages.dismiss();
        true
    }

    /// Whether the display options are open.
    pub fn shows_display(&self) -> bool {
        self.open.display
    }

    /// Another model is shown, or none: drops what was cached of the last.
    pub fn forget_model(&mut self) {
        self.tree_of = None;
    }

    #[cfg(test)]
    pub(crate) fn visible_messages(&self) -> usize {
        self.messages.visible().len()
    }

    /// Draws the open panels and returns the actions that were clicked.
    pub fn draw(
        &mut self,
        ui: &Ui,
        fonts: Fonts,
        layout: &Layout,
        actor: Option<&mut Actor>,
        info: FrameInfo<'_>,
    ) -> Vec<Action> {
        let mut actions = Vec::new();
        self.renew_tree(actor.as_deref());
        if let Some(actor) = actor.as_deref()
            && info.view.options.names
        {
            draw_joint_names(ui, fonts, layout, actor, info.view);
        }
        if let Some(actor) = actor.as_deref()
            && !actor.held.pins.is_empty()
            && layout.bar.is_some()
        {
            draw_held_joints(ui, fonts, layout, actor);
        }
        if let Some(area) = layout.bar {
            let bar = Bar {
                title: info.title,
                status: info.status,
                open: self.open,
                has_actor: actor.is_some(),
                shows_ours: info.shows_ours,
            };
            actions.extend(bar::draw_bar(ui, area, &bar));
        }
        if let Some(area) = layout.display {
            actions.extend(display::draw_display_panel(ui, area, fonts, actor.as_deref(), info.view, info.offered));
        }
        if let Some(actor) = actor {
            if let Some(area) = layout.joints {
                joints::draw_joint_tree(ui, area, fonts, &mut self.tree, actor);
            }
            if let Some(area) = layout.timeline {
                let timeline = &mut self.timeline;
                actions.extend(timeline::draw_timeline(ui, area, fonts, timeline, actor, info.offered));
            }
        }
        if let Some(area) = layout.help {
            help::draw_help(ui, area, fonts, &mut self.help, (info.own_keys, info.offered));
        }
        self.messages.set(info.messages);
        if let Some(area) = layout.messages {
            messages::draw_messages(ui, area, fonts, &mut self.messages);
        }
        actions
    }

    fn renew_tree(&mut self, actor: Option<&Actor>) {
        let Some(model) = actor.map(|actor| &actor.model) else { return };
        let key = format!("{} {} {}", model.name, model.skeleton.len(), model.clips.len());
        if self.tree_of.as_ref() != Some(&key) {
            self.tree = Tree::new(model.skeleton.joints());
            self.tree_of = Some(key);
        }
    }
}

fn draw_held_joints(ui: &Ui, fonts: Fonts, layout: &Layout, actor: &Actor) {
    let mut names = Vec::new();
    for pin in &actor.held.pins {
        names.push(format!("{} ({})", actor.model.skeleton.joints()[pin.joint].name, pin.method_name()));
    }
    let text = format!("held: {}   {} lets go", names.join(", "), shown(Action::Release));
    plate(ui, fonts.em, layout.viewport.min + fonts.em, &text);
}

/// Writes the names of joints at their positions. The selected joint is first, so that no other name hides it.
fn draw_joint_names(ui: &Ui, fonts: Fonts, layout: &Layout, actor: &Actor, view: &View) {
    let clip_from_world = view.clip_from_world();
    let joints = actor.model.skeleton.joints();
    let order = actor.selection.first().into_iter().chain(0..joints.len());
    let names = order.filter_map(|joint| {
        let selected = actor.selection.first() == Some(joint);
        let is_joint = actor.model.is_joint.get(joint) == Some(&true);
        let at = labels::on_screen(clip_from_world, layout.viewport, actor.joint_position(joint))?;
        let color = if selected { theme::ACCENT } else { theme::TEXT };
        (is_joint || selected).then(|| (at, joints[joint].name.as_str(), color))
    });
    labels::draw_labels(ui, layout.viewport, fonts, names);
}
