//! Animations (`<animation>`): curves and the channels that they drive.

use super::{
    controllers::odd_row,
    reader::{Element, Reader, attribute, children, id_of},
    sources::{Named, Scope, Source, Sources, Values, find_source},
};
use crate::collada::{
    error::{Error, Location},
    limits::MAX_ITEMS,
};
use crate::loading::balance::CHANNELS;
use std::{collections::HashMap, sync::Arc};

/// An `<animation>`. Nested ones follow it, up to `end`.
#[derive(Clone, Debug)]
pub struct Animation {
    /// Its place, with its id.
    pub location: Location,
    /// Its name; empty where it has none.
    pub name: String,
    /// The index of the first animation after it that is not inside it.
    pub end: usize,
}

/// A `<channel>`: a curve and its target.
#[derive(Clone, Debug)]
pub struct Channel {
    /// The element.
    pub location: Location,
    /// Target as written: `node/transform.MEMBER`.
    pub target: String,
    /// Index in the document's curves.
    pub curve: usize,
    /// Index in the document's animations.
    pub animation: usize,
}

impl Channel {
    /// Returns the target's part before its first slash.
    pub(in crate::collada) fn first_id(&self) -> &str {
        self.target.split('/').next().unwrap_or("")
    }
}

/// Interpolation of a curve from one key to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveInterpolation {
    /// Linear.
    Linear,
    /// The first value, until the next key.
    Step,
    /// Cubic, by control points.
    Bezier,
    /// Cubic, by tangents.
    Hermite,
    /// Cubic through the keys, tangents from the keys' neighbours.
    Cardinal,
    /// A uniform cubic B-spline with the keys as control points, which it does not pass through.
    Bspline,
}

/// A `<sampler>`: keys at their times.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The element.
    pub location: Location,
    /// Times in seconds, never going back; at least one.
    pub times: Vec<f32>,
    /// Number of values in a key: at least 1.
    pub dimensions: usize,
    /// `dimensions` for each time.
    pub values: Arc<Vec<f32>>,
    /// Interpolation from each key to the next.
    pub interpolations: Vec<CurveInterpolation>,
    /// The tangents before each key.
    pub in_tangents: Option<Tangents>,
    /// The tangents after each key.
    pub out_tangents: Option<Tangents>,
}

/// Control points or tangents. The accessor decides whether they have times, not the file's version.
#[derive(Clone, Debug)]
pub struct Tangents {
    /// True: a time and a value for each number of a key. False: only the values.
    pub timed: bool,
    /// `dimensions` for each key, or twice as many.
    pub values: Arc<Vec<f32>>,
}

/// All animations, curves and channels.
#[derive(Default)]
pub(super) struct Animations {
    pub(super) all: Vec<Animation>,
    pub(super) curves: Vec<Curve>,
    pub(super) channels: Vec<Channel>,
    /// The curve of each sampler by the index of its element, if it has one.
    by_sampler: HashMap<usize, Option<usize>>,
}

impl Animations {
    /// Reads a sampler that has not been read yet.
    fn add_curve<'a>(
        &mut self,
        reader: &Reader<'a>,
        sources: &mut Sources,
        scope: &Scope<'a>,
        sampler: Element<'a>,
    ) -> Result<(), Error> {
        if !self.by_sampler.contains_key(&sampler.index()) {
            let curve = read_curve(reader, sources, scope, sampler)?;
            self.by_sampler.insert(sampler.index(), curve.is_some().then_some(self.curves.len()));
            self.curves.extend(curve);
        }
        Ok(())
    }
}

/// Reads all animations, nested ones after the animation that contains them.
pub(super) fn read_animations(reader: &Reader<'_>, sources: &mut Sources) -> Result<Animations, Error> {
    let mut animations = Animations::default();
    let before = sources.all.len();
    // Nesting is walked in a loop: depth costs no stack.
    let libraries = children(reader.root(), "library_animations");
    let elements = libraries.flat_map(Element::descendants);
    let elements: Vec<_> = elements.filter(|element| element.is("animation")).take(MAX_ITEMS + 1).collect();
    animations.all.reserve(elements.len());
    animations.curves.reserve(elements.len());
    animations.channels.reserve(elements.len());
    for (number, element) in elements.iter().enumerate() {
        reader.check_count(*element, number)?;
        let name = attribute(*element, "name").into();
        animations.all.push(Animation { location: element.location(), name, end: number + 1 });
        read_animation(reader, sources, *element, number, &mut animations)?;
    }
    sources.truncate(before); // the curves hold what they need of them
    set_ends(&elements, &mut animations.all);
    Ok(animations)
}

/// Sets [`Animation::end`] of all animations, which are in document order.
fn set_ends(elements: &[Element<'_>], all: &mut [Animation]) {
    let mut open: Vec<(Element<'_>, usize)> = Vec::new();
    for (number, element) in elements.iter().enumerate() {
        while let Some((container, animation)) = open.last() {
            if container.end() >= element.end() {
                break;
            }
            all[*animation].end = number;
            open.pop();
        }
        open.push((*element, number));
    }
    for (_, animation) in open {
        all[animation].end = all.len();
    }
}

/// Reads the curves and channels directly in an `<animation>`, which is the animation with index `number`.
fn read_animation<'a>(
    reader: &Reader<'a>,
    sources: &mut Sources,
    element: Element<'a>,
    number: usize,
    animations: &mut Animations,
) -> Result<(), Error> {
    let before = sources.all.len();
    let scope = sources.scope(reader, element)?;
    let own = sources.all.len();
    let own_samplers: Vec<_> = children(element, "sampler").collect();
    for sampler in &own_samplers {
        animations.add_curve(reader, sources, &scope, *sampler)?;
    }
    // The curves hold what they need of them. One that is not this animation's own may be needed again.
    if sources.all.len() == own {
        sources.truncate(before);
    }
    let ids = own_samplers.iter().enumerate().map(|(number, sampler)| (attribute(*sampler, "id"), number));
    let samplers = Named::new(ids.collect());
    for channel in children(element, "channel") {
        let source = attribute(channel, "source");
        let own = samplers.get(id_of(source)).map(|number| own_samplers[number]);
        let Some(sampler) = own.or_else(|| reader.target("sampler", source)) else {
            reader.leave_out(CHANNELS, 1, channel, format!("no sampler \"{source}\": left out"));
            continue;
        };
        if !animations.by_sampler.contains_key(&sampler.index())
            && let Some(parent) = sampler.parent()
        {
            let scope = sources.scope(reader, parent)?;
            animations.add_curve(reader, sources, &scope, sampler)?;
        }
        match animations.by_sampler.get(&sampler.index()) {
            Some(Some(curve)) => animations.channels.push(Channel {
                location: channel.location(),
                target: attribute(channel, "target").trim().into(),
                curve: *curve,
                animation: number,
            }),
            _ => reader.count_left_out(CHANNELS), // reported already
        }
    }
    Ok(())
}

/// Reads the curve of a `<sampler>`; `None`, and a warning, for a sampler without keys.
fn read_curve<'a>(
    reader: &Reader<'a>,
    sources: &mut Sources,
    scope: &Scope<'a>,
    sampler: Element<'a>,
) -> Result<Option<Curve>, Error> {
    const SEMANTICS: [&str; 5] = ["INPUT", "OUTPUT", "INTERPOLATION", "IN_TANGENT", "OUT_TANGENT"];
    let mut indices = [None; SEMANTICS.len()];
    for element in children(sampler, "input") {
        let Some(source) = find_source(reader, sources, scope, element)? else { continue };
        let semantic = attribute(element, "semantic");
        if let Some(index) = SEMANTICS.iter().position(|known| *known == semantic) {
            indices[index] = Some(source);
        }
    }
    let [input, output, interpolation, in_tangent, out_tangent] =
        indices.map(|index: Option<usize>| index.map(|index| &sources.all[index]));
    let skip = |reason: &str| {
        reader.warn(sampler, format!("{reason}: its channels are left out"));
        Ok(None)
    };
    let Some(input) = input.filter(|source| source.is_numeric()) else {
        return skip("the sampler has no INPUT (the keys' times)");
    };
    let Some(output) = output.filter(|source| source.is_numeric()) else {
        return skip("the sampler has no OUTPUT (the keys' values)");
    };
    if let Some(key) = input.not_finite {
        return skip(&format!("the time of key {key} is not a finite number"));
    }
    let keys = input.count.min(output.count);
    if keys == 0 {
        return skip("the sampler has no keys");
    }
    if input.count != output.count {
        reader.warn(sampler, format!("{} times, but {} values: {keys} keys are used", input.count, output.count));
    }
    let dimensions = output.dimensions();
    let mut curve = Curve {
        location: sampler.location(),
        times: (0..keys).map(|key| input.float(key, 0)).collect(),
        dimensions,
        values: output.floats(keys),
        interpolations: read_interpolations(reader, sampler, interpolation, keys),
        in_tangents: read_tangents(in_tangent, keys, dimensions),
        out_tangents: read_tangents(out_tangent, keys, dimensions),
    };
    replace_cubics_without_tangents(reader, sampler, &mut curve);
    let mut rows = curve.values.as_chunks::<16>().0.iter().filter(|_| dimensions == 16);
    if let Some(message) = rows.find_map(|rows| odd_row(&rows.map(f64::from))) {
        reader.warn(sampler, format!("a key's matrix: {message}"));
    }
    sort_keys(reader, sampler, &mut curve);
    Ok(Some(curve))
}

/// Makes BEZIER and HERMITE linear, with a warning, where a curve has no tangents on one of the sides of its keys.
fn replace_cubics_without_tangents(reader: &Reader<'_>, sampler: Element<'_>, curve: &mut Curve) {
    if curve.in_tangents.is_some() && curve.out_tangents.is_some() {
        return;
    }
    let mut replaced = None;
    for interpolation in &mut curve.interpolations {
        if matches!(interpolation, CurveInterpolation::Bezier | CurveInterpolation::Hermite) {
            replaced = Some(*interpolation);
            *interpolation = CurveInterpolation::Linear;
        }
    }
    if let Some(interpolation) = replaced {
        let name = if interpolation == CurveInterpolation::Bezier { "BEZIER" } else { "HERMITE" };
        reader.warn(sampler, format!("{name} without both tangents: read as LINEAR"));
    }
}

/// Reads the interpolation after each key. Keys without a name have the last name's, or LINEAR.
fn read_interpolations(
    reader: &Reader<'_>,
    sampler: Element<'_>,
    source: Option<&Source>,
    keys: usize,
) -> Vec<CurveInterpolation> {
    let mut unknown = None;
    let mut interpolations: Vec<CurveInterpolation> = Vec::with_capacity(keys);
    if let Some(Source { values: Values::Names { names, .. }, stride, offset, .. }) = source {
        for name in names.iter().skip(*offset).step_by(*stride).take(keys) {
            interpolations.push(match name {
                "LINEAR" => CurveInterpolation::Linear,
                "STEP" => CurveInterpolation::Step,
                "BEZIER" => CurveInterpolation::Bezier,
                "HERMITE" => CurveInterpolation::Hermite,
                "CARDINAL" => CurveInterpolation::Cardinal,
                "BSPLINE" => CurveInterpolation::Bspline,
                _ => {
                    unknown = Some(name);
                    CurveInterpolation::Linear
                }
            });
        }
    }
    if let Some(name) = unknown {
        reader.warn(sampler, format!("unknown interpolation \"{name}\": read as LINEAR"));
    }
    let last = interpolations.last().copied().unwrap_or(CurveInterpolation::Linear);
    interpolations.resize(keys, last);
    interpolations
}

/// Reads the tangents on one side of the keys; `None` for a source without enough numbers for all keys.
fn read_tangents(source: Option<&Source>, keys: usize, dimensions: usize) -> Option<Tangents> {
    let source = source.filter(|source| source.is_numeric() && source.count >= keys)?;
    let timed = source.dimensions() == 2 * dimensions;
    if !timed && source.dimensions() != dimensions {
        return None;
    }
    Some(Tangents { timed, values: source.floats(keys) })
}

/// Sorts the keys by time, with a warning if a time goes back.
fn sort_keys(reader: &Reader<'_>, sampler: Element<'_>, curve: &mut Curve) {
    let Some(back) = curve.times.windows(2).position(|pair| pair[1] < pair[0]) else { return };
    let message = format!(
        "key {} is at {} s, after {} s: the keys are sorted by time",
        back + 1,
        curve.times[back + 1],
        curve.times[back]
    );
    reader.warn(sampler, message);
    let mut order: Vec<usize> = (0..curve.times.len()).collect();
    order.sort_by(|a, b| curve.times[*a].total_cmp(&curve.times[*b])); // stable
    curve.values = Arc::new(reordered(&curve.values, &order));
    for tangents in [&mut curve.in_tangents, &mut curve.out_tangents].into_iter().flatten() {
        tangents.values = Arc::new(reordered(&tangents.values, &order));
    }
    curve.times = reordered(&curve.times, &order);
    curve.interpolations = order.iter().map(|key| curve.interpolations[*key]).collect();
}

/// Returns the numbers of keys, the same count for each key, in another order of the keys.
fn reordered(values: &[f32], order: &[usize]) -> Vec<f32> {
    let size = values.len() / order.len();
    order.iter().flat_map(|key| &values[key * size..(key + 1) * size]).copied().collect()
}
