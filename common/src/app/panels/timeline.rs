//! Time: play, pause, step, scrub, speed, loop mode, clip; the selected joint's keys and curves.

use super::{
    button_width,
    curves::{self, CurveKind},
    docked,
    ruler::{Ruler, format_seconds},
    same_line_if_room, toggle,
};
use crate::{
    animation::{Clip, LoopMode, Track},
    app::{
        actor::Actor,
        fonts::Fonts,
        keys::{Action, shown},
        layout::Area,
        theme,
    },
};
use imgui::{MouseButton, Ui, WindowFlags};

/// What the panel remembers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timeline {
    /// Which curves are shown, if any.
    pub curves: Option<CurveKind>,
    /// Whether the ruler is being dragged.
    scrubbing: bool,
}

/// Widths of the speed's field and of the clip's list, in multiples of the font's size.
const SPEED: f32 = 8.5;
const CLIP: f32 = 14.0;

/// When a joint has keys, in order, each time once.
pub(super) fn key_times(clip: &Clip, joint: usize) -> Vec<f32> {
    let mut times = Vec::new();
    for tracks in clip.tracks.iter().filter(|tracks| tracks.joint == joint) {
        times.extend(tracks.translation.iter().flat_map(Track::times));
        times.extend(tracks.rotation.iter().flat_map(|track| track.track().times()));
        times.extend(tracks.scale.iter().flat_map(Track::times));
    }
    times.sort_by(f32::total_cmp);
    times.dedup();
    times
}

/// Draws the panel. Scrubbing, the speed and the list of clips act at once; everything else is returned as actions.
pub fn draw(
    ui: &Ui,
    area: Area,
    fonts: Fonts,
    timeline: &mut Timeline,
    actor: &mut Actor,
) -> Vec<Action> {
    let mut actions = Vec::new();
    docked(ui, "##timeline", area, WindowFlags::NO_SCROLLBAR, || {
        buttons(ui, fonts, timeline, actor, &mut actions);
        ruler(ui, fonts, timeline, actor);
    });
    actions
}

fn buttons(
    ui: &Ui,
    fonts: Fonts,
    timeline: &mut Timeline,
    actor: &mut Actor,
    actions: &mut Vec<Action>,
) {
    let mut first = true;
    let mut button = |label: String, on: bool, action: Action| {
        if !std::mem::take(&mut first) {
            same_line_if_room(ui, button_width(ui, &label));
        }
        if toggle(ui, &label, on) {
            actions.push(action);
        }
    };
    let playing = actor.player.is_playing();
    // One width for both, so that the buttons beside it do not jump.
    let label = if playing { "❚❚ Pause" } else { "▶ Play   " };
    button(format!("{label}  {}##play", shown(Action::Play)), playing, Action::Play);
    button(format!("◀ {}", shown(Action::StepBack)), false, Action::StepBack);
    button(format!("▶ {}", shown(Action::StepOn)), false, Action::StepOn);
    button(format!("⇤ {}", shown(Action::ToStart)), false, Action::ToStart);
    button(format!("⇥ {}", shown(Action::ToEnd)), false, Action::ToEnd);
    let backwards = actor.player.speed() < 0.0;
    button(format!("backwards {}", shown(Action::Reverse)), backwards, Action::Reverse);
    let mode = match actor.player.loop_mode() {
        LoopMode::Loop => "loop",
        LoopMode::PingPong => "there and back",
        LoopMode::Clamp => "once",
    };
    button(format!("{mode} {}##mode", shown(Action::LoopMode)), false, Action::LoopMode);
    same_line_if_room(ui, fonts.em * SPEED);
    speed(ui, fonts, actor);
    same_line_if_room(ui, fonts.em * CLIP);
    clip_list(ui, fonts, actor);
    let name = timeline.curves.map_or("off", CurveKind::name);
    let label = format!("curves: {name} {}##curves", shown(Action::Curves));
    same_line_if_room(ui, button_width(ui, &label));
    if toggle(ui, &label, timeline.curves.is_some()) {
        actions.push(Action::Curves);
    }
}

impl Timeline {
    /// The next kind of curves, or none.
    pub fn next_curves(&mut self) {
        self.curves = match self.curves {
            None => Some(CurveKind::Position),
            Some(CurveKind::Position) => Some(CurveKind::Angles),
            Some(CurveKind::Angles) => Some(CurveKind::Scale),
            Some(CurveKind::Scale) => None,
        };
    }
}

/// The rate by a slider; the direction stays.
fn speed(ui: &Ui, fonts: Fonts, actor: &mut Actor) {
    let keys = format!("{} {}", shown(Action::Slower), shown(Action::Faster));
    let mut speed = actor.player.speed();
    ui.set_next_item_width(fonts.em * SPEED);
    let changed = imgui::Drag::new("##speed")
        .range(-16.0, 16.0)
        .speed(0.01)
        .display_format(format!("speed %.2f×  {keys}"))
        .build(ui, &mut speed);
    if changed {
        actor.player.set_speed(speed);
    }
}

fn clip_list(ui: &Ui, fonts: Fonts, actor: &mut Actor) {
    let keys = format!("{} {}", shown(Action::ClipBefore), shown(Action::ClipAfter));
    let count = actor.model.clips.len();
    let Some(clip) = actor.clip() else {
        ui.text_colored(theme::DIM, "no clips");
        return;
    };
    let preview = format!("{keys}  {} ({} of {count})", clip.name, actor.clip.unwrap_or(0) + 1);
    ui.set_next_item_width(fonts.em * CLIP);
    let mut chosen = None;
    if let Some(_open) = ui.begin_combo("##clip", preview) {
        for (index, clip) in actor.model.clips.iter().enumerate() {
            let label = format!("{}  {:.2} s##{index}", clip.name, clip.duration());
            if ui.selectable_config(label).selected(actor.clip == Some(index)).build() {
                chosen = Some(index);
            }
        }
    }
    if let Some(index) = chosen {
        actor.select_clip(index);
    }
}

fn ruler(ui: &Ui, fonts: Fonts, timeline: &mut Timeline, actor: &mut Actor) {
    let em = fonts.em;
    let [x, y] = ui.cursor_screen_pos();
    let [width, height] = ui.content_region_avail();
    let (start, end) = actor.clip().map_or((0.0, 0.0), |clip| (clip.start, clip.end));
    let margin = em * 0.6;
    let ruler = Ruler { left: x + margin, width: (width - 2.0 * margin).max(1.0), start, end };
    if width <= 0.0 || height <= 0.0 {
        return;
    }
    ui.invisible_button("##ruler", [width, height]);
    if ui.is_item_activated() {
        timeline.scrubbing = true;
    }
    if !ui.is_mouse_down(MouseButton::Left) {
        timeline.scrubbing = false;
    }
    if timeline.scrubbing {
        scrub(actor, ruler.time(ui.io().mouse_pos[0]));
    }

    let list = ui.get_window_draw_list();
    list.add_rect([x, y], [x + width, y + height], [0.07, 0.078, 0.094, 1.0]).filled(true).build();
    let marks = em * 1.2;
    let step = ruler.step(em * 5.0);
    let first = (start / step).ceil() as i32;
    for number in first..first.saturating_add(200) {
        let time = number as f32 * step;
        if time > end + step * 1e-3 {
            break;
        }
        let at = ruler.x(time);
        list.add_line([at, y], [at, y + height], [0.19, 0.21, 0.25, 1.0]).build();
        list.add_text([at + em * 0.25, y + em * 0.1], theme::DIM, format_seconds(time, step));
    }
    let keys_y = y + marks + em * 0.7;
    if let (Some(clip), Some(joint)) = (actor.clip(), actor.selected) {
        if let Some(kind) = timeline.curves {
            let top = keys_y + em * 0.8;
            let area = Area::new([x, top].into(), [width, y + height - top].into());
            curves::draw(ui, &list, area, fonts, &ruler, (clip, actor, joint), kind);
        }
        for time in key_times(clip, joint) {
            let (at, size) = (ruler.x(time), em * 0.24);
            let corners = [
                [at, keys_y - size],
                [at + size, keys_y],
                [at, keys_y + size],
                [at - size, keys_y],
            ];
            let [a, b, c, d] = corners;
            list.add_triangle(a, b, c, theme::ACCENT).filled(true).build();
            list.add_triangle(a, c, d, theme::ACCENT).filled(true).build();
        }
    }
    let now = actor.player.time();
    let at = ruler.x(now);
    list.add_line([at, y], [at, y + height], theme::TEXT).thickness(em * 0.12).build();
    let text = reading(now, start, end);
    let [wide, high] = ui.calc_text_size(&text);
    let left = if at + wide + em > x + width { at - wide - em * 0.4 } else { at + em * 0.4 };
    let corner = [left, y + height - high - em * 0.1];
    list.add_rect(corner, [left + wide, corner[1] + high], [0.07, 0.078, 0.094, 0.85])
        .filled(true)
        .build();
    list.add_text(corner, theme::TEXT, text);
}

/// Pauses and seeks. In a loop the end is the start, so scrubbing stops just before it.
fn scrub(actor: &mut Actor, time: f32) {
    let Some((start, end)) = actor.clip().map(|clip| (clip.start, clip.end)) else { return };
    let last = match actor.player.loop_mode() {
        LoopMode::Loop => end - (end - start) * 1e-4,
        LoopMode::PingPong | LoopMode::Clamp => end,
    };
    actor.player.pause();
    actor.player.seek(time.min(last));
    actor.pose();
}

/// The ruler counts the file's seconds; a clip that begins later has its own as well.
fn reading(now: f32, start: f32, end: f32) -> String {
    if start == 0.0 {
        format!("{now:.3} s of {end:.3}")
    } else {
        format!("{now:.3} s, {:.3} of {:.3}", now - start, end - start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{JointTracks, RotationTrack};
    use glam::{Quat, Vec3};

    #[test]
    fn a_clip_that_begins_later_has_its_own_seconds() {
        assert_eq!(reading(0.5, 0.0, 2.0), "0.500 s of 2.000");
        assert_eq!(reading(9.625, 9.125, 11.125), "9.625 s, 0.500 of 2.000");
    }

    #[test]
    fn keys_of_one_joint_each_time_once() {
        let translation = Track::new(vec![0.0, 1.0], vec![Vec3::ZERO; 2]).unwrap();
        let rotation = RotationTrack::new(vec![0.5, 1.0], vec![Quat::IDENTITY; 2]).unwrap();
        let tracks = JointTracks {
            joint: 3,
            translation: Some(translation),
            rotation: Some(rotation),
            ..JointTracks::default()
        };
        let clip = Clip::of_tracks("a", vec![tracks]);
        assert_eq!(key_times(&clip, 3), [0.0, 0.5, 1.0]);
        assert_eq!(key_times(&clip, 2), [0.0f32; 0]);
    }
}
