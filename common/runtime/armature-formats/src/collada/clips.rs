//! The clips of a file, and which channels each plays.

use super::{
    channels::{Channel, Channels, Driven, animation_name},
    reader::Reader,
    xml::{Element, attribute, children},
};
use crate::loading::{Error, counted, limits::MAX_EVALUATIONS};
use roxmltree::NodeId;
use std::{collections::HashMap, ops::Range};

/// A clip that is to be built.
pub(super) struct ClipPlan {
    pub(super) name: String,
    /// First and last moment that are played, in seconds; the file's keys without them.
    pub(super) start: Option<f32>,
    pub(super) end: Option<f32>,
    /// Indices of the channels that it plays.
    pub(super) channels: Vec<usize>,
}

/// Finds the clips of a file, and the channels of each. Channels outside of all clips make a clip named `name`, or several
/// clips if two of their animations drive one target.
pub(super) fn plan_clips<'a>(reader: &Reader<'a>, channels: &Channels<'a>, name: &str) -> Result<Vec<ClipPlan>, Error> {
    let mut plans = Vec::new();
    let mut is_in_clip = vec![false; channels.all.len()];
    let mut numbers: HashMap<NodeId, usize> = HashMap::new();
    numbers.extend(channels.animations.iter().enumerate().map(|(number, animation)| (animation.element.id(), number)));
    let mut work_left = MAX_EVALUATIONS;
    for element in reader.library("library_animation_clips", "animation_clip") {
        reader.check_count(element, plans.len())?;
        let played = read_animations(reader, channels, &numbers, element);
        let mut own = Vec::new();
        let work = channels.all.len().saturating_mul(1 + played.len());
        work_left = work_left.checked_sub(work).ok_or_else(|| reader.error(element, TOO_MUCH))?;
        for (index, channel) in channels.all.iter().enumerate().filter(|(_, channel)| channel.driven.is_some()) {
            if played.iter().any(|animations| animations.contains(&channel.animation)) {
                is_in_clip[index] = true;
                own.push(index);
            }
        }
        let start = reader.time(element, "start").unwrap_or(0.0);
        let mut end = reader.time(element, "end");
        if end.is_some_and(|end| end < start) {
            reader.warn(element, "the clip ends before it starts: it runs to its last key");
            end = None;
        }
        let number = format!("clip {}", plans.len());
        let names = [attribute(element, "name"), attribute(element, "id"), &number];
        let name = names.into_iter().find(|name| !name.is_empty()).unwrap_or_default().into();
        plans.push(ClipPlan { name, start: Some(start), end, channels: own });
    }
    let mut others: Vec<usize> = (0..channels.all.len()).filter(|index| !is_in_clip[*index]).collect();
    others.retain(|index| channels.all[*index].driven.is_some());
    if others.is_empty() {
        return Ok(plans);
    }
    let has_clips = !plans.is_empty();
    if has_clips {
        let others = counted(others.len(), "channel", "channels");
        reader.warn_of_file(format!("{others} in no clip: played by one named \"{name}\""));
    }
    let groups = if has_clips { Vec::new() } else { compatible_groups(channels, &others) };
    if groups.len() < 2 {
        plans.push(ClipPlan { name: name.into(), start: None, end: None, channels: others });
        return Ok(plans);
    }
    reader.warn_of_file(format!(
        "{} clips, though the file names none: animations move the same, so they are played one at a time",
        groups.len()
    ));
    for (animation, own) in groups {
        let named = animation.and_then(|animation| animation_name(&channels.animations[animation]));
        plans.push(ClipPlan { name: named.unwrap_or(name).into(), start: None, end: None, channels: own });
    }
    Ok(plans)
}

pub(super) const TOO_MUCH: &str = "too many nodes, keys, channels and clips for one another";

/// Returns the animations that a clip plays, each with those inside it.
fn read_animations<'a>(
    reader: &Reader<'a>,
    channels: &Channels<'a>,
    numbers: &HashMap<NodeId, usize>,
    clip: Element<'a>,
) -> Vec<Range<usize>> {
    let mut played = Vec::new();
    for instance in children(clip, "instance_animation") {
        let reference = attribute(instance, "url");
        let number = reader.target("animation", reference).and_then(|animation| numbers.get(&animation.id()));
        match number {
            Some(number) => played.push(*number..channels.animations[*number].end),
            None => {
                let id = attribute(clip, "id");
                let message = format!("clip \"{id}\" names an animation \"{reference}\" that is not there");
                reader.warn(instance, message);
            }
        }
    }
    played
}

/// Divides channels into groups that can play at once: no two animations of a group have a target in common. Returns each
/// group with its animation, or `None` for a group of several animations.
fn compatible_groups(channels: &Channels<'_>, driven: &[usize]) -> Vec<(Option<usize>, Vec<usize>)> {
    let mut units = Vec::new();
    split_by_animation(channels, driven, 0..channels.animations.len(), &mut units);
    let mut groups: Vec<(Option<usize>, Vec<usize>)> = Vec::new();
    let mut next_group: HashMap<Option<Driven>, usize> = HashMap::new(); // the first group without the target
    for (animation, own) in units {
        let mut group = 0;
        for channel in own {
            group = group.max(next_group.get(&channels.all[*channel].driven).copied().unwrap_or(0));
        }
        next_group.extend(own.iter().map(|channel| (channels.all[*channel].driven, group + 1)));
        match groups.get_mut(group) {
            Some((common_animation, channels)) => {
                *common_animation = None;
                channels.extend(own);
            }
            None => groups.push((Some(animation), own.to_vec())),
        }
    }
    groups
}

/// Appends each animation of a range with its channels, which include those of nested animations. An animation whose nested
/// animations have targets in common is replaced by its own channels and the nested animations.
fn split_by_animation<'d>(
    channels: &Channels<'_>,
    mut driven: &'d [usize],
    animations: Range<usize>,
    units: &mut Vec<(usize, &'d [usize])>,
) {
    let mut index = animations.start;
    while index < animations.end && !driven.is_empty() {
        let end = channels.animations[index].end;
        let inside = driven.partition_point(|channel| channels.all[*channel].animation < end);
        let own = driven.partition_point(|channel| channels.all[*channel].animation <= index).min(inside);
        let mut first = HashMap::new();
        let mut is_consistent = true;
        for channel in &driven[..inside] {
            let Channel { driven, animation, .. } = &channels.all[*channel];
            is_consistent &= *first.entry(*driven).or_insert(*animation) == *animation;
        }
        if is_consistent {
            units.extend((inside > 0).then_some((index, &driven[..inside])));
        } else {
            units.extend((own > 0).then_some((index, &driven[..own])));
            split_by_animation(channels, &driven[own..inside], index + 1..end, units);
        }
        driven = &driven[inside..];
        index = end;
    }
}

/// Returns the plan of a clip with all keys of some channels, whatever ranges the file's clips have: of the channels of one
/// clip, or of all that move something.
pub(super) fn whole_timeline(channels: &Channels<'_>, plans: &[ClipPlan], clip: Option<usize>) -> ClipPlan {
    let driven = (0..channels.all.len()).filter(|index| channels.all[*index].driven.is_some());
    let channels = clip.map_or_else(|| driven.collect(), |clip| plans[clip].channels.clone());
    ClipPlan { name: String::new(), start: None, end: None, channels }
}
