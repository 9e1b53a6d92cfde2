//! Animations: curves with their keys, and the nodes that they move.

use crate::gltf::{accessors::Accessors, json::Item, limits::MAX_KEYS};
use crate::loading::{Error, ErrorKind, balance::CHANNELS};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::Arc,
};

/// Property that a channel moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    /// Translation in the parent's space.
    Translation,
    /// A quaternion, x y z w.
    Rotation,
    /// Scale along the node's own axes.
    Scale,
}

/// Interpolation of a curve between its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// Straight, or on the shortest arc.
    Linear,
    /// Constant until the next key.
    Step,
    /// Cubic, with tangents before and after each key.
    CubicSpline,
}

impl Interpolation {
    /// Returns the number of values of each key.
    pub(in crate::gltf) fn values(self) -> usize {
        if self == Interpolation::CubicSpline { 3 } else { 1 }
    }
}

/// Keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Times in seconds, finite, in order; at least one.
    pub times: Arc<[f32]>,
    /// Value of each key; the fourth component is 0 except for rotations. With tangents three for each key: the tangent
    /// before the key, its value, the tangent after it.
    pub values: Vec<[f32; 4]>,
    /// Interpolation between its keys.
    pub interpolation: Interpolation,
}

/// A curve, and the property of a node that it moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    /// The node.
    pub node: usize,
    /// Property of the node.
    pub property: Property,
    /// Shared by all channels of a sampler.
    pub curve: Arc<Curve>,
}

/// Channels that play together.
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    /// Name in the file; empty without a name.
    pub name: String,
    /// One at most for each property of a node, in the order of nodes.
    pub channels: Vec<Channel>,
    /// One at most for each node, in the order of nodes.
    pub weights: Vec<WeightChannel>,
    /// Whether the animation plays all others at once.
    pub is_all: bool,
}

impl Animation {
    /// Whether the animation moves anything. One that does not is not a clip.
    pub(in crate::gltf) fn moves(&self) -> bool {
        !self.channels.is_empty() || !self.weights.is_empty()
    }
}

/// The weights of the morph targets of a node's mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightChannel {
    /// The node.
    pub node: usize,
    /// Times in seconds, finite, in order; at least one.
    pub times: Arc<[f32]>,
    /// Values of all targets for each key. With tangents three times as many for each key: the tangents before the key, its
    /// values, the tangents after it.
    pub values: Vec<f32>,
    /// Interpolation between keys.
    pub interpolation: Interpolation,
}

impl WeightChannel {
    /// Returns the number of targets that have weights.
    pub fn targets(&self) -> usize {
        self.values.len() / (self.times.len() * self.interpolation.values())
    }
}

const INTERPOLATIONS: [(&str, Interpolation); 3] =
    [("LINEAR", Interpolation::Linear), ("STEP", Interpolation::Step), ("CUBICSPLINE", Interpolation::CubicSpline)];

/// Reads all animations. A channel with an error is left out, and each kind of oddity is reported once.
pub(super) fn read_animations(root: &Item<'_>, accessors: &Accessors) -> Result<Vec<Animation>, Error> {
    let mut reader = CurveReader { accessors, times: HashMap::new(), keys: 0 };
    let mut reported = HashSet::new();
    let all = root.objects("animations", |item| {
        // An error of a sampler concerns the channels that use it.
        let samplers = item.objects("samplers", |item| Ok(read_sampler(item, &mut reported)))?;
        let mut curves: HashMap<(usize, Property), Arc<Curve>> = HashMap::new();
        let mut channels: BTreeMap<(usize, Property), Arc<Curve>> = BTreeMap::new();
        let mut weights: BTreeMap<usize, WeightChannel> = BTreeMap::new();
        let mut twice = 0;
        let mut empty = 0;
        let mut others = 0;
        let mut read_channel = |item: &Item<'_>| {
            let sampler = item.need("sampler")?;
            item.check_index("sampler", sampler, samplers.len())?;
            let source = samplers[sampler].as_ref().map_err(Error::clone)?;
            let target = item.need_object("target")?;
            let node = target.index("node", "nodes")?;
            let property = match target.need("path")? {
                "translation" => Property::Translation,
                "rotation" => Property::Rotation,
                "scale" => Property::Scale,
                "weights" => {
                    let node = node.ok_or_else(|| target.missing("node"))?;
                    let Some(channel) = reader.read_weights(source, node)? else {
                        empty += 1;
                        return Ok(());
                    };
                    reader.charge_keys(item, channel.values.len())?;
                    twice += usize::from(weights.insert(node, channel).is_some());
                    return Ok(());
                }
                _ => {
                    others += 1;
                    return Ok(());
                }
            };
            let node = node.ok_or_else(|| target.missing("node"))?;
            let curve = match curves.get(&(sampler, property)) {
                Some(curve) => curve.clone(),
                None => Arc::new(reader.read_curve(source, property)?),
            };
            if curve.times.is_empty() {
                empty += 1;
                return Ok(());
            }
            reader.charge_keys(item, curve.values.len())?;
            curves.insert((sampler, property), curve.clone());
            twice += usize::from(channels.insert((node, property), curve).is_some());
            Ok(())
        };
        item.objects("channels", |item| item.part(CHANNELS, read_channel(&item)))?;
        for (count, what) in [
            (twice, "move what a later one moves, which counts"),
            (empty, "have no keys: left out"),
            (others, "move something else than a node's transform: left out"),
        ] {
            if count > 0 {
                item.leave_out(CHANNELS, count, "channels", format!("{count} of them {what}"));
            }
        }
        let channels =
            channels.into_iter().map(|((node, property), curve)| Channel { node, property, curve }).collect();
        Ok(Animation { name: item.name()?, channels, weights: weights.into_values().collect(), is_all: false })
    })?;
    Ok(join_disjoint(root, all))
}

/// Reads a sampler. An interpolation of 0 is LINEAR.
fn read_sampler<'a>(item: Item<'a>, reported: &mut HashSet<&str>) -> Result<Sampler<'a>, Error> {
    // An exporter of Maya writes a number.
    let zero = item.get::<usize>("interpolation").is_ok_and(|number| number == Some(0));
    let interpolation = if zero { None } else { item.choice("interpolation", &INTERPOLATIONS)? };
    if zero && reported.insert("interpolation") {
        item.warn("interpolation", "0 is none: read as LINEAR here and elsewhere");
    }
    Ok(Sampler {
        input: item.need_index("input", "accessors")?,
        output: item.need_index("output", "accessors")?,
        interpolation: interpolation.map_or(Interpolation::Linear, |(_, interpolation)| *interpolation),
        item,
    })
}

/// Name of the animation that plays all others at once.
const ALL: &str = "all together";

/// Joins animations of which no two move one node, because old exporters write an animation for each node. If they have
/// different names, each can be played alone as well.
fn join_disjoint(root: &Item<'_>, mut all: Vec<Animation>) -> Vec<Animation> {
    let moving: Vec<&Animation> = all.iter().filter(|animation| animation.moves()).collect();
    let mut nodes = moving.iter().flat_map(|animation| {
        let morphed = animation.weights.iter().map(|channel| channel.node);
        let nodes: BTreeSet<usize> = animation.channels.iter().map(|channel| channel.node).chain(morphed).collect();
        nodes
    });
    let mut moved = HashSet::new();
    if moving.len() < 2 || !nodes.all(|node| moved.insert(node)) {
        return all;
    }
    let is_all = moving.iter().any(|animation| animation.name != moving[0].name);
    let (name, played) = if is_all {
        (ALL.to_owned(), format!("played at once by \"{ALL}\""))
    } else {
        (moving[0].name.clone(), "played together as one".to_owned())
    };
    root.warn("animations", format!("{} of them, no two of which move the same node: {played}", moving.len()));
    let mut channels: Vec<Channel> = moving.iter().flat_map(|animation| animation.channels.iter().cloned()).collect();
    let mut weights: Vec<WeightChannel> =
        moving.iter().flat_map(|animation| animation.weights.iter().cloned()).collect();
    channels.sort_by_key(|channel| (channel.node, channel.property));
    weights.sort_by_key(|channel| channel.node);
    let played = Animation { name, channels, weights, is_all };
    if !is_all {
        return vec![played];
    }
    all.insert(0, played);
    all
}

/// A sampler, with the accessors of its times and values.
struct Sampler<'a> {
    input: usize,
    output: usize,
    interpolation: Interpolation,
    item: Item<'a>,
}

/// Reads the curves of channels, within a limit for all of them together.
struct CurveReader<'a> {
    accessors: &'a Accessors,
    /// Times by accessor: most curves of a file share theirs.
    times: HashMap<usize, Result<Arc<[f32]>, Error>>,
    /// Number of keys of all channels so far, also of those that share curves.
    keys: usize,
}

impl CurveReader<'_> {
    /// Counts the keys of a channel, within the limit for all channels.
    fn charge_keys(&mut self, channel: &Item<'_>, keys: usize) -> Result<(), Error> {
        self.keys += keys;
        if self.keys > MAX_KEYS {
            let message = format!("more than {MAX_KEYS} keys in all channels together");
            return Err(channel.error("", ErrorKind::Limit, message));
        }
        Ok(())
    }

    /// Reads the weights of a node's morph targets, the same number for each key; `None` without keys.
    fn read_weights(&mut self, sampler: &Sampler<'_>, node: usize) -> Result<Option<WeightChannel>, Error> {
        let &Sampler { input, output, interpolation, ref item } = sampler;
        let times = self.key_times(input)?;
        let elements = self.accessors.elements(output, &["SCALAR"], "a list of weights")?;
        let keys = times.len();
        let count = elements.len();
        if keys == 0 {
            return Ok(None);
        }
        if count == 0 || count % (keys * interpolation.values()) != 0 || count > MAX_KEYS {
            let message =
                format!("{count} weights in accessor {output} are not the same number for each of {keys} keys");
            return Err(item.error("", ErrorKind::Animation, message));
        }
        let mut values: Vec<f32> = (0..count).map(|index| elements.numbers::<1>(index)[0]).collect();
        make_finite(&mut values, item);
        Ok(Some(WeightChannel { node, times, values, interpolation }))
    }

    /// Reads the keys of a property. Numbers that are not finite become 0.
    fn read_curve(&mut self, sampler: &Sampler<'_>, property: Property) -> Result<Curve, Error> {
        let &Sampler { input, output, interpolation, ref item } = sampler;
        let times = self.key_times(input)?;
        let (kind, purpose) = match property {
            Property::Rotation => ("VEC4", "a list of rotations"),
            _ => ("VEC3", "a list of translations or scales"),
        };
        let elements = self.accessors.elements(output, &[kind], purpose)?;
        let keys = times.len();
        let needed = keys * interpolation.values();
        let count = elements.len();
        if count < needed || count == 3 * keys && count > needed {
            let tangents = if count < needed { "" } else { ", as many as with tangents" };
            let message = format!("{keys} keys need {needed} values in accessor {output}, which has {count}{tangents}");
            return Err(item.error("", ErrorKind::Animation, message));
        }
        if count > needed && keys > 0 {
            let message = format!("{count} values in accessor {output} for {keys} keys: the first {needed} are used");
            item.warn("output", message);
        }
        let mut values = Vec::with_capacity(needed);
        for index in 0..needed {
            let mut value = elements.numbers::<4>(index);
            if kind == "VEC3" {
                value[3] = 0.0;
            }
            values.push(value);
        }
        make_finite(values.as_flattened_mut(), item);
        Ok(Curve { times, values, interpolation })
    }

    /// Returns the times in an accessor, which is read once.
    fn key_times(&mut self, accessor: usize) -> Result<Arc<[f32]>, Error> {
        let accessors = self.accessors;
        self.times.entry(accessor).or_insert_with(|| read_times(accessors, accessor)).clone()
    }
}

/// Reads key times, which must be finite and never go back.
fn read_times(accessors: &Accessors, accessor: usize) -> Result<Arc<[f32]>, Error> {
    let elements = accessors.elements(accessor, &["SCALAR"], "a list of key times")?;
    if elements.len() > MAX_KEYS {
        let message = format!("{} keys: {MAX_KEYS} at most", elements.len());
        return Err(accessors.error(accessor, ErrorKind::Limit, message));
    }
    let times: Arc<[f32]> = (0..elements.len()).map(|key| elements.numbers::<1>(key)[0]).collect();
    let mut before = f32::MIN;
    for (key, &time) in times.iter().enumerate() {
        if !time.is_finite() || time < before {
            let message =
                format!("key {key} is at {time} s, after {before} s: key times must be finite and never go back");
            return Err(accessors.error(accessor, ErrorKind::Animation, message));
        }
        before = time;
    }
    Ok(times)
}

fn make_finite(numbers: &mut [f32], sampler: &Item<'_>) {
    let odd = numbers.iter_mut().filter(|number| !number.is_finite());
    let odd = odd.map(|number| *number = 0.0).count();
    if odd > 0 {
        sampler.warn("output", format!("{odd} of its numbers are not finite: read as 0"));
    }
}
