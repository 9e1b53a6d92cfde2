//! Positions of the figures: side by side, each twice, brought to one height.

use crate::bind_skins;
use crate::checks::REFERENCE;
use crate::file::FigureFile;
use armature::mesh::Bounds;
use armature::model::ModelInstance;
use common::graphics::{renderer, skinned_points::world_points};
use common::ui::View;
use given::CallError;
use glam::{Affine3A, Mat4, Vec3};

/// The height at which every figure is drawn, in metres.
const HEIGHT: f32 = 1.8;
const GAP: f32 = 0.12;
/// Distance from the middle of a figure to the tip of its foot, if that is in front of all else.
const FOOT: f32 = 0.3;
/// Thin figures need space to bend.
const MIN_WIDTH: f32 = 0.55;

/// Transforms of a file's two figures, the textured one and the one that shows weights.
pub(crate) struct Stand {
    /// World space from the file's, for the textured figure.
    pub(crate) textured: Mat4,
    pub(crate) weights: Mat4,
    /// The left and right ends of both together.
    ends: [f32; 2],
    /// Distance from the middle to the front, and to the back.
    depth: f32,
}

/// Returns the bounds of the finished figure, at rest, in our axes, metres.
///
/// # Errors
/// If one of our own answers cannot be used.
pub fn bounds(file: &FigureFile) -> Result<Bounds, CallError> {
    let model = bind_skins(file, &REFERENCE.collada_skin)?.0;
    let bounds = Bounds::from_points(world_points(&model, &ModelInstance::new(&model)));
    Ok(bounds.unwrap_or(Bounds { min: Vec3::ZERO, max: Vec3::ZERO }))
}

impl Stand {
    /// Returns a stand for each file, from left to right.
    pub(crate) fn row(files: &[FigureFile]) -> Result<Vec<Stand>, CallError> {
        let mut left = 0.0;
        let mut stands = Vec::new();
        for (index, file) in files.iter().enumerate() {
            let bounds = bounds(file)?;
            let size = bounds.size();
            let scale = HEIGHT / size.y.max(1e-6);
            let width = (size.x * scale).max(MIN_WIDTH);
            let foot = Vec3::new(bounds.center().x, bounds.min.y, bounds.center().z);
            let mut places = [left, left + width + GAP].map(|left| {
                Mat4::from(
                    Affine3A::from_translation(Vec3::new(left + width / 2.0, 0.0, 0.0))
                        * Affine3A::from_scale(Vec3::splat(scale))
                        * Affine3A::from_translation(-foot),
                )
            });
            left += width + GAP;
            left += width + GAP;
            // The textured figures of two files stand next to one another.
            if index == 0 && files.len() > 1 {
                places.reverse();
            }
            stands.push(Stand {
                textured: places[0],
                weights: places[1],
                ends: [left - 2.0 * (width + GAP), left - GAP],
                depth: scale * size.z / 2.0,
            });
        }
        Ok(stands)
    }

    /// Returns points around all figures, for the camera.
    pub(crate) fn extent(stands: &[Stand]) -> Vec<Vec3> {
        let ends = stands.iter().flat_map(|stand| stand.ends.map(|x| (x, stand.depth)));
        // What stands upright is thin at its top.
        ends.flat_map(|(x, depth)| {
            let front = Vec3::new(x, 0.0, depth.max(FOOT));
            [front, Vec3::new(x, HEIGHT, (depth - FOOT).max(0.0))]
        })
        .collect()
    }

    pub(crate) fn view_of(world_from_file: &Mat4, view: &View) -> renderer::Viewpoint {
        renderer::Viewpoint {
            clip_from_world: view.clip_from_world() * *world_from_file,
            eye: world_from_file.inverse().transform_point3(view.camera.eye()),
            to_light: view.to_light(),
        }
    }
}
