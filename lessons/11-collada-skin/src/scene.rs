//! What the lesson shows: each figure twice, in its texture with one joint bent, and beside it in the bind
//! pose, where the colours say how strongly that joint pulls.

use crate::Answers;
use crate::file::File;
use crate::skinned::{Skinned, Told};
use anyhow::{Result, bail};
use common::app::{Difference, Farthest, View, Watchdog};
use common::graphics::debug_draw::{DebugRenderer, Overlay, Shapes};
use common::graphics::renderer::{DrawMode, Viewpoint};
use common::graphics::scene::{Backdrop, world_points};
use common::graphics::{Gl, LineVertex, OrbitCamera, Target, weight_ramp};
use common::model::ModelInstance;
use glam::{Affine3A, Mat4, Quat, Vec3, Vec4};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// How high every figure is drawn, in metres, whatever its file says.
const HEIGHT: f32 = 1.8;
/// Between figures.
const GAP: f32 = 0.12;
/// sRGB.
const BONE: Vec4 = Vec4::new(0.98, 0.80, 0.42, 0.92);
const CHOSEN: Vec4 = Vec4::new(0.95, 0.33, 0.24, 1.0);
const GHOST: Vec4 = Vec4::new(1.0, 0.25, 0.75, 0.45);

/// The knight, and a figure whose file is as unlike his as it may be.
pub fn files() -> Vec<PathBuf> {
    let lesson = Path::new(env!("CARGO_MANIFEST_DIR"));
    vec![lesson.join("../../assets/knight.dae"), lesson.join("hose.dae")]
}

/// Which joint of a figure is looked at, and how far it is bent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pick {
    /// Of the skeleton.
    pub joint: usize,
    /// Of the joint's own axes.
    pub axis: Axis,
    /// From the pose that the file has it in.
    pub degrees: f32,
}

/// One of a joint's own axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Axis {
    /// The first.
    X,
    /// The second: in many files along the bone.
    Y,
    /// The third.
    Z,
}

impl Axis {
    fn vector(self) -> Vec3 {
        match self {
            Axis::X => Vec3::X,
            Axis::Y => Vec3::Y,
            Axis::Z => Vec3::Z,
        }
    }
}

/// Figures out of files, and everything to draw them with.
pub struct Scene {
    gl: Gl,
    /// One after the other.
    pub files: Vec<File>,
    stands: Vec<Stand>,
    backdrop: Backdrop,
    debug: DebugRenderer,
    /// A file is long, and an answer reads the same in every frame.
    known: Vec<(Whose, Rc<Vec<Skinned>>)>,
}

/// The four functions, by their addresses, and whether textures lie upside down.
type Whose = ([usize; 4], bool);

/// Where the two of a figure stand.
struct Stand {
    textured: Mat4,
    heat: Mat4,
    /// Of the ground that both need, from left to right.
    width: [f32; 2],
}

/// Somebody's figures, posed.
pub struct Posed {
    skinned: Rc<Vec<Skinned>>,
    picks: Vec<Pick>,
    bent: Vec<ModelInstance>,
    rest: Vec<ModelInstance>,
}

impl Posed {
    /// What was read out of each skin of a file.
    pub fn told(&self, file: usize) -> &[Told] {
        &self.skinned[file].told
    }
}

impl Scene {
    /// Reads the files.
    ///
    /// # Errors
    /// If one cannot be read, or has no skin; if a shader of `common` does not compile.
    pub fn new(gl: &Gl, files: &[PathBuf]) -> Result<Scene> {
        let files = files.iter().map(|path| File::read(path)).collect::<Result<Vec<_>>>()?;
        let (backdrop, debug) = (Backdrop::new(gl)?, DebugRenderer::new(gl)?);
        let stands = stands(&files);
        Ok(Scene { gl: gl.clone(), files, stands, backdrop, debug, known: Vec::new() })
    }

    /// That a joint of some figure has this sid.
    ///
    /// # Errors
    /// If none has, with the sids that there are.
    pub fn check_joint(&self, name: &str) -> Result<()> {
        if self.files.iter().any(|file| file.joints.iter().any(|joint| joint.sid == name)) {
            return Ok(());
        }
        let sids = |file: &File| {
            let joints = file.joints.iter().zip(&file.model.is_joint);
            let joints: Vec<&str> =
                joints.filter(|(_, is_joint)| **is_joint).map(|(j, _)| j.sid.as_str()).collect();
            format!("{} has {}", file.model.name, joints.join(" "))
        };
        let there: Vec<String> = self.files.iter().map(sids).collect();
        bail!("--joint {name}: there is no joint of that sid; {}", there.join("; "))
    }

    /// The joint of this sid, for each file that has one; else one in the middle of the first skin.
    pub fn picks(&self, wanted: &[(&str, Axis, f32)]) -> Vec<Pick> {
        let pick = |file: &File| {
            let called = |name: &str| file.joints.iter().position(|joint| joint.sid == name);
            let named = wanted.iter().find_map(|&(name, axis, degrees)| {
                called(name).map(|joint| Pick { joint, axis, degrees })
            });
            named.unwrap_or_else(|| {
                let names = &file.skins[0].skin.names;
                let joint = names.get(names.len() / 2).and_then(|name| called(name)).unwrap_or(0);
                Pick { joint, axis: Axis::Z, degrees: 40.0 }
            })
        };
        self.files.iter().map(pick).collect()
    }

    /// Asks the answers about every file, and poses what they give.
    ///
    /// # Errors
    /// If the graphics driver refuses.
    pub fn ask(
        &mut self,
        answers: &Answers,
        watchdog: &mut Watchdog,
        picks: &[Pick],
        upside_down: bool,
    ) -> Result<Posed> {
        let whose = (addresses(answers), upside_down);
        let known = self.known.iter().find(|(known, _)| *known == whose);
        let skinned = if let Some((_, skinned)) = known {
            skinned.clone()
        } else {
            let read = |file| Skinned::new(&self.gl, file, upside_down, answers, watchdog);
            let skinned = Rc::new(self.files.iter().map(read).collect::<Result<Vec<_>>>()?);
            self.known.truncate(3); // F2's and F3's
            self.known.insert(0, (whose, skinned.clone()));
            skinned
        };
        // What is wrong with one answer in several files is said of the first.
        let mut said: Vec<&str> = Vec::new();
        for (skinned, file) in skinned.iter().zip(&self.files) {
            for line in &skinned.said {
                let todo = line.split(':').next().unwrap_or_default();
                if !said.contains(&todo) {
                    said.push(todo);
                    watchdog.report(format!("{line} ({})", file.model.name));
                }
            }
        }
        let pose = |(skinned, pick): (&Skinned, &Pick)| {
            let mut figure = ModelInstance::new(&skinned.model);
            if let Some(local) = figure.pose.locals.get_mut(pick.joint) {
                local.rotation *=
                    Quat::from_axis_angle(pick.axis.vector(), pick.degrees.to_radians());
            }
            figure.update(&skinned.model);
            figure
        };
        Ok(Posed {
            bent: skinned.iter().zip(picks).map(pose).collect(),
            rest: skinned.iter().map(|skinned| ModelInstance::new(&skinned.model)).collect(),
            picks: picks.to_vec(),
            skinned,
        })
    }

    /// All figures, whatever pose they are in.
    pub fn camera(&self, aspect: f32) -> OrbitCamera {
        let mut camera = OrbitCamera { yaw: 0.10, pitch: 0.10, ..OrbitCamera::default() };
        let mut points = Vec::new();
        for [left, right] in self.stands.iter().map(|stand| stand.width) {
            for x in [left, right] {
                points.extend([Vec3::new(x, 0.0, 0.3), Vec3::new(x, HEIGHT, 0.0)]);
            }
        }
        camera.frame_points(&points, aspect);
        camera
    }

    /// # Errors
    /// If the driver refuses.
    pub fn draw(&self, target: &mut Target<'_>, view: &View, posed: &Posed) -> Result<()> {
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(0.0))?;
        let all = posed.skinned.iter().zip(&self.stands).zip(&posed.picks);
        for (index, ((skinned, stand), pick)) in all.enumerate() {
            let (bent, rest) = (&posed.bent[index], &posed.rest[index]);
            let mut draw = |figure: &ModelInstance, stand: &Mat4, look| {
                let seen = seen(view, stand);
                skinned.renderer.draw(target, &skinned.model, figure, &seen, look)
            };
            draw(bent, &stand.textured, DrawMode::Material)?;
            draw(rest, &stand.heat, DrawMode::Weights(pick.joint))?;
        }
        let mut bones = Shapes::new();
        for (index, stand) in self.stands.iter().enumerate() {
            let chosen = posed.picks[index].joint;
            self.add_bones(&mut bones, index, &posed.rest[index], &stand.heat, chosen);
        }
        self.debug.draw(target, &bones, view.clip_from_world(), Overlay::XRay)?;
        self.debug.draw(target, &legend(view.aspect), Mat4::IDENTITY, Overlay::OnTop)?;
        Ok(())
    }

    /// Lays the finished figures over somebody's, and says how far vertices are apart.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_difference(
        &self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Posed,
        right: &Posed,
    ) -> Result<Difference> {
        let mut worst: Option<(Farthest, &File)> = None;
        let (mut others, mut missing) = (0, 0);
        for (index, (file, stand)) in self.files.iter().zip(&self.stands).enumerate() {
            let skinned = &right.skinned[index];
            let places = |posed: &Posed| {
                let points = world_points(&posed.skinned[index].model, &posed.bent[index]);
                points.into_iter().map(|point| stand.textured.transform_point3(point))
            };
            let lost = mine.skinned[index].model.parts.len() < skinned.model.parts.len();
            let farthest = if lost { None } else { Farthest::of(places(mine), places(right)) };
            let farthest = farthest.map(|found| (found, file));
            if farthest.is_some() || lost {
                let (seen, look) = (seen(view, &stand.textured), DrawMode::Ghost(GHOST));
                skinned.renderer.draw(target, &skinned.model, &right.bent[index], &seen, look)?;
            }
            worst = [worst, farthest]
                .into_iter()
                .flatten()
                .max_by(|a, b| a.0.distance.total_cmp(&b.0.distance));
            others += differing(&mine.skinned[index], skinned);
            missing += usize::from(lost);
        }
        let text = match worst {
            Some((worst, file)) => {
                format!("{}: a vertex is {}", file.model.name, worst.words())
            }
            None if missing > 0 => "there is no skin".into(),
            None if others > 0 => format!("all in place, but {others} vertices follow others"),
            None => "every vertex agrees".into(),
        };
        let at = worst.map(|(worst, _)| worst.at);
        Ok(Difference { text, at, clip_from_world: view.clip_from_world() })
    }

    fn add_bones(
        &self,
        shapes: &mut Shapes,
        file: usize,
        figure: &ModelInstance,
        stand: &Mat4,
        chosen: usize,
    ) {
        let model = &self.files[file].model;
        let world_from_model = *stand * Mat4::from(model.world_from_model);
        let at = |joint: usize| {
            let place: Vec3 = figure.model_from_joint()[joint].translation.into();
            world_from_model.transform_point3(place)
        };
        let joints = model.skeleton.joints();
        let any = model.is_joint.iter().any(|is_joint| *is_joint);
        let shown =
            |joint: &usize| if any { model.is_joint[*joint] } else { *joint + 1 < joints.len() };
        for joint in (0..joints.len()).filter(shown) {
            if let Some(parent) = joints[joint].parent.filter(shown) {
                let color = if chosen == parent { CHOSEN } else { BONE };
                shapes.bone(at(parent), at(joint), 0.022, color);
            }
            let color = if chosen == joint { CHOSEN } else { BONE };
            shapes.joint(at(joint), 0.014, color);
        }
    }
}

/// A figure that stands somewhere, seen as if it stood where it was made.
fn seen(view: &View, stand: &Mat4) -> Viewpoint {
    Viewpoint {
        clip_from_world: view.clip_from_world() * *stand,
        eye: stand.inverse().transform_point3(view.camera.eye()),
        to_light: view.to_light(),
    }
}

/// How many vertices follow other joints, or by other weights.
fn differing(mine: &Skinned, right: &Skinned) -> usize {
    let vertices = |skinned: &Skinned| -> Vec<common::mesh::SkinnedVertex> {
        skinned.model.parts.iter().flat_map(|part| part.mesh.vertices.clone()).collect()
    };
    let pull = |vertex: &common::mesh::SkinnedVertex, slot: u16| -> f32 {
        let pairs = vertex.joints.iter().zip(vertex.weights);
        pairs.filter(|(joint, _)| **joint == slot).map(|(_, weight)| weight).sum()
    };
    let pairs = vertices(mine).into_iter().zip(vertices(right));
    let differ = |(a, b): &(common::mesh::SkinnedVertex, common::mesh::SkinnedVertex)| {
        let slots = a.joints.iter().chain(&b.joints);
        slots.into_iter().any(|slot| (pull(a, *slot) - pull(b, *slot)).abs() > 1e-3)
    };
    pairs.filter(differ).count()
}

/// Figures side by side, each brought to one height.
fn stands(files: &[File]) -> Vec<Stand> {
    let mut left = 0.0;
    let mut stand_at = |(index, file): (usize, &File)| {
        let (bounds, size) = (file.bounds, file.bounds.size());
        let scale = HEIGHT / size.y.max(1e-6);
        // Thin figures need room to bend.
        let width = (size.x * scale).max(0.55);
        let foot = Vec3::new(bounds.center().x, bounds.min.y, bounds.center().z);
        let mut stand = || {
            let at = Vec3::new(left + width / 2.0, 0.0, 0.0);
            left += width + GAP;
            Mat4::from(
                Affine3A::from_translation(at)
                    * Affine3A::from_scale(Vec3::splat(scale))
                    * Affine3A::from_translation(-foot),
            )
        };
        let (first, second) = (stand(), stand());
        // Of two files those in their textures stand next to one another.
        let [textured, heat] =
            if index == 0 && files.len() > 1 { [second, first] } else { [first, second] };
        Stand { textured, heat, width: [left - 2.0 * (width + GAP), left - GAP] }
    };
    files.iter().enumerate().map(&mut stand_at).collect()
}

/// The ramp of weights at the picture's right edge, 0 below.
fn legend(aspect: f32) -> Shapes {
    let (left, right) = (1.0 - 0.10 / aspect, 1.0 - 0.05 / aspect);
    let place = |x: f32, quarter: usize| Vec3::new(x, -0.4 + 0.2 * quarter as f32, 0.0);
    let ramp = weight_ramp();
    let mut shapes = Shapes::new();
    for quarter in 0..4 {
        let [below, above] = [quarter, quarter + 1].map(|at| ramp[at].extend(1.0));
        let (a, b) = ((place(left, quarter), below), (place(right, quarter), below));
        let (c, d) = ((place(right, quarter + 1), above), (place(left, quarter + 1), above));
        let corners = [a, b, c, a, c, d];
        shapes.triangles.extend(corners.map(|(position, color)| LineVertex { position, color }));
    }
    shapes
}

fn addresses(answers: &Answers) -> [usize; 4] {
    [
        answers.influences as usize,
        answers.skeleton_joints as usize,
        answers.joint_from_mesh as usize,
        answers.four_strongest as usize,
    ]
}
