//! Claims of `assets/README.md` about the clips, checked on the joints.

use crate::figure::{load, skinned};
use armature::model::{Model, ModelInstance};
use glam::{Affine3A, Vec3};

/// A figure at moments of its clips, in the model's axes: y up, facing +z.
struct Stage {
    model: Model,
    figure: ModelInstance,
}

impl Stage {
    fn new(file: &str) -> Self {
        let model = load(file).model;
        let figure = ModelInstance::new(&model);
        Self { model, figure }
    }

    fn joint(&self, name: &str) -> usize {
        self.model.skeleton.find(name).unwrap_or_else(|| panic!("no joint {name}"))
    }

    /// Poses the figure at this many seconds after a clip's start.
    fn at(&mut self, clip: &str, elapsed: f32) {
        let clip = self.model.clip(clip).unwrap_or_else(|| panic!("no clip {clip}"));
        let time = clip.start + elapsed;
        self.figure.sample(&self.model, clip, time);
    }

    fn length(&self, clip: &str) -> f32 {
        self.model.clip(clip).unwrap().duration()
    }

    fn world(&self, name: &str) -> Affine3A {
        self.model.world_from_model * self.figure.model_from_joint()[self.joint(name)]
    }

    fn place(&self, name: &str) -> Vec3 {
        self.world(name).translation.into()
    }

    /// The vector from a joint to another.
    fn way(&self, from: &str, to: &str) -> Vec3 {
        self.place(to) - self.place(from)
    }

    /// The joints whose names have none of these beginnings, in the space of the root's parent.
    fn pose(&self, without: &[&str]) -> Vec<Affine3A> {
        let joints = self.model.skeleton.joints().iter().zip(self.figure.model_from_joint());
        let kept = joints.filter(|(joint, _)| !without.iter().any(|w| joint.name.starts_with(w)));
        kept.map(|(_, matrix)| *matrix).collect()
    }

    /// Returns the lowest height of the vertices that follow `joints` by more than half.
    fn lowest_of_joints(&self, joints: &[&str]) -> f32 {
        let joints: Vec<usize> = joints.iter().map(|name| self.joint(name)).collect();
        let mut lowest = f32::INFINITY;
        for part in &self.model.parts {
            let skin = &self.model.skins[part.skin];
            let (places, _) = skinned(&self.model, &self.figure, part);
            for (vertex, place) in part.mesh.vertices.iter().zip(places) {
                let of_them = vertex.joints.iter().zip(vertex.weights).filter(|(slot, _)| {
                    skin.bindings[**slot as usize].joint.is_some_and(|joint| joints.contains(&joint))
                });
                let fraction: f32 = of_them.map(|(_, weight)| weight).sum();
                if fraction > 0.5 {
                    lowest = lowest.min(self.model.world_from_model.transform_point3(place).y);
                }
            }
        }
        lowest
    }
}

/// The legs have the lengths in which the README states slip.
#[test]
fn legs_have_the_lengths_of_the_readme() {
    let knight = Stage::new("knight.dae");
    let leg = knight.way("thigh_l", "shin_l").length() + knight.way("shin_l", "foot_l").length();
    assert!((leg - 0.594).abs() < 5e-4, "{leg}");
    let arm = knight.way("upper_arm_l", "forearm_l").normalize();
    assert!((arm.x - 0.5f32.sqrt()).abs() < 1e-3 && (arm.x + arm.y).abs() < 1e-3, "{arm}");
    let creature = Stage::new("creature.dae");
    for leg in ["front_left", "middle_right", "rear_left"] {
        let [thigh, shin, foot] = ["thigh", "shin", "foot"].map(|part| format!("{leg}_{part}"));
        let length = creature.way(&thigh, &shin).length() + creature.way(&shin, &foot).length();
        assert!((length - 0.209).abs() < 5e-4, "{leg}: {length}");
    }
}

/// The arm's bend and twist, in degrees.
#[test]
fn arm_bends_and_twists_as_far_as_in_the_readme() {
    let mut arm = Stage::new("arm.dae");
    arm.at("bend", 1.0);
    let bones = [arm.way("upper", "lower"), arm.way("lower", "hand")];
    // To -x, and then back by 75 degrees; twists about the bones come first and move no bone of their own.
    let lean = bones[0].x.atan2(bones[0].y).to_degrees();
    assert!((lean + 60.0).abs() < 0.1, "{lean}");
    let bend = bones[0].angle_between(bones[1]).to_degrees();
    assert!((bend - 75.0).abs() < 0.1, "{bend}");
    let hand: Vec3 = arm.world("hand").transform_vector3(Vec3::Y);
    let curl = bones[1].angle_between(hand).to_degrees();
    assert!((curl - 85.0).abs() < 0.1, "{curl}");
    for elapsed in [0.8, 1.0, 1.2] {
        arm.at("twist", elapsed);
        let lower = arm.world("lower");
        let hand = arm.world("hand");
        let turned = lower.transform_vector3(Vec3::X).angle_between(hand.transform_vector3(Vec3::X));
        assert!((turned.to_degrees() - 180.0).abs() < 0.1, "{elapsed} s: {turned}");
    }
}

/// Each clip begins and ends in the first poses of the clips that the README names.
#[test]
fn clips_meet_as_in_the_readme() {
    const LOOSE: [&str; 3] = ["cape", "tabard", "plume"];
    let mut knight = Stage::new("knight.dae");
    for (clip, begins, ends) in
        [("jump", "idle", "fall"), ("land", "fall", "idle"), ("punch", "idle", "idle"), ("sword_swing", "idle", "idle")]
    {
        for (end, other) in [(false, begins), (true, ends)] {
            let elapsed = if end { knight.length(clip) } else { 0.0 };
            knight.at(clip, elapsed);
            let here = knight.pose(&LOOSE);
            knight.at(other, 0.0);
            let there = knight.pose(&LOOSE);
            let same = here.iter().zip(&there).all(|(a, b)| a.abs_diff_eq(*b, 1e-4));
            assert!(same, "{clip} does not meet {other}");
        }
    }
    let mut creature = Stage::new("creature.dae");
    let rest = creature.pose(&[]);
    let last = creature.length("startle");
    for elapsed in [0.0, last] {
        creature.at("startle", elapsed);
        let pose = creature.pose(&[]);
        assert!(pose.iter().zip(&rest).all(|(a, b)| a.abs_diff_eq(*b, 1e-4)), "{elapsed} s");
    }
}

/// The hips rise and fall as far as the README says, and the punch is out at its time.
#[test]
fn knight_moves_as_far_as_in_the_readme() {
    let mut knight = Stage::new("knight.dae");
    let rest = knight.place("hips").y;
    let rise = hips(&mut knight, "jump").into_iter().fold(f32::MIN, f32::max) - rest;
    let sink = hips(&mut knight, "land").into_iter().fold(f32::MAX, f32::min) - rest;
    assert!((0.145..0.155).contains(&rise), "{rise}");
    assert!((-0.245..-0.235).contains(&sink), "{sink}");
    // 7.42 s to 7.48 s of the timeline; the clip begins at 7.125 s.
    let mut out = Vec::new();
    let mut before_and_after = Vec::new();
    for elapsed in [0.0, 0.2, 0.3, 0.33, 0.35, 0.5, 0.75] {
        knight.at("punch", elapsed);
        let is_out = (0.3..=0.35).contains(&elapsed);
        let lengths = if is_out { &mut out } else { &mut before_and_after };
        lengths.push(knight.way("upper_arm_r", "hand_r").length());
    }
    let least = out.iter().copied().fold(f32::MAX, f32::min);
    let most = before_and_after.iter().copied().fold(f32::MIN, f32::max);
    assert!(least > 1.02 * most && least > 0.43, "out {out:?}, else {before_and_after:?}");
}

/// The heights of the hips in each frame of a clip.
fn hips(knight: &mut Stage, clip: &str) -> Vec<f32> {
    let frames = (knight.length(clip) * 24.0).round() as u16;
    let mut heights = Vec::new();
    for frame in 0..=frames {
        knight.at(clip, f32::from(frame) / 24.0);
        heights.push(knight.place("hips").y);
    }
    heights
}

/// In each clip the right fist is closed around the socket.
#[test]
fn fist_holds_the_sword_in_every_clip() {
    let mut knight = Stage::new("knight.dae");
    let clips: Vec<String> = knight.model.clips.iter().map(|clip| clip.name.clone()).collect();
    let mut first: Option<[Affine3A; 3]> = None;
    for clip in clips {
        for elapsed in [0.0, 0.1, 0.3, 0.5, knight.length(&clip)] {
            knight.at(&clip, elapsed);
            let hand = knight.world("hand_r").inverse();
            let held = ["fingers_r", "fingertips_r", "sword_socket"].map(|j| hand * knight.world(j));
            let first = first.get_or_insert(held);
            let same = held.iter().zip(&*first).all(|(a, b)| a.abs_diff_eq(*b, 1e-4));
            assert!(same, "{clip} at {elapsed} s");
        }
    }
}

/// Each foot stands for the part of the cycle that the README states.
#[test]
fn feet_stand_as_long_as_in_the_readme() {
    let mut knight = Stage::new("knight.dae");
    for (clip, stance) in [("walk", 0.60), ("run", 0.34)] {
        let length = knight.length(clip);
        for (side, shift) in [("l", 0.0), ("r", 0.5)] {
            let sole = [format!("foot_{side}"), format!("toes_{side}")];
            for part in [0.1, 0.3, 0.5, 0.7, 0.9] {
                knight.at(clip, f32::fract(part * stance + shift) * length);
                let stands = knight.lowest_of_joints(&[&sole[0], &sole[1]]);
                assert!(stands < 0.006, "{clip} {side}: {stands} m at {part} of the stance");
            }
            for part in [0.25, 0.5, 0.75] {
                knight.at(clip, f32::fract(stance + part * (1.0 - stance) + shift) * length);
                let swings = knight.lowest_of_joints(&[&sole[0], &sole[1]]);
                assert!(swings > 0.010, "{clip} {side}: {swings} m at {part} of the swing");
            }
        }
    }
    let mut creature = Stage::new("creature.dae");
    for leg in ["front_left", "front_right", "middle_left", "middle_right", "rear_left", "rear_right"] {
        let foot = format!("{leg}_foot");
        let mut heights = Vec::new();
        for frame in 0..18u8 {
            creature.at("walk", f32::from(frame) / 24.0);
            heights.push(creature.place(&foot).y);
        }
        let ground = heights.iter().copied().fold(f32::MAX, f32::min);
        let up = heights.iter().filter(|height| **height > ground + 0.001);
        // It lands on one frame and leaves on the eleventh after it: 12 of 18 stand.
        assert_eq!(up.count(), 6, "{leg}: {heights:?}");
    }
}
