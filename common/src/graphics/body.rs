//! What of a figure moves: joints and palettes, by the plain forms or by the fast paths.

use super::{renderer::Posed, scene::world_points};
use crate::{
    fast::Performer,
    math::Transform,
    mesh::Bounds,
    model::{Figure, Model},
    skeleton::Pose,
};
use glam::{Affine3A, Vec3};

/// A figure in either form, with the same calls: what windows, pictures and contact sheets pose and draw.
#[derive(Clone, Debug)]
pub enum Body {
    /// As the lessons write it: joint by joint.
    Plain(Figure),
    /// Eight joints at a time: see [`crate::fast`].
    Fast(Performer),
}

impl Body {
    /// The plain form, in its bind pose.
    pub fn plain(model: &Model) -> Self {
        Body::Plain(Figure::new(model))
    }

    /// The fast form, in its bind pose.
    pub fn fast(model: &Model) -> Self {
        Body::Fast(Performer::of_model(model))
    }

    /// Poses it at `time` of a clip, on the clip's own clock, or at rest where there is no such clip.
    ///
    /// # Panics
    /// If `model` is another than the one it was made of; so do the functions below.
    pub fn pose_at(&mut self, model: &Model, clip: Option<usize>, time: f32) {
        let clip = clip.filter(|clip| *clip < model.clips.len());
        match (self, clip) {
            (Body::Plain(figure), Some(clip)) => figure.sample(model, &model.clips[clip], time),
            (Body::Plain(figure), None) => figure.rest(model),
            (Body::Fast(performer), Some(clip)) => performer.sample(model, clip, time),
            (Body::Fast(performer), None) => performer.rest(),
        }
    }

    /// Palettes as if no joint had ever moved the mesh. The next pose undoes it.
    pub fn leave_unskinned(&mut self, model: &Model) {
        match self {
            Body::Plain(figure) => figure.leave_unskinned(model),
            Body::Fast(performer) => performer.leave_unskinned(model),
        }
    }

    /// What is drawn.
    pub fn posed(&self) -> Posed<'_> {
        match self {
            Body::Plain(figure) => figure.into(),
            Body::Fast(performer) => performer.figure().into(),
        }
    }

    /// `model_from_joint` of a joint of the skeleton.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn model_from_joint(&self, joint: usize) -> Affine3A {
        self.posed().model_from_joint(joint)
    }

    /// `parent_from_joint` of a joint of the skeleton, without shear.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn local(&self, joint: usize) -> Transform {
        match self {
            Body::Plain(figure) => figure.pose.locals[joint],
            Body::Fast(performer) => performer.figure().local(joint),
        }
    }

    /// The current pose.
    pub fn pose(&self) -> Pose {
        match self {
            Body::Plain(figure) => figure.pose.clone(),
            Body::Fast(performer) => {
                let mut pose = Pose::default();
                performer.figure().write_pose(&mut pose);
                pose
            }
        }
    }

    /// Every vertex as it is posed now, or the joints where there is no mesh, in world space: for framing a
    /// picture, not for every frame.
    pub fn points(&self, model: &Model) -> Vec<Vec3> {
        world_points(model, self.posed())
    }

    /// The box around [`points`](Self::points); `None` for an empty model.
    pub fn bounds(&self, model: &Model) -> Option<Bounds> {
        Bounds::of(self.points(model))
    }

    /// The lowest that the figure comes to in a clip (at rest without one), looked at now and then: a figure
    /// that jumps should leave the ground, and one that rests elsewhere than it plays should stand on
    /// it. It is left in the last pose that was looked at.
    pub fn lowest(&mut self, model: &Model, clip: Option<usize>) -> Option<f32> {
        const LOOKS: usize = 9;
        let (start, duration) = clip
            .and_then(|clip| model.clips.get(clip))
            .map_or((0.0, 0.0), |clip| (clip.start, clip.duration()));
        let looks = if duration > 0.0 { LOOKS } else { 1 };
        let look = |index: usize| {
            let share = index as f32 / (LOOKS - 1) as f32;
            self.pose_at(model, clip, start + duration * share);
            Some(self.bounds(model)?.min.y)
        };
        (0..looks).filter_map(look).reduce(f32::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collada;
    use std::path::Path;

    /// All over every clip, in an order that makes cursors search. A rotation may differ by 0.0001 rad where
    /// keys are far apart ([`fast::Motion`](crate::fast::Motion)), and a vertex has several joints above it
    /// at some tenths of a metre: 0.2 mm is a tenth of a pixel in a picture of a thousand lines.
    #[test]
    fn both_forms_are_at_the_same_place() {
        for name in ["knight", "creature"] {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../assets/{name}.dae"));
            let model = collada::load(&file).unwrap().model;
            let (mut plain, mut fast) = (Body::plain(&model), Body::fast(&model));
            let mut worst = 0.0f32;
            for (place, clip) in model.clips.iter().enumerate() {
                for look in 0..40 {
                    let share = (17 * look % 40) as f32 / 39.0;
                    let time = clip.start + clip.duration() * share;
                    for body in [&mut plain, &mut fast] {
                        body.pose_at(&model, Some(place), time);
                    }
                    let pairs = plain.points(&model).into_iter().zip(fast.points(&model));
                    worst = pairs.fold(worst, |worst, (a, b)| worst.max(a.distance(b)));
                }
                let [want, got] = [&mut plain, &mut fast]
                    .map(|body| body.lowest(&model, Some(place)).expect("a mesh"));
                worst = worst.max((want - got).abs());
            }
            assert!(worst < 2e-4, "{name}: {worst} m apart");
        }
    }
}
