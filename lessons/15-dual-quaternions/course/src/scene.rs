//! The scene: a candy bar and a knight's arm, twisted; linear blending on the left, dual quaternions on the right.

use crate::candy;
use crate::checks::{LESSON, REFERENCE};
use crate::knight::{self, TwistedKnight};
use crate::{DualQuat, graph};
use armature::math::DualQuaternion;
use armature::mesh::{Mesh, SkinnedVertex};
use common::graphics::backdrop::Backdrop;
use common::prelude::*;
use common::scenes::{
    difference, options, overlay_lines,
    skinned_mesh::{SkinPalette, SkinPrograms, SkinnedInstance, SkinnedMesh},
    student_shader::StudentPrograms,
};
use drawing::{Ink, rings};
use glam::{Mat4, Quat, Vec3, Vec4};
use models::phong_materials::PhongMaterials;
use std::{f32::consts::TAU, fmt::Write, rc::Rc};

const CANDY: ShaderFile = ShaderFile("15-dual-quaternions/candy.frag");
const PHONG: ShaderFile = ShaderFile("common/phong.frag");
const LINEAR: ShaderFile = ShaderFile("common/lit_skin.vert");

/// The two ways to blend, from left to right.
const NAMES: [&str; 2] = ["linear", "dual"];
const COLORS: [Vec4; 2] = [Vec4::new(1.0, 0.58, 0.20, 1.0), Vec4::new(0.30, 0.78, 1.0, 1.0)];
/// Colours of the bar's stripes; sRGB.
const STRIPES: [[Vec3; 2]; 2] = [
    [Vec3::new(0.90, 0.42, 0.14), Vec3::new(1.0, 0.95, 0.88)],
    [Vec3::new(0.16, 0.50, 0.82), Vec3::new(0.93, 0.97, 1.0)],
];
/// Colour of the finished pins, drawn over the student's.
const GHOST: Vec4 = Vec4::new(1.0, 0.2, 0.75, 0.9);
/// Origin of each side's models, in metres.
const ORIGINS: [Vec3; 2] = [Vec3::new(-0.68, 0.0, 0.0), Vec3::new(0.68, 0.0, 0.0)];
/// Width of a pin, in metres.
const PIN_WIDTH: f32 = 0.010;
/// Width of a pin's head, in metres.
const PIN_HEAD: f32 = 0.013;
/// Time from straight to twisted and back, in seconds.
const PERIOD: f32 = 8.0;
/// The largest twist, in degrees.
const LARGEST: f32 = 180.0;

/// Arguments of this lesson besides those of every lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, clap::Args)]
pub struct TwistOptions {
    /// Angle of the bar's twist, in degrees from 0 to 180, instead of the swing
    #[arg(long, value_name = "DEGREES", value_parser = options::number(0.0, LARGEST))]
    pub twist: Option<f32>,
}

/// Everything on the graphics card, and how far it is twisted.
pub struct TwistScene {
    gl: Gl,
    /// Value of the slider, in degrees.
    twist: f32,
    /// Whether the twist goes to and fro by itself.
    swings: bool,
    bar: Mesh<SkinnedVertex>,
    bar_mesh: Rc<SkinnedMesh>,
    knight: TwistedKnight,
    /// Meshes of the knight's parts.
    knight_meshes: Vec<Rc<SkinnedMesh>>,
    materials: PhongMaterials,
    /// Programs of linear blending.
    linear: Programs,
    programs: StudentPrograms<Programs>,
    backdrop: Backdrop,
    debug: DebugRenderer,
}

/// A vertex shader with what lights the candy, and with what lights the knight.
type Programs = [Rc<SkinPrograms>; 2];

/// Values that the answers give for one frame.
pub struct TwistFrame {
    twist: f32,
    /// 15.1's thicknesses at [`graph::positions`].
    curve: Vec<f32>,
    /// The side by linear blending, and the side by dual quaternions.
    sides: [TwistSide; 2],
}

/// One of the two ways to blend.
struct TwistSide {
    bar: SkinnedInstance,
    /// One for each of the knight's parts.
    knight: Vec<SkinnedInstance>,
    /// Ends of each pin, in world space.
    pins: Vec<[Vec3; 2]>,
    /// Place along the bar and thickness, of every ring, as the shader draws them.
    measured: Vec<(f32, f32)>,
}

/// The lesson's program.
pub fn run() -> ExitCode {
    lesson_main::<TwistScene>()
}

impl Subject for TwistScene {
    /// Frames the bars and the knights from the belt up, with room for the graphs below.
    fn framing(&mut self, _: f32) -> Option<Framing> {
        let corners = [(-1.03, 0.90), (1.03, 0.90), (-1.03, 1.45), (1.03, 1.45)];
        let points = corners.map(|(x, y)| Vec3::new(x, y, 0.2));
        Some(Framing { room_below: 0.19, ..Framing::from_angles(0.0, 0.10, points) })
    }
}

impl Exercise for TwistScene {
    type Options = TwistOptions;
    type Output = TwistFrame;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const TIME: f32 = 3.13;

    fn open(gl: &Gl, _: &mut SceneTime, options: &TwistOptions) -> Result<Self> {
        let bar = candy::mesh();
        let knight = TwistedKnight::load()?;
        let cage = rings::cage(candy::BANDS, candy::SLICES);
        let bar_mesh = SkinnedMesh::new(gl, &bar)?.with_ghost_lines(&cage)?;
        let mut knight_meshes = Vec::new();
        for part in &knight.model.parts {
            knight_meshes.push(Rc::new(SkinnedMesh::new(gl, &part.mesh)?));
        }
        Ok(TwistScene {
            gl: gl.clone(),
            twist: options.twist.unwrap_or_default(),
            swings: options.twist.is_none(),
            bar_mesh: Rc::new(bar_mesh),
            knight_meshes,
            materials: PhongMaterials::new(gl, &knight.model.materials)?,
            linear: [Rc::new(SkinPrograms::new(gl, LINEAR, CANDY)?), Rc::new(SkinPrograms::new(gl, LINEAR, PHONG)?)],
            programs: StudentPrograms::default(),
            backdrop: Backdrop::new(gl)?,
            debug: DebugRenderer::new(gl)?,
            bar,
            knight,
        })
    }

    fn evaluate(&mut self, course: &Course, view: &View) -> Result<TwistFrame> {
        if self.swings {
            self.twist = LARGEST * (0.5 - 0.5 * (TAU * view.seconds / PERIOD).cos());
        }
        let twist = self.twist.to_radians();
        let answers = &course.dual_quaternions;
        let mut curve = Vec::new();
        for place in graph::positions() {
            curve.push(answers.thickness(twist, candy::weight(place))?);
        }
        report_nan("15.1", curve.iter().all(|thickness| thickness.is_finite()));

        let palettes = self.knight.palettes(twist);
        let mut rigid: Vec<(Quat, Vec3)> = candy::motions(twist).into();
        rigid.extend(palettes.iter().flat_map(|palette| knight::motions(palette)));
        let mut duals = Vec::new();
        for (turn, shift) in rigid {
            duals.push(answers.from_rigid(turn, shift)?);
        }
        report_nan("15.2", duals.iter().all(is_finite));

        let pins = candy::pins();
        let mut blended = Vec::new();
        for pin in &pins {
            let (joints, weights) = candy::slots(pin.weight);
            let motions = [0, 1].map(|slot| duals[usize::from(joints[slot])]);
            blended.push(answers.blend(&weights[..2], &motions)?);
        }
        report_nan("15.3", blended.iter().all(is_finite));

        let vertex = answers.vertex();
        let finished = REFERENCE.dual_quaternions.vertex();
        let programs = self.programs.get(&[vertex], |trial| {
            let candy = SkinPrograms::of_student(&self.gl, trial, "15.4", [vertex, finished], CANDY)?;
            let knight = SkinPrograms::link(&self.gl, trial, "15.4", [candy.vertex, finished], PHONG)?;
            Ok([candy, knight].map(Rc::new))
        })?;

        let matrices = candy::motions(twist).map(|(turn, shift)| Mat4::from_rotation_translation(turn, shift));
        let mut linear_pins = Vec::new();
        let mut dual_pins = Vec::new();
        for (pin, blended) in pins.iter().zip(blended) {
            let [left, right] = matrices.map(|matrix| pin.ends.map(|end| matrix.transform_point3(end)));
            linear_pins.push([0, 1].map(|end| left[end].lerp(right[end], pin.weight)));
            dual_pins.push(pin.ends.map(|end| DualQuaternion::from(blended).transform_point(end)));
        }
        let linear = self.side(0, &self.linear, &matrices.to_vec(), &palettes, linear_pins);
        let mut duals = duals.into_iter().map(DualQuaternion::from);
        let ends = duals.by_ref().take(2).collect();
        let palettes: Vec<Vec<DualQuaternion>> =
            palettes.iter().map(|palette| duals.by_ref().take(palette.len()).collect()).collect();
        let dual = self.side(1, &programs, &ends, &palettes, dual_pins);
        Ok(TwistFrame { twist, curve, sides: [linear, dual] })
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &TwistFrame) -> Result<()> {
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(0.0))?;
        let to_light = view.to_light();
        for side in &frame.sides {
            for (part, skinned) in self.knight.model.parts.iter().zip(&side.knight) {
                let uniforms = self.materials.uniforms(part.material);
                skinned.draw_lit(target, view, to_light, &uniforms, &draw_state::solid())?;
            }
        }
        let mut pins = Shapes::new();
        for (index, TwistSide { bar, pins: ends, .. }) in frame.sides.iter().enumerate() {
            let paint = Uniforms::new().vec3s("u_paint", &STRIPES[index]);
            bar.draw_lit(target, view, to_light, &paint, &draw_state::solid())?;
            draw_pins(&mut pins, ends, COLORS[index], view);
        }
        self.debug.draw(target, &pins, view.clip_from_world(), Overlay::InScene)?;
        Ok(())
    }

    fn annotate(&self, sheet: &mut Sheet, _: &View, frame: &TwistFrame) {
        for (index, side) in frame.sides.iter().enumerate() {
            let name = (NAMES[index], Ink::own(COLORS[index].truncate(), 0.0));
            graph::draw(sheet, index, name, &side.measured, &frame.curve);
        }
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &TwistFrame,
        right: &TwistFrame,
    ) -> Result<Difference> {
        let places = [mine, right].map(TwistFrame::compared_points);
        let farthest = Farthest::between(places[0].iter().copied(), places[1].iter().copied());
        if let Some(farthest) = &farthest {
            let TwistSide { bar, knight, pins: ends, .. } = &right.sides[1];
            bar.draw_ghost(target, view)?;
            if farthest.index >= self.bar.vertices.len() + candy::PINS {
                knight.iter().try_for_each(|part| part.draw_ghost(target, view))?;
            }
            let mut pins = Shapes::new();
            draw_pins(&mut pins, ends, GHOST, view);
            self.debug.draw(target, &pins, view.clip_from_world(), Overlay::XRay)?;
        }
        let mut curve = "all agrees".to_owned();
        let apart = mine.curve.iter().zip(&right.curve).map(|(mine, right)| {
            let apart = (mine - right).abs();
            if apart.is_nan() { f32::INFINITY } else { apart }
        });
        let apart = apart.fold(0.0, f32::max);
        if apart > 1e-3 {
            curve = if apart.is_finite() {
                format!("the curve is up to {apart:.2} off")
            } else {
                "the curve is lost (no number)".into()
            };
        }
        let bar = self.bar.vertices.len();
        Ok(difference::at_farthest(view, farthest, &curve, |farthest| match farthest.index {
            vertex if vertex < bar => {
                let percent = 100.0 * candy::along(self.bar.vertices[vertex].position);
                format!("a vertex {percent:.0} % along the bar is {}", farthest.words())
            }
            pin if pin < bar + candy::PINS => {
                format!("pin {} is {}", pin - bar + 1, farthest.words())
            }
            _ => format!("a vertex of the knight is {}", farthest.words()),
        }))
    }

    fn ui(&mut self, screen: &Screen<'_>, time: &mut SceneTime, frame: &TwistFrame) {
        let ui = screen.ui;
        let em = screen.fonts.em;
        screen.panel("Twist", || {
            let width = ui.push_item_width(em * 10.0);
            let twist = &mut self.twist;
            if screen.slider("twist", [0.0, LARGEST], &format!("{twist:.0}°"), twist) {
                self.swings = false;
            }
            width.end();
            ui.checkbox("to and fro", &mut self.swings);
            time.controls(screen);
            for line in frame.lines() {
                ui.text_wrapped(line);
            }
        });
    }

    fn describe(&self, frame: &TwistFrame) -> String {
        let lines = frame.lines().join("\n");
        let twist = frame.twist.to_degrees();
        let mut words = format!("twisted by {twist:.0} degrees\n{lines}\n");
        for (number, [_, tip]) in frame.sides[1].pins.iter().enumerate().step_by(4) {
            let at = *tip - ORIGINS[1] - candy::MIDDLE;
            // Writing to a String cannot fail.
            let _ = writeln!(
                words,
                "the head of pin {}: {:.2} m above the bar's axis, {:.2} m in front of it",
                number + 1,
                at.y,
                at.z
            );
        }
        words
    }
}

impl TwistScene {
    /// Returns the side with this index, posed by palettes of one kind: one for the bar, and one for each of the knight's
    /// skins. `pins` are in the model's space.
    fn side<P: Clone + Into<SkinPalette>>(
        &self,
        side: usize,
        [candy, phong]: &Programs,
        bar: &P,
        knight: &[P],
        mut pins: Vec<[Vec3; 2]>,
    ) -> TwistSide {
        let origin = ORIGINS[side];
        let mut parts = Vec::new();
        for (mesh, part) in self.knight_meshes.iter().zip(&self.knight.model.parts) {
            parts.push(instance(origin, mesh, phong, &knight[part.skin]));
        }
        let bar = instance(origin, &self.bar_mesh, candy, bar);
        let positions: Vec<Vec3> = bar.positions().iter().map(|at| *at - origin).collect();
        pins.as_flattened_mut().iter_mut().for_each(|end| *end += origin);
        TwistSide { measured: candy::thickness(&self.bar, &positions), bar, knight: parts, pins }
    }
}

impl TwistFrame {
    /// Returns the points that 15.2 to 15.4 have placed: the bar's vertices, the pins' tips, the knight's vertices.
    fn compared_points(&self) -> Vec<Vec3> {
        let TwistSide { bar, knight, pins, .. } = &self.sides[1];
        let mut places = bar.positions();
        places.extend(pins.iter().map(|[_, tip]| *tip));
        places.extend(knight.iter().flat_map(SkinnedInstance::positions));
        places
    }

    /// Describes the smallest thicknesses, a line each.
    fn lines(&self) -> Vec<String> {
        let [linear, dual] =
            self.sides.each_ref().map(|side| side.measured.iter().map(|ring| ring.1).fold(f32::INFINITY, f32::min));
        let formula = self.curve.iter().copied().fold(f32::INFINITY, f32::min);
        vec![
            "thickness where it is thinnest:".into(),
            format!("linear {linear:.2}, by 15.1 {formula:.2}"),
            format!("dual quaternions {dual:.2}"),
        ]
    }
}

fn instance<P: Clone + Into<SkinPalette>>(
    origin: Vec3,
    mesh: &Rc<SkinnedMesh>,
    programs: &Rc<SkinPrograms>,
    palette: &P,
) -> SkinnedInstance {
    SkinnedInstance { origin, ..SkinnedInstance::new(mesh.clone(), programs.clone(), palette.clone()) }
}

/// Draws the pins whose ends are finite.
fn draw_pins(shapes: &mut Shapes, pins: &[[Vec3; 2]], color: Vec4, view: &View) {
    for ends in pins.iter().filter(|ends| ends.iter().all(|end| end.is_finite())) {
        overlay_lines::ribbon(shapes, *ends, PIN_WIDTH, color, view.camera.eye());
        shapes.joint(ends[1], PIN_HEAD, color);
    }
}

fn is_finite(dual: &DualQuat) -> bool {
    dual.real.is_finite() && dual.dual.is_finite()
}

fn report_nan(id: &'static str, is_finite: bool) {
    if !is_finite {
        report(id, "not a number");
    }
}
