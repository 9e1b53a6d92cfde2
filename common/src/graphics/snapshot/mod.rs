//! One picture of one model at one moment, without a window: what the viewer's `--screenshot` writes.

use super::{
    Canvas, OrbitCamera, Picture,
    debug_draw::grid_step,
    headless,
    renderer::Skinning,
    root_path::{clip_motion, path_shapes, world_in_round},
    scene::{SceneOptions, SceneRenderer, lowest_point, skinning_difference, world_points},
};
use crate::{
    animation::{LoopMode, RootMotion, wrap_time},
    model::{Model, ModelInstance},
};
use anyhow::{Result, bail, ensure};

/// The path of no more rounds is shown.
const MOST_ROUNDS: i32 = 50;

/// What to take a picture of.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools)] // one for each switch of the command line
pub struct Snapshot {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The clip to play; `None` takes the first there is.
    pub clip: Option<String>,
    /// Seconds since the clip's first moment, whatever its keys call that moment. It plays in a loop,
    /// so that a time beyond its end wraps round.
    pub time: f32,
    /// The pose in which the joints rest, whatever clip and time say.
    pub bind: bool,
    /// Joints and bones, through the figure.
    pub bones: bool,
    /// Colour the surface by the weight of the joint of this name.
    pub weights: Option<String>,
    /// How the mesh follows its joints.
    pub skinning: Skinning,
    /// Colour the surface by how far dual quaternions move it from where linear blending does, in place of weights.
    pub difference: bool,
    /// Beyond the clip's end the figure walks on by its root motion, and its path is on the ground.
    pub root_motion: bool,
}

impl Default for Snapshot {
    /// 1280 x 720, the first moment of the first clip.
    fn default() -> Self {
        Self {
            size: (1280, 720),
            clip: None,
            time: 0.0,
            bind: false,
            bones: false,
            weights: None,
            skinning: Skinning::Linear,
            difference: false,
            root_motion: false,
        }
    }
}

/// A picture and its warnings.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The picture.
    pub picture: Picture,
    /// What was left out or replaced, in words.
    pub warnings: Vec<String>,
    /// Metres from one line of the ground to the next.
    pub grid_step: f32,
    /// The difference at the end of the colours, in metres, where that is shown.
    pub difference: Option<f32>,
}

/// Takes a picture of `model`: framed in the middle, on a ground at its feet.
///
/// A model without meshes is always drawn as joints and bones.
///
/// # Errors
/// If there is no OpenGL or no such size, if the named clip or joint is not in the model, or if the
/// model is empty.
pub fn take(model: &Model, snapshot: &Snapshot) -> Result<Taken> {
    let instance = &mut ModelInstance::new(model);
    let clip = chosen_clip(model, snapshot)?;
    let weights = snapshot.weights.as_deref().map(|name| weighted_joint(model, name)).transpose()?;
    let ground = lowest_point(model, instance, clip);
    let difference = snapshot.difference.then(|| skinning_difference(model, instance, clip));
    let time = clip.map_or(0.0, |index| {
        let clip = &model.clips[index];
        clip.start + wrap_time(snapshot.time, clip.duration(), LoopMode::Loop)
    });
    instance.pose_at(model, clip, time);
    let walk = clip.filter(|_| snapshot.root_motion).map(|index| &model.clips[index]);
    let walk = walk.and_then(|clip| Some((clip_motion(model, clip)?, clip)));
    let mut points = world_points(model, instance);
    let (mut moved, mut rounds, world) = (None, 0, model.world_from_model);
    let path = |motion: &RootMotion, clip, rounds: i32, sizes| {
        path_shapes((motion, clip), (world, &motion.origin()), 0..=rounds.min(MOST_ROUNDS), sizes)
    };
    if let Some((motion, clip)) = &walk {
        rounds = (snapshot.time / clip.duration()).floor() as i32;
        let world_from_model = world_in_round(world, &motion.origin(), motion, rounds);
        let model = moved.insert(Model { world_from_model, ..model.clone() });
        points = world_points(model, instance);
        let path = path(motion, clip, rounds, (ground.unwrap_or(0.0), 0.01));
        points.extend(path.triangles.iter().map(|vertex| vertex.position));
    }
    let model = moved.as_ref().unwrap_or(model);
    ensure!(
        points.iter().any(|point| point.is_finite()),
        "\"{}\" holds nothing that can be drawn: no mesh, no joint",
        model.name
    );

    let gl = headless::context()?;
    let canvas = Canvas::new(&gl, snapshot.size)?;
    let mut renderer = SceneRenderer::new(&gl, model)?;
    let dual = snapshot.difference.then_some(Skinning::DualQuaternion);
    renderer.set_skinning(&gl, dual.unwrap_or(snapshot.skinning))?;
    let mut camera = OrbitCamera::default();
    camera.frame_points(&points, canvas.aspect());
    let bones = snapshot.bones || model.parts.is_empty();
    let options = SceneOptions { bones, weights, difference, ground };
    canvas.draw(|target| renderer.draw(target, model, instance, &camera, &options))?;
    if let (Some((motion, clip)), Some(ground)) = (&walk, ground) {
        let path = path(motion, clip, rounds, (ground, camera.scene_radius));
        canvas.draw(|target| renderer.draw_on_ground(target, &path, &camera))?;
    }
    Ok(Taken {
        picture: canvas.picture(),
        warnings: renderer.warnings().to_vec(),
        grid_step: grid_step(camera.scene_radius),
        difference,
    })
}

/// Its place in the model's list; none for the pose at rest.
fn chosen_clip(model: &Model, snapshot: &Snapshot) -> Result<Option<usize>> {
    let place = match &snapshot.clip {
        None => (!model.clips.is_empty()).then_some(0),
        Some(name) => {
            let Some(place) = model.clip_index(name) else {
                let names = list("clip", model.clips.iter().map(|clip| clip.name.as_str()));
                bail!("there is no clip \"{name}\"; {names}");
            };
            Some(place)
        }
    };
    Ok(place.filter(|_| !snapshot.bind))
}

fn weighted_joint(model: &Model, name: &str) -> Result<usize> {
    let joints = model.skeleton.joints();
    let Some(first) = model.skeleton.find(name) else {
        let is_joint = |index: &usize| model.is_joint.get(*index).copied().unwrap_or(true);
        let names = (0..joints.len()).filter(is_joint).map(|index| joints[index].name.as_str());
        bail!("there is no joint \"{name}\"; {}", list("joint", names));
    };
    let followed = |joint: usize| model.skins.iter().any(|skin| skin.bindings.iter().any(|b| b.joint == Some(joint)));
    // Names need not be unique: a node of the same name may stand before the joint.
    let same_name = (first..joints.len()).filter(|index| joints[*index].name == name);
    let Some(joint) = same_name.into_iter().find(|index| followed(*index)) else {
        let names = (0..joints.len()).filter(|j| followed(*j)).map(|j| joints[j].name.as_str());
        bail!("no vertex follows the joint \"{name}\"; {}", list("joint", names));
    };
    Ok(joint)
}

/// "the joints are "hip", "knee"", at most twenty of them.
fn list<'n>(what: &str, names: impl Iterator<Item = &'n str>) -> String {
    const MOST: usize = 20;
    let names: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
    match names.len() {
        0 => format!("there is no {what} at all"),
        1 => format!("the only {what} is {}", names[0]),
        count if count <= MOST => format!("the {what}s are {}", names.join(", ")),
        count => format!("the first {MOST} of {count} {what}s are {}", names[..MOST].join(", ")),
    }
}

#[cfg(test)]
mod tests;
