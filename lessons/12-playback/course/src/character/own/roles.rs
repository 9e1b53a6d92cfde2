//! The counterparts of a figure's joints among the knight's.

use armature::model::Model;
use armature_offline::retarget::Retarget;
use std::collections::HashMap;
use std::iter::successors;

/// The parts of a body without which nobody plays his part.
const NEEDED: [&str; 15] = [
    "hips",
    "chest",
    "head",
    "upper_arm_l",
    "forearm_l",
    "hand_l",
    "upper_arm_r",
    "forearm_r",
    "hand_r",
    "thigh_l",
    "shin_l",
    "foot_l",
    "thigh_r",
    "shin_r",
    "foot_r",
];
/// His joints that curl in a hand, from the knuckles on. All fingers but the thumb move with them.
const FINGERS: [[&str; 3]; 2] = [["hand_l", "fingers_l", "fingertips_l"], ["hand_r", "fingers_r", "fingertips_r"]];

const FINGER: [&str; 9] = ["finger", "thumb", "index", "middle", "ring", "pinky", "little", "hand", "palm"];

pub(super) struct Roles {
    /// The figure's counterpart of each of the knight's joints, the nearest to the root of several.
    pub(super) figures: Vec<Option<usize>>,
    /// The knight's joint with which the vertices of each of the figure's joints move.
    pub(super) knights: Vec<usize>,
    /// His hips: what moves with nothing else moves with them.
    pub(super) hips: usize,
    pub(super) head: usize,
    /// Whether each of the figure's joints is an object that a hand holds.
    pub(super) is_held: Vec<bool>,
    /// The hand that each of the figure's joints is, or that it is below.
    pub(super) hands: Vec<Option<usize>>,
    /// Whether each of the figure's joints has a counterpart.
    pub(super) is_matched: Vec<bool>,
    /// Whether each of the figure's nodes is neither a joint nor below a joint that has a counterpart, where others are.
    pub(super) is_loose: Vec<bool>,
}

impl Roles {
    /// Reads the counterparts of a retargeting from the knight to the figure.
    ///
    /// # Errors
    /// His joints that have none and that the part needs.
    pub(super) fn new(knight: &Model, figure: &Model, retarget: &Retarget<'_>) -> Result<Self, Vec<&'static str>> {
        let [spine, chest] = ["spine", "chest"].map(|name| knight.skeleton.find(name));
        let counterparts = retarget.counterparts();
        // A single joint in the trunk carries the arms.
        let is_single = !counterparts.contains(&chest);
        let mut found = Vec::new();
        for joint in counterparts {
            let joint = joint.filter(|joint| knight.is_joint[*joint]);
            found.push(if is_single && joint.is_some() && joint == spine { chest } else { joint });
        }
        let mut figures = Vec::new();
        for joint in 0..knight.skeleton.len() {
            figures.push(found.iter().position(|found| *found == Some(joint)));
        }
        let named: HashMap<&str, usize> = knight
            .skeleton
            .joints()
            .iter()
            .zip(&figures)
            .filter_map(|(joint, figure)| Some((joint.name.as_str(), (*figure)?)))
            .collect();
        let missing: Vec<&str> = NEEDED.into_iter().filter(|name| !named.contains_key(name)).collect();
        if !missing.is_empty() {
            return Err(missing);
        }
        let joints = figure.skeleton.joints();
        let hips = knight.skeleton.find("hips").unwrap_or(0);
        let head = knight.skeleton.find("head").unwrap_or(hips);
        let mut knights = Vec::new();
        for joint in 0..joints.len() {
            let mut above = path_up(figure, joint).map(|joint| retarget.leader(joint).unwrap_or(joint));
            knights.push(above.find_map(|joint| found[joint]).unwrap_or(hips));
        }
        let is_skinned = figure.skins.iter().any(|skin| skin.bindings.len() > 1);
        let is_matched: Vec<bool> = found.iter().map(Option::is_some).collect();
        let mut is_loose = Vec::new();
        for joint in 0..joints.len() {
            let is_below = path_up(figure, joint).any(|above| is_matched[above] || figure.is_joint[above]);
            is_loose.push(is_skinned && !is_below);
        }
        let is_held = vec![false; joints.len()];
        let hands = vec![None; joints.len()];
        let mut roles = Roles { figures, knights, hips, head, is_held, hands, is_matched, is_loose };
        for fingers in FINGERS {
            roles.find_in_hand(knight, figure, &named, fingers);
        }
        Ok(roles)
    }

    /// Finds what is below one of the figure's hands: fingers, which follow the knight's, and what is held.
    fn find_in_hand(
        &mut self,
        knight: &Model,
        figure: &Model,
        named: &HashMap<&str, usize>,
        [hand, knuckle, tip]: [&str; 3],
    ) {
        let Some(&own_hand) = named.get(hand) else { return };
        let depth_of = |joint| path_up(figure, joint).position(|above| above == own_hand);
        let curls = [knuckle, tip].map(|name| Some((knight.skeleton.find(name)?, depth_of(*named.get(name)?)?)));
        let is_skinned = figure.skins.iter().any(|skin| skin.bindings.len() > 1);
        for (joint, node) in figure.skeleton.joints().iter().enumerate() {
            let Some(depth) = depth_of(joint) else { continue };
            self.hands[joint].get_or_insert(own_hand);
            if depth == 0 {
                continue;
            }
            let name = node.name.to_lowercase();
            let is_finger = FINGER.iter().any(|word| name.contains(word));
            let is_body = self.is_matched[joint] || figure.is_joint[joint] && is_finger;
            self.is_held[joint] = is_skinned && !is_body;
            if self.knights[joint] != self.knights[own_hand] {
                continue;
            }
            if let Some((curl, _)) = curls.iter().rev().flatten().find(|(_, from)| depth >= *from) {
                self.knights[joint] = *curl;
            }
        }
    }
}

/// Returns a joint and its ancestors, up to the root.
fn path_up(figure: &Model, joint: usize) -> impl Iterator<Item = usize> {
    successors(Some(joint), |joint| figure.skeleton.joints()[*joint].parent)
}
