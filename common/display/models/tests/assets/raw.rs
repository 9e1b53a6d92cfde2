//! A figure's file read without the loader, so that the README's numbers are checked independently of it.

use crate::figure::asset;
use roxmltree::{Document, Node};
use std::{collections::BTreeMap, fs};

/// The contents of a file that the README counts or measures.
pub(crate) struct Raw {
    pub(crate) text: String,
    pub(crate) positions: Vec<[f64; 3]>,
    /// Three indices into `positions` for each.
    pub(crate) triangles: Vec<[usize; 3]>,
    /// The number of distinct combinations of vertex, normal and texture coordinate: the graphics card's vertices.
    pub(crate) corners: usize,
    /// The joints' indices and weights for each position; empty without a skin.
    pub(crate) influences: Vec<Vec<(usize, f64)>>,
    pub(crate) skin_joints: Vec<String>,
    /// The times and the matrices, row by row, of each joint's keys, by the joint's id.
    pub(crate) channels: BTreeMap<String, (Vec<f64>, Vec<f64>)>,
    pub(crate) joint_ids: Vec<String>,
}

pub(crate) fn named<'a, 'i>(node: Node<'a, 'i>, name: &'a str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.descendants().filter(move |node| node.tag_name().name() == name)
}

pub(crate) fn words<T: std::str::FromStr>(node: Node) -> Vec<T> {
    let words = node.text().unwrap_or("").split_whitespace();
    words.map(|word| word.parse().ok().expect("a number")).collect()
}

/// Returns the element that the input of a given semantic points to.
pub(crate) fn input_source<'a, 'i>(document: &'a Document<'i>, of: Node<'a, 'i>, semantic: &str) -> Node<'a, 'i> {
    let mut inputs = of.children().filter(|node| node.tag_name().name() == "input");
    let input = inputs.find(|input| input.attribute("semantic") == Some(semantic)).unwrap();
    let id = &input.attribute("source").unwrap()[1..];
    document.descendants().find(|node| node.attribute("id") == Some(id)).unwrap()
}

pub(crate) fn numbers(document: &Document, of: Node, semantic: &str) -> Vec<f64> {
    words(named(input_source(document, of, semantic), "float_array").next().unwrap())
}

impl Raw {
    pub(crate) fn read(file: &str) -> Self {
        let text = fs::read_to_string(asset(file)).unwrap();
        let document = Document::parse(&text).unwrap();
        let root = document.root();
        let faces = named(root, "triangles").next().unwrap();
        let vertices = input_source(&document, faces, "VERTEX");
        let positions = numbers(&document, vertices, "POSITION");
        let indices: Vec<usize> = words(named(faces, "p").next().unwrap());
        let corners: Vec<&[usize]> = indices.chunks(3).collect();
        let triangles = corners.chunks(3).map(|c| [c[0][0], c[1][0], c[2][0]]).collect();
        let mut distinct = corners.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let distinct = distinct.len();
        let (skin_joints, influences) = skin(&document);
        let joints = named(root, "node").filter(|node| node.attribute("type") == Some("JOINT"));
        Self {
            positions: positions.chunks(3).map(|p| [p[0], p[1], p[2]]).collect(),
            triangles,
            corners: distinct,
            influences,
            skin_joints,
            channels: channels(&document),
            joint_ids: joints.map(|node| node.attribute("id").unwrap().to_owned()).collect(),
            text: text.clone(),
        }
    }

    /// Returns the number of connected surfaces after checking that each is closed.
    pub(crate) fn closed_shapes(&self) -> usize {
        let mut edges = BTreeMap::new();
        let mut shape: Vec<usize> = (0..self.positions.len()).collect();
        for &[a, b, c] in &self.triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry((from, to)).or_insert(0) += 1;
                let one = root(&shape, from);
                let other = root(&shape, to);
                shape[one] = other;
            }
        }
        for ((from, to), count) in &edges {
            assert_eq!((*count, edges.get(&(*to, *from))), (1, Some(&1)), "edge {from} to {to}");
        }
        (0..shape.len()).filter(|&at| shape[at] == at).count()
    }

    /// The lowest and highest coordinate along an axis of the file.
    pub(crate) fn extent(&self, axis: usize) -> (f64, f64) {
        let low = self.positions.iter().map(|position| position[axis]).fold(f64::INFINITY, f64::min);
        let high = self.positions.iter().map(|position| position[axis]).fold(f64::NEG_INFINITY, f64::max);
        (low, high)
    }
}

/// Returns the representative of a position's connected shape.
fn root(shape: &[usize], mut at: usize) -> usize {
    while shape[at] != at {
        at = shape[at];
    }
    at
}

fn skin(document: &Document) -> (Vec<String>, Vec<Vec<(usize, f64)>>) {
    let Some(skin) = named(document.root(), "skin").next() else { return Default::default() };
    let bind_shape: Vec<f64> = words(named(skin, "bind_shape_matrix").next().unwrap());
    let identity = (0..16).map(|k| f64::from(u8::from(k % 5 == 0)));
    assert!(bind_shape.into_iter().eq(identity), "the bind shape matrix is the identity");
    let influences = named(skin, "vertex_weights").next().unwrap();
    let names = words(named(input_source(document, influences, "JOINT"), "Name_array").next().unwrap());
    let weights = numbers(document, influences, "WEIGHT");
    let counts: Vec<usize> = words(named(influences, "vcount").next().unwrap());
    let mut indices = named(influences, "v").next().map(words::<usize>).unwrap().into_iter();
    let mut all = Vec::new();
    for count in counts {
        let mut pairs = Vec::new();
        for _ in 0..count {
            pairs.push((indices.next().unwrap(), weights[indices.next().unwrap()]));
        }
        all.push(pairs);
    }
    (names, all)
}

fn channels(document: &Document) -> BTreeMap<String, (Vec<f64>, Vec<f64>)> {
    let mut channels = BTreeMap::new();
    // The outer animation contains the joints' ones and has no sampler of its own.
    for animation in named(document.root(), "animation") {
        let sampler = animation.children().find(|node| node.tag_name().name() == "sampler");
        let Some(sampler) = sampler else { continue };
        let target = named(animation, "channel").next().unwrap().attribute("target").unwrap();
        let kinds = named(input_source(document, sampler, "INTERPOLATION"), "Name_array").next().unwrap();
        assert!(kinds.text().unwrap().split_whitespace().all(|kind| kind == "LINEAR"), "{target}");
        let keys = (numbers(document, sampler, "INPUT"), numbers(document, sampler, "OUTPUT"));
        channels.insert(target.split('/').next().unwrap().to_owned(), keys);
    }
    channels
}
