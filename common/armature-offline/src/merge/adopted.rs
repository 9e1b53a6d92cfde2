//! The result of merging clips from another file, in numbers, names and sentences.

use super::RestPose;
use armature::text::{counted, some_of};
use std::fmt;

/// Usual factors for the length of steps.
const USUAL_SCALE: std::ops::RangeInclusive<f32> = 0.3..=3.0;

/// The clips and joints that were taken over.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Adopted {
    /// Names of the clips, in the order in which they were added.
    pub clips: Vec<String>,
    /// Number of moving joints that were found in the figure.
    pub matched: usize,
    /// Joints that the clips move and that the figure has not: their motion is left out.
    pub unmatched: Vec<String>,
    /// Joints whose parent has another name in the figure: they may move wrongly.
    pub reparented: Vec<String>,
    /// Whether the clips were [retargeted](crate::retarget).
    pub retargeted: bool,
    /// Factor for the hips' path in retargeted clips; `None` where no bones have lengths to compare.
    pub scale: Option<f32>,
    /// Joints of the figure that retargeted clips do not move.
    pub at_rest: Vec<String>,
    /// Whether the figures of retargeted clips are hardly the same kind of body: fewer than a quarter of the joints that
    /// move are found, or neither a leg nor an arm, and most of them not by name.
    pub unlike: bool,
    /// The pose that counted as the T pose of retargeted clips.
    pub rest: RestPose,
    /// The pose that counted as the figure's T pose.
    pub figure_rest: RestPose,
    /// The joints that retargeted clips tear off the joints that carry them.
    pub torn: Vec<String>,
    /// The retargeted clips whose soles stay more than a fiftieth of the figure's size above the ground, or sink more than
    /// a twentieth below it.
    pub off_ground: Vec<String>,
    /// The retargeted clips in which the figure is never four fifths as tall as at rest.
    pub low: Vec<String>,
    /// The retargeted clips that begin with the figure turned by more than 45 degrees from its rest pose.
    pub turned: Vec<String>,
    /// The highest joint of the figure that moves, where the model has another figure with joints of the same names.
    pub one_of_several: Option<String>,
}

impl Adopted {
    /// Whether all that moves there moves here, as it does there.
    pub fn is_whole(&self) -> bool {
        let is_known = !matches!(self.rest, RestPose::Unknown | RestPose::Refused);
        let is_whole = self.unmatched.is_empty() && self.reparented.is_empty() && self.torn.is_empty();
        is_whole && is_known && !self.unlike && self.is_usual()
    }

    /// Whether steps are as long as figures of usual sizes take them.
    fn is_usual(&self) -> bool {
        self.scale.is_none_or(|scale| USUAL_SCALE.contains(&scale))
    }
}

/// Writes a sentence or two.
impl fmt::Display for Adopted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.clips.is_empty() {
            return f.write_str("no joint that moves there is found in the figure, by name or by what it is in a body");
        }
        let clips = self.clips.len();
        let moving = self.matched + self.unmatched.len();
        let how = if self.retargeted { "retargeted" } else { "added" };
        let there = if self.retargeted { "have a counterpart in the figure" } else { "are in the figure too, by name" };
        let clips = counted(clips, "clip", "clips");
        let of = counted(moving, "joint that moves", "joints that move");
        write!(f, "{clips} {how} ({}): {} of {of} {there}", some_of(&self.clips), self.matched)?;
        if self.unlike {
            f.write_str(". These are hardly the same kind of body")?;
        }
        if let Some(scale) = self.scale {
            write!(f, ". Steps are {scale:.2} times as long")?;
        }
        if !self.is_usual() {
            f.write_str(", which is unusual (is each file in the unit that it says?)")?;
        }
        f.write_str(match self.figure_rest {
            RestPose::Bound => ". The figure does not rest in a T or A pose: that of its skin counts",
            RestPose::Unknown => ". The figure does not rest in a T or A pose, and its skin has none",
            RestPose::Lying => ". The figure does not rest upright: the clips begin as if it did",
            _ => "",
        })?;
        f.write_str(match self.rest {
            RestPose::Written => "",
            RestPose::Bound => ". The clips' file does not rest in a T or A pose: that of its skin counts",
            RestPose::Lying => ". The clips' file does not rest upright: they are taken as if it did",
            RestPose::OfFigure => {
                ". The clips' file does not rest in a T or A pose: the figure's counts, whose joints are the same"
            }
            RestPose::Given => ". The T pose of the file that was named counts for them",
            RestPose::Refused => ". The T pose that was named is left out: its joints are others",
            RestPose::Unknown => {
                ". The clips' file does not rest in a T or A pose, and has no skin: head and feet may be off. --rest \
                 names a file of the same joints that does"
            }
        })?;
        if let Some(name) = &self.one_of_several {
            write!(f, ". There are several figures with these joints: the one below {name} moves")?;
        }
        for (what, names) in [
            ("Torn off", &self.torn),
            ("Without counterpart, so their motion is left out", &self.unmatched),
            ("In the figure, but with another parent, so they may move wrongly", &self.reparented),
            ("At rest in the figure", &self.at_rest),
            (
                "Soles that are above the ground (by a fiftieth of the figure's size) or below it (by a twentieth)",
                &self.off_ground,
            ),
            ("Never four fifths as tall as at rest", &self.low),
            ("Turned by more than 45 degrees at the start", &self.turned),
        ] {
            if !names.is_empty() {
                write!(f, ". {what}: {}", some_of(names))?;
            }
        }
        Ok(())
    }
}
