//! Clips (`<animation_clip>`): named intervals of time.

use super::{
    Channel, Document,
    animations::Animation,
    reader::{Element, Reader, attribute, children},
};
use crate::collada::{
    error::{Error, Location},
    numbers::parse_with_comma,
};
use std::collections::HashMap;

/// A named interval of time, and the animations that are played in it.
#[derive(Clone, Debug)]
pub struct ClipData {
    /// Its place.
    pub location: Location,
    /// Its name, or else its id.
    pub name: String,
    /// Start in seconds; 0 if the file has none.
    pub start: f64,
    /// End in seconds; `None` means the last key.
    pub end: Option<f64>,
    /// Indices in the document's animations; nested ones are included.
    pub animations: Vec<usize>,
}

impl ClipData {
    /// Whether the clip plays a channel.
    pub(in crate::collada) fn has(&self, document: &Document, channel: &Channel) -> bool {
        let mut played = self.animations.iter().map(|first| *first..document.animations[*first].end);
        played.any(|animations| animations.contains(&channel.animation))
    }
}

/// Reads all clips, whose animations are found by their ids.
pub(super) fn read_clips(reader: &Reader<'_>, animations: &[Animation]) -> Result<Vec<ClipData>, Error> {
    let mut all = Vec::new();
    let mut by_id: HashMap<&str, usize> = HashMap::new();
    for element in reader.library("library_animation_clips", "animation_clip") {
        if all.is_empty() {
            for (number, animation) in animations.iter().enumerate() {
                by_id.entry(&animation.location.id).or_insert(number);
            }
        }
        reader.check_count(element, all.len())?;
        all.push(read_clip(reader, &by_id, all.len(), element));
    }
    Ok(all)
}

/// Reads an `<animation_clip>`. `number` becomes the name of a clip that has neither name nor id.
fn read_clip(reader: &Reader<'_>, animations: &HashMap<&str, usize>, number: usize, element: Element<'_>) -> ClipData {
    let [start, mut end] = ["start", "end"].map(|name| {
        let text = element.attribute(name)?;
        let time = parse_with_comma(text).map(|(time, _)| time).filter(|time| (*time as f32).is_finite());
        if time.is_none() {
            reader.warn(element, format!("{name}=\"{text}\" is not a time: as if it were absent"));
        }
        time
    });
    let start = start.unwrap_or(0.0);
    if end.is_some_and(|end| end < start) {
        reader.warn(element, "the clip ends before it starts: it runs to its last key");
        end = None;
    }
    let location = element.location();
    let mut played = Vec::new();
    for instance in children(element, "instance_animation") {
        let reference = attribute(instance, "url");
        match animations.get(&*reader.id_of(reference)) {
            Some(animation) => played.push(*animation),
            None => {
                let message = format!("clip \"{}\" names an animation \"{reference}\" that is not there", location.id);
                reader.warn(instance, message);
            }
        }
    }
    let names = [attribute(element, "name").into(), location.id.clone(), format!("clip {number}")];
    let name = names.into_iter().find(|name| !name.is_empty()).unwrap_or_default();
    ClipData { location, name, start, end, animations: played }
}
