//! The joint tree with a search field, and numbers about the joint that is selected.

use crate::{Actor, morphs};
use armature::math::Transform;
use armature::skeleton::{Joint, depth_first_order};
use glam::{EulerRot, Vec3};
use imgui::{ListClipper, StyleColor, Ui, WindowFlags};
use ui::{
    Action, Fonts,
    keys::shown,
    layout::Area,
    screen::{docked, heading, tight},
    theme,
};
use verdict::wording::{counted, without_negative_zero};

/// The tree as a list: made once for each model.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// Joints in depth-first order, each with its depth.
    rows: Vec<(usize, u32)>,
    /// The joint that the list was scrolled to last, so that it follows the selection only when that changes.
    followed: Option<usize>,
    /// Only joints with this in their names are listed.
    search: String,
    /// The joint that was counted last, the number of vertices that follow it, and the largest weight.
    pull: Option<(usize, usize, f32)>,
}

/// Deeper levels are not indented any further.
const DEEPEST_INDENT: u32 = 14;

impl Tree {
    /// The tree of a skeleton.
    pub fn new(joints: &[Joint]) -> Self {
        let mut depth = vec![0u32; joints.len()];
        for (index, joint) in joints.iter().enumerate() {
            if let Some(parent) = joint.parent {
                depth[index] = depth[parent] + 1;
            }
        }
        let order = depth_first_order(joints);
        let rows = order.into_iter().map(|joint| (joint, depth[joint])).collect();
        Self { rows, ..Self::default() }
    }

    /// Returns the rows whose names contain the search text in any case, without indentation; all rows for an empty
    /// text.
    fn matching_rows(&self, actor: &Actor) -> Vec<(usize, u32)> {
        if self.search.is_empty() {
            return self.rows.clone();
        }
        let joints = actor.model.skeleton.joints();
        let search = self.search.to_lowercase();
        let rows = self.rows.iter().filter(|(joint, _)| joints[*joint].name.to_lowercase().contains(&search));
        rows.map(|(joint, _)| (*joint, 0)).collect()
    }
}

/// Draws the panel; a click on a name selects that joint.
pub fn draw_joint_tree(ui: &Ui, area: Area, fonts: Fonts, tree: &mut Tree, actor: &mut Actor) {
    docked(ui, "##joints", area, WindowFlags::NO_SCROLLBAR, || {
        heading(ui, &format!("Joints ({})", tree.rows.len()), Action::Joints);
        search_field(ui, fonts, tree, actor);
        let available = ui.content_region_avail()[1];
        let details = (fonts.em * 14.0).min(available * 0.4);
        let weights = (fonts.em * morphs::height(actor)).min(available * 0.4);
        ui.child_window("##tree")
            .size([0.0, available - details - weights])
            .build(|| joint_list(ui, fonts, tree, actor));
        if weights > 0.0 {
            ui.separator();
            ui.child_window("##morphs").size([0.0, weights]).build(|| morphs::draw_morph_sliders(ui, fonts, actor));
        }
        ui.separator();
        ui.child_window("##joint").size([0.0, 0.0]).build(|| {
            if let Some(joint) = actor.selection.first() {
                joint_numbers(ui, fonts, tree, actor, joint);
            }
        });
    });
}

fn search_field(ui: &Ui, fonts: Fonts, tree: &mut Tree, actor: &mut Actor) {
    let keys = format!("{} {}", shown(Action::JointBefore), shown(Action::JointAfter));
    ui.set_next_item_width(ui.content_region_avail()[0] - ui.calc_text_size(&keys)[0] - fonts.em);
    let field = ui.input_text("##search", &mut tree.search).hint("find a joint");
    if field.enter_returns_true(true).build()
        && let Some((joint, _)) = tree.matching_rows(actor).first()
    {
        actor.selection.set(*joint);
    }
    ui.same_line();
    ui.text_colored(theme::DIM, keys);
}

fn joint_list(ui: &Ui, fonts: Fonts, tree: &mut Tree, actor: &mut Actor) {
    let _tight = tight(ui, fonts.em);
    let row_height = ui.text_line_height_with_spacing();
    let matches = tree.matching_rows(actor);
    if tree.followed != actor.selection.first() {
        tree.followed = actor.selection.first();
        if let Some(row) = matches.iter().position(|(joint, _)| Some(*joint) == actor.selection.first()) {
            let top = ui.scroll_y();
            let bottom = ui.scroll_y() + ui.window_size()[1] - row_height;
            let row_top = row as f32 * row_height;
            if row_top < top || row_top > bottom {
                ui.set_scroll_y(row_top - ui.window_size()[1] / 2.0);
            }
        }
    }
    if matches.is_empty() {
        ui.text_colored(theme::DIM, "no joint of this name");
    }
    let rows = ListClipper::new(matches.len() as i32).items_height(row_height).begin(ui);
    for row in rows.iter() {
        let (joint, depth) = matches[row as usize];
        let name = &actor.model.skeleton.joints()[joint].name;
        let shown = if name.is_empty() { "(no name)" } else { name };
        let indent = "   ".repeat(depth.min(DEEPEST_INDENT) as usize);
        let is_joint = actor.model.is_joint.get(joint).copied().unwrap_or(true);
        let mark = if depth == 0 { "" } else { "└ " };
        let color = if is_joint { theme::TEXT } else { theme::DIM };
        let color = ui.push_style_color(StyleColor::Text, color);
        let label = format!("{indent}{mark}{shown}##{joint}");
        if ui.selectable_config(label).selected(actor.selection.joints().contains(&joint)).build() {
            actor.select(joint, ui.io().key_shift);
            tree.followed = actor.selection.first(); // it is visible already
        }
        color.pop();
    }
}

fn joint_numbers(ui: &Ui, fonts: Fonts, tree: &mut Tree, actor: &Actor, joint: usize) {
    let skeleton = &actor.model.skeleton;
    let Some(info) = skeleton.joints().get(joint) else { return };
    ui.text_colored(theme::ACCENT, &info.name);
    ui.same_line();
    let parent = info.parent.map_or("no parent", |parent| &skeleton.joints()[parent].name);
    ui.text_colored(theme::DIM, format!("#{joint}, on {parent}"));
    let _tight = tight(ui, fonts.em);
    ui.text_colored(theme::DIM, "local: in its parent's space");
    transform_lines(ui, fonts, &actor.instance.pose().locals[joint]);
    ui.text_colored(theme::DIM, "model: in the figure's space");
    transform_lines(ui, fonts, &Transform::from_matrix(&actor.instance.model_from_joint()[joint]));
    let (_, vertices, most) = match tree.pull {
        Some(known) if known.0 == joint => known,
        _ => {
            let (count, most) = pulled_vertices(actor, joint);
            *tree.pull.insert((joint, count, most))
        }
    };
    let keys = actor.clip().map_or(0, |clip| clip.key_times(joint).len());
    ui.text_colored(theme::DIM, "pulls at");
    ui.same_line();
    ui.text(format!("{}, at most {most:.2}", counted(vertices, "vertex", "vertices")));
    ui.text_colored(theme::DIM, "moved by");
    ui.same_line();
    ui.text(counted(keys, "key", "keys"));
}

fn transform_lines(ui: &Ui, fonts: Fonts, transform: &Transform) {
    let mono = ui.push_font(fonts.mono);
    let (x, y, z) = transform.rotation.to_euler(EulerRot::ZYX);
    let angles = Vec3::new(z, y, x).map(degrees);
    for line in lines(transform.translation, angles, transform.scale) {
        ui.text(line);
    }
    mono.pop();
}

/// Converts to degrees, without a minus before a zero.
fn degrees(angle: f32) -> f32 {
    without_negative_zero(angle.to_degrees(), 1)
}

/// The three rows of numbers; a scale of 1 has none.
fn lines(position: Vec3, angles: Vec3, scale: Vec3) -> Vec<String> {
    let mut lines =
        vec![format!("T {}", triple(position)), format!("R {:>7.1}° {:>7.1}° {:>7.1}°", angles.x, angles.y, angles.z)];
    if (scale - Vec3::ONE).abs().max_element() > 5e-4 {
        lines.push(format!("S {}", triple(scale)));
    }
    lines
}

/// Three numbers in columns, with as many digits as fit.
fn triple(v: Vec3) -> String {
    let digits = match v.abs().max_element() {
        size if size < 100.0 => 3,
        size if size < 10_000.0 => 1,
        _ => 0,
    };
    let [x, y, z] = v.to_array().map(|number| without_negative_zero(number, digits));
    format!("{x:>8.digits$} {y:>8.digits$} {z:>8.digits$}")
}

/// Returns the number of vertices that follow a joint, and the largest of their weights.
fn pulled_vertices(actor: &Actor, joint: usize) -> (usize, f32) {
    let mut count = 0;
    let mut most = 0.0f32;
    for part in &actor.model.parts {
        let bindings = &actor.model.skins[part.skin].bindings;
        let slots: Vec<usize> = (0..bindings.len()).filter(|slot| bindings[*slot].joint == Some(joint)).collect();
        if slots.is_empty() {
            continue;
        }
        for vertex in &part.mesh.vertices {
            let pull: f32 = vertex
                .joints
                .iter()
                .zip(vertex.weights)
                .filter(|(slot, _)| slots.contains(&usize::from(**slot)))
                .map(|(_, weight)| weight)
                .sum();
            if pull > 0.0 {
                count += 1;
                most = most.max(pull);
            }
        }
    }
    (count, most)
}
