//! The fade from one clip into another.

use armature::animation::Fade;
use armature::model::{ModelInstance, PoseChange};

/// The length of fades between clips, and the current one.
#[derive(Clone, Debug, Default)]
pub struct ClipFade {
    /// Seconds that a fade into another clip takes; 0 is a cut.
    pub seconds: f32,
    fade: Option<Fade>,
    /// The weights of morph targets when it began.
    weights: Vec<Vec<f32>>,
}

impl ClipFade {
    /// Begins at what the instance shows.
    pub(super) fn begin(&mut self, shown: &ModelInstance) {
        if self.seconds > 0.0 {
            let mut fade = Fade::new(shown.pose());
            fade.begin(self.seconds);
            self.fade = Some(fade);
            self.weights.clone_from(&shown.weights);
        }
    }

    /// Shows the clip alone from here on.
    pub(super) fn end(&mut self) {
        self.fade = None;
    }

    /// Fades the figure's pose and weights, `seconds` after the last time.
    pub(super) fn advance(&mut self, seconds: f32, change: &mut PoseChange<'_>) {
        let Some(fade) = &mut self.fade else { return };
        let shown = fade.advance(seconds, change.pose());
        change.pose_mut().set(shown);
        let from = self.weights.iter().flatten();
        for (to, from) in change.weights_mut().iter_mut().flatten().zip(from) {
            *to = from + (*to - from) * fade.weight();
        }
        self.fade.take_if(|fade| !fade.is_fading());
    }
}
