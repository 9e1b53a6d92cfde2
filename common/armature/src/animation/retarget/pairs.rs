//! Joints that someone says are the same, by name.

use crate::skeleton::{Skeleton, names::Lookup};
use std::collections::HashSet;
use thiserror::Error;

/// Why pairs of joints cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PairError {
    /// In the source.
    #[error("the clips' figure has no joint \"{0}\"")]
    NotInSource(String),
    /// In the target.
    #[error("the figure has no joint \"{0}\"")]
    NotInTarget(String),
    /// A joint of the target.
    #[error("the figure's joint \"{0}\" is in two pairs")]
    Twice(String),
}

/// The joints of pairs (source, target), each of the target once.
pub(crate) fn find_pairs(
    (source, is_source_joint): (&Skeleton, &[bool]),
    (target, is_target_joint): (&Skeleton, &[bool]),
    pairs: &[(&str, &str)],
) -> Result<Vec<(usize, usize)>, PairError> {
    let sources = Lookup::new(source.joints(), is_source_joint);
    let targets = Lookup::new(target.joints(), is_target_joint);
    let mut paired = HashSet::new();
    let find = |&(from, to): &(&str, &str)| {
        let source = sources.find(from).ok_or_else(|| PairError::NotInSource(from.into()))?;
        let target = targets.find(to).ok_or_else(|| PairError::NotInTarget(to.into()))?;
        if paired.insert(target) { Ok((source, target)) } else { Err(PairError::Twice(to.into())) }
    };
    pairs.iter().map(find).collect()
}
