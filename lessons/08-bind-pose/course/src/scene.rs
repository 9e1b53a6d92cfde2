//! The lesson's scene, panel and program: the worm as it was modelled, of clay, and beside it the same worm
//! of tin, skinned by the answers in the pose of the moment.

use crate::checks::{LESSON, REFERENCE};
use crate::tin_worm::{LENGTH, STAGE, TinWorm};
use crate::tins;
use armature::mesh::{Mesh, SkinnedVertex};
use common::graphics::backdrop::Backdrop;
use common::prelude::*;
use common::scenes::{
    difference,
    format::coordinates,
    options, overlay_lines,
    reach::Reach,
    skinned_mesh::{SkinPrograms, SkinnedInstance, SkinnedMesh},
    student_shader::StudentPrograms,
};
use glam::{Mat4, Vec3};
use std::{fmt::Write, rc::Rc};

const FRAGMENT: ShaderFile = ShaderFile("08-bind-pose/worm.frag");
/// The labels of the three tins, tin, white, black; sRGB.
const PAINTS: [Vec3; 6] = [
    Vec3::new(0.86, 0.22, 0.16),
    Vec3::new(0.95, 0.66, 0.10),
    Vec3::new(0.10, 0.52, 0.60),
    Vec3::new(0.70, 0.73, 0.77),
    Vec3::new(0.98, 0.98, 0.96),
    Vec3::new(0.06, 0.06, 0.08),
];
/// Length of a joint's axes, in metres.
const AXES: f32 = 0.27;

/// Arguments of this lesson besides those of every lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, clap::Args)]
pub struct TinWormOptions {
    /// Fraction of the way from the bind pose (0) to the dance (1)
    #[arg(long, value_name = "AMOUNT", value_parser = options::fraction)]
    pub pose: Option<f32>,
    /// Joint numbers as a shader gets them that reads their bits as floats
    #[arg(long)]
    pub as_floats: bool,
}

pub struct TinWormScene {
    /// Fraction of the way from the bind pose (0) to the dance (1).
    amount: f32,
    as_floats: bool,
    gl: Gl,
    worm: TinWorm,
    tins: Mesh<SkinnedVertex>,
    mesh: Rc<SkinnedMesh>,
    /// The mesh with the joint numbers that a shader reads if it takes their bits for floats.
    misread: Rc<SkinnedMesh>,
    programs: StudentPrograms<SkinPrograms>,
    /// The worm as it was modelled, by the finished shader.
    clay: SkinnedInstance,
    backdrop: Backdrop,
    debug: DebugRenderer,
    /// Extent of the tins, for those that leave the picture.
    reach: Reach,
}

/// The worm as the answers skin it, checked just enough to be drawn.
pub struct TinWormPose {
    course: Course,
    seconds: f32,
    tin: SkinnedInstance,
    model_from_joint: Vec<Mat4>,
    joint_from_bind: Vec<Mat4>,
}

pub fn run() -> ExitCode {
    lesson_main::<TinWormScene>()
}

impl Subject for TinWormScene {
    fn framing(&mut self, _: f32) -> Option<Framing> {
        Some(self.reach.framing(framing()))
    }

    fn take_actions(&mut self) -> Vec<Action> {
        self.reach.take_actions()
    }
}

fn framing() -> Framing {
    let sides = [(STAGE.x - 1.1, STAGE.z), (0.6, 0.0)].map(|(x, z)| Vec3::new(x, -0.05, z));
    let corners = sides.iter().flat_map(|&low| [low, low + 3.95 * Vec3::Y]);
    Framing::from_angles(0.10, 0.16, corners.collect::<Vec<_>>())
}

impl Exercise for TinWormScene {
    type Options = TinWormOptions;
    type Output = TinWormPose;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const TIME: f32 = 2.45;

    fn open(gl: &Gl, _: &mut SceneTime, options: &TinWormOptions) -> Result<Self> {
        let worm = TinWorm::new();
        let tins = tins::mesh();
        let mesh = Rc::new(SkinnedMesh::new(gl, &tins)?);
        let finished = Rc::new(SkinPrograms::new(gl, REFERENCE.bind_pose.vertex(), FRAGMENT)?);
        Ok(TinWormScene {
            amount: options.pose.unwrap_or(1.0),
            as_floats: options.as_floats,
            gl: gl.clone(),
            misread: Rc::new(SkinnedMesh::new(gl, &read_as_floats(&tins))?),
            clay: SkinnedInstance::in_bind_pose(mesh.clone(), finished),
            mesh,
            tins,
            worm,
            programs: StudentPrograms::default(),
            backdrop: Backdrop::new(gl)?,
            debug: DebugRenderer::new(gl)?,
            reach: Reach::default(),
        })
    }

    fn evaluate(&mut self, course: &Course, view: &View) -> Result<TinWormPose> {
        let seconds = view.seconds;
        let joints = &self.worm.joints;
        let binds = &self.worm.bind_locals;
        let parents = joints.iter().map(|joint| (joint.name.as_str(), joint.parent));
        let locals = [self.worm.locals(seconds, self.amount)];
        let model_from_joint = lesson_02::posed(&course.hierarchy, parents, &locals)?.concat();
        let joint_from_bind = course.bind_pose.inverse_binds(joints, binds)?;
        let joint_from_bind = fit("08.1", joint_from_bind, joints.len(), Mat4::IDENTITY);
        let palette = course.bind_pose.skinning_matrices(&model_from_joint, &joint_from_bind)?;
        let palette = fit("08.2", palette, joints.len(), Mat4::ZERO);
        let vertex = course.bind_pose.vertex();
        let programs = self.programs.get(&[vertex], |trial| {
            let shaders = [vertex, REFERENCE.bind_pose.vertex()];
            SkinPrograms::of_student(&self.gl, trial, "08.3", shaders, FRAGMENT)
        })?;
        let tin = SkinnedInstance::new(self.mesh.clone(), programs, palette);
        Ok(TinWormPose { course: *course, seconds, tin, model_from_joint, joint_from_bind })
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, pose: &TinWormPose) -> Result<()> {
        // Ours are framed as the student's, so that the two pictures can be compared.
        if pose.course != LESSON.reference {
            let ends = (0..self.worm.joints.len()).flat_map(|joint| pose.ends(joint));
            self.reach.note(&pose.course, framing(), view, ends);
        }
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(0.0))?;
        let mesh = if self.as_floats { &self.misread } else { &self.mesh };
        let tin = SkinnedInstance { mesh: mesh.clone(), ..pose.tin.clone() };
        let to_light = view.to_light();
        self.clay.draw_shadow(target, view, to_light)?;
        tin.draw_shadow(target, view, to_light)?;
        let [painted, clay] = [0.0, 1.0].map(|clay| Uniforms::new().vec3s("u_paint", &PAINTS).float("u_clay", clay));
        tin.draw_lit(target, view, to_light, &painted, &draw_state::solid())?;
        // In the bind pose both worms are in one place, and the tin one is drawn in front.
        self.clay.draw_lit(target, view, to_light, &clay, &draw_state::solid_behind())?;
        let mut shapes = Shapes::new();
        let eye = view.camera.eye();
        let bind_pose = self.worm.model_from_joint(&self.worm.bind_locals);
        for model_from_joint in [&bind_pose, &pose.model_from_joint] {
            overlay_lines::bones(&mut shapes, model_from_joint, LENGTH, AXES, eye);
        }
        self.debug.draw(target, &shapes, view.clip_from_world(), Overlay::OnTop)?;
        Ok(())
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &TinWormPose,
        right: &TinWormPose,
    ) -> Result<Difference> {
        right.tin.draw_ghost(target, view)?;
        let farthest = mine.tin.farthest_vertex(&right.tin);
        Ok(difference::at_farthest(view, farthest, "every vertex agrees", |farthest| {
            let [joint, ..] = self.tins.vertices[farthest.index].joints;
            let name = &self.worm.joints[usize::from(joint)].name;
            format!("a vertex of the {name} is {}", farthest.words())
        }))
    }

    fn ui(&mut self, screen: &Screen<'_>, time: &mut SceneTime, pose: &TinWormPose) {
        let ui = screen.ui;
        let em = screen.fonts.em;
        screen.panel("Bind pose", || {
            let width = ui.push_item_width(em * 10.0);
            let amount = &mut self.amount;
            screen.slider("pose", [0.0, 1.0], &format!("{amount:.2}"), amount);
            width.end();
            ui.checkbox("joints read as floats", &mut self.as_floats);
            time.controls(screen);
            ui.text("lower end of each tin");
            for (joint, known) in self.worm.joints.iter().enumerate() {
                let [modelled, own, now] = pose.lower_ends(joint).map(coordinates);
                ui.text(format!("{}: modelled {modelled}", known.name));
                ui.text(format!("  to its joint {own}"));
                ui.text(format!("  now {now}"));
            }
        });
    }

    fn describe(&self, pose: &TinWormPose) -> String {
        let mut words =
            format!("{:.2} s, {:.2} of the way from the bind pose to the dance\n", pose.seconds, self.amount);
        for (joint, known) in self.worm.joints.iter().enumerate() {
            let [modelled, own, now] = pose.lower_ends(joint).map(coordinates);
            let at = coordinates(pose.model_from_joint[joint].w_axis.truncate());
            // Writing to a String cannot fail.
            let _ = writeln!(
                words,
                "{}: the lower end of its tin was modelled at {modelled}, is {own} to the joint, and now at \
                 {now}; the joint is at {at}",
                known.name
            );
        }
        words
    }
}

impl TinWormPose {
    /// Returns the lower and the upper end of a joint's tin at this moment.
    fn ends(&self, joint: usize) -> [Vec3; 2] {
        [joint, joint + 1].map(|end| self.tin.palette.transform_point(joint, Vec3::Y * LENGTH * end as f32))
    }

    /// Returns the lower end of a joint's tin three times: as modelled, in the joint's space (the origin, if 08.1 is right),
    /// and at this moment.
    fn lower_ends(&self, joint: usize) -> [Vec3; 3] {
        let modelled = Vec3::Y * LENGTH * joint as f32;
        [
            modelled,
            self.joint_from_bind[joint].transform_point3(modelled),
            self.tin.palette.transform_point(joint, modelled),
        ]
    }
}

/// Returns the mesh with the joint numbers of a shader that reads the bits of integers as floats.
fn read_as_floats(mesh: &Mesh<SkinnedVertex>) -> Mesh<SkinnedVertex> {
    let mut mesh = mesh.clone();
    for vertex in &mut mesh.vertices {
        vertex.joints = vertex.joints.map(|joint| f32::from_bits(u32::from(joint)) as u16);
    }
    mesh
}
