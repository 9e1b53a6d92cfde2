//! Sliders for the weights of morph targets.

use crate::Actor;
use imgui::{ListClipper, Ui};
use ui::{Action, Fonts, keys::shown, screen::tight, theme};

/// Height of the list, in multiples of the font's size: a heading and a row for each target, at most eight.
pub(crate) fn height(actor: &Actor) -> f32 {
    match targets(actor).len() {
        0 => 0.0,
        rows => 2.0 + 1.6 * rows.min(8) as f32,
    }
}

/// Draws a slider for each morph target. A moved slider overrides the clip until all sliders are released.
pub(crate) fn draw_morph_sliders(ui: &Ui, fonts: Fonts, actor: &mut Actor) {
    let targets: Vec<(usize, usize)> = targets(actor);
    ui.text_colored(theme::ACCENT, format!("Morph targets ({})", targets.len()));
    if !actor.held.weights.is_empty() {
        ui.same_line();
        if ui.small_button(format!("release  {}", shown(Action::Release))) {
            actor.release();
        }
    }
    let _tight = tight(ui, fonts.em);
    let several = actor.model.morph_sets.len() > 1;
    ui.child_window("##targets").size([0.0, 0.0]).build(|| {
        let rows = ListClipper::new(targets.len() as i32).items_height(ui.frame_height_with_spacing()).begin(ui);
        for row in rows.iter() {
            let (set, target) = targets[row as usize];
            let morphs = &actor.model.morph_sets[set];
            let name = &morphs.targets[target];
            let label = if several { format!("{}: {name}##{row}", morphs.name) } else { format!("{name}##{row}") };
            let is_held = actor.held.weights.iter().any(|(a, b, _)| (*a, *b) == (set, target));
            let color = ui.push_style_color(imgui::StyleColor::Text, if is_held { theme::ACCENT } else { theme::TEXT });
            let mut weight = actor.instance.weights[set][target];
            ui.set_next_item_width(fonts.em * 6.0);
            if ui.slider_config(label, 0.0, 1.0).display_format("%.2f").build(&mut weight) {
                actor.hold_weight(set, target, weight);
            }
            color.pop();
        }
    });
}

/// Set and index of each target.
fn targets(actor: &Actor) -> Vec<(usize, usize)> {
    let sets = actor.model.morph_sets.iter().enumerate();
    sets.flat_map(|(set, morphs)| (0..morphs.targets.len()).map(move |target| (set, target))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::arm;
    use armature::animation::{Clip, Track, WeightTrack};
    use armature::model::{Model, MorphSet};

    /// Morph weights fade with the pose, and a held weight stays until all are released.
    #[test]
    fn weights_fade_and_are_held() {
        let clips = [("glad", 1.0), ("sad", 0.0)].map(|(name, value)| {
            let weights = [0, 1].map(|target| WeightTrack { set: 0, target, track: Track::constant(value) });
            Clip { end: 1.0, weights: weights.into(), ..Clip::of_tracks(name, Vec::new()) }
        });
        let set =
            MorphSet { name: "face".into(), targets: vec!["smile".into(), "frown".into()], at_rest: vec![0.25; 2] };
        let mut actor = Actor::new(Model { morph_sets: vec![set], clips: clips.into(), ..arm() });
        assert_eq!(actor.instance.weights[0], [1.0; 2]);
        actor.fade.seconds = 0.5;
        actor.hold_weight(0, 1, 0.75);
        actor.select_clip(1);
        actor.advance(0.25);
        assert_eq!(actor.instance.weights[0], [0.5, 0.75]);
        actor.advance(0.25);
        assert_eq!(actor.instance.weights[0], [0.0, 0.75]);
        actor.act(Action::BindPose);
        assert_eq!(actor.instance.weights[0], [0.25, 0.75]);
        actor.act(Action::Release);
        assert_eq!(actor.instance.weights[0], [0.25; 2]);
    }
}
