//! The balance of a file: what it offers, and what of it is in the model.

use super::{Location, Reporter};
use std::fmt;

/// Names of parts that a warning lists.
const MAX_NAMES: usize = 8;

/// Name of a kind of parts: of one, and of several.
pub(crate) type Kind = (&'static str, &'static str);

pub(crate) const SCENES: Kind = ("scene", "scenes");
pub(crate) const NODES: Kind = ("node", "nodes");
pub(crate) const MESHES: Kind = ("mesh", "meshes");
pub(crate) const PRIMITIVES: Kind = ("primitive", "primitives");
pub(crate) const TRIANGLES: Kind = ("triangle", "triangles");
pub(crate) const SKINS: Kind = ("skin", "skins");
pub(crate) const MORPH_TARGETS: Kind = ("morph target", "morph targets");
pub(crate) const CLIPS: Kind = ("clip", "clips");
pub(crate) const CHANNELS: Kind = ("channel", "channels");
pub(crate) const MATERIALS: Kind = ("material", "materials");
pub(crate) const PICTURES: Kind = ("picture", "pictures");

/// Defines the reasons with their words.
macro_rules! reasons {
    ($($(#[$when:meta])* $name:ident: $words:literal,)*) => {
        /// Why a part of a file is not in the model: the words of a warning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Reason {
            $($(#[$when])* $name,)*
            /// A warning has given the reason already.
            Reported,
        }

        impl fmt::Display for Reason {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$name => $words,)*
                    Self::Reported => "reported",
                })
            }
        }
    };
}

reasons! {
    /// A scene, and another is shown.
    OtherScene: "not the scene that is shown",
    /// A node of another scene, or of none.
    NodeOutside: "not in the scene that is shown",
    /// A mesh or a skin.
    NoNode: "in no node of the scene",
    /// A primitive with no or too few indices.
    NotWhole: "without a whole triangle",
    /// A channel in a Collada file whose node is not shown.
    ChannelOutside: "it moves a node outside of the scene",
    /// A picture in a Collada file.
    OtherColladaPicture: "not that of a diffuse colour, which alone is drawn",
}

/// What a file offers, and what of it is in the model: everything else has a warning that names it.
///
/// Shows itself in one line: `12 of 14 nodes, 1 of 2 meshes`. Kinds of which the file has nothing are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Balance {
    /// Each kind once.
    pub tallies: Vec<Tally>,
}

/// The parts of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    /// `meshes`, for example.
    pub kind: &'static str,
    /// Number of parts in the file.
    pub offered: usize,
    /// Number of those that are in the model.
    pub used: usize,
}

impl Balance {
    /// Adds a kind whose parts need no warning of their own, because other parts hold them.
    pub(crate) fn add(&mut self, kind: Kind, offered: usize, used: usize) {
        self.tallies.push(Tally { kind: kind.1, offered, used });
    }

    /// Counts the parts of a kind, of which each is in the model or has a reason for which it is not, and those that the
    /// reporter has [left out](Reporter::leave_out) before. Warns of each part without a name, and once of all others
    /// with a reason, at the first of them. `place` returns place and name of a part.
    pub(crate) fn count(
        &mut self,
        kind: Kind,
        reasons: impl Iterator<Item = Option<Reason>>,
        place: impl Fn(usize) -> (Location, String),
        reporter: &mut Reporter,
    ) {
        let mut offered = reporter.left_out(kind);
        let mut used = 0;
        let mut left: Vec<(Reason, Vec<usize>)> = Vec::new();
        for (number, reason) in reasons.enumerate() {
            offered += 1;
            match reason {
                None => used += 1,
                Some(Reason::Reported) => {}
                Some(reason) => match left.iter_mut().find(|(other, _)| *other == reason) {
                    Some((_, parts)) => parts.push(number),
                    None => left.push((reason, vec![number])),
                },
            }
        }
        self.add(kind, offered, used);
        for (reason, parts) in left {
            let mut first = None;
            let mut names = Vec::new();
            for part in parts {
                let (location, name) = place(part);
                if name.is_empty() {
                    reporter.warn(Some(&location), format!("{reason}: left out"));
                } else {
                    first.get_or_insert(location);
                    names.push(format!("\"{name}\""));
                }
            }
            let Some(first) = first else { continue };
            let more = names.len().saturating_sub(MAX_NAMES);
            names.truncate(MAX_NAMES);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            reporter.warn(Some(&first), format!("{}{more}: {reason}: left out", names.join(", ")));
        }
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offered = self.tallies.iter().filter(|tally| tally.offered > 0);
        let words: Vec<String> =
            offered.map(|Tally { kind, offered, used }| format!("{used} of {offered} {kind}")).collect();
        f.write_str(if words.is_empty() { "nothing" } else { "" })?;
        f.write_str(&words.join(", "))
    }
}
