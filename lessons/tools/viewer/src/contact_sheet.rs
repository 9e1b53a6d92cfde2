//! All clips on one sheet: eight moments of each, from two sides.

use anyhow::{Result, ensure};
use armature::model::Model;
use glam::{Vec2, Vec3};
use graphics::{Canvas, OrbitCamera, Picture, headless, skinned_points::world_points};
use models::pictures;
use player::{Actor, ActorRenderer};
use std::path::Path;
use ui::{DisplayOptions, SkinningMethod, View, paint::write_on};
use verdict::progress::PercentLine;

/// Moments of each clip, evenly apart, the last one step before its end.
const MOMENTS: usize = 8;
/// Angles of the two views: from the front, a little to the side; and from the side.
const YAWS: [f32; 2] = [0.5, 0.5 + std::f32::consts::FRAC_PI_2];
/// Width and height of one picture on the sheet, in pixels, by default.
pub(crate) const TILE: (u32, u32) = (220, 220);
/// Height of the line of text above each row of pictures.
const TEXT: u32 = 24;
/// A sheet is no wider and no higher, in pixels: most programs still open it.
const LONGEST_SIDE: u32 = 16384;
/// More clips than this do not go on one sheet.
pub(crate) const MAX_CLIPS: usize = 30;

/// Writes the sheet of `model`, each of its pictures `tile` pixels wide and high.
///
/// # Errors
/// If there is no OpenGL, no figure, or the file cannot be written.
pub(crate) fn write(model: Model, tile: (u32, u32), method: SkinningMethod, path: &Path) -> Result<()> {
    let gl = headless::context()?;
    let rows = rows(&model);
    let (width, height) = sheet_size(tile, rows.len() as u32)?;
    let actor = &mut Actor::new(model);
    let canvas = Canvas::new(&gl, tile)?;
    let mut sheet = Picture::filled(width, height, [27, 29, 34, 255]);
    let mut labels = Vec::new();
    let mut top = 0;
    let line = PercentLine::new("contact sheet");
    for (drawn, row) in rows.iter().enumerate() {
        line.set(drawn as f32 / rows.len() as f32);
        row.pose(actor, 0);
        // Each clip has its own ground.
        let mut renderer = ActorRenderer::new(&gl, actor, pictures::decode)?;
        labels.push((Vec2::new(6.0, top as f32 + 4.0), row.title.clone()));
        let points = row.points(actor);
        ensure!(!points.is_empty(), "no figure");
        for (side, yaw) in YAWS.into_iter().enumerate() {
            // One camera for all moments, so that the figure's path is seen.
            let mut camera = OrbitCamera { yaw, ..OrbitCamera::default() };
            camera.frame_points(&points, canvas.aspect());
            let options = DisplayOptions { method, ..DisplayOptions::default() };
            let view = View { camera, aspect: canvas.aspect(), size: tile, options, seconds: 0.0 };
            for moment in 0..MOMENTS {
                row.pose(actor, moment);
                canvas.draw(|target| renderer.draw(target, actor, &view))?;
                let corner = (moment as u32 * tile.0, top + TEXT + side as u32 * tile.1);
                paste(&mut sheet, &canvas.picture(), corner);
                if side == 0 && row.clip.is_some() {
                    let text = format!("{:.2} s", row.time(moment));
                    labels.push((Vec2::new(corner.0 as f32 + 6.0, corner.1 as f32 + 4.0), text));
                }
            }
        }
        top += TEXT + tile.1 * YAWS.len() as u32;
    }
    write_on(&gl, &sheet, &labels)?.write_png(path)?;
    Ok(())
}

/// Returns the size in pixels of a sheet of `rows` rows.
fn sheet_size(tile: (u32, u32), rows: u32) -> Result<(u32, u32)> {
    let width = u64::from(tile.0) * MOMENTS as u64;
    let height = u64::from(rows) * (u64::from(TEXT) + u64::from(tile.1) * YAWS.len() as u64);
    let most = u64::from(LONGEST_SIDE);
    ensure!(
        width <= most && height <= most,
        "the sheet would be {width} x {height} pixels, and {most} is the most each way: \
         name a smaller --size"
    );
    Ok((width as u32, height as u32))
}

/// One clip, or the pose at rest where there is none.
struct Row {
    title: String,
    clip: Option<usize>,
    duration: f32,
    start: f32,
}

fn rows(model: &Model) -> Vec<Row> {
    let rest = Row { title: format!("{}: at rest (no clips)", model.name), clip: None, duration: 0.0, start: 0.0 };
    if model.clips.is_empty() {
        return vec![rest];
    }
    let clips = model.clips.iter().take(MAX_CLIPS).enumerate();
    clips
        .map(|(index, clip)| Row {
            title: format!("{}: {}, {:.2} s, {}", model.name, clip.name, clip.duration(), moving(clip.tracks.len())),
            clip: Some(index),
            duration: clip.duration(),
            start: clip.start,
        })
        .collect()
}

fn moving(joints: usize) -> String {
    if joints == 1 { "1 joint moves".into() } else { format!("{joints} joints move") }
}

impl Row {
    /// Seconds since the clip's start.
    fn time(&self, moment: usize) -> f32 {
        self.duration * moment as f32 / MOMENTS as f32
    }

    fn pose(&self, actor: &mut Actor, moment: usize) {
        match self.clip {
            Some(clip) => {
                if actor.clip != self.clip {
                    actor.select_clip(clip);
                }
                actor.player.seek(self.start + self.time(moment));
            }
            None => actor.bind_pose = true,
        }
        actor.pose();
    }

    /// Everything that is to be seen at any of the moments.
    fn points(&self, actor: &mut Actor) -> Vec<Vec3> {
        let mut all = Vec::new();
        for moment in 0..MOMENTS {
            self.pose(actor, moment);
            all.extend(world_points(&actor.model, &actor.instance).into_iter().filter(|point| point.is_finite()));
        }
        all
    }
}

/// Copies a small picture into a large one, and cuts off pixels that would lie outside.
fn paste(sheet: &mut Picture, tile: &Picture, (left, top): (u32, u32)) {
    let width = tile.width.min(sheet.width.saturating_sub(left)) as usize * 4;
    for row in 0..tile.height.min(sheet.height.saturating_sub(top)) {
        let from = (row * tile.width) as usize * 4;
        let to = ((top + row) as usize * sheet.width as usize + left as usize) * 4;
        sheet.rgba[to..to + width].copy_from_slice(&tile.rgba[from..from + width]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_that_no_program_opens_is_refused() {
        assert_eq!(sheet_size(TILE, 3).unwrap(), (1760, 1392));
        assert!(sheet_size((2048, 100), 1).is_ok());
        for (tile, rows) in [((2049, 100), 1), ((100, 100), 74), ((u32::MAX, u32::MAX), 30)] {
            let error = sheet_size(tile, rows).unwrap_err().to_string();
            assert!(error.contains("name a smaller --size"), "{error}");
        }
    }

    #[test]
    fn tiles_land_where_they_belong() {
        let mut sheet = Picture::filled(5, 4, [0; 4]);
        paste(&mut sheet, &Picture::filled(2, 2, [9; 4]), (1, 2));
        let marked: Vec<(u32, u32)> =
            (0..4).flat_map(|y| (0..5).map(move |x| (x, y))).filter(|(x, y)| sheet.pixel(*x, *y) == [9; 4]).collect();
        assert_eq!(marked, [(1, 2), (2, 2), (1, 3), (2, 3)]);
        paste(&mut sheet, &Picture::filled(9, 9, [7; 4]), (4, 3));
        assert_eq!(sheet.pixel(4, 3), [7; 4], "what fits is copied");
    }
}
