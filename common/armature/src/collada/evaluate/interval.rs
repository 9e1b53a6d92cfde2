//! The local transform of a node in an interval without keys: what is the same at all of its times is computed
//! once.

use super::{
    channel_set::{AnimatedNode, ChannelSet},
    curves::{self, Segment},
    decompose::Decomposed,
};
use crate::collada::{
    document::{Curve, Interpolation, TransformElement, TransformKind, affine},
    scene::{Component, Driven},
    transforms,
};
use glam::{DAffine3, DMat3, DVec3};
use std::ops::Range;

/// Gives the same as [`ChannelSet::local`], except for rounding, for the times of one interval after the other.
pub(in crate::collada) struct Interval<'a> {
    elements: &'a [TransformElement],
    animated: &'a AnimatedNode,
    /// The curve of each channel.
    curves: Vec<&'a Curve>,
    start: f32,
    /// For each curve, the first key after the interval's start.
    next_keys: Vec<usize>,
    steps: Vec<Step>,
    runs: Vec<Run>,
    /// Whether there are channels for a whole element and others for single numbers of it.
    overlap: bool,
    /// See [`is_simple`](Self::is_simple).
    simple: bool,
}

/// A transform element, or several constant ones.
enum Step {
    Fixed(DAffine3),
    /// An element with numbers that change.
    Numbers {
        kind: TransformKind,
        values: [f64; 16],
        first: usize,
        end: usize,
    },
    /// A rotation about an axis (of length 1) of which only the angle changes.
    Turn {
        axis: DVec3,
        run: usize,
    },
    /// The same about x, y or z (0, 1, 2) or its opposite.
    Spin {
        axis: usize,
        sign: f64,
        run: usize,
    },
    /// A matrix whose numbers are all linear between the same two keys.
    Linear {
        from: DAffine3,
        rise: DAffine3,
        before: f64,
        after: f64,
    },
    /// A whole matrix, interpolated by its translation, rotation, shear and scale.
    Blend {
        from: Decomposed,
        to: Decomposed,
        before: f64,
        after: f64,
    },
}

/// A number that changes.
struct Run {
    /// Its index in the element.
    at: usize,
    segment: Segment,
    /// The times of the keys on both sides.
    before: f64,
    after: f64,
}

impl Run {
    fn at(&self, time: f64) -> f64 {
        self.segment.at(self.fraction(time))
    }

    fn fraction(&self, time: f64) -> f64 {
        (time - self.before) / (self.after - self.before)
    }
}

impl<'a> Interval<'a> {
    /// For an animated node; `None` for any other.
    pub(in crate::collada) fn new(channels: &'a ChannelSet<'_>, node: usize) -> Option<Self> {
        let document = channels.document;
        let animated = channels.by_node.get(&node)?;
        let curve = |channel: usize| &document.curves[document.channels[channel].curve];
        let elements = &document.nodes[node].transforms;
        let whole = |driven: &Driven| driven.component == Component::Whole;
        let overlap = animated.driven.iter().any(|one| {
            let other = |other: &Driven| other.transform == one.transform && !whole(other);
            whole(one) && animated.driven.iter().any(other)
        });
        Some(Self {
            elements,
            overlap,
            animated,
            curves: animated.driven.iter().map(|driven| curve(driven.channel)).collect(),
            start: f32::NEG_INFINITY,
            next_keys: vec![0; animated.driven.len()],
            steps: Vec::new(),
            runs: Vec::new(),
            simple: true,
        })
    }

    /// Goes to the interval from `start` to the next key. Going forwards is fast.
    pub(in crate::collada) fn begin(&mut self, start: f32) {
        if start < self.start {
            self.next_keys.fill(0);
        }
        self.start = start;
        for (curve, next) in self.curves.iter().zip(&mut self.next_keys) {
            // One or two steps, except at the first interval, which may begin late.
            while curve.times.get(*next).is_some_and(|time| *time <= start) {
                *next += 1;
            }
        }
        self.steps.clear();
        self.runs.clear();
        self.simple = true;
        for index in 0..self.elements.len() {
            match self.animated.fixed[index] {
                Some(fixed) => self.push_fixed(fixed),
                None => self.push_moving(index),
            }
        }
    }

    /// Whether the middle alone tells the error of a line between the ends: no curve has an inflection, and nothing
    /// turns all the way round.
    pub(in crate::collada) fn is_simple(&self) -> bool {
        self.simple
    }

    /// `parent_from_node` at a time in the interval.
    pub(in crate::collada) fn local(&self, time: f64) -> DAffine3 {
        let mut product = DAffine3::IDENTITY;
        for (number, step) in self.steps.iter().enumerate() {
            let matrix = match step {
                Step::Fixed(matrix) => *matrix,
                Step::Spin { axis, sign, run } => {
                    let (sin, cos) = (sign * self.runs[*run].at(time).to_radians()).sin_cos();
                    spin(&mut product.matrix3, *axis, sin, cos);
                    continue;
                }
                Step::Turn { axis, run } => {
                    let angle = self.runs[*run].at(time).to_radians();
                    product.matrix3 *= DMat3::from_axis_angle(*axis, angle);
                    continue;
                }
                Step::Linear { from, rise, before, after } => {
                    let u = (time - before) / (after - before);
                    DAffine3 {
                        matrix3: from.matrix3 + rise.matrix3 * u,
                        translation: from.translation + rise.translation * u,
                    }
                }
                Step::Blend { from, to, before, after } => from.between(to, (time - before) / (after - before)),
                Step::Numbers { kind, values, first, end } => {
                    let values = self.numbers(values, *first..*end, time);
                    match kind {
                        TransformKind::Translate => {
                            let shift = DVec3::new(values[0], values[1], values[2]);
                            product.translation += product.matrix3 * shift;
                            continue;
                        }
                        TransformKind::Scale => {
                            product.matrix3.x_axis *= values[0];
                            product.matrix3.y_axis *= values[1];
                            product.matrix3.z_axis *= values[2];
                            continue;
                        }
                        _ => transforms::matrix(*kind, &values[..kind.count()]),
                    }
                }
            };
            product = if number == 0 { matrix } else { product * matrix };
        }
        product
    }

    /// The numbers of an element at a time.
    fn numbers(&self, values: &[f64; 16], runs: Range<usize>, time: f64) -> [f64; 16] {
        let mut values = *values;
        let (mut known, mut fraction) = ((f64::NAN, f64::NAN), 0.0);
        for run in &self.runs[runs] {
            if (run.before, run.after) != known {
                known = (run.before, run.after);
                fraction = run.fraction(time);
            }
            values[run.at] = run.segment.at(fraction);
        }
        values
    }

    fn push_fixed(&mut self, matrix: DAffine3) {
        match self.steps.last_mut() {
            Some(Step::Fixed(before)) => *before *= matrix,
            _ => self.steps.push(Step::Fixed(matrix)),
        }
    }

    fn push_moving(&mut self, index: usize) {
        let element = &self.elements[index];
        let mut values = [0.0; 16];
        values[..element.values.len()].copy_from_slice(&element.values);
        let first = self.runs.len();
        let mut whole = None;
        for (number, driven) in self.animated.driven.iter().enumerate() {
            if driven.transform != index {
                continue;
            }
            match driven.component {
                Component::One(at) => self.push_number(number, 0, at, &mut values, first),
                Component::Whole if element.kind == TransformKind::Matrix => whole = Some(number),
                Component::Whole => {
                    for at in 0..element.values.len() {
                        self.push_number(number, at, at, &mut values, first);
                    }
                }
            }
        }
        if let Some(number) = whole {
            self.runs.truncate(first);
            return self.push_whole(number);
        }
        let kind = element.kind;
        let end = self.runs.len();
        if end == first {
            return self.push_fixed(transforms::matrix(kind, &values[..kind.count()]));
        }
        self.simple &= self.runs[first..].iter().all(|run| run.is_simple(kind));
        if let Some(linear) = linear_matrix(kind, &values, &self.runs[first..]) {
            self.runs.truncate(first);
            return self.steps.push(linear);
        }
        let only_angle = kind == TransformKind::Rotate && end == first + 1 && self.runs[first].at == 3;
        let axis = DVec3::new(values[0], values[1], values[2]).try_normalize();
        let Some(axis) = axis.filter(|_| only_angle) else {
            return self.steps.push(Step::Numbers { kind, values, first, end });
        };
        let components = axis.to_array();
        self.steps.push(match components.iter().position(|component| component.abs() == 1.0) {
            Some(along) => Step::Spin { axis: along, sign: components[along], run: first },
            None => Step::Turn { axis, run: first },
        });
    }

    /// The key before the interval's start; as an error, the only key that counts.
    fn key(&self, number: usize) -> Result<usize, usize> {
        let (next, count) = (self.next_keys[number], self.curves[number].times.len());
        if next == 0 || next == count { Err(next.saturating_sub(1)) } else { Ok(next - 1) }
    }

    /// One number of a curve, which is `values[at]` of an element. `first` is the element's first run: of two that change one number the later wins.
    fn push_number(&mut self, number: usize, component: usize, at: usize, values: &mut [f64; 16], first: usize) {
        if self.overlap
            && let Some(same) = self.runs[first..].iter().position(|run| run.at == at)
        {
            self.runs.remove(first + same);
        }
        let curve = self.curves[number];
        let key = match self.key(number) {
            Err(key) => return values[at] = curves::value(curve, key, component),
            Ok(key) => key,
        };
        match curves::segment(curve, key, component) {
            Segment::Constant(value) => values[at] = value,
            Segment::Linear { from, to } if from == to => values[at] = from,
            segment => {
                let [before, after] = [key, key + 1].map(|key| f64::from(curve.times[key]));
                self.runs.push(Run { at, segment, before, after });
            }
        }
    }

    fn push_whole(&mut self, number: usize) {
        let curve = self.curves[number];
        let key = match self.key(number) {
            Err(key) => return self.push_fixed(curves::key_matrix(curve, key)),
            Ok(key) => key,
        };
        let [before, after] = [key, key + 1].map(|key| f64::from(curve.times[key]));
        match curve.interpolations[key] {
            Interpolation::Step => self.push_fixed(curves::key_matrix(curve, key)),
            Interpolation::Linear => {
                let [from, to] = [key, key + 1].map(|key| Decomposed::from_matrix(&curves::key_matrix(curve, key)));
                self.steps.push(Step::Blend { from, to, before, after });
            }
            _ => {
                let (mut values, first) = ([0.0; 16], self.runs.len());
                (0..16).for_each(|at| self.push_number(number, at, at, &mut values, first));
                let kind = TransformKind::Matrix;
                self.simple &= self.runs[first..].iter().all(|run| run.is_simple(kind));
                self.steps.push(Step::Numbers { kind, values, first, end: self.runs.len() });
            }
        }
    }
}

/// One step for all numbers of a matrix, if they are linear between the same two keys.
fn linear_matrix(kind: TransformKind, values: &[f64; 16], runs: &[Run]) -> Option<Step> {
    let Run { before, after, .. } = *runs.first()?;
    if kind != TransformKind::Matrix {
        return None;
    }
    let (mut first, mut rises) = (*values, [0.0; 16]);
    for run in runs {
        match run.segment {
            Segment::Linear { from, to } if run.before == before && run.after == after => {
                (first[run.at], rises[run.at]) = (from, to - from);
            }
            _ => return None,
        }
    }
    Some(Step::Linear { from: affine(&first), rise: affine(&rises), before, after })
}

/// Turns a matrix's columns about one of its axes: as if multiplied by the rotation.
fn spin(matrix: &mut DMat3, axis: usize, sin: f64, cos: f64) {
    let (a, b) = match axis {
        0 => (&mut matrix.y_axis, &mut matrix.z_axis),
        1 => (&mut matrix.z_axis, &mut matrix.x_axis),
        _ => (&mut matrix.x_axis, &mut matrix.y_axis),
    };
    (*a, *b) = (*a * cos + *b * sin, *b * cos - *a * sin);
}

/// Degrees that are surely not a full turn.
const SMALL_ANGLE: f64 = 30.0;

impl Run {
    /// Linear, and too small to be a full turn.
    fn is_simple(&self, kind: TransformKind) -> bool {
        match (self.segment, kind) {
            (Segment::Cubic { .. }, _) => false,
            (_, TransformKind::Matrix | TransformKind::Translate | TransformKind::Scale) => true,
            (Segment::Linear { from, to }, TransformKind::Rotate) => self.at == 3 && (to - from).abs() < SMALL_ANGLE,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collada::{Scene, evaluate::Side, parse};

    /// A source of numbers or names.
    fn source(id: &str, values: &str, stride: usize) -> String {
        let array = if values.contains('R') { "Name_array" } else { "float_array" };
        let count = values.split_ascii_whitespace().count();
        format!(
            "<source id='{id}'><{array} count='{count}'>{values}</{array}><technique_common>\
             <accessor count='{}' stride='{stride}'/></technique_common></source>",
            count / stride
        )
    }

    /// A channel of three keys.
    fn channel(target: &str, ways: &str, values: &str, tangents: &str) -> String {
        let per = |values: &str| values.split_ascii_whitespace().count() / 3;
        let sources = [
            source("t", "0.5 1.25 2", 1),
            source("v", values, per(values)),
            source("w", ways, 1),
            source("g", tangents, per(tangents).max(1)),
        ];
        format!(
            "<animation>{}<sampler id='s'><input semantic='INPUT' source='#t'/><input semantic='OUTPUT' source='#v'/>\
             <input semantic='INTERPOLATION' source='#w'/><input semantic='IN_TANGENT' source='#g'/>\
             <input semantic='OUT_TANGENT' source='#g'/></sampler><channel source='#s' target='{target}'/></animation>",
            sources.concat()
        )
    }

    /// The same as [`ChannelSet::local`] except for rounding, at the ends of intervals and inside.
    #[test]
    fn the_same_as_at_single_times() {
        let matrices = "1 0 0 2 0 1 0 3 0 0 1 4 0 0 0 1  0 -1 0 5 2 0 0 6 0.5 0 1 7 0 0 0 1 \
                        1 0 0 0 0 0 -3 0 0 1 0 9 0 0 0 1";
        let channels = [
            channel("a/t.X", "BEZIER LINEAR LINEAR", "1 5 2", "0.6 2 1 4 1.9 3"),
            channel("a/t.Y", "STEP STEP LINEAR", "1 5 2", ""),
            channel("a/r.ANGLE", "HERMITE CARDINAL LINEAR", "0 400 30", "9 80 -7"),
            channel("a/r.X", "LINEAR LINEAR LINEAR", "0 1 1", ""),
            channel("a/s", "BSPLINE BSPLINE LINEAR", "1 1 1 2 3 4 1 0.5 1", ""),
            channel("a/turn.ANGLE", "LINEAR LINEAR LINEAR", "10 -350 20", ""),
            channel("d/x.ANGLE", "LINEAR LINEAR LINEAR", "10 50 20", ""),
            channel("d/y.ANGLE", "LINEAR LINEAR LINEAR", "10 50 20", ""),
            channel("d/z.ANGLE", "LINEAR LINEAR LINEAR", "10 50 20", ""),
            channel("d/up.ANGLE", "LINEAR LINEAR LINEAR", "10 50 20", ""),
            channel("b/m", "LINEAR BEZIER LINEAR", matrices, matrices),
            channel("c/m(3)(1)", "LINEAR LINEAR LINEAR", "1 2 3", ""),
            channel("c/m(0)(0)", "LINEAR STEP LINEAR", "1 2 3", ""),
            channel("c/t", "LINEAR LINEAR LINEAR", "1 2 3 4 5 6 7 8 9", ""),
            channel("c/t.Z", "LINEAR STEP LINEAR", "10 20 30", ""),
        ];
        let matrix = "<matrix sid='m'>1 0 0 1 0 1 0 0 0 0 1 0 0 0 0 1</matrix>";
        let text = format!(
            "<COLLADA version='1.4.1'><library_animations>{}</library_animations><library_visual_scenes>\
             <visual_scene id='v'><node id='a'><translate>1 2 3</translate><translate sid='t'>1 2 3</translate>\
             <rotate sid='r'>0 1 0 20</rotate><skew>10 1 0 0 0 1 0</skew><rotate sid='turn'>1 2 3 0</rotate>\
             <scale sid='s'>1 2 1</scale></node><node id='b'>{matrix}</node>\
             <node id='c'>{matrix}<translate sid='t'>0 0 0</translate></node>\
             <node id='d'><rotate sid='z'>0 0 2 1</rotate><rotate sid='y'>0 -1 0 1</rotate><rotate sid='x'>1 0 0 1</rotate>\
             <translate>1 2 3</translate><rotate sid='up'>0 1 1 5</rotate></node></visual_scene></library_visual_scenes></COLLADA>",
            channels.concat()
        );
        let document = parse(text.as_bytes(), "a.dae").unwrap();
        let scene = Scene::new(&document).unwrap();
        assert_eq!(scene.driven.len(), channels.len());
        let channels = ChannelSet::new(&document, scene.driven.iter().copied());
        for (node, _) in channels.nodes() {
            let mut interval = Interval::new(&channels, node).unwrap();
            for pair in [[-1.0, 0.5], [0.5, 1.25], [1.25, 2.0], [2.0, 9.0], [0.5, 1.25f32]] {
                interval.begin(pair[0]);
                for fraction in [0.0, 0.17, 0.5, 0.9] {
                    let time = pair[0] * (1.0 - fraction) + pair[1] * fraction;
                    let (got, want) = (interval.local(f64::from(time)), channels.local(node, time, Side::After));
                    assert!(got.abs_diff_eq(want, 1e-9), "{node} at {time}: {got} {want}");
                }
                let want = channels.local(node, pair[1], Side::Before);
                assert!(interval.local(f64::from(pair[1])).abs_diff_eq(want, 1e-9), "{node} at {}", pair[1]);
            }
        }
    }
}
