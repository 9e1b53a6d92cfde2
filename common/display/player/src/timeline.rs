//! Time: play, pause, step, scrub, speed, loop mode, clip; the file's keys of the selected joint.

use crate::{
    Actor, key_rows,
    ruler::{BACK, LINE, Ruler, diamond, format_seconds},
};
use armature::animation::LoopMode;
use imgui::{ButtonFlags, DrawListMut, MouseButton, Ui, WindowFlags};
use ui::{
    Action, Fonts,
    keys::shown,
    layout::{Area, ROW},
    screen::{button_width, docked, same_line_if_room, toggle},
    theme,
};
use verdict::wording::counted;

/// State of the panel.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timeline {
    /// The part of the clip that the ruler shows, from and to in seconds, and that clip's range.
    part: Option<((f32, f32), (f32, f32))>,
    /// The time that was shown last.
    seen: f32,
}

/// Widths of the fields of speed and fade and of the clip's list, in multiples of the font's size.
const SPEED: f32 = 8.5;
const FADE: f32 = 6.5;
const CLIP: f32 = 14.0;

/// Width of the texts left of the ruler, in multiples of the font's size.
const TEXTS: f32 = 14.0;
/// The smallest number of frames that the ruler shows.
const MIN_FRAMES: f32 = 6.0;
/// Fraction of the range that is left after one click of the wheel.
const ZOOM: f32 = 0.8;

/// Draws the panel. Scrubbing, the speed and the list of clips act at once; everything else is returned as actions.
pub fn draw_timeline(
    ui: &Ui,
    area: Area,
    fonts: Fonts,
    timeline: &mut Timeline,
    actor: &mut Actor,
    offered: &[Action],
) -> Vec<Action> {
    let mut actions = Vec::new();
    let flags = WindowFlags::NO_SCROLLBAR | WindowFlags::NO_SCROLL_WITH_MOUSE;
    docked(ui, "##timeline", area, flags, || {
        buttons(ui, fonts, actor, offered, &mut actions);
        draw_ruler(ui, fonts, timeline, actor);
    });
    actions
}

fn buttons(ui: &Ui, fonts: Fonts, actor: &mut Actor, offered: &[Action], actions: &mut Vec<Action>) {
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
    button(format!("reverse {}", shown(Action::Reverse)), backwards, Action::Reverse);
    let mode = match actor.player.loop_mode() {
        LoopMode::Loop => "loop",
        LoopMode::PingPong => "there and back",
        LoopMode::Clamp => "once",
    };
    button(format!("{mode} {}##mode", shown(Action::LoopMode)), false, Action::LoopMode);
    same_line_if_room(ui, fonts.em * SPEED);
    speed_field(ui, fonts, actor);
    if offered.contains(&Action::Fade) {
        same_line_if_room(ui, fonts.em * FADE);
        fade_field(ui, fonts, actor);
    }
    // The last one gets all the room that is left: names of clips are long.
    same_line_if_room(ui, fonts.em * CLIP);
    clip_list(ui, fonts, actor);
}

/// Draws the playback speed as a field that can be dragged. Dragging keeps the direction.
fn speed_field(ui: &Ui, fonts: Fonts, actor: &mut Actor) {
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

fn fade_field(ui: &Ui, fonts: Fonts, actor: &mut Actor) {
    ui.set_next_item_width(fonts.em * FADE);
    let key = shown(Action::Fade);
    let format = if actor.fade.seconds > 0.0 { format!("fade %.2f s  {key}") } else { format!("no fade  {key}") };
    imgui::Drag::new("##fade").range(0.0, 2.0).speed(0.005).display_format(format).build(ui, &mut actor.fade.seconds);
}

fn clip_list(ui: &Ui, fonts: Fonts, actor: &mut Actor) {
    let keys = format!("{} {}", shown(Action::ClipBefore), shown(Action::ClipAfter));
    let count = actor.model.clips.len();
    let Some(clip) = actor.clip() else {
        ui.text_colored(theme::DIM, "no clips");
        return;
    };
    let preview = if count == 1 {
        clip.name.clone()
    } else {
        format!("{}   ({} of {count})  {keys}", clip.name, actor.clip.unwrap_or(0) + 1)
    };
    let wanted = button_width(ui, &preview) + ui.frame_height();
    let room = ui.content_region_avail()[0];
    ui.set_next_item_width(wanted.max(fonts.em * CLIP).min(room));
    let mut chosen = None;
    if let Some(_open) = ui.begin_combo("##clip", &preview) {
        for (index, clip) in actor.model.clips.iter().enumerate() {
            let label = format!("{}  {:.2} s##{index}", clip.name, clip.duration());
            if ui.selectable_config(label).selected(actor.clip == Some(index)).build() {
                chosen = Some(index);
            }
        }
    }
    if wanted > room && ui.is_item_hovered() {
        ui.tooltip_text(preview);
    }
    if let Some(index) = chosen {
        actor.select_clip(index);
    }
}

impl Timeline {
    /// The range of a clip that the ruler shows: all, or a part, which follows the time when that changes.
    fn shown(&mut self, clip: (f32, f32), now: f32) -> (f32, f32) {
        let has_moved = std::mem::replace(&mut self.seen, now) != now;
        let Some((mut part, _)) = self.part.filter(|(_, range)| *range == clip) else { return clip };
        if has_moved && !(part.0..=part.1).contains(&now) {
            let length = part.1 - part.0;
            part.0 = now.min(clip.1 - length).max(clip.0);
            part.1 = part.0 + length;
            self.part = Some((part, clip));
        }
        part
    }
}

fn draw_ruler(ui: &Ui, fonts: Fonts, timeline: &mut Timeline, actor: &mut Actor) {
    let em = fonts.em;
    let corner = ui.cursor_screen_pos();
    let [width, height] = ui.content_region_avail();
    if width <= em * TEXTS || height <= 0.0 {
        return;
    }
    let area = Area::new(corner.into(), [width, height].into());
    let left = corner[0] + em * TEXTS;
    let margin = em * 0.6;
    let range = actor.clip().map_or((0.0, 0.0), |clip| (clip.start, clip.end));
    let (start, end) = timeline.shown(range, actor.player.time());
    let mut ruler = Ruler { left: left + margin, width: width - em * TEXTS - 2.0 * margin, start, end };
    ui.set_cursor_screen_pos([left, corner[1]]);
    let buttons = ButtonFlags::MOUSE_BUTTON_LEFT | ButtonFlags::MOUSE_BUTTON_MIDDLE;
    ui.invisible_button_flags("##ruler", [width - em * TEXTS, height], buttons);
    let io = ui.io();
    let mut pixels = 0.0;
    let place = key_place(area, em, ruler);
    let frame_rate = actor.frame_rate;
    if actor.key_rows.as_mut().is_some_and(|keys| key_rows::interact(ui, place, keys, frame_rate)) {
        // The pointer is on a key.
    } else if ui.is_item_active() {
        if io.key_shift || ui.is_mouse_down(MouseButton::Middle) {
            pixels = -io.mouse_delta[0];
        } else {
            let time = ruler.time(io.mouse_pos[0]);
            // Keys that are set by hand belong on frames.
            let snaps = actor.key_rows.is_some() && !io.key_alt;
            actor.player.pause();
            actor.seek(if snaps { actor.frame_near(time) } else { time });
        }
    }
    let (wheel, sideways) = if ui.is_item_hovered() { (io.mouse_wheel, io.mouse_wheel_h) } else { (0.0, 0.0) };
    pixels -= sideways * em * 3.0;
    if wheel != 0.0 || pixels != 0.0 {
        let least = MIN_FRAMES / actor.frame_rate;
        let part = ruler.zoom_and_pan(io.mouse_pos[0], ZOOM.powf(wheel), pixels, range, least);
        timeline.part = Some((part, range));
        (ruler.start, ruler.end) = part;
    }
    if let Some(rows) = &mut actor.key_rows {
        ui.set_cursor_screen_pos([corner[0], place.top]);
        ui.invisible_button("##joints", [em * TEXTS, (area.max().y - place.top).max(1.0)]);
        key_rows::interact_with_names(ui, place, rows);
        rows.scroll_to_selected(place, actor.selection.first());
    }
    show(ui, fonts, area, &ruler, actor);
}

/// Position of the rows of keys, as many as fit.
fn key_place(area: Area, em: f32, ruler: Ruler) -> key_rows::RowsOnScreen {
    let top = row_top(area, em, FILE_ROW);
    let row = em * ROW;
    let room = ((area.max().y - top) / row).floor().max(1.0) as usize;
    key_rows::RowsOnScreen { ruler, top, row, room }
}

fn show(ui: &Ui, fonts: Fonts, area: Area, ruler: &Ruler, actor: &Actor) {
    let em = fonts.em;
    let list = ui.get_window_draw_list();
    let min = area.min;
    let max = area.max();
    let edge = min.x + em * 0.5;
    list.add_rect(min.to_array(), max.to_array(), BACK).filled(true).build();
    let range = actor.clip().map_or((0.0, 0.0), |clip| (clip.start, clip.end));
    let now = actor.player.time();
    list.add_text([edge, row_top(area, em, 0.0)], theme::TEXT, reading(now, range.0, range.1));
    let rate = (actor.frame_rate * 100.0).round() / 100.0;
    let frame = format!("frame {:.1}, {rate} a second", actor.frame());
    list.add_text([edge, row_top(area, em, 1.0)], theme::TEXT, frame);
    draw_marks(ui, &list, area, em, ruler, actor.frame_rate);

    match (&actor.key_rows, actor.clip(), actor.selection.first()) {
        (Some(rows), ..) => key_rows::show(&list, em, area, key_place(area, em, *ruler), rows),
        (None, Some(clip), Some(joint)) => {
            let name = &actor.model.skeleton.joints()[joint].name;
            draw_file_keys(&list, area, em, ruler, name, &clip.key_times(joint));
        }
        _ => {}
    }
    let x = ruler.x(now);
    if (ruler.left - em * 0.6..=max.x).contains(&x) {
        list.add_line([x, min.y], [x, max.y], theme::TEXT).thickness(em * 0.12).build();
    }
}

fn draw_marks(ui: &Ui, list: &DrawListMut<'_>, area: Area, em: f32, ruler: &Ruler, frame_rate: f32) {
    let draw_number = |x: f32, row: f32, number: String| {
        if x + ui.calc_text_size(&number)[0] < area.max().x {
            list.add_text([x + em * 0.25, row], theme::DIM, number);
        }
    };
    let seconds_row = row_top(area, em, 0.0);
    let step = ruler.step(em * 5.0, 1.0);
    for time in ruler.marks(step) {
        let x = ruler.x(time);
        list.add_line([x, area.min.y], [x, area.max().y], LINE).build();
        draw_number(x, seconds_row, format_seconds(time, step));
    }
    let frames_row = row_top(area, em, 1.0);
    let frames = ruler.step(em * 4.0, 1.0 / frame_rate).max(1.0);
    for time in ruler.marks(frames / frame_rate) {
        let x = ruler.x(time);
        list.add_line([x, frames_row], [x, row_top(area, em, 1.9)], LINE).build();
        draw_number(x, frames_row, format!("{}", (time * frame_rate).round()));
    }
}

/// Draws the keys that a file has for a joint of this name.
fn draw_file_keys(list: &DrawListMut<'_>, area: Area, em: f32, ruler: &Ruler, name: &str, times: &[f32]) {
    let min = area.min;
    let max = area.max();
    let left = ruler.left - em * 0.6;
    let place = [min.x + em * 0.5, row_top(area, em, FILE_ROW)];
    if times.is_empty() {
        list.add_text(place, theme::DIM, format!("{name}: no keys in this clip"));
        return;
    }
    list.with_clip_rect_intersect(min.to_array(), [left, max.y], || {
        list.add_text(place, theme::ACCENT, format!("{name}: {}", counted(times.len(), "key", "keys")));
    });
    list.with_clip_rect_intersect([left, min.y], max.to_array(), || {
        for time in times {
            diamond(list, [ruler.x(*time), row_top(area, em, FILE_ROW + 0.5)], em * 0.24, theme::ACCENT);
        }
    });
}

/// The first row of keys; those above have seconds and frames.
const FILE_ROW: f32 = 2.0;

fn row_top(area: Area, em: f32, number: f32) -> f32 {
    area.min.y + em * (0.1 + ROW * number)
}

/// The time in words. The ruler counts the file's seconds; a clip that begins later has its own as well.
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

    #[test]
    fn a_clip_that_begins_later_has_its_own_seconds() {
        assert_eq!(reading(0.5, 0.0, 2.0), "0.500 s of 2.000");
        assert_eq!(reading(9.625, 9.125, 11.125), "9.625 s, 0.500 of 2.000");
    }

    #[test]
    fn a_part_follows_the_time_only_where_that_changes() {
        let clip = (0.0, 10.0);
        let mut timeline = Timeline { part: Some(((2.0, 4.0), clip)), ..Timeline::default() };
        assert_eq!(timeline.shown(clip, 0.0), (2.0, 4.0), "panned away from it");
        assert_eq!(timeline.shown(clip, 3.0), (2.0, 4.0));
        assert_eq!(timeline.shown(clip, 4.5), (4.5, 6.5));
        assert_eq!(timeline.shown(clip, 9.5), (8.0, 10.0));
        assert_eq!(timeline.shown((0.0, 1.0), 0.5), (0.0, 1.0), "another clip");
    }
}
