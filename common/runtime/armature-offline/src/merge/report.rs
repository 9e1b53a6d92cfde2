//! The result of merging clips from another file, and its text.

use crate::retarget::{BodyGaps, PairError};
use std::error::Error;
use std::fmt;

/// Usual factors of the length of steps.
const USUAL_SCALE: std::ops::RangeInclusive<f32> = 0.3..=3.0;

/// A reason why no clip was merged.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum MergeError {
    /// Pairs of joints cannot be used.
    Pairs(PairError),
    /// No joint that moves has a counterpart in the figure.
    NothingInCommon,
    /// Neither names nor the tree of joints tell which joints are the same: pairs of joints must.
    Open {
        /// Parts that are open in the clips' figure.
        clips: BodyGaps,
        /// Parts that are open in the figure.
        figure: BodyGaps,
    },
}

impl Error for MergeError {}
armature::debug_as_display!(MergeError);

impl From<PairError> for MergeError {
    fn from(error: PairError) -> Self {
        Self::Pairs(error)
    }
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pairs(error) => error.fmt(f),
            Self::NothingInCommon => f.write_str("no joint that moves there is found in the figure"),
            Self::Open { clips, figure } => {
                f.write_str("which joint is which is not clear")?;
                write_gaps(f, "the clips' figure", clips)?;
                write_gaps(f, "the figure", figure)
            }
        }
    }
}

/// Writes what is open in a figure, after a semicolon; nothing if nothing is.
fn write_gaps(f: &mut fmt::Formatter<'_>, name: &str, gaps: &BodyGaps) -> fmt::Result {
    if !gaps.missing.is_empty() {
        write!(f, "; {name} has no {} by name or by its tree", some_of(&gaps.missing))?;
    }
    match gaps.sides {
        Some(reason) => write!(f, "; left and right of {name} may be exchanged: {reason}"),
        None => Ok(()),
    }
}

/// Result of [`merge_clips`](super::merge_clips). Its `Display` tells the user all of it.
#[must_use = "it tells which joints do not move"]
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MergeReport {
    /// Names of the merged clips, in their order.
    pub clips: Vec<String>,
    /// Whether the clips were [retargeted](crate::retarget), or else copied joint by joint.
    pub is_retargeted: bool,
    /// Number of moving joints that the figure has.
    pub matched: usize,
    /// Moving joints that the figure does not have, whose motion is left out.
    pub unmatched: Vec<String>,
    /// Parts of a body that retargeted clips do not move, since one of the figures has none: `left forearm`.
    pub missing: Vec<String>,
    /// Joints of the figure that vertices follow and that retargeted clips do not move.
    pub at_rest: Vec<String>,
    /// Limbs whose joints the tree decided, since their names say nothing: `left leg`.
    pub by_tree: Vec<String>,
    /// Number of curves of morph targets that the figure does not have by name, and that are left out.
    pub lost_weights: usize,
    /// Factor of the hips' path in retargeted clips; `None` if no bones have lengths to compare.
    pub scale: Option<f32>,
    /// Whether the clips' figure stands in the pose in which it was compared with the figure.
    pub clips_stand: bool,
    /// Whether the figure stands in the pose in which it was compared with the clips'.
    pub figure_stands: bool,
}

impl MergeReport {
    /// Returns whether the figure moves as the clips' does, as far as can be told, and nothing is left out.
    pub fn is_whole(&self) -> bool {
        self.unmatched.is_empty()
            && self.missing.is_empty()
            && self.lost_weights == 0
            && self.clips_stand
            && self.figure_stands
            && self.has_usual_scale()
    }

    fn has_usual_scale(&self) -> bool {
        self.scale.is_none_or(|scale| USUAL_SCALE.contains(&scale))
    }
}

/// Writes the result as sentences for the user.
impl fmt::Display for MergeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clips = counted(self.clips.len(), "clip", "clips");
        let moving = counted(self.matched + self.unmatched.len(), "joint that moves", "joints that move");
        let verb = if self.is_retargeted { "retargeted" } else { "added" };
        let is_matched =
            if self.is_retargeted { "have a counterpart in the figure" } else { "are in the figure too, by name" };
        write!(f, "{clips} {verb} ({}): {} of {moving} {is_matched}", some_of(&self.clips), self.matched)?;
        if let Some(scale) = self.scale {
            write!(f, ". Steps are {scale:.2} times as long")?;
        }
        if !self.has_usual_scale() {
            f.write_str(", which is unusual (is each file in the unit that it says?)")?;
        }
        if !self.clips_stand {
            f.write_str(". The clips' file does not rest in a T or A pose: trunk, head and feet may be off")?;
        }
        if !self.figure_stands {
            f.write_str(". The figure does not rest in a T or A pose: trunk, head and feet may be off")?;
        }
        if self.lost_weights > 0 {
            let curves = counted(self.lost_weights, "curve", "curves");
            write!(f, ". {curves} of a face without a morph target of the same name in the figure: left out")?;
        }
        for (sentence, names) in [
            ("Found by the tree, since names say nothing", &self.by_tree),
            ("Without counterpart, so their motion is left out", &self.unmatched),
            ("Parts of a body that do not move", &self.missing),
            ("At rest in the figure", &self.at_rest),
        ] {
            if !names.is_empty() {
                write!(f, ". {sentence}: {}", some_of(names))?;
            }
        }
        Ok(())
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
    let mut shown = Vec::new();
    for name in names.iter().take(MAX_SHOWN) {
        shown.push(match name.char_indices().nth(MAX_CHARS) {
            Some((end, _)) => format!("{}…", &name[..end]),
            None => name.clone(),
        });
    }
    let shown = shown.join(", ");
    if names.len() > MAX_SHOWN { format!("{shown} and {} more", names.len() - MAX_SHOWN) } else { shown }
}
