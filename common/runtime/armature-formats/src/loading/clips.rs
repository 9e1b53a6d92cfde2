//! Names of clips.

use super::Reporter;
use armature::animation::Clip;
use std::collections::{HashMap, HashSet};

/// Warns of clips in which nothing moves, and makes the names of clips unique: a second clip `walk` becomes `walk (2)`.
pub(crate) fn finish_clips(clips: &mut [Clip], reporter: &mut Reporter) {
    for clip in clips.iter().filter(|clip| !clip.moves()) {
        reporter.warn(None, format!("clip \"{}\": nothing moves in it", clip.name));
    }
    let given: HashSet<String> = clips.iter().map(|clip| clip.name.clone()).collect();
    let mut last: HashMap<String, usize> = HashMap::new();
    for clip in clips {
        let Some(number) = last.get_mut(&clip.name) else {
            last.insert(clip.name.clone(), 1);
            continue;
        };
        *number += 1;
        while given.contains(&format!("{} ({number})", clip.name)) {
            *number += 1;
        }
        clip.name = format!("{} ({number})", clip.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clips_of_one_name() {
        let mut clips = ["a", "b", "a", "a (2)", "a"].map(|name| Clip::of_tracks(name, Vec::new()));
        finish_clips(&mut clips, &mut Reporter::new(""));
        assert_eq!(clips.map(|clip| clip.name), ["a", "b", "a (3)", "a (2)", "a (4)"]);
    }
}
