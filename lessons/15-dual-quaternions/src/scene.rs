//! The scene: a candy bar and a knight's arm, twisted; linear blending on the left, dual quaternions on the right.

use crate::candy::{self, CandyBar, Pin};
use crate::checks::{LESSON, REFERENCE};
use crate::graph::{self, Graph};
use crate::knight::{self, Knight};
use crate::{Answers, DualQuat};
use anyhow::Result;
use common::app::{
    Difference, Exercise, Farthest, Framing, GuardedAnswers, SceneTime, Screen, Subject, View,
    lesson_main,
};
use common::check;
use common::graphics::debug_draw::{DebugRenderer, Overlay, Shapes};
use common::graphics::scene::Backdrop;
use common::graphics::{Gl, ShaderFile, Target, Uniforms};
use common::math::DualQuaternion;
use common::scenes::flat::FlatShapes;
use common::scenes::phong_materials::PhongMaterials;
use common::scenes::skinned_mesh::{SkinPrograms, SkinnedInstance, SkinnedMesh};
use common::scenes::student_shader::StudentPrograms;
use common::scenes::{difference, draw_state, options, overlay_lines, rings};
use glam::{Mat4, Quat, Vec3, Vec4};
use std::f32::consts::TAU;
use std::fmt::Write;
use std::process::ExitCode;
use std::rc::Rc;

const CANDY: ShaderFile = ShaderFile("15-dual-quaternions/candy.frag");
const PHONG: ShaderFile = ShaderFile("common/phong.frag");
const LINEAR: ShaderFile = ShaderFile("common/lit_skin.vert");

/// The two ways to blend, from left to right.
const NAMES: [&str; 2] = ["linear", "dual"];
const COLORS: [Vec4; 2] = [Vec4::new(1.0, 0.58, 0.20, 1.0), Vec4::new(0.30, 0.78, 1.0, 1.0)];
/// Of the bar's stripes; sRGB.
const STRIPES: [[Vec3; 2]; 2] = [
    [Vec3::new(0.90, 0.42, 0.14), Vec3::new(1.0, 0.95, 0.88)],
    [Vec3::new(0.16, 0.50, 0.82), Vec3::new(0.93, 0.97, 1.0)],
];
/// Of the finished pins and curve, over the student's.
const GHOST: Vec4 = Vec4::new(1.0, 0.2, 0.75, 0.9);
/// From the middle of the picture to where each side's models have their origin, in metres.
const ASIDE: f32 = 0.68;
/// Of a pin, and of its head.
const PIN_WIDTH: f32 = 0.010;
const PIN_HEAD: f32 = 0.013;
/// From straight to twisted and back, in seconds.
const PERIOD: f32 = 8.0;
/// The largest twist, in degrees.
const LARGEST: f32 = 180.0;

/// What this lesson's command line takes besides what every lesson's does.
#[derive(Clone, Copy, Debug, Default, PartialEq, clap::Args)]
pub struct Options {
    /// How far the bar is twisted, in degrees from 0 to 180, instead of the swing
    #[arg(long, value_name = "DEGREES", value_parser = options::number(0.0, LARGEST))]
    pub twist: Option<f32>,
}

/// Everything on the graphics card, and how far it is twisted.
pub struct Scene {
    gl: Gl,
    /// Of the slider, in degrees.
    twist: f32,
    /// Whether the twist goes to and fro by itself.
    swings: bool,
    bar: CandyBar,
    bar_mesh: Rc<SkinnedMesh>,
    knight: Knight,
    parts: Vec<KnightPart>,
    materials: PhongMaterials,
    /// Of linear blending.
    linear: Programs,
    programs: StudentPrograms<Programs>,
    backdrop: Backdrop,
    debug: DebugRenderer,
}

/// A mesh of the knight.
struct KnightPart {
    mesh: Rc<SkinnedMesh>,
    skin: usize,
    material: Option<usize>,
}

/// A vertex shader, with what lights the candy and with what lights the knight.
#[derive(Clone)]
struct Programs {
    candy: Rc<SkinPrograms>,
    knight: Rc<SkinPrograms>,
}

impl Programs {
    fn finished(gl: &Gl, vertex: ShaderFile) -> Result<Self> {
        let link = |fragment| SkinPrograms::new(gl, vertex, fragment).map(Rc::new);
        Ok(Programs { candy: link(CANDY)?, knight: link(PHONG)? })
    }
}

/// What the answers give for one frame. Of each pair the first is by linear blending.
pub struct Frame {
    /// In radians.
    twist: f32,
    /// 15.1's thicknesses at [`graph::places`].
    curve: Vec<f32>,
    bars: [SkinnedInstance; 2],
    /// One for each of the knight's parts.
    knights: [Vec<SkinnedInstance>; 2],
    /// Both ends of each pin, in world space.
    pins: [Vec<[Vec3; 2]>; 2],
    /// Place along the bar and thickness, of every ring, as the shaders draw them.
    measured: [Vec<(f32, f32)>; 2],
}

/// The lesson's program.
pub fn run() -> ExitCode {
    lesson_main::<Scene>()
}

impl Subject for Scene {
    /// Both bars, and the knights from the belt up; below there is room for the graphs.
    fn framing(&mut self, _: f32) -> Option<Framing> {
        let corners = [(-1.03, 0.90), (1.03, 0.90), (-1.03, 1.45), (1.03, 1.45)];
        let points = corners.map(|(x, y)| Vec3::new(x, y, 0.2));
        Some(Framing { room_below: 0.19, ..Framing::from_angles(0.0, 0.10, points) })
    }
}

impl Exercise for Scene {
    type Answers = Answers;
    type Options = Options;
    type Output = Frame;

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const TITLE: &'static str = "Lesson 15: dual quaternions";
    const TIME: f32 = 3.13;

    fn open(gl: &Gl, _: &mut SceneTime, options: &Options) -> Result<Self> {
        let (bar, knight) = (CandyBar::new(), Knight::load()?);
        let cage = rings::cage(candy::BANDS, candy::SLICES);
        let bar_mesh = SkinnedMesh::new(gl, &bar.mesh)?.with_ghost_lines(&cage)?;
        let part = |part: &common::model::Part| -> Result<KnightPart> {
            let mesh = Rc::new(SkinnedMesh::new(gl, &part.mesh)?);
            Ok(KnightPart { mesh, skin: part.skin, material: part.material })
        };
        Ok(Scene {
            gl: gl.clone(),
            twist: options.twist.unwrap_or_default(),
            swings: options.twist.is_none(),
            bar_mesh: Rc::new(bar_mesh),
            parts: knight.model.parts.iter().map(part).collect::<Result<_>>()?,
            materials: PhongMaterials::new(gl, &knight.model.materials)?,
            linear: Programs::finished(gl, LINEAR)?,
            programs: StudentPrograms::default(),
            backdrop: Backdrop::new(gl)?,
            debug: DebugRenderer::new(gl)?,
            bar,
            knight,
        })
    }

    fn evaluate(
        &mut self,
        answers: &mut GuardedAnswers<'_, Answers>,
        view: &View,
    ) -> Result<Frame> {
        if self.swings {
            self.twist = LARGEST * (0.5 - 0.5 * (TAU * view.seconds / PERIOD).cos());
        }
        let twist = self.twist.to_radians();
        let weights: Vec<f32> = graph::places().into_iter().map(candy::weight).collect();
        let curve = answers.call("15.1", weights, move |answers, weights| {
            weights.iter().map(|weight| (answers.thickness)(twist, *weight)).collect::<Vec<f32>>()
        });
        report_nan("15.1", curve.iter().all(|thickness| thickness.is_finite()), answers);

        let palettes = self.knight.palettes(twist);
        let mut rigid: Vec<(Quat, Vec3)> = CandyBar::motions(twist).into();
        rigid.extend(palettes.iter().flat_map(|palette| knight::motions(palette)));
        let duals: Vec<DualQuat> = answers.call("15.2", rigid, |answers, rigid| {
            rigid.iter().map(|(turn, shift)| (answers.from_rigid)(*turn, *shift)).collect()
        });
        let is_finite = |dual: &DualQuat| dual.real.is_finite() && dual.dual.is_finite();
        report_nan("15.2", duals.iter().all(is_finite), answers);

        let pins = CandyBar::pins();
        let blended =
            answers.call("15.3", (pins.clone(), [duals[0], duals[1]]), |answers, (pins, ends)| {
                let blend = |pin: &Pin| {
                    let (joints, weights) = candy::slots(pin.weight);
                    let motions = [0, 1].map(|slot| ends[usize::from(joints[slot])]);
                    (answers.blend)(&weights[..2], &motions)
                };
                pins.iter().map(blend).collect::<Vec<DualQuat>>()
            });
        report_nan("15.3", blended.iter().all(is_finite), answers);

        let vertex = answers.table.vertex;
        let programs = self.programs.get(&[vertex], answers.watchdog, |trial| {
            let shaders = [vertex, REFERENCE.vertex];
            let candy = SkinPrograms::of_student(&self.gl, trial, "15.4", shaders, CANDY)?;
            let knight = SkinPrograms::link(
                &self.gl,
                trial,
                "15.4",
                [candy.vertex, REFERENCE.vertex],
                PHONG,
            )?;
            Ok(Programs { candy: Rc::new(candy), knight: Rc::new(knight) })
        })?;

        let matrices = CandyBar::matrices(twist);
        let ends = [duals[0], duals[1]].map(DualQuaternion::from);
        let mut bars = [
            SkinnedInstance::new(self.bar_mesh.clone(), self.linear.candy.clone(), matrices.into()),
            SkinnedInstance::dual(self.bar_mesh.clone(), programs.candy.clone(), ends.into()),
        ];
        let mut rest = duals[2..].iter().map(|dual| DualQuaternion::from(*dual));
        let dual_palettes: Vec<Vec<DualQuaternion>> =
            palettes.iter().map(|palette| rest.by_ref().take(palette.len()).collect()).collect();
        let by_matrices = |part: &KnightPart| {
            let palette = palettes[part.skin].clone();
            SkinnedInstance::new(part.mesh.clone(), self.linear.knight.clone(), palette)
        };
        let by_duals = |part: &KnightPart| {
            let palette = dual_palettes[part.skin].clone();
            SkinnedInstance::dual(part.mesh.clone(), programs.knight.clone(), palette)
        };
        let mut knights = [
            self.parts.iter().map(by_matrices).collect::<Vec<_>>(),
            self.parts.iter().map(by_duals).collect(),
        ];
        for (side, (bar, knight)) in bars.iter_mut().zip(&mut knights).enumerate() {
            bar.origin = origin(side);
            for part in knight {
                part.origin = origin(side);
            }
        }
        let measured = [0, 1].map(|side| {
            let positions = bars[side].positions();
            let positions: Vec<Vec3> = positions.iter().map(|at| *at - origin(side)).collect();
            self.bar.thickness(&positions)
        });
        let [stays, turned] = matrices;
        let left = pins.iter().map(|pin| {
            let linear =
                |p: Vec3| stays.transform_point3(p).lerp(turned.transform_point3(p), pin.weight);
            pin.ends.map(|end| linear(end) + origin(0))
        });
        let right = pins.iter().zip(&blended).map(|(pin, blended)| {
            let dual = DualQuaternion::from(*blended);
            pin.ends.map(|end| dual.transform_point(end) + origin(1))
        });
        let pins = [left.collect(), right.collect()];
        Ok(Frame { twist, curve, bars, knights, pins, measured })
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &Frame) -> Result<()> {
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(0.0))?;
        let to_light = view.to_light();
        for knight in &frame.knights {
            for (part, skinned) in self.parts.iter().zip(knight) {
                let uniforms = self.materials.uniforms(part.material);
                skinned.draw_lit(target, view, to_light, &uniforms, &draw_state::solid())?;
            }
        }
        let mut pins = Shapes::new();
        for (side, bar) in frame.bars.iter().enumerate() {
            let paint = Uniforms::new().vec3s("u_paint", &STRIPES[side]);
            bar.draw_lit(target, view, to_light, &paint, &draw_state::solid())?;
            draw_pins(&mut pins, &frame.pins[side], COLORS[side], view);
        }
        self.debug.draw(target, &pins, view.clip_from_world(), Overlay::InScene)?;
        let mut sheet = FlatShapes::in_pixels(view.size);
        let graphs = [0, 1].map(|side| Graph {
            name: NAMES[side],
            color: COLORS[side],
            measured: &frame.measured[side],
        });
        graph::draw(&mut sheet, &graphs, &frame.curve, view.size);
        self.debug.draw(target, &sheet.shapes, Mat4::IDENTITY, Overlay::OnTop)?;
        Ok(())
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Frame,
        right: &Frame,
    ) -> Result<Difference> {
        let places = [mine, right].map(Frame::places);
        let farthest = Farthest::of(places[0].iter().copied(), places[1].iter().copied());
        if let Some(farthest) = &farthest {
            right.bars[1].draw_ghost(target, view)?;
            if farthest.place >= self.bar.mesh.vertices.len() + candy::PINS {
                right.knights[1].iter().try_for_each(|part| part.draw_ghost(target, view))?;
            }
            let mut pins = Shapes::new();
            draw_pins(&mut pins, &right.pins[1], GHOST, view);
            self.debug.draw(target, &pins, view.clip_from_world(), Overlay::XRay)?;
        }
        let mut curve = "all agrees".to_owned();
        let apart = mine.curve.iter().zip(&right.curve).map(|(mine, right)| {
            let apart = (mine - right).abs();
            if apart.is_nan() { f32::INFINITY } else { apart }
        });
        let apart = apart.fold(0.0, f32::max);
        if apart > 1e-3 {
            let mut sheet = FlatShapes::in_pixels(view.size);
            graph::draw_ghost(&mut sheet, &right.curve, view.size, GHOST);
            self.debug.draw(target, &sheet.shapes, Mat4::IDENTITY, Overlay::OnTop)?;
            curve = if apart.is_finite() {
                format!("the curve is up to {apart:.2} off")
            } else {
                "the curve is lost (no number)".into()
            };
        }
        let bar = self.bar.mesh.vertices.len();
        Ok(difference::at_farthest(view, farthest, &curve, |farthest| match farthest.place {
            vertex if vertex < bar => {
                format!("a vertex {} is {}", self.bar.in_words(vertex), farthest.words())
            }
            pin if pin < bar + candy::PINS => {
                format!("pin {} is {}", pin - bar + 1, farthest.words())
            }
            _ => format!("a vertex of the knight is {}", farthest.words()),
        }))
    }

    fn ui(&mut self, screen: &Screen<'_>, time: &mut SceneTime, frame: &Frame) {
        let (ui, em) = (screen.ui, screen.fonts.em);
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
                ui.text(line);
            }
        });
    }

    fn describe(&self, frame: &Frame) -> String {
        let lines = frame.lines().join("\n");
        let twist = frame.twist.to_degrees();
        let mut words = format!("{}\ntwisted by {twist:.0} degrees\n{lines}\n", Self::TITLE);
        for (number, [_, tip]) in frame.pins[1].iter().enumerate().step_by(4) {
            let at = *tip - origin(1) - candy::MIDDLE;
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

impl Frame {
    /// What 15.2 to 15.4 have placed: the bar's vertices, the pins' tips, the knight's vertices.
    fn places(&self) -> Vec<Vec3> {
        let mut places = self.bars[1].positions();
        places.extend(self.pins[1].iter().map(|[_, tip]| *tip));
        places.extend(self.knights[1].iter().flat_map(SkinnedInstance::positions));
        places
    }

    /// The numbers of the panel.
    fn lines(&self) -> Vec<String> {
        let thinnest = |side: usize| {
            let all = self.measured[side].iter().map(|(_, thickness)| *thickness);
            all.fold(f32::INFINITY, f32::min)
        };
        let formula = self.curve.iter().copied().fold(f32::INFINITY, f32::min);
        vec![
            "thickness where it is thinnest:".into(),
            format!("linear {:.2}, by 15.1 {formula:.2}", thinnest(0)),
            format!("dual quaternions {:.2}", thinnest(1)),
        ]
    }
}

/// Where a side's models have their origin.
fn origin(side: usize) -> Vec3 {
    Vec3::X * if side == 0 { -ASIDE } else { ASIDE }
}

/// Those that are somewhere.
fn draw_pins(shapes: &mut Shapes, pins: &[[Vec3; 2]], color: Vec4, view: &View) {
    for ends in pins.iter().filter(|ends| ends.iter().all(|end| end.is_finite())) {
        overlay_lines::ribbon(shapes, *ends, PIN_WIDTH, color, view.camera.eye());
        shapes.joint(ends[1], PIN_HEAD, color);
    }
}

fn report_nan(id: &str, is_finite: bool, answers: &mut GuardedAnswers<'_, Answers>) {
    if !is_finite {
        answers.report(id, "not a number");
    }
}
