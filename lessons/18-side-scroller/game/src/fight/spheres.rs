//! The spheres of the figures, and their places in this step and in the last.

use crate::{Moving, PlacedSphere, SideScroller, Sphere, SphereKind};
use given::CallError;
use glam::{Mat4, Vec3};

/// A figure's spheres in the world: in this step, and in the last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FigureSpheres {
    /// Spheres as many as the figure has, in their order; none as long as 18.7 places none.
    pub now: Vec<PlacedSphere>,
    pub before: Vec<PlacedSphere>,
}

impl FigureSpheres {
    /// Forgets the last step: the figure was put elsewhere.
    pub fn forget(&mut self) {
        self.now.clear();
        self.before.clear();
    }

    /// Places the spheres of the next step by 18.7. The last step's list is reused.
    pub fn step(
        &mut self,
        answers: &SideScroller,
        spheres: &[Sphere],
        model_from_joint: &[Mat4],
        world_from_model: Mat4,
    ) -> Result<(), CallError> {
        std::mem::swap(&mut self.now, &mut self.before);
        answers.spheres_at(spheres, model_from_joint, world_from_model, &mut self.now)?;
        if !self.now.is_empty() && self.now.len() != spheres.len() {
            let message = format!("{} of {} spheres are placed", self.now.len(), spheres.len());
            return Err(CallError::unusable("18.7", message));
        }
        for (index, sphere) in self.now.iter().enumerate() {
            // NaN must fail these comparisons.
            let is_sound = sphere.center.is_finite() && sphere.center.length() < 1e6 && sphere.radius < 1e6;
            if !is_sound {
                return Err(CallError::unusable("18.7", format!("sphere {index} is nowhere, or without end")));
            }
        }
        Ok(())
    }

    /// Returns the motions of a figure's hit or hurt spheres within this step.
    pub fn all(&self, spheres: &[Sphere], kind: SphereKind) -> impl Iterator<Item = Moving> + Clone {
        spheres
            .iter()
            .enumerate()
            .filter(move |(_, sphere)| sphere.kind == kind)
            .filter_map(|(index, _)| self.moving(index))
    }

    /// Returns a sphere's motion within this step, seen from the side: the game is played in a plane, and z is 0.
    /// `None` if it is not placed.
    pub fn moving(&self, sphere: usize) -> Option<Moving> {
        let now = self.now.get(sphere)?;
        let before = self.before.get(sphere).unwrap_or(now);
        Some(Moving { from: before.center.with_z(0.0), to: now.center.with_z(0.0), radius: now.radius })
    }
}

/// Returns the point where the first of `hits` that meets one of `hurts` in this step touches it, by 18.8.
pub fn meet(
    answers: &SideScroller,
    hits: impl Iterator<Item = Moving>,
    hurts: &(impl Iterator<Item = Moving> + Clone),
) -> Result<Option<Vec3>, CallError> {
    for hit in hits {
        for hurt in hurts.clone() {
            match answers.swept_hit(&hit, &hurt)? {
                Some(when) if (0.0..=1.0).contains(&when) => {
                    let a = hit.from.lerp(hit.to, when);
                    let b = hurt.from.lerp(hurt.to, when);
                    return Ok(Some(b + (a - b).normalize_or_zero() * hurt.radius));
                }
                Some(when) => return Err(CallError::unusable("18.8", format!("at {when}: a step lasts from 0 to 1"))),
                None => {}
            }
        }
    }
    Ok(None)
}
