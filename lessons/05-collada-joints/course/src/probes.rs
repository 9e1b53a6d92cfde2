//! Files for the checks, written by code: the same seed gives the same text.

use check::{Probe, Random};
use glam::Mat4;

/// A node as it is written.
struct WrittenNode {
    text: String,
    /// Outline for a student who cannot see the text; empty for an element that is no node.
    outline: String,
}

/// Notes of the program that wrote the file. A joint in there is no joint of the scene.
const EXTRA: &str = "<extra><technique profile=\"editor\"><node id=\"Ghost\" sid=\"ghost\" \
     type=\"JOINT\"><matrix>1 0 0 0 0 1 0 0 0 0 1 2 0 0 0 1</matrix></node></technique></extra>";
/// A mesh, and what bends it.
const MESH: &str = "<instance_controller url=\"#Skin\"><skeleton>#Figure_hips</skeleton>\
     <bind_material/></instance_controller>";
const MATRIX: &str = "<matrix sid=\"transform\">";

pub struct ProbeFile {
    pub text: String,
    /// Each node's children, for a student who cannot see the file: `[stage hips(spine, [rig tail])]`.
    pub outline: String,
}

/// Faults of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    No,
    /// The matrix of a node that stands in the scene itself, not the first one's.
    Outermost,
    /// The matrix of a joint four nodes down.
    DeepInside,
}

const NAMES: [&str; 28] = [
    "hips", "spine", "chest", "neck", "head", "jaw", "shoulder", "elbow", "wrist", "thumb", "thigh", "knee", "ankle",
    "toe", "tail", "fin", "wing", "ear", "horn", "feeler", "claw", "hook", "gill", "brow", "rig", "stage", "box",
    "pin",
];

/// Words that look like numbers to people only.
pub const NO_NUMBERS: [&str; 6] = ["1.5.2", "12px", "0x1F", "--3", "minus", "0,5"];

/// Returns a file with at least two chains, and with nodes between, above and beside the joints that are not joints themselves.
///
/// Every node has its own matrix, so that each one that is forgotten or used twice shows.
pub fn file(probe: &Probe, broken: Broken) -> ProbeFile {
    let scene = Writer { random: probe.random(), names: Vec::new() }.scene(broken);
    let nodes: String = scene.iter().map(|node| node.text.as_str()).collect();
    ProbeFile { text: around(&nodes, "Y_UP", "1"), outline: outlines(&scene) }
}

/// Returns the text of a file with three to five nodes, none inside another; the first is a joint and the second is not.
pub fn flat_file(probe: &Probe) -> String {
    let mut writer = Writer { random: probe.random(), names: Vec::new() };
    let count = 3 + writer.random.below(3);
    let nodes: String = (0..count).map(|index| writer.node(index != 1, &[]).text).collect();
    around(&(nodes + EXTRA), "Y_UP", "1")
}

/// Returns scenes with rare arrangements of nodes, each after its description.
pub fn special_scenes() -> Vec<(&'static str, String)> {
    let side_by_side = ["a", "b", "c"].map(|name| joint(name, &matrix(2))).concat();
    let chain = (0..120).fold(String::new(), |inside, _| joint("link", &(matrix(1) + &inside)));
    let between = format!("<node>{}<node>{}</node></node>", matrix(2), joint("b", &matrix(5)));
    vec![
        ("a scene without a node", String::new()),
        ("nodes, and no joint", format!("<node>{}<node/></node><node/>", matrix(3))),
        ("three joints side by side", side_by_side),
        ("a chain of 120 joints", chain),
        ("a joint without a matrix, two nodes, and a joint", joint("a", &between)),
    ]
}

/// Returns the text of a joint, with a comment in it.
fn joint(name: &str, inside: &str) -> String {
    format!("<node sid=\"{name}\" type=\"JOINT\"><!-- {name} -->{inside}</node>")
}

/// Returns the text of a matrix that moves along x.
fn matrix(x: usize) -> String {
    format!("<matrix>1 0 0 {x} 0 1 0 0 0 0 1 0 0 0 0 1</matrix>")
}

/// Returns the text of a file whose scene has these nodes.
pub fn around(nodes: &str, up_axis: &str, meter: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n  \
         <asset>\n    <unit name=\"unit\" meter=\"{meter}\"/>\n    <up_axis>{up_axis}</up_axis>\n  \
         </asset>\n  <library_visual_scenes>\n    <visual_scene id=\"Scene\">\n{nodes}    \
         </visual_scene>\n  </library_visual_scenes>\n  \
         <scene>\n    <instance_visual_scene url=\"#Scene\"/>\n  </scene>\n</COLLADA>\n"
    )
}

struct Writer {
    random: Random,
    names: Vec<&'static str>,
}

impl Writer {
    /// Returns a scene that distinguishes the known mistakes: chains of several joints, branches whose first child has
    /// children, nodes above and between joints, two of them in a row, one with two joints in it, nodes without a joint.
    /// Names, numbers and the nodes at the ends are random.
    fn scene(&mut self, broken: Broken) -> Vec<WrittenNode> {
        let knee = self.chain(2);
        let between = self.node(false, &[knee]);
        let other = self.chain(1);
        let pair = self.node(false, &[between, other]);
        let first = self.chain(2);
        let inner = self.chain(1);
        let last = self.node(true, &[]).broken_if(broken == Broken::DeepInside);
        let second = self.node(true, &[inner, last]);
        let mesh = self.node(false, &[WrittenNode::beside(MESH)]);
        let hips = self.node(true, &[WrittenNode::beside(EXTRA), first, pair, second]);
        let rig = self.node(false, &[mesh, hips]);
        let tip = self.chain(1);
        let holder = self.node(false, &[tip]);
        let side = self.chain(1);
        let alone = self.node(true, &[holder, side]);
        let mut scene = vec![rig, alone.broken_if(broken == Broken::Outermost)];
        if self.random.below(2) == 0 {
            scene.push(self.chain(2));
        }
        scene
    }

    /// Returns `count` joints, each inside the one before it, and now and then one more.
    fn chain(&mut self, count: usize) -> WrittenNode {
        let more = usize::from(self.random.below(4) == 0);
        let last = self.node(true, &[]);
        (1..count + more).fold(last, |inside, _| self.node(true, &[inside]))
    }

    /// Returns a node around other nodes, with random attributes, spaces and comments.
    fn node(&mut self, is_joint: bool, inside: &[WrittenNode]) -> WrittenNode {
        let name = self.take_name();
        let mut names = vec![format!(" id=\"Figure_{name}\"")];
        if self.random.below(3) > 0 {
            names.push(format!(" name=\"{}\"", name.to_uppercase()));
        }
        let has_sid = self.random.below(3) > 0;
        if has_sid {
            names.insert(self.random.below(names.len() + 1), format!(" sid=\"{name}\""));
        }
        let kind = match (is_joint, self.random.below(2)) {
            (true, _) => " type=\"JOINT\"",
            (false, 0) => " type=\"NODE\"",
            (false, _) => "", // which means the same
        };
        let matrix = Mat4::from(self.random.rigid().to_affine());
        let numbers = spread(&mut self.random, &rows(matrix).map(|number| format!("{number:.6}")));
        let comment = ["<!-- its children -->\n", "", ""][self.random.below(3)];
        let tag = names.concat() + kind;
        let nodes: String = inside.iter().map(|node| node.text.as_str()).collect();
        let text = format!("<node{tag}>\n{MATRIX}{numbers}</matrix>\n{comment}{nodes}</node>\n");

        let name = if has_sid { name.to_owned() } else { format!("Figure_{name}") };
        let inside = outlines(inside);
        let outline = match (is_joint, inside.is_empty()) {
            (true, true) => name,
            (true, false) => format!("{name}({inside})"),
            (false, true) => format!("[{name}]"),
            (false, false) => format!("[{name}: {inside}]"),
        };
        WrittenNode { text, outline }
    }

    /// Returns a name that no other node has.
    fn take_name(&mut self) -> &'static str {
        if self.names.is_empty() {
            self.names = NAMES.to_vec();
        }
        self.names.swap_remove(self.random.below(self.names.len()))
    }
}

impl WrittenNode {
    /// Returns an element that stands among a node's child nodes and is no node.
    fn beside(text: &str) -> Self {
        WrittenNode { text: format!("{text}\n"), outline: String::new() }
    }

    /// Makes the node's own matrix, the first in its text, unreadable if `is_broken`.
    fn broken_if(self, is_broken: bool) -> Self {
        let word = if is_broken { "minus " } else { "" };
        WrittenNode { text: self.text.replacen(MATRIX, &format!("{MATRIX}{word}"), 1), ..self }
    }
}

fn outlines(nodes: &[WrittenNode]) -> String {
    let shown = nodes.iter().map(|node| node.outline.as_str()).filter(|one| !one.is_empty());
    shown.collect::<Vec<_>>().join(", ")
}

/// Returns the numbers of a matrix in a file's order, row by row.
pub fn rows(matrix: Mat4) -> [f32; 16] {
    matrix.transpose().to_cols_array()
}

/// Joins words with spaces, tabs and line breaks between them and before them, as files have them.
pub fn spread(random: &mut Random, words: &[String]) -> String {
    let mut text = String::from(["", "\n\t", "  "][random.below(3)]);
    for (index, word) in words.iter().enumerate() {
        text += word;
        // Row ends at least are no single spaces.
        let between = if index % 4 == 3 { ["\n", "\t", "\r\n      "] } else { [" ", " ", "  "] };
        text += between[random.below(3)];
    }
    text
}
