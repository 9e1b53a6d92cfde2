//! Chains of any length, by iteration: CCD and FABRIK.

use super::chain::turn_between;
use glam::Vec3;

/// Conditions that end an iterative solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverLimits {
    /// Largest number of iterations.
    pub iterations: usize,
    /// Distance of the tip from the target at which the target counts as reached, in the points' unit.
    pub tolerance: f32,
}

impl Default for SolverLimits {
    /// 20 iterations, and a tolerance of a tenth of a millimetre for points in metres.
    fn default() -> Self {
        Self { iterations: 20, tolerance: 1e-4 }
    }
}

/// Result of an iterative solution.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Solved {
    /// Number of iterations.
    pub iterations: usize,
    /// Distance of the tip from the target, in the points' unit.
    pub error: f32,
    /// Whether the error is within the tolerance.
    pub reached: bool,
}

/// Returns the smallest and the largest possible distance of a chain's tip from its root: the length of the longest
/// bone less that of all others, or 0, and the length of all bones together.
pub fn reach_of(points: &[Vec3]) -> (f32, f32) {
    let most: f32 = bone_lengths(points).sum();
    let longest = bone_lengths(points).fold(0.0, f32::max);
    ((2.0 * longest - most).max(0.0), most)
}

/// Moves a chain by one iteration of cyclic coordinate descent: each joint, from the last bone's to the root, turns all
/// joints after it so that the tip lies in the direction of the target.
///
/// No turn moves the tip away from the target, so the error never grows. Source: Li-Chun Tommy Wang and Chih Cheng
/// Chen, "A combined optimization method for solving the inverse kinematics problem of mechanical manipulators", IEEE
/// Transactions on Robotics and Automation 7(4), 1991.
pub fn ccd_step(points: &mut [Vec3], target: Vec3) {
    let bones: Vec<f32> = bone_lengths(points).collect();
    ccd_iteration(points, &bones, target);
}

/// Moves a chain by one iteration of FABRIK (forward and backward reaching): the tip is put on the target, and each
/// joint from there to the root is drawn along the line to its neighbour until it is a bone's length away; then the
/// root is put back, and each joint from there to the tip is drawn likewise.
///
/// Source: Andreas Aristidou and Joan Lasenby, "FABRIK: A fast, iterative solver for the Inverse Kinematics problem",
/// Graphical Models 73(5), 2011.
pub fn fabrik_step(points: &mut [Vec3], target: Vec3) {
    let bones: Vec<f32> = bone_lengths(points).collect();
    fabrik_iteration(points, &bones, target);
}

/// Solver for chains of any length, and its memory: once it has grown to the longest chain, nothing is allocated.
///
/// ```
/// use armature::ik::{ChainSolver, SolverLimits};
/// use glam::Vec3;
///
/// let mut solver = ChainSolver::default(); // kept from frame to frame
/// let mut tentacle = [Vec3::ZERO, Vec3::X, 2.0 * Vec3::X, 3.0 * Vec3::X];
/// let solved = solver.fabrik(&mut tentacle, Vec3::new(1.0, 1.5, 0.0), SolverLimits::default());
/// assert!(solved.reached && solved.error < 1e-4);
/// ```
#[derive(Clone, Debug, Default)]
pub struct ChainSolver {
    bones: Vec<f32>,
}

impl ChainSolver {
    /// Repeats [`ccd_step`] until the chain's tip is on `target` or a limit is reached.
    ///
    /// A chain whose target is out of reach is put on the line to the target at once, stretched, or folded if the
    /// target is too near. A straight chain with its target on its line would never bend, so it is bent a little first.
    /// A chain stays as it is if a point or the target is not finite; the error is then NaN or infinite.
    pub fn ccd(&mut self, points: &mut [Vec3], target: Vec3, limits: SolverLimits) -> Solved {
        self.solve(points, target, limits, ccd_iteration)
    }

    /// Repeats [`fabrik_step`] until the chain's tip is on `target` or a limit is reached. Targets out of reach and
    /// straight chains are as for [`ccd`](Self::ccd).
    pub fn fabrik(&mut self, points: &mut [Vec3], target: Vec3, limits: SolverLimits) -> Solved {
        self.solve(points, target, limits, fabrik_iteration)
    }

    /// Solves a chain by an iteration that takes the points, the bones' lengths and the target.
    fn solve(
        &mut self,
        points: &mut [Vec3],
        target: Vec3,
        limits: SolverLimits,
        iteration: fn(&mut [Vec3], &[f32], Vec3),
    ) -> Solved {
        self.measure_bones(points);
        let mut iterations = 0;
        let is_finite = target.is_finite() && points.iter().all(|point| point.is_finite());
        if is_finite && !lay_out_if_unreachable(points, &self.bones, target) {
            bend_if_straight(points, &self.bones, target);
            self.measure_bones(points);
            while iterations < limits.iterations && error(points, target) > limits.tolerance {
                iteration(points, &self.bones, target);
                iterations += 1;
            }
        }
        let error = error(points, target);
        Solved { iterations, error, reached: error <= limits.tolerance }
    }

    fn measure_bones(&mut self, points: &[Vec3]) {
        self.bones.clear();
        self.bones.extend(bone_lengths(points));
    }
}

/// Returns the distance of a chain's tip from the target.
fn error(points: &[Vec3], target: Vec3) -> f32 {
    points.last().map_or(0.0, |tip| tip.distance(target))
}

fn ccd_iteration(points: &mut [Vec3], bones: &[f32], target: Vec3) {
    for joint in (0..bones.len()).rev() {
        let pivot = points[joint];
        let [to_tip, to_target] = [points[bones.len()], target].map(|end| (end - pivot).try_normalize());
        if let (Some(to_tip), Some(to_target)) = (to_tip, to_target) {
            let turn = turn_between(to_tip, to_target);
            for point in &mut points[joint + 1..] {
                *point = pivot + turn * (*point - pivot);
            }
        }
    }
    restore_lengths(points, bones); // the rounding of many rotations has changed them
}

fn fabrik_iteration(points: &mut [Vec3], bones: &[f32], target: Vec3) {
    let Some(root) = points.first().copied() else { return };
    points[bones.len()] = target;
    for joint in (0..bones.len()).rev() {
        points[joint] = draw(points[joint], points[joint + 1], bones[joint]);
    }
    points[0] = root;
    restore_lengths(points, bones);
}

/// Moves each point along the line to the point before, from the root on, so that bones have their lengths again.
fn restore_lengths(points: &mut [Vec3], bones: &[f32]) {
    for (joint, bone) in bones.iter().enumerate() {
        points[joint + 1] = draw(points[joint + 1], points[joint], *bone);
    }
}

/// Returns the point at `length` from `to` in the direction of `point`, or along x if both are at the same position.
fn draw(point: Vec3, to: Vec3, length: f32) -> Vec3 {
    to + length * (point - to).normalize_or(Vec3::X)
}

/// Puts a chain whose target is out of reach on the line to the target, with its tip as near as possible, and returns
/// true; returns false if the target is in reach.
fn lay_out_if_unreachable(points: &mut [Vec3], bones: &[f32], target: Vec3) -> bool {
    let (nearest, farthest) = reach_of(points);
    let Some(root) = points.first().copied() else { return true };
    let distance = root.distance(target);
    let is_in_reach = distance > nearest && distance < farthest;
    if is_in_reach || nearest == 0.0 && distance == 0.0 && farthest > 0.0 {
        return false;
    }
    let along = (target - root).try_normalize();
    let along = along.or((points[points.len() - 1] - root).try_normalize()).unwrap_or(Vec3::X);
    // If the target is too near, the longest bone points towards it and all others back.
    let longest = (0..bones.len()).max_by(|a, b| bones[*a].total_cmp(&bones[*b]));
    for (joint, bone) in bones.iter().enumerate() {
        let sign = if distance >= farthest || Some(joint) == longest { 1.0 } else { -1.0 };
        points[joint + 1] = points[joint] + sign * bone * along;
    }
    true
}

/// Largest distance of a joint from the line to the target in a straight chain, as a fraction of the chain's length.
const STRAIGHT: f32 = 1e-3;
/// Slope by which bones of a straight chain are turned to either side.
const BEND: f32 = 0.1;

/// Turns the bones of a chain that lies on the line to its target a little, to either side by turns: along the line CCD
/// does not turn anything, and FABRIK moves joints only along it.
fn bend_if_straight(points: &mut [Vec3], bones: &[f32], target: Vec3) {
    let length: f32 = bones.iter().sum();
    let root = points[0];
    let mut farthest = target - root;
    for point in points.iter() {
        if (*point - root).length() > farthest.length() {
            farthest = *point - root;
        }
    }
    let Some(along) = farthest.try_normalize() else { return };
    for point in points.iter().chain([&target]) {
        if (*point - root).reject_from_normalized(along).length() > STRAIGHT * length {
            return;
        }
    }
    let side = along.any_orthonormal_vector();
    let mut old_position = root;
    for (joint, bone) in bones.iter().enumerate() {
        let slope = if joint % 2 == 0 { BEND } else { -BEND };
        let direction = points[joint + 1] - old_position + slope * bone * side;
        old_position = points[joint + 1];
        points[joint + 1] = points[joint] + bone * direction.normalize_or(along);
    }
}

fn bone_lengths(points: &[Vec3]) -> impl Iterator<Item = f32> {
    points.windows(2).map(|pair| pair[0].distance(pair[1]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ik::testing::{self, lengths, worst},
        testing::values as random,
    };
    use proptest::prelude::*;

    type Solver = fn(&mut ChainSolver, &mut [Vec3], Vec3, SolverLimits) -> Solved;
    type Step = fn(&mut [Vec3], Vec3);

    /// The solvers, and the iterations that they need up to 0.8 of the reach: near its end CCD is slow.
    const SOLVERS: [(&str, Solver, Step, usize); 2] =
        [("CCD", ChainSolver::ccd, ccd_step, 5000), ("FABRIK", ChainSolver::fabrik, fabrik_step, 1000)];

    proptest! {
        #[test]
        fn reached_with_the_same_lengths(
            points in testing::points(2..11), aim in random::unit_quat(), fraction in 0.1f32..0.8,
        ) {
            let bones = lengths(&points);
            let (nearest, farthest) = reach_of(&points);
            let target = points[0] + aim * Vec3::X * (nearest + (farthest - nearest) * fraction);
            for (name, solve, _, iterations) in SOLVERS {
                let mut got = points.clone();
                let solved = solve(&mut ChainSolver::default(), &mut got, target, SolverLimits { iterations, tolerance: 1e-4 });
                prop_assert!(solved.error <= 1e-4, "{name}: {solved:?} of {nearest} to {farthest}");
                prop_assert_eq!(solved.error, got[bones.len()].distance(target));
                prop_assert_eq!(got[0], points[0]);
                prop_assert!(worst(&lengths(&got), &bones) < 1e-5, "{name}");
            }
        }

        #[test]
        fn out_of_reach_on_the_line_to_the_target(
            points in testing::points(1..11), aim in random::unit_quat(), fraction in 1.0f32..3.0, near in 0.0f32..1.0,
        ) {
            let bones = lengths(&points);
            let (nearest, farthest) = reach_of(&points);
            let along = aim * Vec3::X;
            for (name, solve, ..) in SOLVERS {
                for (distance, reached) in [(farthest * fraction, farthest), (nearest * near, nearest)] {
                    if nearest == 0.0 && distance == 0.0 {
                        continue; // in reach
                    }
                    let mut got = points.clone();
                    let target = points[0] + distance * along;
                    let solved = solve(&mut ChainSolver::default(), &mut got, target, SolverLimits { iterations: 0, tolerance: 0.0 });
                    prop_assert_eq!(solved.iterations, 0);
                    prop_assert!(worst(&lengths(&got), &bones) < 1e-5, "{name}");
                    // The direction to a target in the root is lost by rounding.
                    if distance > 1e-3 {
                        let error = got[bones.len()].distance(points[0] + reached * along);
                        prop_assert!(error < 1e-4 * (1.0 + farthest / distance), "{name}: {error}");
                    }
                }
            }
        }

        /// The target may be out of reach.
        #[test]
        fn the_error_never_grows(
            points in testing::points(1..11), aim in random::unit_quat(), distance in 0.0f32..8.0,
        ) {
            let target = points[0] + distance * (aim * Vec3::X);
            for (name, _, step, _) in SOLVERS {
                let mut got = points.clone();
                let mut before = got[got.len() - 1].distance(target);
                for _ in 0..50 {
                    step(&mut got, target);
                    let error = got[got.len() - 1].distance(target);
                    // Ten joints at coordinates of up to 20: 2e-6 of rounding each.
                    prop_assert!(error < before + 2e-5, "{name}: {before} then {error}");
                    before = error;
                }
                prop_assert!(worst(&lengths(&got), &lengths(&points)) < 1e-4, "{name}");
            }
        }
    }

    #[test]
    fn a_straight_chain_bends_to_a_target_on_its_line() {
        for bones in [2, 3, 5, 10] {
            let straight: Vec<Vec3> = (0..=bones).map(|joint| Vec3::X * joint as f32).collect();
            let folded: Vec<Vec3> = (0..=bones).map(|joint| Vec3::X * (joint % 2) as f32).collect();
            for points in [straight, folded] {
                for x in [0.5, -0.5, 1.3, -1.3, 0.0] {
                    let target = Vec3::X * x * (bones as f32) / 2.0;
                    for (name, solve, ..) in SOLVERS {
                        let mut got = points.clone();
                        let solved = solve(
                            &mut ChainSolver::default(),
                            &mut got,
                            target,
                            SolverLimits { iterations: 500, tolerance: 1e-4 },
                        );
                        assert!(solved.error <= 1e-4, "{name}, {bones} bones, to {target}: {solved:?}");
                        assert!(worst(&lengths(&got), &vec![1.0; bones]) < 1e-5, "{name}");
                    }
                }
            }
        }
    }

    #[test]
    fn limits_hold() {
        let points: Vec<Vec3> = [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0)].to_vec();
        for (name, solve, step, _) in SOLVERS {
            for iterations in [0, 1, 7] {
                let mut got = points.clone();
                let mut by_steps = points.clone();
                let target = Vec3::new(1.9, 0.0, 0.3);
                let solved =
                    solve(&mut ChainSolver::default(), &mut got, target, SolverLimits { iterations, tolerance: 0.0 });
                assert_eq!(solved.iterations, iterations, "{name}");
                (0..iterations).for_each(|_| step(&mut by_steps, target));
                let apart = got.iter().zip(&by_steps).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
                assert!(apart < 1e-5, "{name}: {got:?} {by_steps:?}");
            }
            let mut got = points.clone();
            let solved = solve(
                &mut ChainSolver::default(),
                &mut got,
                points[2],
                SolverLimits { iterations: 9, tolerance: 1e-4 },
            );
            assert_eq!((solved.iterations, got), (0, points.clone()), "{name}: it is there already");
        }
    }

    #[test]
    fn inputs_without_an_answer_are_finite() {
        let chains = [
            vec![],
            vec![Vec3::Y],
            vec![Vec3::Y; 4],
            vec![Vec3::ZERO, Vec3::X, Vec3::X, Vec3::ZERO, Vec3::Z],
            vec![Vec3::ZERO, Vec3::X],
        ];
        for points in chains {
            for target in [Vec3::ZERO, Vec3::X, Vec3::Y, 9.0 * Vec3::Z] {
                for (name, solve, step, _) in SOLVERS {
                    let mut got = points.clone();
                    let solved = solve(&mut ChainSolver::default(), &mut got, target, SolverLimits::default());
                    step(&mut got, target);
                    assert!(solved.error.is_finite() && got.iter().all(|p| p.is_finite()), "{name}: {got:?}");
                    assert!(worst(&lengths(&got), &lengths(&points)) < 1e-5, "{name}: {got:?}");
                }
            }
        }
    }
}
