//! The pointer in the picture: selecting, dragging, and moving the picture itself.

use super::{
    Editor, HEIGHTS,
    edits::{self, Item},
};
use crate::level::{Level, Piece};
use common::ui::Input;
use glam::{DVec2, Vec2};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Grip {
    Move(Item),
    Turn(usize),
    Patrol(usize),
    /// End of a dark stretch: -1 the left one, 1 the right one, 0 the ceiling.
    Dark(usize, i32),
    Pan,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Drag {
    grip: Grip,
    from: DVec2,
    /// Middle of the picture when the drag began.
    center: DVec2,
}

/// Radius of a handle, and distance of a piece's turning handle above it, in heights of text.
const NEAR: f32 = 0.6;
const TURNS_ABOVE: f32 = 2.2;

/// Factor of a step of the wheel.
const ZOOM: f64 = 1.15;

impl Editor {
    /// Takes the pointer. All of it is the editor's: see [`Subject::handles`](common::player::Subject::handles).
    pub fn handles(&mut self, input: &Input, size: Vec2, em: f32) -> bool {
        self.size = size;
        self.em = em;
        self.pointer = input.pointer.map(|place| self.in_level(place));
        let pixel = self.metres_per_pixel();
        if input.right_drag != Vec2::ZERO {
            self.center += input.right_drag.as_dvec2() * DVec2::new(-pixel, pixel);
            self.fresh = true;
        }
        let zoom = f64::from(input.scroll) + f64::from(input.pinch) * 8.0;
        if zoom != 0.0 {
            self.zoom(ZOOM.powf(-zoom));
        }
        if let Some(drag) = self.drag {
            self.drag_on(drag, input);
        } else if let Some(press) = input.left_press {
            let at = self.in_level(press);
            self.press(at, input.shift());
        }
        if let Some(click) = input.click {
            let at = self.in_level(click);
            self.click(at, input.shift());
        }
        true
    }

    pub(super) fn metres_per_pixel(&self) -> f64 {
        self.height / f64::from(self.size.y.max(1.0))
    }

    fn in_level(&self, place: Vec2) -> DVec2 {
        let from_middle = (place - self.size / 2.0).as_dvec2() * self.metres_per_pixel();
        self.center + from_middle * DVec2::new(1.0, -1.0)
    }

    fn zoom(&mut self, by: f64) {
        let height = (self.height * by).clamp(HEIGHTS.0, HEIGHTS.1);
        let fixed = self.pointer.unwrap_or(self.center);
        self.center = fixed + (self.center - fixed) * height / self.height;
        self.height = height;
        self.fresh = true;
    }

    /// Handles a press at a point of the level: places a new thing, or grabs a handle, an item or the picture.
    fn press(&mut self, at: DVec2, is_shifted: bool) {
        if let Some(what) = self.placing.clone() {
            let item = self.edit(|level| edits::place(level, what, at));
            self.selected = vec![item];
            self.is_new = true;
            self.placing.take_if(|_| !is_shifted);
            return;
        }
        self.is_new = false;
        let handle = self.handle_at(at);
        let grip = handle.or_else(|| {
            let under = self.items_at(at);
            // What is selected is grabbed, though something may lie before it.
            let chosen = under.iter().find(|item| self.selected.contains(item));
            let item = *chosen.or(under.first())?;
            self.is_new = chosen.is_none();
            if self.is_new {
                if !is_shifted {
                    self.selected.clear();
                }
                self.selected.push(item);
            } else if is_shifted {
                self.selected.retain(|other| *other != item);
            }
            self.fresh = true;
            Some(Grip::Move(item))
        });
        let grip = grip.unwrap_or(Grip::Pan);
        self.drag = Some(Drag { grip, from: at, center: self.center });
    }

    /// Handles a press that did not move: of things behind one another the next is selected.
    fn click(&mut self, at: DVec2, is_shifted: bool) {
        if is_shifted || self.is_new || self.handle_at(at).is_some() {
            return;
        }
        let under = self.items_at(at);
        let before = under.iter().position(|item| self.selected == [*item]);
        match before {
            Some(before) => self.selected = vec![under[(before + 1) % under.len()]],
            None if under.is_empty() => self.selected.clear(),
            _ => {}
        }
        self.fresh = true;
    }

    /// Continues a drag with the pointer of this frame, and ends it when the button comes up.
    fn drag_on(&mut self, drag: Drag, input: &Input) {
        if let Some(place) = input.pointer
            && input.has_travelled()
        {
            if drag.grip == Grip::Pan {
                self.center = drag.center;
                self.center = drag.center + drag.from - self.in_level(place);
            } else {
                let to = self.in_level(place);
                self.edit_by_drag(drag, to, input.control());
            }
            self.fresh = true;
        }
        if !input.is_left_down() {
            self.session.history.end_drag();
            self.drag = None;
            self.changed();
        }
    }

    /// Edits the level by a drag to a point.
    fn edit_by_drag(&mut self, drag: Drag, to: DVec2, is_free: bool) {
        let selected = &self.selected;
        let snapped = if is_free { to } else { edits::on_grid(to) };
        self.session.history.drag(|level| {
            match drag.grip {
                Grip::Move(item) => edits::shift(level, selected, item, to - drag.from, is_free),
                Grip::Turn(index) => edits::turn(&mut level.pieces[index], to, is_free),
                Grip::Patrol(index) => {
                    let spawn = &mut level.spawns[index];
                    spawn.patrol = (snapped.x - spawn.position.x).abs();
                }
                Grip::Dark(index, end) => {
                    let dark = &mut level.darkness[index];
                    match end {
                        -1 => dark.from = snapped.x.min(dark.to - edits::GRID),
                        1 => dark.to = snapped.x.max(dark.from + edits::GRID),
                        _ => dark.below = snapped.y,
                    }
                }
                Grip::Pan => {}
            }
            level.round();
        });
        self.revision += 1;
    }

    fn handle_at(&self, at: DVec2) -> Option<Grip> {
        let near = f64::from(NEAR * self.em) * self.metres_per_pixel();
        let handles = self.grips().into_iter();
        let near = handles.filter(|(_, place)| place.distance(at) < near);
        near.min_by(|a, b| a.1.distance(at).total_cmp(&b.1.distance(at))).map(|(grip, _)| grip)
    }

    /// Returns the handles of the selected item and their positions; none unless exactly one is selected.
    pub(super) fn grips(&self) -> Vec<(Grip, DVec2)> {
        let [item] = self.selected[..] else { return Vec::new() };
        let level = self.level();
        match item {
            Item::Piece(index) => {
                let piece = &level.pieces[index];
                let half = piece.size.truncate() / 2.0;
                let axes = DVec2::from_angle(piece.turn);
                let above = f64::from(TURNS_ABOVE * self.em) * self.metres_per_pixel();
                let turns = piece.position + axes.rotate(DVec2::new(0.0, half.y + above));
                vec![(Grip::Turn(index), turns)]
            }
            Item::Spawn(index) => {
                let spawn = level.spawns[index];
                let ends = [-spawn.patrol, spawn.patrol].map(|x| spawn.position + DVec2::new(x, 0.0));
                ends.map(|end| (Grip::Patrol(index), end)).to_vec()
            }
            Item::Dark(index) => {
                let dark = level.darkness[index];
                let middle = f64::midpoint(dark.from, dark.to);
                let y = self.center.y.min(dark.below - 1.0);
                [(-1, dark.from, y), (0, middle, dark.below), (1, dark.to, y)]
                    .map(|(end, x, y)| (Grip::Dark(index, end), DVec2::new(x, y)))
                    .to_vec()
            }
            Item::Token(_) | Item::Hint(_) | Item::Start | Item::Door | Item::Abyss => Vec::new(),
        }
    }

    /// Returns the items at a point, the foremost first.
    fn items_at(&self, at: DVec2) -> Vec<Item> {
        let level = self.level();
        let near = f64::from(self.em) * self.metres_per_pixel() * 0.5;
        let mut items = Vec::new();
        let stands =
            |feet: DVec2, room: DVec2| (at.x - feet.x).abs() < room.x && at.y > feet.y && at.y < feet.y + room.y;
        items.extend(stands(level.start, DVec2::new(0.3, 1.75)).then_some(Item::Start));
        let spawns = level.spawns.iter().enumerate();
        let spawns = spawns.filter(|(_, it)| stands(it.position, DVec2::new(0.4, 0.9)));
        items.extend(spawns.map(|(index, _)| Item::Spawn(index)));
        let tokens = level.tokens.iter().enumerate().filter(|(_, token)| token.distance(at) < 0.3);
        items.extend(tokens.map(|(index, _)| Item::Token(index)));
        let hints = level.hints.iter().enumerate().filter(|(_, hint)| stands(hint.position, DVec2::new(0.8, 0.4)));
        items.extend(hints.map(|(index, _)| Item::Hint(index)));
        items.extend(stands(level.door, DVec2::new(0.75, 2.4)).then_some(Item::Door));
        let mut pieces: Vec<usize> = (0..level.pieces.len()).filter(|index| is_at(&level.pieces[*index], at)).collect();
        pieces.sort_by(|a, b| {
            let [a_z, b_z] = [*a, *b].map(|index| level.pieces[index].layer.z());
            b_z.total_cmp(&a_z).then(b.cmp(a))
        });
        items.extend(pieces.into_iter().map(Item::Piece));
        items.extend(darkness_at(level, at, near));
        items.extend(((at.y - level.abyss).abs() < near).then_some(Item::Abyss));
        items
    }
}

fn is_at(piece: &Piece, at: DVec2) -> bool {
    piece.inside(at).abs().cmple(piece.size.truncate() / 2.0).all()
}

/// Returns the dark stretch whose end or ceiling is at a place: inside it are other things.
fn darkness_at(level: &Level, at: DVec2, near: f64) -> Option<Item> {
    level
        .darkness
        .iter()
        .position(|dark| {
            let is_end = [dark.from, dark.to].iter().any(|x| (at.x - x).abs() < near);
            let is_ceiling = (at.y - dark.below).abs() < near && (dark.from..dark.to).contains(&at.x);
            is_end && at.y < dark.below || is_ceiling
        })
        .map(Item::Dark)
}
