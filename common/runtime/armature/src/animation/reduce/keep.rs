//! Selection of the samples to keep as keys, so that interpolation between them gives all others. The loaders use it
//! for curves of files.

use std::ops::Range;

/// Returns the indices of the samples to keep as keys, ascending. `times` are sorted; two samples at the same time are
/// a jump, and both are kept. `is_linear(from, to)` returns whether interpolation between two samples is within the
/// bound at all samples between them; it is never called for neighbours.
pub fn keep(times: &[f32], is_linear: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut kept = Vec::new();
    for range in ranges_between_jumps(times) {
        let last = range.end - 1;
        let mut key = range.start;
        kept.push(key);
        while key < last {
            key = find_last_linear(key, last, |to| is_linear(key, to));
            kept.push(key);
        }
    }
    kept
}

fn ranges_between_jumps(times: &[f32]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    std::iter::from_fn(move || {
        if start >= times.len() {
            return None;
        }
        let rest = &times[start..];
        let jump = rest.windows(2).position(|pair| pair[0] == pair[1]);
        let range = start..jump.map_or(times.len(), |jump| start + jump + 1);
        start = range.end;
        Some(range)
    })
}

/// Returns the last sample after `from`, up to `last`, for which `is_linear` holds; its neighbour counts in any case.
/// Doubles the steps until it no longer holds, and then halves the interval.
fn find_last_linear(from: usize, last: usize, is_linear: impl Fn(usize) -> bool) -> usize {
    let mut good = from + 1;
    let mut step = 1;
    let mut bad = last + 1;
    while good < last {
        let next = (good + step).min(last);
        if !is_linear(next) {
            bad = next;
            break;
        }
        good = next;
        step *= 2;
    }
    while good + 1 < bad {
        let middle = good.midpoint(bad);
        if is_linear(middle) { good = middle } else { bad = middle }
    }
    good
}

/// Returns whether `holds` is true for all samples between two. The middle, mostly that of the largest error, is first.
pub fn all_between(from: usize, to: usize, holds: impl Fn(usize) -> bool) -> bool {
    holds(from.midpoint(to)) && (from + 1..to).all(holds)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the samples to keep where linear interpolation may be off by 0.001.
    fn keep_values(times: &[f32], values: &[f32]) -> Vec<usize> {
        keep(times, |from, to| {
            all_between(from, to, |sample| {
                let u = (times[sample] - times[from]) / (times[to] - times[from]);
                let line = values[from] + (values[to] - values[from]) * u;
                (line - values[sample]).abs() < 1e-3
            })
        })
    }

    #[test]
    fn corners_are_kept() {
        let times: Vec<f32> = (0..9).map(|time| time as f32).collect();
        assert_eq!(keep_values(&times, &[0., 1., 2., 3., 4., 3., 2., 1., 0.]), [0, 4, 8]);
        assert_eq!(keep_values(&times, &[0., 0., 0., 5., 0., 0., 0., 0., 0.]), [0, 2, 3, 4, 8]);
        assert_eq!(keep_values(&[2.0], &[7.0]), [0]);
        assert_eq!(keep_values(&[2.0, 3.0], &[7.0, 8.0]), [0, 1]);
    }

    #[test]
    fn jumps_are_kept() {
        let times = [0., 1., 2., 2., 3., 4.];
        assert_eq!(keep_values(&times, &[0., 1., 2., 9., 9., 9.]), [0, 2, 3, 5]);
        assert_eq!(keep_values(&[1., 1., 1.], &[1., 2., 3.]), [0, 1, 2]);
    }

    #[test]
    fn long_lines_of_any_length() {
        for length in 1..70 {
            let times: Vec<f32> = (0..length + 20).map(|time| time as f32).collect();
            let values: Vec<f32> = times.iter().map(|time| (time - length as f32).max(0.0)).collect();
            assert_eq!(keep_values(&times, &values), [0, length, length + 19]);
        }
    }
}
