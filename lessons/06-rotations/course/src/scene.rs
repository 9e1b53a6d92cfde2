//! The scene: four knights, each with an arrow in his right hand, interpolated between two keys in four ways.

use crate::arms::{ArmSwing, ArrowFrame, METHODS};
use crate::checks::LESSON;
use crate::graph;
use crate::knight::{ArrowKnight, REACH};
use armature::mesh::{Mesh, StaticVertex, shapes as solids};
use armature::model::ModelInstance;
use common::graphics::{
    backdrop::Backdrop,
    renderer::{self, DrawMode, ModelRenderer},
};
use common::prelude::*;
use common::scenes::{difference::at_farthest, options, overlay_lines};
use drawing::{Ink, parts::moved, sheet::on_sheet};
use glam::{Affine3A, Mat4, Vec2, Vec3, Vec4};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

/// Time from key to key, in seconds.
const SECONDS: f32 = 3.0;
/// Distance from knight to knight, in metres.
const APART: f32 = 1.7;
const BEAD: usize = 3;
/// Distance of the arrow's grip from the wrist, in metres.
const GRIP: f32 = 0.10;
/// Colour of the finished arms, drawn over the student's; sRGB with opacity.
const GHOST: Vec4 = Vec4::new(1.0, 0.2, 0.75, 0.45);
const STEEL: Vec4 = Vec4::new(0.72, 0.75, 0.82, 1.0);
const KEY: Vec4 = Vec4::new(1.0, 1.0, 1.0, 0.75);

/// Arguments of this lesson besides those of every lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, clap::Args)]
pub struct ArrowOptions {
    /// Fraction of the way between the two keys, from 0 to 1, instead of a time
    #[arg(long, value_name = "U", value_parser = options::fraction)]
    u: Option<f32>,
}

pub struct ArrowScene {
    knight: ArrowKnight,
    figure: ModelInstance,
    renderer: ModelRenderer,
    backdrop: Backdrop,
    debug: DebugRenderer,
    arrow: Mesh<StaticVertex>,
    /// A shield's board, and the stripe across it.
    shield: [Mesh<StaticVertex>; 2],
}

pub fn run() -> ExitCode {
    lesson_main::<ArrowScene>()
}

impl Subject for ArrowScene {
    fn framing(&mut self, _: f32) -> Option<Framing> {
        let left = lane_position(0).x - 0.85;
        let right = lane_position(3).x + 0.50;
        let corners = [(left, 2.05), (right, 2.05), (left, -0.85), (right, -0.85)];
        Some(Framing::from_angles(0.0, 0.13, corners.map(|(x, y)| Vec3::new(x, y, 0.0))))
    }
}

impl Exercise for ArrowScene {
    type Options = ArrowOptions;
    type Output = ArrowFrame;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const TIME: f32 = 0.25 * SECONDS;

    fn open(gl: &Gl, time: &mut SceneTime, options: &ArrowOptions) -> Result<Self> {
        let knight = ArrowKnight::load()?;
        time.seconds = options.u.map_or(time.seconds, |u| u * SECONDS);
        Ok(ArrowScene {
            figure: knight.figure.clone(),
            renderer: ModelRenderer::new(gl, &knight.model, renderer::png)?,
            backdrop: Backdrop::new(gl)?,
            debug: DebugRenderer::new(gl)?,
            arrow: arrow(),
            shield: shield(),
            knight,
        })
    }

    fn evaluate(&mut self, course: &Course, view: &View) -> Result<ArrowFrame> {
        Ok(ArrowFrame::evaluate(&course.rotations, &self.knight.arm, u(view.seconds))?)
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &ArrowFrame) -> Result<()> {
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(0.0))?;
        let mut marks = Shapes::new();
        for (lane, (method, swing)) in METHODS.iter().zip(&frame.swings).enumerate() {
            self.draw_knight(target, view, lane, swing.now, DrawMode::Material)?;
            self.mark_motion(&mut marks, lane, swing, method.color);
            self.mark_arrow(&mut marks, lane, method.color);
            self.mark_shield(&mut marks, lane, frame.shields[lane], [STEEL, method.color]);
        }
        self.debug.draw(target, &marks, view.clip_from_world(), Overlay::XRay)?;
        Ok(())
    }

    fn annotate(&self, sheet: &mut Sheet, view: &View, frame: &ArrowFrame) {
        graph::draw(sheet, frame, &self.knight.arm);
        sheet.given();
        for (lane, method) in METHODS.iter().enumerate() {
            let feet = lane_position(lane) + Vec3::new(0.0, 0.0, 0.45);
            if let Some(at) = on_sheet(view.clip_from_world(), sheet.size, feet) {
                sheet.plate(at - 8.0 * Vec2::Y, method.name, Ink::own(method.color.truncate(), 0.0));
            }
        }
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &ArrowFrame,
        right: &ArrowFrame,
    ) -> Result<Difference> {
        let mut marks = Shapes::new();
        for (lane, swing) in right.swings.iter().enumerate() {
            if !swing.now.abs_diff_eq(mine.swings[lane].now, 1e-3) {
                self.draw_knight(target, view, lane, swing.now, DrawMode::Ghost(GHOST))?;
                self.mark_arrow(&mut marks, lane, GHOST);
            }
            let shield = right.shields[lane];
            if !shield.abs_diff_eq(mine.shields[lane], 1e-3) {
                self.mark_shield(&mut marks, lane, shield, [GHOST; 2]);
            }
        }
        self.debug.draw(target, &marks, view.clip_from_world(), Overlay::XRay)?;
        let farthest = Farthest::between(self.tips(mine), self.tips(right));
        Ok(at_farthest(view, farthest, "all tips and shields agree", |farthest| {
            let part = if farthest.index < METHODS.len() { "tip" } else { "corner of the shield" };
            format!("{}: {part} {}", METHODS[farthest.index % METHODS.len()].name, farthest.words())
        }))
    }

    fn ui(&mut self, screen: &Screen<'_>, time: &mut SceneTime, frame: &ArrowFrame) {
        let numbers = frame.lengths_and_angles(&self.knight.arm);
        let ui = screen.ui;
        let em = screen.fonts.em;
        let mut u = u(time.seconds);
        screen.panel("Between the keys", || {
            let width = ui.push_item_width(em * 13.0);
            if screen.slider("u", [0.0, 1.0], &format!("{u:.2}"), &mut u) {
                time.seconds = u * SECONDS;
                time.playing = false;
            }
            width.end();
            time.controls(screen);
            // In the arms' own colours, and in their order.
            for (row, name) in ["length", "turned"].into_iter().enumerate() {
                ui.text(name);
                for (lane, (method, length, turned)) in numbers.into_iter().enumerate() {
                    ui.same_line_with_pos(em * (4.2 + 2.9 * lane as f32));
                    let text = if row == 0 { format!("{length:.2}") } else { format!("{turned:.0}°") };
                    ui.text_colored(method.color.to_array(), text);
                }
            }
        });
    }

    fn describe(&self, frame: &ArrowFrame) -> String {
        let mut text = format!("u = {:.2}\n         length  turned from the first key\n", frame.u);
        for (method, length, turned) in frame.lengths_and_angles(&self.knight.arm) {
            text += &format!("{:<8} {length:6.2} {turned:6.1}°\n", method.name);
        }
        text
    }
}

impl ArrowScene {
    /// Draws a knight with this arm, and leaves his joints in `self.figure`.
    fn draw_knight(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        lane: usize,
        parent_from_arm: Mat4,
        look: DrawMode,
    ) -> Result<()> {
        // An arm whose matrix has NaN in it vanishes.
        let arm = if parent_from_arm.is_finite() { parent_from_arm } else { Mat4::ZERO };
        self.knight.pose_with_arm(&mut self.figure, Affine3A::from_mat4(arm));
        let seen = renderer::Viewpoint {
            clip_from_world: view.clip_from_world() * Mat4::from(world_from_lane(lane)),
            eye: view.camera.eye() - lane_position(lane),
            to_light: view.to_light(),
        };
        self.renderer.draw(target, &self.knight.model, &self.figure, &seen, look)?;
        Ok(())
    }

    fn mark_arrow(&self, shapes: &mut Shapes, lane: usize, color: Vec4) {
        let world_from_hand = world_from_lane(lane) * self.knight.world_from_hand(&self.figure);
        overlay_lines::shaded(shapes, &self.arrow, world_from_hand, color);
    }

    fn mark_shield(&self, shapes: &mut Shapes, lane: usize, world_from_shield: Mat4, colors: [Vec4; 2]) {
        let world_from_shield = world_from_lane(lane) * Affine3A::from_mat4(world_from_shield);
        for (part, color) in self.shield.iter().zip(colors) {
            overlay_lines::shaded(shapes, part, world_from_shield, color);
        }
    }

    fn tip(&self, lane: usize, parent_from_arm: Mat4) -> Vec3 {
        let world_from_parent = world_from_lane(lane) * self.knight.world_from_parent;
        world_from_parent.transform_point3(parent_from_arm.transform_point3(self.knight.arm.tip))
    }

    /// Returns the arrows' tips, and a corner of each shield.
    fn tips(&self, frame: &ArrowFrame) -> Vec<Vec3> {
        let mut tips = Vec::new();
        for (lane, swing) in frame.swings.iter().enumerate() {
            tips.push(self.tip(lane, swing.now));
        }
        for (lane, shield) in frame.shields.iter().enumerate() {
            tips.push(lane_position(lane) + shield.transform_point3(Vec3::new(1.0, 1.0, 0.0)));
        }
        tips
    }

    /// Marks the motion of an arrow: a thin line from the shoulder to its tip at either key, the tip's path, and a bead on the
    /// path after every third step. Where the arm is fast, the beads are far apart.
    fn mark_motion(&self, marks: &mut Shapes, lane: usize, swing: &ArmSwing, color: Vec4) {
        let world_from_parent = world_from_lane(lane) * self.knight.world_from_parent;
        for key in self.knight.arm.keys {
            let shoulder = world_from_parent.transform_point3(key.w_axis.truncate());
            marks.line(shoulder, self.tip(lane, key), KEY);
        }
        let tips: Vec<Vec3> = swing.steps.iter().map(|step| self.tip(lane, *step)).collect();
        marks.polyline(&tips, color);
        for tip in tips.iter().step_by(BEAD).filter(|tip| tip.is_finite()) {
            marks.joint(*tip, 0.026, color);
        }
    }
}

/// Returns the fraction between the keys at a time, in a motion that goes back and forth.
fn u(seconds: f32) -> f32 {
    1.0 - ((seconds / SECONDS).rem_euclid(2.0) - 1.0).abs()
}

fn lane_position(lane: usize) -> Vec3 {
    Vec3::X * (lane as f32 - 1.5) * APART
}

fn world_from_lane(lane: usize) -> Affine3A {
    Affine3A::from_translation(lane_position(lane))
}

/// Returns an arrow along y, from the grip to the tip.
fn arrow() -> Mesh<StaticVertex> {
    let head = 0.22;
    let mut arrow = moved(&solids::cylinder(0.026, REACH - GRIP - head, 1, 16), Vec3::Y * GRIP);
    arrow.append(&moved(&solids::cone(0.085, head, 24), Vec3::Y * (REACH - head)));
    arrow
}

/// Returns the board of a shield, of radius 1 about z, and a stripe across it, from the upper right to the lower left.
fn shield() -> [Mesh<StaticVertex>; 2] {
    let facing = Affine3A::from_rotation_x(FRAC_PI_2);
    let board = solids::cylinder(1.0, 0.1, 1, 32).transformed(&facing);
    let stripe = solids::cuboid(Vec3::new(1.7, 0.34, 0.2)).transformed(&Affine3A::from_rotation_z(FRAC_PI_4));
    [board, moved(&stripe, 0.15 * Vec3::Z)]
}
