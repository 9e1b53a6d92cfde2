//! Files to ask about, written in code: the same seed gives the same text.

use common::check::{Probe, Random};
use glam::Mat4;

/// A node to be written.
struct Element {
    /// sid, id and name, as far as it has them, in the order in which they are written.
    names: Vec<(&'static str, String)>,
    is_joint: bool,
    matrix: Mat4,
    inside: Vec<Element>,
    /// What else stands in it, before the nodes: elements that are none.
    beside: &'static [&'static str],
}

/// Notes of the program that wrote the file. A joint in there is no joint of the scene.
const EXTRA: &str = "<extra><technique profile=\"editor\"><node id=\"Ghost\" sid=\"ghost\" \
     type=\"JOINT\"><matrix>1 0 0 0 0 1 0 0 0 0 1 2 0 0 0 1</matrix></node></technique></extra>";
/// A mesh, and what bends it.
const MESH: &str = "<instance_controller url=\"#Skin\"><skeleton>#Figure_hips</skeleton>\
     <bind_material/></instance_controller>";

/// A Collada file.
pub struct File {
    /// The text.
    pub text: String,
    /// Each node's children, for a student who cannot see the file: `[stage hips(spine, [rig tail])]`.
    pub outline: String,
}

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// Nothing.
    No,
    /// The matrix of a node that stands in the scene itself, not the first one's.
    Outermost,
    /// The matrix of a joint four nodes down.
    DeepInside,
}

const NAMES: [&str; 28] = [
    "hips", "spine", "chest", "neck", "head", "jaw", "shoulder", "elbow", "wrist", "thumb",
    "thigh", "knee", "ankle", "toe", "tail", "fin", "wing", "ear", "horn", "feeler", "claw",
    "hook", "gill", "brow", "rig", "stage", "box", "pin",
];

/// Words that look like numbers to people only.
pub const NO_NUMBERS: [&str; 6] = ["1.5.2", "12px", "0x1F", "--3", "minus", "0,5"];

/// A file with at least two chains, and with nodes between, above and beside the joints that are none.
///
/// Every node has its own matrix, so that each one that is forgotten or used twice shows.
pub fn file(probe: &Probe, broken: Broken) -> File {
    let mut writer = Writer { random: probe.random(), names: Vec::new() };
    let scene = writer.scene();
    let bad_word = NO_NUMBERS[writer.random.below(NO_NUMBERS.len())];
    let mut body = String::new();
    for (index, element) in scene.iter().enumerate() {
        let bad = match broken {
            Broken::Outermost if index == 1 => Bad::Here(bad_word),
            Broken::DeepInside if index == 0 => Bad::Down(3, bad_word),
            _ => Bad::No,
        };
        writer.write(element, 4, bad, &mut body);
    }
    let outline = scene.iter().map(outline).collect::<Vec<_>>().join(", ");
    File { text: around(&body, "Y_UP", "1"), outline }
}

/// What a file may also be: nodes, with what is to be said of them.
pub fn special_scenes() -> Vec<(&'static str, String)> {
    let joint = |name: &str, inside: &str| {
        format!("<node sid=\"{name}\" type=\"JOINT\"><!-- {name} -->{inside}</node>")
    };
    let at = |x: usize| format!("<matrix>1 0 0 {x} 0 1 0 0 0 0 1 0 0 0 0 1</matrix>");
    let side_by_side = ["a", "b", "c"].map(|name| joint(name, &at(2))).concat();
    let chain = (0..120).fold(String::new(), |inside, _| joint("link", &(at(1) + &inside)));
    let between = format!("<node>{}<node>{}</node></node>", at(2), joint("b", &at(5)));
    vec![
        ("a scene without a node", String::new()),
        ("nodes, and no joint", format!("<node>{}<node/></node><node/>", at(3))),
        ("three joints side by side", side_by_side),
        ("a chain of 120 joints", chain),
        ("a joint without a matrix, two nodes, and a joint", joint("a", &between)),
    ]
}

/// The text of a whole file around the nodes of its scene.
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

/// Which matrix of a subtree is to be no matrix.
#[derive(Clone, Copy)]
enum Bad {
    No,
    /// The node's own, with this word in it.
    Here(&'static str),
    /// So many nodes further down, each time in the last child.
    Down(usize, &'static str),
}

struct Writer {
    random: Random,
    names: Vec<&'static str>,
}

impl Writer {
    /// Random in its names, numbers and in the nodes at the ends; the same in what distinguishes mistakes:
    /// chains of several joints, branches whose first child has children, nodes above and between joints,
    /// two of them in a row, one with two joints in it, nodes without a joint.
    fn scene(&mut self) -> Vec<Element> {
        let rig = {
            let pair = {
                let knee = self.chain(true, 2);
                let between = self.node(false, vec![knee]);
                let other = self.chain(true, 1);
                self.node(false, vec![between, other])
            };
            let first = self.chain(true, 2);
            let second = {
                let inner = self.chain(true, 1);
                let last = self.node(true, vec![]);
                self.node(true, vec![inner, last])
            };
            let mesh = Element { beside: &[MESH], ..self.node(false, vec![]) };
            let hips = self.node(true, vec![first, pair, second]);
            let hips = Element { beside: &[EXTRA], ..hips };
            self.node(false, vec![mesh, hips])
        };
        let alone = {
            let tip = self.chain(true, 1);
            let holder = self.node(false, vec![tip]);
            let side = self.chain(true, 1);
            self.node(true, vec![holder, side])
        };
        let mut scene = vec![rig, alone];
        if self.random.below(2) == 0 {
            let last = self.chain(true, 2);
            scene.push(last);
        }
        scene
    }

    /// `count` nodes in one another, and now and then one more.
    fn chain(&mut self, is_joint: bool, count: usize) -> Element {
        let count = count + usize::from(self.random.below(4) == 0);
        let mut inside = Vec::new();
        for _ in 0..count {
            inside = vec![self.node(is_joint, inside)];
        }
        inside.remove(0)
    }

    fn node(&mut self, is_joint: bool, inside: Vec<Element>) -> Element {
        let name = self.name();
        let mut names = vec![("id", format!("Figure_{name}"))];
        if self.random.below(3) > 0 {
            names.push(("name", name.to_uppercase()));
        }
        if self.random.below(3) > 0 {
            names.insert(self.random.below(names.len() + 1), ("sid", name));
        }
        let matrix = Mat4::from(self.random.rigid().to_affine());
        Element { names, is_joint, matrix, inside, beside: &[] }
    }

    /// One that no other node has.
    fn name(&mut self) -> String {
        if self.names.is_empty() {
            self.names = NAMES.to_vec();
        }
        let place = self.random.below(self.names.len());
        self.names.swap_remove(place).to_owned()
    }

    fn write(&mut self, element: &Element, indent: usize, bad: Bad, text: &mut String) {
        let margin = " ".repeat(indent);
        let mut tag = String::from("<node");
        for (key, value) in &element.names {
            tag += &format!(" {key}=\"{value}\"");
        }
        let kind = match (element.is_joint, self.random.below(2)) {
            (true, _) => " type=\"JOINT\"",
            (false, 0) => " type=\"NODE\"",
            (false, _) => "", // which means the same
        };
        *text += &format!("{margin}{tag}{kind}>\n");
        let mut numbers: Vec<String> =
            rows(element.matrix).iter().map(|number| format!("{number:.6}")).collect();
        if let Bad::Here(word) = bad {
            numbers[self.random.below(16)] = word.into();
        }
        let numbers = spread(&mut self.random, &numbers);
        *text += &format!("{margin}  <matrix sid=\"transform\">{numbers}</matrix>\n");
        if self.random.below(3) == 0 {
            *text += &format!("{margin}  <!-- its children -->\n");
        }
        for beside in element.beside {
            *text += &format!("{margin}  {beside}\n");
        }
        let last = element.inside.len().saturating_sub(1);
        for (index, inside) in element.inside.iter().enumerate() {
            let bad = match bad {
                Bad::Down(1, word) if index == last => Bad::Here(word),
                Bad::Down(down, word) if index == last => Bad::Down(down - 1, word),
                _ => Bad::No,
            };
            self.write(inside, indent + 2, bad, text);
        }
        *text += &format!("{margin}</node>\n");
    }
}

/// The numbers in the order in which a file has them.
pub fn rows(matrix: Mat4) -> [f32; 16] {
    matrix.transpose().to_cols_array()
}

/// Words with blanks between and around as files have them: spaces, tabs, line breaks, one or several.
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

fn outline(element: &Element) -> String {
    let of = |key: &str| element.names.iter().find(|(k, _)| *k == key).map(|(_, value)| value);
    let name = of("sid").or_else(|| of("id")).map_or("", String::as_str);
    let inside = element.inside.iter().map(outline).collect::<Vec<_>>().join(", ");
    match (element.is_joint, inside.is_empty()) {
        (true, true) => name.to_owned(),
        (true, false) => format!("{name}({inside})"),
        (false, true) => format!("[{name}]"),
        (false, false) => format!("[{name}: {inside}]"),
    }
}
