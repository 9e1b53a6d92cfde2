//! Edits of a document's text: by the bytes of its elements, so that everything else stays.

use super::lines::{escaped, number};
use crate::collada::document::{Document, Node, TransformKind};
use glam::DAffine3;
use roxmltree::Node as Element;
use std::{collections::HashSet, ops::Range};

/// The sid of an animated node's matrix.
pub(in crate::collada) const SID: &str = "transform";

/// The libraries that are replaced.
const REPLACED: [&str; 2] = ["library_animations", "library_animation_clips"];

/// The elements of a document's nodes.
pub(super) struct Nodes<'a> {
    /// In the order of [`Document::nodes`].
    pub(super) all: Vec<Element<'a, 'a>>,
}

impl<'a> Nodes<'a> {
    /// `None` if they are not those of the document.
    pub(super) fn find(xml: &'a roxmltree::Document<'a>, document: &Document) -> Option<Self> {
        let is_node = |element: &Element<'_, '_>| {
            let above = element.parent_element().map(|parent| parent.tag_name().name());
            element.is_element()
                && element.tag_name().name() == "node"
                && above
                    .is_some_and(|name| ["node", "visual_scene", "library_nodes"].contains(&name))
        };
        let root = xml.root_element();
        let libraries = children(root, "library_nodes");
        let scenes = children(root, "library_visual_scenes")
            .flat_map(|library| children(library, "visual_scene"));
        let all: Vec<_> =
            libraries.chain(scenes).flat_map(|tree| tree.descendants().filter(is_node)).collect();
        let same = |(element, node): (&Element<'_, '_>, &Node)| {
            element.attribute("id").unwrap_or("") == node.id
        };
        let found = all.len() == document.nodes.len() && all.iter().zip(&document.nodes).all(same);
        found.then_some(Self { all })
    }
}

/// The child elements of this name, whatever the namespace.
fn children<'a>(
    element: Element<'a, 'a>,
    name: &'static str,
) -> impl Iterator<Item = Element<'a, 'a>> {
    element.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// Replacements in a text.
pub(super) struct Edits<'a> {
    text: &'a str,
    root: Element<'a, 'a>,
    /// None overlaps another.
    replacements: Vec<(Range<usize>, String)>,
    /// Of all elements that stay.
    ids: HashSet<String>,
    /// What the names of elements begin with: nothing, or a prefix and a colon.
    prefix: &'a str,
}

impl<'a> Edits<'a> {
    pub(super) fn new(text: &'a str, xml: &'a roxmltree::Document<'a>) -> Self {
        let root = xml.root_element();
        let stays = |child: &Element<'_, '_>| !REPLACED.contains(&child.tag_name().name());
        let staying = root.children().filter(stays).flat_map(|child| child.descendants());
        let ids = staying.filter_map(|element| element.attribute("id"));
        let ids = ids.map(str::to_owned).collect();
        let name = tag_name(text, root);
        let prefix = name.find(':').map_or("", |colon| &name[..=colon]);
        let mut edits = Self { text, root, replacements: Vec::new(), ids, prefix };
        if text.starts_with("<?xml") {
            let end = text.find("?>").map_or(0, |at| at + 2);
            edits.replace(0..end, "<?xml version=\"1.0\" encoding=\"utf-8\"?>");
        }
        edits
    }

    /// What the names of elements begin with.
    pub(super) fn prefix(&self) -> &'a str {
        self.prefix
    }

    /// No id begins with this.
    pub(super) fn free_prefix(&self) -> String {
        let taken = |start: &str| self.ids.iter().any(|id| id.starts_with(start));
        let mut names =
            std::iter::once("clip".to_owned()).chain((2..).map(|number| format!("clip_{number}_")));
        names.find(|name| !taken(name)).expect("there are more numbers than ids")
    }

    /// The id of a node of the document; one that has none gets one.
    ///
    /// # Errors
    /// If its id is that of another element before it.
    pub(super) fn id_of(
        &mut self,
        node: usize,
        document: &Document,
        nodes: &Nodes<'_>,
    ) -> Result<String, String> {
        let Node { id, sid, name, .. } = &document.nodes[node];
        if !id.is_empty() {
            return match document.ids.nodes.get(id) {
                Some(first) if *first == node => Ok(id.clone()),
                _ => {
                    Err("it moves, but its id is another element's: no channel can name it".into())
                }
            };
        }
        // The joint keeps its name, which is the first of name, id and sid.
        let new = if !sid.is_empty() && !self.ids.contains(sid) {
            sid.clone()
        } else {
            let mut numbered = (node..).map(|number| format!("node-{number}"));
            numbered.find(|id| !self.ids.contains(id)).expect("there are more numbers than ids")
        };
        self.ids.insert(new.clone());
        let mut attributes = format!(" id=\"{}\"", escaped(&new));
        if name.is_empty() && !sid.is_empty() && new != *sid {
            attributes += &format!(" name=\"{}\"", escaped(sid));
        }
        let element = nodes.all[node];
        if let Some(empty) = element.attribute_node("id") {
            self.replace(empty.range(), attributes.trim_start());
        } else {
            let at = element.range().start + 1 + tag_name(self.text, element).len();
            self.replace(at..at, &attributes);
        }
        Ok(new)
    }

    /// Replaces the transforms of a node by one matrix.
    pub(super) fn set_matrix(&mut self, node: &Node, element: Element<'_, '_>, rest: &DAffine3) {
        if let [only] = node.transforms.as_slice()
            && only.kind == TransformKind::Matrix
            && only.sid == SID
        {
            return;
        }
        let (m, t) = (rest.matrix3.transpose(), rest.translation);
        let rows = [(m.x_axis, t.x), (m.y_axis, t.y), (m.z_axis, t.z)];
        let rows = rows.map(|(row, t)| [row.x, row.y, row.z, t].map(number).join(" "));
        let name = format!("{}matrix", self.prefix);
        let matrix = format!("<{name} sid=\"{SID}\">{} 0 0 0 1</{name}>", rows.join(" "));
        let is_transform = |child: &Element<'_, '_>| {
            const NAMES: [&str; 6] = ["matrix", "translate", "rotate", "scale", "skew", "lookat"];
            child.is_element() && NAMES.contains(&child.tag_name().name())
        };
        let mut transforms = element.children().filter(is_transform);
        match transforms.next() {
            Some(first) => self.replace(first.range(), &matrix),
            None => self.insert_first(element, &matrix),
        }
        for other in transforms {
            self.remove(other);
        }
    }

    /// As the first child of an element, but for its `asset`.
    fn insert_first(&mut self, element: Element<'_, '_>, new: &str) {
        let whole = element.range();
        let text = &self.text[whole.clone()];
        if let Some(asset) = element.children().find(|child| child.tag_name().name() == "asset") {
            let at = asset.range().end;
            self.replace(at..at, new);
        } else if let Some(first) = element.first_child() {
            let at = first.range().start;
            self.replace(at..at, new);
        } else if text.ends_with("/>") {
            let close = format!(">{new}</{}>", tag_name(self.text, element));
            self.replace(whole.end - 2..whole.end, &close);
        } else {
            let at = whole.start + text.rfind("</").unwrap_or(text.len());
            self.replace(at..at, new);
        }
    }

    /// Removes the animations and clips there are, and puts others in their place: before the scene, where there are
    /// none.
    pub(super) fn replace_libraries(&mut self, libraries: &str) {
        let mut old: Vec<_> =
            REPLACED.into_iter().flat_map(|name| children(self.root, name)).collect();
        old.sort_by_key(|library| library.range().start);
        let mut old = old.into_iter();
        match old.next() {
            Some(first) if libraries.is_empty() => self.remove(first),
            Some(first) => self.replace(first.range(), libraries),
            None if libraries.is_empty() => {}
            None => {
                let scene = children(self.root, "scene").next();
                let end =
                    self.root.range().end - "</>".len() - tag_name(self.text, self.root).len();
                let at = scene.map_or(end, |scene| scene.range().start);
                self.replace(at..at, &format!("{libraries}\n  "));
            }
        }
        old.for_each(|library| self.remove(library));
    }

    /// Removes an element, and its line if there is nothing else on it.
    fn remove(&mut self, element: Element<'_, '_>) {
        let mut range = element.range();
        let before = self.text[..range.start].trim_end_matches([' ', '\t']);
        let line = before.strip_suffix("\r\n").or_else(|| before.strip_suffix('\n'));
        if let Some(line) = line
            && self.text[range.end..].trim_start_matches([' ', '\t']).starts_with(['\r', '\n'])
        {
            range.start = line.len();
        }
        self.replace(range, "");
    }

    fn replace(&mut self, range: Range<usize>, with: &str) {
        self.replacements.push((range, with.into()));
    }

    /// The text with all of them.
    pub(super) fn apply(mut self) -> String {
        self.replacements.sort_by_key(|(range, _)| (range.start, range.end));
        let mut text = String::with_capacity(self.text.len());
        let mut at = 0;
        for (range, with) in self.replacements {
            text += &self.text[at..range.start.max(at)];
            text += &with;
            at = at.max(range.end);
        }
        text + &self.text[at..]
    }
}

/// The name in an element's tags, with its prefix.
fn tag_name<'a>(text: &'a str, element: Element<'_, '_>) -> &'a str {
    let tag = &text[element.range().start + 1..];
    let end = tag.find(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/');
    &tag[..end.unwrap_or(tag.len())]
}
