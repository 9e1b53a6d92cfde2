//! The fade from one clip into another.

use armature::animation::Fade;
use armature::model::{ModelInstance, PoseChange};

/// The length of fades between clips, and the current one.
#[derive(Clone, Debug, Default)]
pub struct ClipFade {
    /// Seconds that a fade into another clip takes; 0 is a cut.
    pub seconds: f32,
    fade: Option<Fade>,
}

impl ClipFade {
    /// Begins at what the instance shows.
    pub(super) fn begin(&mut self, shown: &ModelInstance) {
        if self.seconds > 0.0 {
            let mut fade = Fade::new(shown.pose());
            fade.morph_weights(&shown.weights);
            fade.begin(self.seconds);
            self.fade = Some(fade);
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
        let weights = change.weights_mut();
        weights.clone_from_slice(fade.morph_weights(weights));
        self.fade.take_if(|fade| !fade.is_fading());
    }
}
