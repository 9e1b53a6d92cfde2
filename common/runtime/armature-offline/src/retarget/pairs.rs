//! Pairs of joints that the user gives by name, in place of those that are found.

use super::{Retarget, Rig};
use crate::names::Lookup;
use std::{
    collections::HashSet,
    error::Error,
    fmt::{self, Write},
};

/// A reason why pairs of joints cannot be used.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PairError {
    /// The source has no joint of this name.
    NotInSource(String),
    /// The target has no joint of this name.
    NotInTarget(String),
    /// A joint of the target is in several pairs.
    Twice(String),
}

impl Error for PairError {}
armature::debug_as_display!(PairError);

impl fmt::Display for PairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInSource(name) => write!(f, "the clips' figure has no joint \"{name}\""),
            Self::NotInTarget(name) => write!(f, "the figure has no joint \"{name}\""),
            Self::Twice(name) => write!(f, "the figure's joint \"{name}\" is in two pairs"),
        }
    }
}

/// Finds the joints of pairs of names (source, target). A joint of the target may be in only one of them.
pub(crate) fn find_pairs(
    source: &Rig<'_>,
    target: &Rig<'_>,
    pairs: &[(&str, &str)],
) -> Result<Vec<(usize, usize)>, PairError> {
    let [sources, targets] = [source, target].map(|rig| Lookup::new(rig.skeleton.joints(), &rig.is_used));
    let mut paired = HashSet::new();
    let mut found = Vec::with_capacity(pairs.len());
    for &(from, to) in pairs {
        let source = sources.find(from).ok_or_else(|| PairError::NotInSource(from.into()))?;
        let target = targets.find(to).ok_or_else(|| PairError::NotInTarget(to.into()))?;
        if !paired.insert(target) {
            return Err(PairError::Twice(to.into()));
        }
        found.push((source, target));
    }
    Ok(found)
}

/// Reads pairs (source, target) from a text with one on each line, `target = source`. Skips lines without a source,
/// empty lines, and lines that begin with `#`.
///
/// # Errors
/// Returns the number and the text of the first line that has no `=`.
pub fn read_pairs(text: &str) -> Result<Vec<(&str, &str)>, (usize, &str)> {
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
    let mut pairs = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        // A name may contain `=`, but hardly with blanks around it.
        let (target, source) = line.split_once(" = ").or_else(|| line.split_once('=')).ok_or((number, line))?;
        if !source.trim().is_empty() {
            pairs.push((source.trim(), target.trim()));
        }
    }
    Ok(pairs)
}

impl Retarget<'_> {
    /// Returns the joints of the target with their counterparts, as a text that [`read_pairs`] reads.
    pub fn pairs_text(&self) -> String {
        let [source, target] = [&self.source, &self.target].map(|rig| rig.skeleton.joints());
        let mut text =
            "# the figure's joint = the clips' joint; without one, it is matched by name or by the tree\n".to_owned();
        for (joint, counterpart) in self.counterparts().iter().enumerate() {
            if counterpart.is_some() || self.is_used(joint) {
                let name = counterpart.map_or("", |counterpart| source[counterpart].name.as_str());
                let line = format!("{} = {name}", target[joint].name);
                let _ = writeln!(text, "{}", line.trim_end()); // a String never fails
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retarget::Rig;
    use armature::math::Transform;
    use armature::skeleton::{Joint, Skeleton};

    #[test]
    fn what_is_written_is_read() {
        let skeleton = |names: [&str; 3]| {
            let joints = names.map(|name| Joint { name: name.into(), parent: None, bind_local: Transform::IDENTITY });
            Skeleton::new(joints.to_vec()).unwrap()
        };
        let from = skeleton(["a = b", "Hips", "x"]);
        let to = skeleton(["pelvis", "tail", "a = b"]);
        let text = Retarget::new(Rig::new(&from), Rig::new(&to)).pairs_text();
        assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), ["pelvis = Hips", "tail =", "a = b = a = b"]);
        let edited = text.replace("tail =", "tail=x").replace("a = b = a = b", "");
        let pairs = read_pairs(&edited).unwrap();
        assert_eq!(pairs, [("Hips", "pelvis"), ("x", "tail")]);
        let retarget = Retarget::with_pairs(Rig::new(&from), Rig::new(&to), &pairs).unwrap();
        assert_eq!(retarget.counterparts(), [Some(1), Some(2), Some(0)]);
        assert_eq!(read_pairs("# no\n\npelvis Hips"), Err((3, "pelvis Hips")));
    }
}
