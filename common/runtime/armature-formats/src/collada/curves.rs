//! Curves of channels, evaluated in double precision.
//!
//! Source: COLLADA 1.4.1 specification, chapter 4, "Interpolation methods".

use super::{
    reader::Reader,
    sources::{Source, Sources},
    transforms::{affine, odd_row, single},
    xml::{Element, attribute, children},
};
use crate::loading::Error;
use armature::math::{Decomposition, Transform, decompose, slerp};
use glam::{DAffine3, Quat, Vec3};
use std::{cell::OnceCell, rc::Rc};

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
    pub(super) fn read<'a>(
        reader: &Reader<'a>,
        known: &Sources<'a>,
        sampler: Element<'a>,
    ) -> Result<Option<Self>, Error> {
        const SEMANTICS: [&str; 5] = ["INPUT", "OUTPUT", "INTERPOLATION", "IN_TANGENT", "OUT_TANGENT"];
        let mut sources: [Option<Rc<Source<'a>>>; SEMANTICS.len()] = Default::default();
        for input in children(sampler, "input") {
            if let Some(index) = SEMANTICS.iter().position(|semantic| *semantic == attribute(input, "semantic")) {
                sources[index] = known.of(reader, input)?;
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

    /// Returns the largest turn from a key of whole matrices to the next, as twice the chord of the quaternions.
    pub(super) fn largest_turn(&self) -> f32 {
        let keys = self.matrix_keys().windows(2);
        let turns = keys.map(|pair| {
            let [a, b] = [pair[0].transform.rotation, pair[1].transform.rotation];
            2.0 * (a - b).length().min((a + b).length())
        });
        turns.fold(0.0, f32::max)
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

    /// Returns the factors of a whole matrix at a time: LINEAR blends translation, rotation, scale and shear. `None` where the
    /// numbers are interpolated.
    pub(super) fn sample_parts(&self, time: f32) -> Option<Decomposition> {
        let (key, u) = self.find(time);
        let keys = self.matrix_keys();
        match self.ways[key] {
            Way::Linear if u > 0.0 => Some(blend(&keys[key], &keys[key + 1], u as f32)),
            Way::Linear | Way::Step => Some(keys[key]),
            Way::Bezier | Way::Hermite => None,
        }
    }

    /// Returns the whole matrix at a time.
    pub(super) fn sample_matrix(&self, time: f32) -> DAffine3 {
        match self.sample_parts(time) {
            Some(parts) => DAffine3::from_cols_array(&parts.to_affine().to_cols_array().map(f64::from)),
            None => affine(&std::array::from_fn::<f64, 16, _>(|part| self.sample(part, time))),
        }
    }

    /// Returns the keys of whole matrices. A key of zeros, by which some exporters hide a node, has neither a rotation nor a
    /// shear, and takes those of the key before, or else after it.
    fn matrix_keys(&self) -> &[Decomposition] {
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
