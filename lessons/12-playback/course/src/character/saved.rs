//! Clips that were keyed in lesson 16: each plays in the place of the knight's clip of the same name.

use super::file::{CharacterFile, ClipKeys, FileClip, copied_tracks};
use anyhow::{Context, Result};
use armature::animation::{Clip as CoreClip, Cursors};
use armature::skeleton::Pose;
use armature_formats::container::{AnimationSet, store};
use common::prelude::Message;
use std::path::Path;

/// Number of times at which two clips are compared.
const TIMES: usize = 33;
/// Smallest difference of a joint, in metres and in radians, and of a clip's length, in seconds, that makes another clip.
const SAME: f32 = 2e-3;
const SAME_TIME: f32 = 0.01;

/// Returns the figure with the clips of the newest file that was saved for the knight, and lines about them.
///
/// # Errors
/// If the folder cannot be read.
pub fn with_saved_clips(figure: &CharacterFile, folder: &Path) -> Result<(CharacterFile, Vec<Message>)> {
    let opened = store::open_newest(folder, "knight", AnimationSet::from_bytes);
    let opened = opened.with_context(|| folder.display().to_string())?;
    let clips = match opened.newest {
        Some((_, (set, _))) => set.for_skeleton(&figure.model.skeleton).set.clips,
        None => Vec::new(),
    };
    Ok(figure.with_clips(&clips))
}

impl CharacterFile {
    /// Returns the figure with these clips, of its own joints, in the place of its own of the same names, and a line about each
    /// that moves otherwise. Joints without keys move as in its own. A figure that is in no Collada file keeps its clips.
    pub fn with_clips(&self, clips: &[CoreClip]) -> (Self, Vec<Message>) {
        let mut figure = self.clone();
        let mut messages = Vec::new();
        for saved in clips.iter().filter(|_| self.collada.is_some()) {
            let own = self.model.clips.iter().position(|own| own.name == saved.name);
            let Some(index) = own.filter(|own| !self.moves_alike(&self.model.clips[*own], saved)) else { continue };
            let own = &self.model.clips[index];
            let mut clip = saved.clone();
            for tracks in &own.tracks {
                if saved.tracks.iter().all(|keyed| keyed.joint != tracks.joint) {
                    clip.tracks.push(tracks.clone());
                }
            }
            let mut note = format!("{} as you have keyed it", clip.name);
            if (clip.duration() - own.duration()).abs() > SAME_TIME {
                note += &format!("; it is {:.2} s long, and was {:.2} s", clip.duration(), own.duration());
            }
            messages.push(Message::note(note));
            let rate = figure.clips[index].clip.ticks_per_second;
            figure.clips[index] = FileClip::new(&clip, rate, figure.keys.len());
            figure.keys.push(ClipKeys::Tracks(copied_tracks(&clip, &self.model, rate)));
            figure.model.clips[index] = clip;
        }
        (figure, messages)
    }

    /// Whether two clips have the same length and the same poses.
    fn moves_alike(&self, a: &CoreClip, b: &CoreClip) -> bool {
        let differs = |time| {
            let [a, b] = [a, b].map(|clip| self.pose(clip, time));
            a.locals.iter().zip(&b.locals).any(|(a, b)| {
                a.translation.distance(b.translation) > SAME || a.rotation.angle_between(b.rotation) > SAME
            })
        };
        (a.duration() - b.duration()).abs() < SAME_TIME && !(0..TIMES).any(differs)
    }

    /// Returns the pose at one of [`TIMES`] times of a clip.
    fn pose(&self, clip: &CoreClip, time: usize) -> Pose {
        let bind = self.model.skeleton.bind_pose();
        let mut pose = bind.clone();
        let seconds = clip.start + clip.duration() * time as f32 / (TIMES - 1) as f32;
        clip.sample(seconds, &bind, &mut Cursors::default(), &mut pose);
        pose
    }
}
