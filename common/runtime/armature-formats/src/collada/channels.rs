//! Channels of animations: what each moves, and its curve.
//!
//! Source: COLLADA 1.4.1 specification, chapter 4, "Interpolation methods".

use super::{
    reader::Reader,
    scene::Scene,
    sources::Source,
    transforms::{TransformElement, affine, element_matrix, odd_row, single},
    xml::{Element, attribute, children, name_of},
};
use crate::loading::Error;
use armature::math::{Decomposition, Transform, decompose, slerp};
use glam::{DAffine3, Quat, Vec3};
use roxmltree::NodeId;
use std::{cell::OnceCell, collections::HashMap, rc::Rc};

/// Largest number of slashes in a target that are tried as the end of the node's id, and of sids that follow the id.
const MAX_STEPS: usize = 64;

/// Animations, nested ones after their parent, and their channels.
#[derive(Default)]
pub(super) struct Channels<'a> {
    pub(super) animations: Vec<Animation<'a>>,
    /// In document order, and so in the order of their animations.
    pub(super) all: Vec<Channel<'a>>,
}

pub(super) struct Animation<'a> {
    pub(super) element: Element<'a>,
    /// Index of the first animation after it that is not inside it.
    pub(super) end: usize,
}

/// A `<channel>`: a curve and its target.
pub(super) struct Channel<'a> {
    pub(super) element: Element<'a>,
    /// Target as written: `node/transform.MEMBER`.
    pub(super) target: &'a str,
    /// Index in the animations.
    pub(super) animation: usize,
    pub(super) curve: Rc<Curve>,
    /// What it moves; `None` for nothing in the scene.
    pub(super) driven: Option<Driven>,
}

/// Numbers of a transform element that a curve drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Driven {
    /// The `<node>`: all its instances move together.
    pub(super) node: NodeId,
    /// Place in the node's transform elements.
    pub(super) transform: usize,
    /// The number; `None` for all of them.
    pub(super) part: Option<usize>,
}

impl<'a> Channels<'a> {
    /// Reads all animations.
    pub(super) fn read(reader: &Reader<'a>, scene: &Scene<'a>) -> Result<Self, Error> {
        let mut channels = Self::default();
        let mut curves: HashMap<NodeId, Option<Rc<Curve>>> = HashMap::new();
        let libraries = children(reader.root, "library_animations");
        let elements = libraries.flat_map(|library| library.descendants());
        for element in elements.filter(|element| element.tag_name().name() == "animation") {
            reader.check_count(element, channels.animations.len())?;
            channels.animations.push(Animation { element, end: 0 });
            for channel in children(element, "channel") {
                channels.read_channel(reader, scene, &mut curves, channel)?;
            }
        }
        for number in 0..channels.animations.len() {
            let range = channels.animations[number].element.range();
            let inside = channels.animations[number..].partition_point(|other| other.element.range().start < range.end);
            channels.animations[number].end = number + inside;
        }
        channels.warn_of_outside(reader, scene);
        channels.warn_of_twins(reader);
        Ok(channels)
    }

    fn read_channel(
        &mut self,
        reader: &Reader<'a>,
        scene: &Scene<'a>,
        curves: &mut HashMap<NodeId, Option<Rc<Curve>>>,
        element: Element<'a>,
    ) -> Result<(), Error> {
        let source = attribute(element, "source");
        let id = &*reader.id_of(source);
        let own = element
            .parent()
            .and_then(|animation| children(animation, "sampler").find(|sampler| sampler.attribute("id") == Some(id)));
        let Some(sampler) = own.or_else(|| reader.target("sampler", source)) else {
            reader.warn(element, format!("no sampler \"{source}\": left out"));
            return Ok(());
        };
        let curve = match curves.get(&sampler.id()) {
            Some(known) => known.clone(),
            None => {
                let curve = Curve::read(reader, sampler)?.map(Rc::new);
                curves.insert(sampler.id(), curve.clone());
                curve
            }
        };
        let Some(curve) = curve else { return Ok(()) };
        let target = attribute(element, "target").trim();
        let driven = find_target(reader, scene, target, curve.width).unwrap_or_else(|reason| {
            reader.warn(element, format!("target \"{target}\": {reason}: left out"));
            None
        });
        self.all.push(Channel { element, target, animation: self.animations.len() - 1, curve, driven });
        Ok(())
    }

    /// Warns of channels that move nodes outside of the scene.
    fn warn_of_outside(&mut self, reader: &Reader<'a>, scene: &Scene<'a>) {
        let mut outside = Vec::new();
        for channel in &mut self.all {
            if channel.driven.is_some_and(|driven| !scene.instances.contains_key(&driven.node)) {
                channel.driven = None;
                outside.push((channel.element, channel.target));
            }
        }
        reader.warn_of_unused(&outside, "it moves a node outside of the scene");
    }

    /// Warns of channels of one animation that move the same. Clips may each bring their own channel for one target.
    fn warn_of_twins(&self, reader: &Reader<'a>) {
        if reader.library("library_animation_clips", "animation_clip").next().is_some() {
            return;
        }
        let mut known = HashMap::new();
        for channel in self.all.iter().filter(|channel| channel.driven.is_some()) {
            if known.insert((channel.animation, channel.driven), ()).is_some() {
                let message = format!("a second channel for \"{}\": the last one wins", channel.target);
                reader.warn(channel.element, message);
            }
        }
    }
}

/// Finds the numbers that a channel's target means: `node/sid`, or `node/sid/sid`, and a member. The node's id is as long as
/// it can be, because ids may hold slashes. A node outside of the scene has no transforms.
fn find_target<'a>(
    reader: &Reader<'a>,
    scene: &Scene<'a>,
    target: &str,
    width: usize,
) -> Result<Option<Driven>, String> {
    let slashes: Vec<usize> = target.match_indices('/').map(|(slash, _)| slash).collect();
    for &slash in slashes.iter().rev().take(MAX_STEPS) {
        let id = &target[..slash];
        let Some(mut node) = reader.target("node", id) else { continue };
        let mut rest = &target[slash + 1..];
        for _ in 0..MAX_STEPS {
            let Some(instances) = scene.instances.get(&node.id()) else {
                return Ok(Some(Driven { node: node.id(), transform: 0, part: None }));
            };
            let transforms = &scene.nodes[instances[0]].transforms;
            if let Some((transform, member)) = split_at_transform(transforms, rest) {
                let part = find_part(&transforms[transform], member, width)?;
                return Ok(Some(Driven { node: node.id(), transform, part }));
            }
            let Some((sid, after)) = rest.split_once('/') else { break };
            let Some(below) = children(node, "node").find(|child| attribute(*child, "sid") == sid) else { break };
            node = below;
            rest = after;
        }
        return Err(format!("node \"{id}\" has no transform \"{rest}\""));
    }
    let first = target.split('/').next().unwrap_or("");
    match reader.by_id(first).is_some_and(|element| element.tag_name().name() != "node") {
        true => Err(format!("\"{first}\" is not a node")),
        false => Err(format!("there is no node \"{first}\"")),
    }
}

/// Finds the transform element whose sid `rest` begins with, and returns its index and the member. Sids may hold dots.
fn split_at_transform<'t>(transforms: &[TransformElement<'_>], rest: &'t str) -> Option<(usize, &'t str)> {
    for end in [Some(rest.len()), rest.rfind('.'), rest.find('(')].into_iter().flatten() {
        let (sid, member) = rest.split_at(end);
        if let Some(index) = transforms.iter().position(|element| !element.sid.is_empty() && element.sid == sid) {
            return Some((index, member));
        }
    }
    None
}

/// Returns the number that `.MEMBER`, `(i)` or `(i)(j)` means in an element, or `None` for all of them. A key must have as
/// many values.
fn find_part(element: &TransformElement<'_>, member: &str, width: usize) -> Result<Option<usize>, String> {
    let kind = element.kind;
    let part = if member.is_empty() {
        // An angle for a whole rotation: some exporters leave out ".ANGLE".
        (width == 1 && kind == "rotate").then_some(3)
    } else {
        let index = match member.strip_prefix('.') {
            Some(name) => member_index(kind, name),
            None => number_index(element, member),
        };
        Some(index.ok_or_else(|| format!("<{kind}> has no member \"{member}\""))?)
    };
    let expected = if part.is_none() { element.values.len() } else { 1 };
    match width == expected {
        true => Ok(part),
        false => Err(format!("keys of {width} numbers do not fit, {expected} would")),
    }
}

fn member_index(kind: &str, name: &str) -> Option<usize> {
    match (kind, name) {
        ("rotate", "ANGLE") => Some(3),
        ("skew", "ANGLE") => Some(0),
        ("translate" | "scale" | "rotate", _) => ["X", "Y", "Z"].iter().position(|member| *member == name),
        _ => None,
    }
}

/// Reads the index of a number from `(i)`, or from `(column)(row)` of a matrix, the order in which exporters write.
fn number_index(element: &TransformElement<'_>, text: &str) -> Option<usize> {
    let mut indices = Vec::new();
    for part in text.strip_prefix('(')?.strip_suffix(')')?.split(")(").take(3) {
        indices.push(part.trim().parse::<usize>().ok()?);
    }
    let index = match *indices {
        [index] => index,
        [column @ 0..4, row @ 0..4] if element.kind == "matrix" => row * 4 + column,
        _ => return None,
    };
    (index < element.values.len()).then_some(index)
}

/// Interpolation of a curve from one key to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Linear,
    /// The first value, until the next key.
    Step,
    /// Cubic, by control points.
    Bezier,
    /// Cubic, by tangents.
    Hermite,
}

/// A `<sampler>`: keys at their times.
pub(super) struct Curve {
    /// Times in seconds, never going back; at least one.
    pub(super) times: Vec<f32>,
    /// Number of values of a key: at least 1.
    pub(super) width: usize,
    /// `width` for each time.
    pub(super) values: Vec<f32>,
    /// Interpolation from each key to the next.
    pub(super) ways: Vec<Way>,
    /// Control points or tangents before and after each key.
    tangents: Option<[Tangents; 2]>,
    /// Keys of whole matrices, decomposed on first use.
    matrices: OnceCell<Vec<Decomposition>>,
}

struct Tangents {
    /// Whether there is a time beside each value. The accessor decides, not the file's version.
    are_timed: bool,
    values: Vec<f32>,
}

impl Curve {
    /// Reads the curve of a `<sampler>`; `None`, and a warning, for a sampler without keys.
    fn read<'a>(reader: &Reader<'a>, sampler: Element<'a>) -> Result<Option<Self>, Error> {
        const SEMANTICS: [&str; 5] = ["INPUT", "OUTPUT", "INTERPOLATION", "IN_TANGENT", "OUT_TANGENT"];
        let mut sources: [Option<Rc<Source<'a>>>; SEMANTICS.len()] = Default::default();
        for input in children(sampler, "input") {
            if let Some(index) = SEMANTICS.iter().position(|semantic| *semantic == attribute(input, "semantic")) {
                sources[index] = reader.source_of(input)?;
            }
        }
        let [input, output, interpolation, arrive, leave] = sources;
        let problem = match (&input, &output) {
            (Some(input), _) if input.array.not_finite.is_some() => {
                format!("the time of key {} is not a finite number", input.array.not_finite.unwrap_or(0))
            }
            (Some(input), Some(output)) if input.array.is_numeric && output.array.is_numeric => String::new(),
            (Some(input), _) if input.array.is_numeric => "the sampler has no OUTPUT (the keys' values)".into(),
            _ => "the sampler has no INPUT (the keys' times)".into(),
        };
        let (Some(input), Some(output), "") = (input, output, &*problem) else {
            reader.warn(sampler, format!("{problem}: its channels are left out"));
            return Ok(None);
        };
        let keys = input.count.min(output.count);
        if keys == 0 {
            reader.warn(sampler, "the sampler has no keys: its channels are left out");
            return Ok(None);
        }
        if input.count != output.count {
            let message = format!("{} times, but {} values: {keys} keys are used", input.count, output.count);
            reader.warn(sampler, message);
        }
        let width = output.width();
        let mut curve = Self {
            times: (0..keys).map(|key| input.get(key, 0)).collect(),
            width,
            values: values_of(&output, keys),
            ways: read_ways(reader, sampler, interpolation.as_deref(), keys),
            tangents: None,
            matrices: OnceCell::new(),
        };
        let tangents = [arrive, leave].map(|source| read_tangents(source.as_deref(), keys, width));
        if let [Some(arrive), Some(leave)] = tangents {
            curve.tangents = Some([arrive, leave]);
        } else {
            curve.replace_cubics(reader, sampler);
        }
        let mut rows = curve.values.as_chunks::<16>().0.iter().filter(|_| width == 16);
        if let Some(message) = rows.find_map(|rows| odd_row(&rows.map(f64::from))) {
            reader.warn(sampler, format!("a key's matrix: {message}"));
        }
        curve.sort_keys(reader, sampler);
        Ok(Some(curve))
    }

    /// Makes BEZIER and HERMITE linear, with a warning, where a curve has no tangents on one of the sides of its keys.
    fn replace_cubics(&mut self, reader: &Reader<'_>, sampler: Element<'_>) {
        let mut replaced = None;
        for way in &mut self.ways {
            if matches!(way, Way::Bezier | Way::Hermite) {
                replaced = Some(*way);
                *way = Way::Linear;
            }
        }
        if let Some(way) = replaced {
            let name = if way == Way::Bezier { "BEZIER" } else { "HERMITE" };
            reader.warn(sampler, format!("{name} without both tangents: read as LINEAR"));
        }
    }

    /// Sorts the keys by time, with a warning if a time goes back.
    fn sort_keys(&mut self, reader: &Reader<'_>, sampler: Element<'_>) {
        let Some(back) = self.times.windows(2).position(|pair| pair[1] < pair[0]) else { return };
        let message = format!(
            "key {} is at {} s, after {} s: the keys are sorted by time",
            back + 1,
            self.times[back + 1],
            self.times[back]
        );
        reader.warn(sampler, message);
        let mut order: Vec<usize> = (0..self.times.len()).collect();
        order.sort_by(|a, b| self.times[*a].total_cmp(&self.times[*b])); // stable
        self.values = reordered(&self.values, &order);
        for tangents in self.tangents.iter_mut().flatten() {
            tangents.values = reordered(&tangents.values, &order);
        }
        self.times = reordered(&self.times, &order);
        self.ways = order.iter().map(|key| self.ways[*key]).collect();
    }

    /// Returns whether the value jumps at the end of the interval from a key to the next.
    pub(super) fn jumps_after(&self, key: usize) -> bool {
        self.ways[key] == Way::Step || self.times[key] == self.times[key + 1]
    }

    /// Returns whether keys are whole matrices that are joined as tracks join them.
    pub(super) fn is_of_matrices(&self) -> bool {
        self.width == 16 && self.ways.iter().all(|way| matches!(way, Way::Linear | Way::Step))
    }

    /// Returns the key at or before a time, and the fraction of the way to the next one: 0 before the first key and after
    /// the last.
    fn find(&self, time: f32) -> (usize, f64) {
        let after = self.times.partition_point(|key| *key <= time);
        if after == 0 || after == self.times.len() {
            return (after.saturating_sub(1), 0.0);
        }
        let start = f64::from(self.times[after - 1]);
        let end = f64::from(self.times[after]);
        (after - 1, (f64::from(time) - start) / (end - start))
    }

    fn value(&self, key: usize, part: usize) -> f64 {
        f64::from(self.values[key * self.width + part])
    }

    /// Returns a number at a time.
    pub(super) fn sample(&self, part: usize, time: f32) -> f64 {
        let (key, u) = self.find(time);
        let a = self.value(key, part);
        if u == 0.0 || self.ways[key] == Way::Step {
            return a;
        }
        let b = self.value(key + 1, part);
        let start = f64::from(self.times[key]);
        let length = f64::from(self.times[key + 1]) - start;
        let Some([arrive, leave]) = &self.tangents else { return a + (b - a) * u };
        let (x1, y1) = self.tangent(leave, key, part);
        let (x2, y2) = self.tangent(arrive, key + 1, part);
        match self.ways[key] {
            Way::Linear | Way::Step => a + (b - a) * u,
            Way::Bezier => {
                let x1 = x1.map(|time| (time - start) / length);
                let x2 = x2.map(|time| (time - start) / length);
                bezier([a, y1, y2, b], curve_parameter(x1, x2, u))
            }
            Way::Hermite => {
                // The Bezier curve's control point is a third of the tangent away.
                let x1 = x1.map(|x| x / length / 3.0);
                let x2 = x2.map(|x| 1.0 - x / length / 3.0);
                bezier([a, a + y1 / 3.0, b - y2 / 3.0, b], curve_parameter(x1, x2, u))
            }
        }
    }

    /// Returns the time, if the file gives times, and the value of a control point or tangent.
    fn tangent(&self, tangents: &Tangents, key: usize, part: usize) -> (Option<f64>, f64) {
        let index = key * self.width + part;
        if tangents.are_timed {
            (Some(f64::from(tangents.values[2 * index])), f64::from(tangents.values[2 * index + 1]))
        } else {
            (None, f64::from(tangents.values[index]))
        }
    }

    /// Returns the matrix at a time. LINEAR blends translation, rotation, scale and shear; all others interpolate each number.
    pub(super) fn sample_matrix(&self, time: f32) -> DAffine3 {
        let (key, u) = self.find(time);
        if u > 0.0 && self.ways[key] == Way::Linear {
            let keys = self.matrix_keys();
            return double(&blend(&keys[key], &keys[key + 1], u as f32));
        }
        let rows: [f64; 16] = std::array::from_fn(|part| self.sample(part, time));
        affine(&rows)
    }

    /// Returns the keys of whole matrices. A key of zeros, by which some exporters hide a node, has neither a rotation nor a
    /// shear, and takes those of the key before, or else after it.
    pub(super) fn matrix_keys(&self) -> &[Decomposition] {
        self.matrices.get_or_init(|| {
            let mut keys: Vec<Decomposition> = Vec::with_capacity(self.times.len());
            for key in 0..self.times.len() {
                let rows: [f64; 16] = std::array::from_fn(|part| self.value(key, part));
                keys.push(decompose(&single(&affine(&rows))));
            }
            let sound = keys.iter().find(|key| key.transform.scale != Vec3::ZERO);
            let mut before = sound.map_or((Quat::IDENTITY, Vec3::ZERO), |key| (key.transform.rotation, key.shear));
            for key in &mut keys {
                if key.transform.scale == Vec3::ZERO {
                    (key.transform.rotation, key.shear) = before;
                }
                before = (key.transform.rotation, key.shear);
            }
            keys
        })
    }
}

/// Interpolates as tracks do, rotations by slerp.
fn blend(a: &Decomposition, b: &Decomposition, u: f32) -> Decomposition {
    let transform = Transform {
        translation: a.transform.translation.lerp(b.transform.translation, u),
        rotation: slerp(a.transform.rotation, b.transform.rotation, u),
        scale: a.transform.scale.lerp(b.transform.scale, u),
    };
    Decomposition { transform, shear: a.shear.lerp(b.shear, u) }
}

fn double(parts: &Decomposition) -> DAffine3 {
    DAffine3::from_cols_array(&parts.to_affine().to_cols_array().map(f64::from))
}

/// Returns the values that are used of the first keys.
fn values_of(source: &Source<'_>, keys: usize) -> Vec<f32> {
    let mut values = Vec::with_capacity(keys * source.width());
    for key in 0..keys {
        values.extend((0..source.width()).map(|part| source.get(key, part)));
    }
    values
}

/// Reads the interpolation after each key. Keys without a name have the last name's, or LINEAR.
fn read_ways(reader: &Reader<'_>, sampler: Element<'_>, source: Option<&Source<'_>>, keys: usize) -> Vec<Way> {
    let mut unknown = None;
    let mut ways: Vec<Way> = Vec::with_capacity(keys);
    if let Some(source) = source {
        for name in source.array.names.iter().skip(source.offset).step_by(source.stride).take(keys) {
            ways.push(match *name {
                "LINEAR" => Way::Linear,
                "STEP" => Way::Step,
                "BEZIER" => Way::Bezier,
                "HERMITE" => Way::Hermite,
                _ => {
                    unknown = Some(*name); // CARDINAL and BSPLINE, too, which no exporter writes
                    Way::Linear
                }
            });
        }
    }
    if let Some(name) = unknown {
        reader.warn(sampler, format!("interpolation \"{name}\": read as LINEAR"));
    }
    let last = ways.last().copied().unwrap_or(Way::Linear);
    ways.resize(keys, last);
    ways
}

/// Reads the tangents on one side of the keys; `None` for a source without enough numbers for all keys.
fn read_tangents(source: Option<&Source<'_>>, keys: usize, width: usize) -> Option<Tangents> {
    let source = source.filter(|source| source.array.is_numeric && source.count >= keys)?;
    let are_timed = source.width() == 2 * width;
    (are_timed || source.width() == width).then(|| Tangents { are_timed, values: values_of(source, keys) })
}

/// Returns the numbers of keys, the same count for each key, in another order of the keys.
fn reordered(values: &[f32], order: &[usize]) -> Vec<f32> {
    let size = values.len() / order.len();
    order.iter().flat_map(|key| &values[key * size..(key + 1) * size]).copied().collect()
}

fn bezier([a, b, c, d]: [f64; 4], s: f64) -> f64 {
    let r = 1.0 - s;
    r * r * r * a + 3.0 * r * r * s * b + 3.0 * r * s * s * c + s * s * s * d
}

/// Returns the parameter at which a Bezier curve of time is `u`. Its middle control points are at `x1` and `x2`, or at a third
/// and two thirds where the file gives neither. They are clamped to the segment, because time would run backwards with control
/// points outside; so the curve is monotone, and bisection always finds the parameter.
fn curve_parameter(x1: Option<f64>, x2: Option<f64>, u: f64) -> f64 {
    if x1.is_none() && x2.is_none() {
        return u;
    }
    let x1 = x1.unwrap_or(1.0 / 3.0).clamp(0.0, 1.0);
    let x2 = x2.unwrap_or(2.0 / 3.0).clamp(0.0, 1.0);
    let mut low = 0.0;
    let mut high = 1.0;
    for _ in 0..48 {
        let middle = f64::midpoint(low, high);
        if bezier([0.0, x1, x2, 1.0], middle) < u {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// A node with the channels that move it.
pub(super) struct Motion<'m, 'a> {
    transforms: &'m [TransformElement<'a>],
    pub(super) channels: Vec<&'m Channel<'a>>,
    /// Matrix of each transform element that no channel drives.
    fixed: Vec<Option<DAffine3>>,
}

impl<'m, 'a> Motion<'m, 'a> {
    /// Makes the motion of a node by its channels, of which no two have one target.
    pub(super) fn new(transforms: &'m [TransformElement<'a>], channels: Vec<&'m Channel<'a>>) -> Self {
        let mut fixed = Vec::new();
        for (index, element) in transforms.iter().enumerate() {
            let moves = channels.iter().any(|channel| channel.driven.is_some_and(|driven| driven.transform == index));
            fixed.push((!moves).then(|| element_matrix(element.kind, &element.values)));
        }
        Self { transforms, channels, fixed }
    }

    /// Returns the only channel, if its keys are whole matrices of the node's only element.
    pub(super) fn only_matrix(&self) -> Option<&'m Channel<'a>> {
        let [channel] = &*self.channels else { return None };
        let is_whole = channel.driven.is_some_and(|driven| driven.part.is_none());
        (is_whole && self.transforms.len() == 1 && channel.curve.is_of_matrices()).then_some(channel)
    }

    /// Returns the names of the elements that channels drive.
    pub(super) fn driven_kinds(&self) -> impl Iterator<Item = &'static str> {
        self.channels.iter().filter_map(|channel| Some(self.transforms[channel.driven?.transform].kind))
    }

    /// Returns `parent_from_node` at a time, in seconds.
    pub(super) fn local(&self, time: f32) -> DAffine3 {
        let mut product = DAffine3::IDENTITY;
        for (index, element) in self.transforms.iter().enumerate() {
            product *= self.fixed[index].unwrap_or_else(|| self.moved(index, element, time));
        }
        product
    }

    /// Returns the matrix of a transform element that channels drive.
    fn moved(&self, index: usize, element: &TransformElement<'a>, time: f32) -> DAffine3 {
        let mut values = element.values.clone();
        for channel in &self.channels {
            let Some(driven) = channel.driven.filter(|driven| driven.transform == index) else { continue };
            match driven.part {
                Some(part) => values[part] = channel.curve.sample(0, time),
                None if element.kind == "matrix" => return channel.curve.sample_matrix(time),
                None => {
                    for (part, value) in values.iter_mut().enumerate() {
                        *value = channel.curve.sample(part, time);
                    }
                }
            }
        }
        element_matrix(element.kind, &values)
    }
}

/// Returns the name of a clip that plays an animation: the animation's, if it has one.
pub(super) fn animation_name<'a>(animation: &Animation<'a>) -> Option<&'a str> {
    Some(name_of(animation.element)).filter(|name| !name.is_empty())
}
