//! Clips that were keyed in lesson 16: each plays in the place of the knight's clip of the same name.

use super::file::{CharacterFile, ClipKeys, FileClip, copied_tracks};
use anyhow::{Context, Result};
use armature::animation::{Clip as CoreClip, Cursors, JointTracks, RotationTrack, Track, TrackError};
use armature::skeleton::Pose;
use armature_formats::container::{AnimationSet, store};
use common::prelude::Message;
use glam::{Quat, Vec3};
use std::path::Path;

/// Number of times at which two clips are compared.
const TIMES: usize = 33;
/// Smallest difference of a joint, in metres and in radians, that makes another clip.
const SAME: f32 = 2e-3;
/// Height of the lower toe over that of the knight's clip from which on a clip has no foot on the ground, in metres.
const IN_THE_AIR: f32 = 0.1;
/// Clips in which nobody stands.
const OF_THE_AIR: [&str; 2] = ["jump", "fall"];

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
    Ok(figure.with_clips(&clips, &[]))
}

impl CharacterFile {
    /// Returns the figure with these clips, of its own joints, in the place of its own of the same names, and a line about each
    /// that moves otherwise. What a clip lacks is the figure's own: its length, the joints without keys, and the legs if no
    /// foot is on the ground. `hits` has the times at which the own clips of these names hit, which stay. A figure that is in no
    /// Collada file keeps its clips.
    pub fn with_clips(&self, clips: &[CoreClip], hits: &[(&str, (f32, f32))]) -> (Self, Vec<Message>) {
        let mut figure = self.clone();
        let mut messages = Vec::new();
        for saved in clips.iter().filter(|_| self.collada.is_some()) {
            let own = self.model.clips.iter().position(|own| own.name == saved.name);
            let Some(index) = own.filter(|own| !self.moves_alike(&self.model.clips[*own], saved)) else { continue };
            let own = &self.model.clips[index];
            match self.completed(own, saved) {
                Ok((clip, mut note)) => {
                    if let Some((_, (from, to))) = hits.iter().find(|(name, _)| *name == clip.name) {
                        let [from, to] = [from, to].map(|seconds| seconds * saved.duration() / clip.duration());
                        note += &format!("; it hits from its {from:.2} s to its {to:.2} s, as before");
                    }
                    messages.push(Message::note(format!("{} as you have keyed it{note}", clip.name)));
                    let rate = figure.clips[index].clip.ticks_per_second;
                    figure.clips[index] = FileClip::new(&clip, rate, figure.keys.len());
                    figure.keys.push(ClipKeys::Tracks(copied_tracks(&clip, &self.model, rate)));
                    figure.model.clips[index] = clip;
                }
                Err(error) => messages.push(Message::warning(saved.name.clone(), format!("not played: {error}"))),
            }
        }
        (figure, messages)
    }

    /// Returns a saved clip with all that it lacks from the figure's `own`, and the end of a sentence that says what.
    fn completed(&self, own: &CoreClip, saved: &CoreClip) -> Result<(CoreClip, String), TrackError> {
        let mut clip = CoreClip { tracks: Vec::new(), file_keys: Vec::new(), weights: Vec::new(), ..own.clone() };
        for tracks in &saved.tracks {
            clip.tracks.push(stretched(tracks, saved, own)?);
        }
        let keyed = clip.tracks.len();
        for tracks in &own.tracks {
            if clip.tracks.iter().all(|keyed| keyed.joint != tracks.joint) {
                clip.tracks.push(tracks.clone());
            }
        }
        let mut note = String::new();
        if clip.tracks.len() > keyed {
            note += &format!("; {} joints without keys move as before", clip.tracks.len() - keyed);
        }
        let is_of_the_air = OF_THE_AIR.contains(&&*own.name);
        if !is_of_the_air && self.lowest_toes(&clip).zip(self.lowest_toes(own)).is_some_and(|(a, b)| a > b + IN_THE_AIR)
        {
            let legs: Vec<bool> = (0..self.joints.len()).map(|joint| self.is_leg(joint)).collect();
            clip.tracks.retain(|tracks| !legs[tracks.joint]);
            clip.tracks.extend(own.tracks.iter().filter(|tracks| legs[tracks.joint]).cloned());
            note += "; no foot was on the ground, so the legs move as before";
        }
        if (saved.duration() - own.duration()).abs() > 0.01 {
            note += &format!("; its {:.2} s play in {:.2} s, as before", saved.duration(), own.duration());
        }
        Ok((clip, note))
    }

    /// Whether a joint is the hips, or of a leg.
    fn is_leg(&self, joint: usize) -> bool {
        let mut above = Some(joint);
        while let Some(joint) = above {
            if self.joints[joint].name.starts_with("thigh_") {
                return true;
            }
            above = self.joints[joint].parent;
        }
        self.joints[joint].name == "hips"
    }

    /// Returns the largest height of the lower toe in a clip, in metres; `None` without toes.
    fn lowest_toes(&self, clip: &CoreClip) -> Option<f32> {
        let toes = [self.model.skeleton.find("toes_l")?, self.model.skeleton.find("toes_r")?];
        let mut highest = f32::MIN;
        for time in 0..TIMES {
            let joints = self.model.skeleton.model_from_joint(&self.pose(clip, time));
            let heights = toes.map(|toe| (self.model.world_from_model * joints[toe]).translation.y);
            highest = highest.max(heights[0].min(heights[1]));
        }
        Some(highest)
    }

    /// Whether two clips have the same length and the same poses.
    fn moves_alike(&self, a: &CoreClip, b: &CoreClip) -> bool {
        let differs = |time| {
            let [a, b] = [a, b].map(|clip| self.pose(clip, time));
            a.locals.iter().zip(&b.locals).any(|(a, b)| {
                a.translation.distance(b.translation) > SAME || a.rotation.angle_between(b.rotation) > SAME
            })
        };
        (a.duration() - b.duration()).abs() < 0.01 && !(0..TIMES).any(differs)
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

/// Returns a joint's tracks with their times moved from a clip's range to another's.
fn stretched(tracks: &JointTracks, from: &CoreClip, to: &CoreClip) -> Result<JointTracks, TrackError> {
    let factor = if from.duration() > 0.0 { to.duration() / from.duration() } else { 0.0 };
    let times = |times: &[f32]| times.iter().map(|time| to.start + (time - from.start) * factor).collect::<Vec<f32>>();
    let vector = |track: &Option<Track<Vec3>>| -> Result<Option<Track<Vec3>>, TrackError> {
        let track = track.as_ref().map(|track| Track::new(times(track.times()), track.values().to_vec()));
        track.transpose()
    };
    let rotation = tracks.rotation.as_ref().map(|track| {
        let keys: Vec<Quat> = track.track().values().to_vec();
        RotationTrack::from_unit_keys(times(track.times()), keys)
    });
    Ok(JointTracks {
        joint: tracks.joint,
        translation: vector(&tracks.translation)?,
        rotation: rotation.transpose()?,
        scale: vector(&tracks.scale)?,
        shear: vector(&tracks.shear)?,
    })
}
