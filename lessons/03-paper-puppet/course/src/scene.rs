//! The scene: three bows, a vine and a fox, all of paper, in a little theatre.

use crate::paper::{Paper, in_space, picture};
use crate::troupe::{self, Troupe};
use crate::{Corner, Cutout, Fox, Sprite, backdrop, cutouts};
use drawing::{Control, ControlKind, Draw, Flat, Frame, Moment, Painted, Point, Scene, SceneInfo, Value};
use given::{CallError, Course};
use glam::{Mat3, Mat4, Vec2, Vec3, Vec4};
use std::rc::Rc;

pub static SCENE: SceneInfo = SceneInfo {
    words: "Bows, a vine and a fox of paper swing about their pins by 03.1 to 03.4.",
    mistakes: &[
        ("03.1", "ABOUT-ORIGIN"),
        ("03.3", "PARENT-FORGOTTEN"),
        ("03.2", "DELAY-FORGOTTEN"),
        ("03.4", "PIVOT-NOT-TAKEN-OFF"),
        ("03.4", "AS-THEY-COME"),
    ],
    camera: [0.0, 0.0, backdrop::HEIGHT, backdrop::HEIGHT / 2.0],
    time: 2.1,
    controls: &[
        Control { name: "the vine's reach", option: "reach", kind: ControlKind::Slider([0.0, 45.0], f32::NAN) },
        Control { name: "its period", option: "period", kind: ControlKind::Slider([0.4, 6.0], f32::NAN) },
        Control { name: "its delay", option: "delay", kind: ControlKind::Slider([0.0, 0.8], f32::NAN) },
    ],
    flat: Some(Flat { aspect: backdrop::ASPECT, pictures: &PICTURES }),
    open: |_| Some(Box::new(PuppetScene::new())),
    ..SceneInfo::PLAIN
};

/// The pictures of the fox's parts, in the order of `puppet.toml`.
const PICTURES: [&str; 15] = [
    "puppet/torso.png",
    "puppet/head.png",
    "puppet/tail.png",
    "puppet/upper_arm_left.png",
    "puppet/lower_arm_left.png",
    "puppet/hand_left.png",
    "puppet/thigh_left.png",
    "puppet/shin_left.png",
    "puppet/foot_left.png",
    "puppet/upper_arm_right.png",
    "puppet/lower_arm_right.png",
    "puppet/hand_right.png",
    "puppet/thigh_right.png",
    "puppet/shin_right.png",
    "puppet/foot_right.png",
];
const PIXEL: f32 = 0.0037;
/// Origin of the fox's stage in the world: on the floor, below him.
const FOX: Vec2 = Vec2::new(1.28, 0.24);
/// Colour of a cutout at rest, below the one that moves.
const REST: Vec4 = Vec4::new(0.06, 0.16, 0.20, 0.20);
/// Colour of a shadow, and its offset from the paper, in metres.
const SHADE: Vec4 = Vec4::new(0.04, 0.07, 0.10, 0.28);
const SHADOW: Vec3 = Vec3::new(0.025, -0.035, 0.0);

struct PuppetScene {
    troupe: Troupe,
    /// The vine as it was.
    vine: Cutout,
    /// Names of the corners of each cutout, and of two corners of each part of the fox.
    corners: Vec<Vec<Rc<str>>>,
    parts: Vec<[Rc<str>; 2]>,
}

impl PuppetScene {
    fn new() -> Self {
        let troupe = Troupe { cutouts: cutouts(), fox: Fox::read() };
        let corners = troupe.cutouts.iter().map(|Cutout { name, corners, .. }| {
            let corners = corners.iter().enumerate();
            corners
                .map(|(corner, Corner { bone, .. })| format!("{name}, bone {bone}, corner {corner}").into())
                .collect()
        });
        let names = troupe.fox.puppet.names.iter();
        let parts = names.map(|name| ["lower left", "upper right"].map(|end| format!("the {end} of {name}").into()));
        let vine = troupe.cutouts[troupe.cutouts.len() - 1].clone();
        PuppetScene { corners: corners.collect(), parts: parts.collect(), vine, troupe }
    }
}

impl Scene for PuppetScene {
    /// Returns the backdrop, then paper and pins of each cutout, then the fox's pictures, and the curtains.
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        let mut meshes = backdrop::behind().to_vec();
        for cutout in &self.troupe.cutouts {
            let mut paper = Paper::default();
            for (corners, color) in &cutout.triangles {
                paper.triangle(corners.map(|corner| cutout.world(cutout.corners[corner].at)), *corners, *color);
            }
            let mut pins = Paper::default();
            for pin in &cutout.pins {
                pins.pin(cutout.world(cutout.corners[*pin].at), *pin);
            }
            pins.pin(cutout.world(cutout.pivots[0]), cutout.corners.len());
            meshes.extend([paper.0, pins.0]);
        }
        let sizes = &self.troupe.fox.puppet.sizes;
        let gap = f32::from(Flat::GAP);
        let width = sizes.iter().map(|size| size.x + gap).sum();
        let strip = Vec2::new(width, sizes.iter().map(|size| size.y).fold(0.0, f32::max));
        let mut left = Vec2::ZERO;
        for size in sizes {
            meshes.push(picture(*size, [left / strip, (left + *size) / strip]));
            left.x += size.x + gap;
        }
        meshes.push(backdrop::curtains());
        Ok(meshes)
    }

    fn frame(&mut self, course: &Course, &Moment { seconds, .. }: &Moment) -> Result<Frame, CallError> {
        let Troupe { cutouts, fox } = &self.troupe;
        let moved = troupe::evaluate(&self.troupe, &course.paper_puppet, seconds)?;
        let mut frame = Frame::default();
        let still = vec![Mat4::IDENTITY];
        frame.draws.push(Draw::new(0, still.clone()));
        for mesh in 1..4 {
            with_shadow(&mut frame, mesh, still.clone());
        }
        let mut angles = moved.angles.iter();
        for (number, (cutout, places)) in cutouts.iter().zip(&moved.corners).enumerate() {
            let mut palette = Vec::new();
            for ((corner, place), name) in cutout.corners.iter().zip(places).zip(&self.corners[number]) {
                let [rest, at] = [corner.at, *place].map(|corner| cutout.world(corner).extend(0.0));
                palette.push(Mat4::from_translation(at - rest));
                frame.points.push(Point { name: name.clone(), at, color: Vec3::ONE, radius: 0.0 });
            }
            palette.push(Mat4::IDENTITY);
            let mesh = 4 + 2 * number;
            frame.draws.push(Draw::new(mesh, vec![Mat4::IDENTITY; palette.len()]).ghost(REST));
            with_shadow(&mut frame, mesh, palette.clone());
            frame.draws.push(Draw::new(mesh + 1, palette));
            let own = angles.by_ref().take(cutout.pivots.len());
            let degrees: Vec<String> = own.map(|angle| format!("{:.0}", angle.to_degrees())).collect();
            let text = format!("{} degrees", degrees.join(", ")).into();
            frame.values.push(Value { name: cutout.name.as_str().into(), text });
        }
        let first = 4 + 2 * cutouts.len();
        let mut worlds = vec![Mat4::NAN; fox.puppet.parts.len()];
        for (number, Sprite { part, stage_from_picture }) in (1..).zip(&moved.sprites) {
            let world_from_stage = Mat3::from_scale_angle_translation(Vec2::splat(PIXEL), 0.0, FOX);
            worlds[*part] = in_space(world_from_stage * *stage_from_picture);
            with_shadow(&mut frame, first + part, vec![worlds[*part]]);
            let text = fox.puppet.names[*part].as_str().into();
            frame.values.push(Value { name: format!("picture {number} of the fox").into(), text });
        }
        for ((world, names), size) in worlds.iter().zip(&self.parts).zip(&fox.puppet.sizes) {
            for (name, corner) in names.iter().zip([Vec2::ZERO, *size]) {
                let at = world.transform_point3(corner.extend(0.0));
                frame.points.push(Point { name: name.clone(), at, color: Vec3::ONE, radius: 0.0 });
            }
        }
        with_shadow(&mut frame, first + fox.puppet.parts.len(), still);
        if let Some(Cutout { reach, period, delay, .. }) = cutouts.last() {
            frame.chosen = (0..).zip([*reach, *period, *delay]).collect();
        }
        Ok(frame)
    }

    /// Sets the vine's swing; NaN: as it was.
    fn set(&mut self, control: usize, value: f32) {
        let was = [self.vine.reach, self.vine.period, self.vine.delay];
        let Some(Cutout { reach, period, delay, .. }) = self.troupe.cutouts.last_mut() else { return };
        let places = [reach, period, delay];
        if let (Some(place), Some(was)) = (places.into_iter().nth(control), was.get(control)) {
            *place = if value.is_nan() { *was } else { value };
        }
    }
}

/// Draws a mesh over its shadow.
fn with_shadow(frame: &mut Frame, mesh: usize, palette: Vec<Mat4>) {
    let shadow = palette.iter().map(|matrix| Mat4::from_translation(SHADOW) * *matrix);
    frame.draws.push(Draw::new(mesh, shadow.collect()).ghost(SHADE));
    frame.draws.push(Draw::new(mesh, palette));
}
