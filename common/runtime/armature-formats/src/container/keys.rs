//! Keys of a joint as the content of a blob, and clips of such blobs.

use super::{Blob, ContainerError, ModelReference, ReferenceJoint};
use armature::{
    animation::{Clip, JointTracks, Key, RotationTrack, Track, TrackError},
    math::Transform,
};
use glam::{Quat, Vec3};
use std::collections::HashMap;

/// Version of the layout of [`Kind::KEYS`](super::Kind::KEYS).
pub const KEYS_LAYOUT: u32 = 1;

/// Length of a key.
const KEY_BYTES: usize = 44;

/// Returns the content of a blob of keys, as the [page](super#keys-of-a-joint) says. Any numbers come back bit for bit.
pub fn write_keys(keys: &[Key]) -> Vec<u8> {
    let mut bytes = (keys.len() as u32).to_le_bytes().to_vec();
    for Key { time, local: Transform { translation, rotation, scale } } in keys {
        let parts = [&[*time][..], &translation.to_array(), &rotation.to_array(), &scale.to_array()];
        bytes.extend(parts.concat().into_iter().flat_map(f32::to_le_bytes));
    }
    bytes
}

/// Returns the keys of a blob. Their numbers and order are not checked.
///
/// # Errors
/// If the bytes end before the last key, or continue after it, as the rest of a sentence.
pub fn read_keys(bytes: &[u8]) -> Result<Vec<Key>, String> {
    let Some((count, keys)) = bytes.split_first_chunk() else {
        return Err(format!("has {} bytes, but the count alone takes 4", bytes.len()));
    };
    let count = u32::from_le_bytes(*count);
    if keys.len() as u64 != u64::from(count) * KEY_BYTES as u64 {
        return Err(format!("has {} bytes after its count, but {count} keys take {KEY_BYTES} each", keys.len()));
    }
    let mut read = Vec::new();
    for key in keys.as_chunks::<KEY_BYTES>().0 {
        let numbers = key.as_chunks().0.iter().map(|number| f32::from_le_bytes(*number));
        let numbers: Vec<f32> = numbers.collect();
        let local = Transform {
            translation: Vec3::from_slice(&numbers[1..]),
            rotation: Quat::from_slice(&numbers[4..]),
            scale: Vec3::from_slice(&numbers[8..]),
        };
        read.push(Key { time: numbers[0], local });
    }
    Ok(read)
}

/// Returns the clips of some blobs of keys. A joint that the figure does not have is added to it without a parent: so a file
/// of keys alone has a figure of these joints.
///
/// # Errors
/// If a name, a layout or the bytes are not as the [page](super#keys-of-a-joint) says, or if the keys make no track.
pub(super) fn clips_of(blobs: &[&Blob], figure: &mut ModelReference) -> Result<Vec<Clip>, ContainerError> {
    let mut joints: HashMap<String, usize> = HashMap::new();
    for (index, joint) in figure.joints.iter().enumerate() {
        joints.entry(joint.name.clone()).or_insert(index);
    }
    let mut clips: Vec<Clip> = Vec::new();
    let mut indices: HashMap<&str, usize> = HashMap::new();
    for Blob { name, kind, version, bytes } in blobs {
        let error = |fault: String| ContainerError::blob(*kind, name, fault);
        if *version != KEYS_LAYOUT {
            return Err(error(format!("has layout {version}, this program knows layout {KEYS_LAYOUT}")));
        }
        let Some((clip, joint)) = name.rsplit_once('/') else {
            return Err(error("its name is not that of a clip, a slash and a joint".into()));
        };
        let keys = read_keys(bytes).map_err(error)?;
        let joint = *joints.entry(joint.into()).or_insert_with(|| {
            figure.joints.push(ReferenceJoint { name: joint.into(), parent: None });
            figure.joints.len() - 1
        });
        let index = *indices.entry(clip).or_insert_with(|| {
            clips.push(Clip::of_tracks(clip, Vec::new()));
            clips.len() - 1
        });
        if let Some(last) = keys.last() {
            let clip = &mut clips[index];
            clip.tracks.push(tracks_of(joint, &keys).map_err(|fault| error(fault.to_string()))?);
            clip.end = clip.end.max(last.time);
        }
    }
    Ok(clips)
}

fn tracks_of(joint: usize, keys: &[Key]) -> Result<JointTracks, TrackError> {
    let times: Vec<f32> = keys.iter().map(|key| key.time).collect();
    let rotations = keys.iter().map(|key| key.local.rotation).collect();
    Ok(JointTracks {
        joint,
        translation: Some(Track::new(times.clone(), keys.iter().map(|key| key.local.translation).collect())?),
        rotation: Some(RotationTrack::new(times.clone(), rotations)?),
        scale: Some(Track::new(times, keys.iter().map(|key| key.local.scale).collect())?),
        shear: None,
    })
}
