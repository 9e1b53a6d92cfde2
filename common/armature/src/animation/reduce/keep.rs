//! Selection of the samples to keep, so that interpolation between them gives all others. Curves of files become tracks
//! by it, too, while they are loaded.

use std::ops::Range;

/// The indices of the samples to keep as keys, ascending. `times` are sorted; two at one time are a jump, and both
/// are kept. `is_linear(from, to)` is whether all samples between two are within the bound of interpolating between
/// the two; it is never called for neighbours.
pub fn keep(times: &[f32], is_linear: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut kept = Vec::new();
    for run in runs(times) {
        let last = run.end - 1;
        let mut at = run.start;
        kept.push(at);
        while at < last {
            at = farthest(at, last, |to| is_linear(at, to));
            kept.push(at);
        }
    }
    kept
}

/// Ranges of samples without a jump inside.
fn runs(times: &[f32]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    std::iter::from_fn(move || {
        if start >= times.len() {
            return None;
        }
        let rest = &times[start..];
        let jump = rest.windows(2).position(|pair| pair[0] == pair[1]);
        let run = start..jump.map_or(times.len(), |jump| start + jump + 1);
        start = run.end;
        Some(run)
    })
}

/// The last sample that can be reached from one: by steps that double, then halve.
fn farthest(from: usize, last: usize, reaches: impl Fn(usize) -> bool) -> usize {
    let mut good = from + 1;
    let mut step = 1;
    let mut bad = last + 1;
    while good < last {
        let next = (good + step).min(last);
        if !reaches(next) {
            bad = next;
            break;
        }
        good = next;
        step *= 2;
    }
    while good + 1 < bad {
        let middle = good.midpoint(bad);
        if reaches(middle) { good = middle } else { bad = middle }
    }
    good
}

/// Whether something holds for all samples between two. The middle comes first: the error is mostly largest there.
pub fn all_between(from: usize, to: usize, holds: impl Fn(usize) -> bool) -> bool {
    holds(from.midpoint(to)) && (from + 1..to).all(holds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(times: &[f32], values: &[f32]) -> Vec<usize> {
        keep(times, |from, to| {
            (from + 1..to).all(|at| {
                let u = (times[at] - times[from]) / (times[to] - times[from]);
                let line = values[from] + (values[to] - values[from]) * u;
                (line - values[at]).abs() < 1e-3
            })
        })
    }

    #[test]
    fn corners_are_kept() {
        let times: Vec<f32> = (0..9).map(|time| time as f32).collect();
        assert_eq!(kept(&times, &[0., 1., 2., 3., 4., 3., 2., 1., 0.]), [0, 4, 8]);
        assert_eq!(kept(&times, &[0., 0., 0., 5., 0., 0., 0., 0., 0.]), [0, 2, 3, 4, 8]);
        assert_eq!(kept(&[2.0], &[7.0]), [0]);
        assert_eq!(kept(&[2.0, 3.0], &[7.0, 8.0]), [0, 1]);
    }

    #[test]
    fn jumps_are_kept() {
        let times = [0., 1., 2., 2., 3., 4.];
        assert_eq!(kept(&times, &[0., 1., 2., 9., 9., 9.]), [0, 2, 3, 5]);
        assert_eq!(kept(&[1., 1., 1.], &[1., 2., 3.]), [0, 1, 2]);
    }

    #[test]
    fn long_lines_of_any_length() {
        for length in 1..70 {
            let times: Vec<f32> = (0..length + 20).map(|time| time as f32).collect();
            let values: Vec<f32> = times.iter().map(|time| (time - length as f32).max(0.0)).collect();
            assert_eq!(kept(&times, &values), [0, length, length + 19]);
        }
    }
}
