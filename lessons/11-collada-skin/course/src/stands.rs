//! Positions of the figures: side by side, each twice, brought to one height.

use crate::file::FigureFile;
use crate::finished::ANSWERS;
use crate::skinned::bind_skins;
use crate::{Answers, ColladaSkin};
use armature::mesh::Bounds;
use armature::model::ModelInstance;
use given::CallError;
use glam::{Affine3A, Mat4, Vec3};

/// The height at which every figure is drawn, in metres.
const HEIGHT: f32 = 1.8;
const GAP: f32 = 0.12;
/// Width of the scene's picture at the camera's distance 1.
const WIDTH: f32 = 1.1;
/// The scene's camera, for figures that fit into its picture.
pub(crate) const CAMERA: [f32; 4] = [0.1, 0.1, 2.9, 0.9];
/// Thin figures need space to bend.
const MIN_WIDTH: f32 = 0.55;

/// Transforms of a file's two figures, the textured one and the one that shows weights.
pub(crate) struct Stand {
    /// World space from the file's, for the textured figure.
    pub(crate) textured: Mat4,
    pub(crate) weights: Mat4,
    /// The left and right ends of both together.
    ends: [f32; 2],
}

/// Returns the bounds of the finished figure, at rest, in our axes, metres.
///
/// # Errors
/// If one of our own answers cannot be used.
pub fn bounds(file: &FigureFile) -> Result<Bounds, CallError> {
    let model = bind_skins(file, &given::table!(ColladaSkin, ANSWERS))?.0;
    let bounds = ModelInstance::new(&model).bounds(&model).unwrap_or(Bounds { min: Vec3::ZERO, max: Vec3::ZERO });
    Ok(bounds.transformed(&model.world_from_model))
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
            });
        }
        Ok(stands)
    }

    /// Returns where the camera looks on the ground, and the camera if all figures are not seen by the scene's.
    pub(crate) fn seen<'a>(stands: impl Iterator<Item = &'a Stand>) -> (Vec3, Option<[f32; 4]>) {
        let [mut left, mut right] = [f32::MAX, f32::MIN];
        for Stand { ends, .. } in stands {
            left = left.min(ends[0]);
            right = right.max(ends[1]);
        }
        let [yaw, pitch, distance, height] = CAMERA;
        let farther = (right - left) / WIDTH;
        let camera = (farther > distance).then_some([yaw, pitch, farther, height]);
        (Vec3::X * f32::midpoint(left, right), camera)
    }
}
