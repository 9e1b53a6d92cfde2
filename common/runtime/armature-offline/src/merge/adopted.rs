//! The result of merging clips from another file, and its text.

use super::RestPose;
use std::fmt;

/// Usual factors of the length of steps.
const USUAL_SCALE: std::ops::RangeInclusive<f32> = 0.3..=3.0;

/// Result of [`merge_clips`](super::merge_clips): the merged clips, and possible faults. Its `Display` tells all of them.
#[must_use = "clips of another kind of body are no error"]
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Adopted {
    /// Names of the merged clips, in their order.
    pub clips: Vec<String>,
    /// Number of moving joints that the figure has.
    pub matched: usize,
    /// Moving joints that the figure does not have, whose motion is left out.
    pub unmatched: Vec<String>,
    /// Whether the clips were [retargeted](crate::retarget).
    pub retargeted: bool,
    /// Factor of the hips' path in retargeted clips; `None` if no bones have lengths to compare.
    pub scale: Option<f32>,
    /// Joints of the figure that retargeted clips do not move.
    pub at_rest: Vec<String>,
    /// Joints of legs and arms among these that vertices follow.
    pub limbs_at_rest: Vec<String>,
    /// Whether the figures of retargeted clips are probably not the same kind of body: less than a quarter of the
    /// moving joints is matched, or neither a leg nor an arm, and most joints not by name.
    pub unlike: bool,
    /// Pose that counted as the T pose of retargeted clips.
    pub rest: RestPose,
    /// Pose that counted as the figure's T pose.
    pub figure_rest: RestPose,
    /// Doubts about the clips' figure and about the figure, as sentences without a period: the front, if clues contradict
    /// each other or are missing, and the arms, if other limbs may be arms, too.
    pub doubts: Vec<String>,
    /// Joints that come off the joints that carry them in retargeted clips.
    pub torn: Vec<String>,
    /// Retargeted clips whose soles stay more than a fiftieth of the figure's size above the ground, or are more than a
    /// twentieth below it.
    pub off_ground: Vec<String>,
    /// Retargeted clips in which the figure is always less than four fifths as tall as at rest.
    pub low: Vec<String>,
    /// Retargeted clips that begin with the figure turned by more than 45 degrees from its rest pose.
    pub turned: Vec<String>,
    /// Highest joint of the figure that moves, if the model has another figure with joints of the same names.
    pub one_of_several: Option<String>,
}

impl Adopted {
    /// Returns whether the figure [moves](Self::is_usable) as the clips' does, and nothing is left out.
    pub fn is_whole(&self) -> bool {
        self.is_usable() && self.unmatched.is_empty()
    }

    /// Returns whether there are clips, and the figure's body moves as that of their figure. Joints that it does not have
    /// may be left out, such as a cape: [`matched`](Self::matched) and the number of [`unmatched`](Self::unmatched) say how
    /// many.
    ///
    /// Not so if the bodies are [`unlike`](Self::unlike), limbs stay [at rest](Self::limbs_at_rest), joints are
    /// [torn](Self::torn) off, if the [rest pose](Self::rest) of the clips is not known, there are [doubts](Self::doubts), or
    /// the [scale](Self::scale) is unusual. A clip may leave the [ground](Self::off_ground), crouch or turn.
    pub fn is_usable(&self) -> bool {
        let is_rest_known = !matches!(self.rest, RestPose::Unknown | RestPose::Mismatched);
        !self.clips.is_empty()
            && self.torn.is_empty()
            && is_rest_known
            && self.limbs_at_rest.is_empty()
            && self.doubts.is_empty()
            && !self.unlike
            && self.has_usual_scale()
    }

    fn has_usual_scale(&self) -> bool {
        self.scale.is_none_or(|scale| USUAL_SCALE.contains(&scale))
    }
}

/// Writes the result as sentences for the user.
impl fmt::Display for Adopted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.clips.is_empty() {
            return f.write_str("no joint that moves there is found in the figure, by name or by what it is in a body");
        }
        self.fmt_counts(f)?;
        f.write_str(self.figure_rest.of_figure())?;
        f.write_str(self.rest.of_clips())?;
        for sentence in &self.doubts {
            write!(f, ". {sentence}")?;
        }
        if let Some(name) = &self.one_of_several {
            write!(f, ". There are several figures with these joints: the one below {name} moves")?;
        }
        self.fmt_faults(f)
    }
}

impl Adopted {
    /// Writes how much of the clips moves the figure, and by how much longer steps.
    fn fmt_counts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clips = counted(self.clips.len(), "clip", "clips");
        let moving = counted(self.matched + self.unmatched.len(), "joint that moves", "joints that move");
        let verb = if self.retargeted { "retargeted" } else { "added" };
        let is_matched =
            if self.retargeted { "have a counterpart in the figure" } else { "are in the figure too, by name" };
        write!(f, "{clips} {verb} ({}): {} of {moving} {is_matched}", some_of(&self.clips), self.matched)?;
        if !self.limbs_at_rest.is_empty() {
            let limbs = counted(self.limbs_at_rest.len(), "joint of its limbs stays", "joints of its limbs stay");
            write!(f, ", but {limbs} at rest with vertices: {}", some_of(&self.limbs_at_rest))?;
        }
        if self.unlike {
            f.write_str(". These are hardly the same kind of body")?;
        }
        if let Some(scale) = self.scale {
            write!(f, ". Steps are {scale:.2} times as long")?;
        }
        if !self.has_usual_scale() {
            f.write_str(", which is unusual (is each file in the unit that it says?)")?;
        }
        Ok(())
    }

    /// Writes the names of joints and clips that have a fault.
    fn fmt_faults(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (fault, names) in [
            ("Torn off", &self.torn),
            ("Without counterpart, so their motion is left out", &self.unmatched),
            ("At rest in the figure", &self.at_rest),
            (
                "Soles that are above the ground (by a fiftieth of the figure's size) or below it (by a twentieth)",
                &self.off_ground,
            ),
            ("Never four fifths as tall as at rest", &self.low),
            ("Turned by more than 45 degrees at the start", &self.turned),
        ] {
            if !names.is_empty() {
                write!(f, ". {fault}: {}", some_of(names))?;
            }
        }
        Ok(())
    }
}

impl RestPose {
    /// Returns a sentence about the pose that counted as the figure's T pose, after a period; empty for a usual one.
    fn of_figure(self) -> &'static str {
        match self {
            RestPose::Bound => ". The figure does not rest in a T or A pose: that of its skin counts",
            RestPose::Unknown => {
                ". The figure does not rest in a T or A pose, and no skin of it does: limbs may be off"
            }
            RestPose::Lying => ". The figure does not rest upright: the clips begin as if it did",
            _ => "",
        }
    }

    /// Returns a sentence about the pose that counted as the clips' T pose, after a period; empty for a usual one.
    fn of_clips(self) -> &'static str {
        match self {
            RestPose::Written => "",
            RestPose::Bound => ". The clips' file does not rest in a T or A pose: that of its skin counts",
            RestPose::Lying => ". The clips' file does not rest upright: they are taken as if it did",
            RestPose::OfFigure => {
                ". The clips' file does not rest in a T or A pose: the figure's counts, whose joints are the same"
            }
            RestPose::Given => ". The T pose of the file that was named counts for them",
            RestPose::Mismatched => ". The T pose that was named is left out: its joints are others",
            RestPose::Unknown => {
                ". The clips' file does not rest in a T or A pose, and no skin of it does: head and feet may be off. \
                 --rest names a file of the same joints that does"
            }
        }
    }
}

/// Returns a count with its noun: `1 clip`, `2 clips`.
fn counted(count: usize, singular: &str, plural: &str) -> String {
    format!("{count} {}", if count == 1 { singular } else { plural })
}

/// Returns the first names of a list, long ones shortened, and the number of the others.
pub(super) fn some_of(names: &[String]) -> String {
    const MAX_SHOWN: usize = 12;
    const MAX_CHARS: usize = 60;
    let shown = names
        .iter()
        .take(MAX_SHOWN)
        .map(|name| match name.char_indices().nth(MAX_CHARS) {
            Some((end, _)) => format!("{}…", &name[..end]),
            None => name.clone(),
        })
        .collect::<Vec<_>>()
        .join(", ");
    if names.len() > MAX_SHOWN { format!("{shown} and {} more", names.len() - MAX_SHOWN) } else { shown }
}
