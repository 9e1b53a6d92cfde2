//! A figure of the student's own that plays the knight's part: `--character FILE` of lessons 13, 17 and 18.
//!
//! ```text
//! its file, the knight's -> a retargeting: which of its joints are his -> his names for these, and his stance as its rest
//!                        -> in metres, on the ground, facing as he does -> his clips, retargeted -> CharacterFile
//! ```
//!
//! So all that knows the knight by the names of his joints and clips and in metres plays it without a change.

use super::{file::CharacterFile, saved::with_saved_clips};
use anyhow::{Context, Result, anyhow};
use armature::math::Transform;
use armature::mesh::Bounds;
use armature::model::{Model, ModelInstance};
use armature::skeleton::{Joint, Skeleton};
use armature::skin::Skin;
use armature_formats::collada::LoadedModel;
use armature_offline::retarget::{Retarget, Rig, read_pairs};
use common::painter::ReadFigure;
use common::prelude::Message;
use drawing::Cast;
use glam::{Affine3A, Quat, Vec3};
use models::pictures;
use std::{collections::BTreeMap, fs, path::PathBuf};
use verdict::wording::{map_advice, some_of};

/// Arguments of a lesson that plays a character.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct CharacterOptions {
    /// A figure of your own (.glb, .gltf, .dae) in the knight's place; lessons/FILES.md says more
    #[arg(long, value_name = "FILE")]
    pub character: Option<PathBuf>,
    /// Map of that figure's joints to the knight's: a line for each, as `figure inspect --map` writes it
    #[arg(long, value_name = "FILE", requires = "character")]
    pub map: Option<PathBuf>,
    /// Folder of what the editors save; by default that of the assets
    #[arg(skip)]
    pub saves: Option<PathBuf>,
}

/// The figure that plays the knight's part.
pub struct Lead {
    /// The figure: the knight, or one with his clips and with joints of his names.
    pub file: CharacterFile,
    /// Size of each joint's part of the body as a multiple of the knight's. A joint that is missing here has 1.
    pub sizes: BTreeMap<String, f32>,
    /// Assumptions about its file, or the reason why the knight plays himself.
    pub messages: Vec<Message>,
}

/// The parts of a body without which nobody plays his part.
const NEEDED: [&str; 15] = [
    "hips",
    "spine",
    "head",
    "upper_arm_l",
    "forearm_l",
    "hand_l",
    "upper_arm_r",
    "forearm_r",
    "hand_r",
    "thigh_l",
    "shin_l",
    "foot_l",
    "thigh_r",
    "shin_r",
    "foot_r",
];
/// Parts of the body whose size is compared with the knight's, by the distance from one joint to another.
const SIZES: [(&str, [&str; 2]); 6] = [
    ("hips", ["hips", "head"]),
    ("chest", ["hips", "head"]),
    ("thigh_l", ["thigh_l", "shin_l"]),
    ("thigh_r", ["thigh_r", "shin_r"]),
    ("shin_l", ["shin_l", "foot_l"]),
    ("hand_r", ["upper_arm_r", "hand_r"]),
];
/// The knight's collarbones, which may be without a counterpart, and the arms below them. Without them a fade of an arm by
/// half a turn would take the other way round than his.
const COLLARBONES: [[&str; 2]; 2] = [["shoulder_l", "upper_arm_l"], ["shoulder_r", "upper_arm_r"]];
/// The joint in his fist.
const SOCKET: &str = "sword_socket";
/// The cosine of the largest angle between a trunk and the vertical.
const UPRIGHT: f32 = 0.75;

impl CharacterOptions {
    /// Reads the figure that was asked for. The knight plays where nothing was asked for, or where the figure lacks a
    /// part of a body, which a message says.
    ///
    /// # Errors
    /// If a file cannot be read, or the map names a joint that is not there.
    pub fn load(&self) -> Result<Lead> {
        let path = common::assets().join("knight.dae");
        let Some(own) = &self.character else { return Ok(Lead::knight(CharacterFile::read(&path)?)) };
        let LoadedModel { model, warnings, .. } = armature_formats::load(own)?;
        let knight = armature_formats::load(&path)?.model;
        let name = own.display().to_string();
        let text = match &self.map {
            Some(map) => fs::read_to_string(map).with_context(|| map.display().to_string())?,
            None => String::new(),
        };
        let map = self.map.as_ref().unwrap_or(own).display();
        let pairs =
            read_pairs(&text).map_err(|(line, found)| anyhow!("{map}:{line}: \"{found}\" is no pair of joints"))?;
        let retarget = Retarget::with_pairs(Rig::from_model(&knight), Rig::from_model(&model), &pairs)
            .with_context(|| map.to_string())?;
        let [_, gaps] = retarget.gaps();
        let played = match gaps.sides.filter(|_| self.map.is_none()) {
            Some(reason) => Err(ask(&name, &format!("may have left and right exchanged ({reason})"))),
            None => Casting::new(&knight, &model, &retarget, &name).and_then(Casting::play),
        };
        let mut messages: Vec<Message> = warnings.iter().map(|it| Message::warning("", it.to_string())).collect();
        let (lead, sizes) = match played {
            Ok(played) => played,
            Err(reason) => {
                messages.push(Message::warning("", format!("{reason}. So the knight plays")));
                return Ok(Lead { messages, ..Lead::knight(CharacterFile::read(&path)?) });
            }
        };
        if let [_, false] = retarget.stand() {
            let text = format!("{name} does not rest in a T or A pose, and no skin of it does: limbs may be off");
            messages.push(Message::warning("", text));
        }
        let at_rest: Vec<String> =
            retarget.at_rest().into_iter().map(|joint| model.skeleton.joints()[joint].name.clone()).collect();
        for (names, says) in [
            (retarget.limbs_by_tree()[1], "found by the tree of joints, since names say nothing"),
            (&at_rest, "at rest, because the knight has no such joint"),
        ] {
            if !names.is_empty() {
                messages.push(Message::note(format!("{name}: {says}: {}", some_of(names))));
            }
        }
        Ok(Lead { file: CharacterFile::of_model(lead), sizes, messages })
    }

    /// Reads the figure for a scene. The knight has the clips that were saved for him.
    ///
    /// # Errors
    /// See [`load`](Self::load).
    pub fn read_figure(&self) -> Result<ReadFigure> {
        let lead = self.load()?;
        let (file, notes) = with_saved_clips(&lead.file, &self.saves())?;
        let mut messages = lead.messages;
        messages.extend(notes);
        let materials = file.model.materials.clone();
        let cast = Cast::Own(Box::new(file));
        let saves = Some(self.saves());
        Ok(ReadFigure { decode: pictures::decode, messages, saves, ..ReadFigure::new(cast, materials) })
    }

    pub fn saves(&self) -> PathBuf {
        self.saves.clone().unwrap_or_else(common::assets)
    }
}

impl Lead {
    fn knight(file: CharacterFile) -> Self {
        Lead { file, sizes: BTreeMap::new(), messages: Vec::new() }
    }
}

/// Returns sentences about what is open in the figure of a file, with the line to type.
fn ask(name: &str, what: &str) -> String {
    format!("{name} {what}. {}", map_advice(name, "assets/knight.dae"))
}

/// A figure in a pose, in the world of its file.
struct Stance {
    /// `world_from_joint`.
    joints: Vec<Affine3A>,
    /// The joint of each of the knight's names.
    named: BTreeMap<String, usize>,
    bounds: Bounds,
}

impl Stance {
    fn place(&self, name: &str) -> Vec3 {
        self.named.get(name).map_or(Vec3::ZERO, |joint| self.joints[*joint].translation.into())
    }

    fn distance(&self, [from, to]: [&str; 2]) -> f32 {
        self.place(from).distance(self.place(to))
    }

    /// Returns the angle about the vertical of the direction from its right to its left.
    fn heading(&self) -> f32 {
        let across =
            self.place("thigh_l") - self.place("thigh_r") + self.place("upper_arm_l") - self.place("upper_arm_r");
        across.z.atan2(across.x)
    }
}

/// A figure that is about to play the knight's part.
struct Casting<'a> {
    knight: &'a Model,
    figure: &'a Model,
    /// Names of the figure's joints, his for those that are his.
    names: Vec<String>,
    /// The knight in his neutral pose, and the figure in the same.
    his: Stance,
    own: Stance,
}

impl<'a> Casting<'a> {
    /// `retarget` goes from the knight to the figure, whose file has the name `file`.
    ///
    /// # Errors
    /// A sentence about what it lacks.
    fn new(knight: &'a Model, figure: &'a Model, retarget: &Retarget<'_>, file: &str) -> Result<Self, String> {
        let (names, named) = his_names(knight, figure, retarget);
        let missing: Vec<&str> = NEEDED.into_iter().filter(|name| !named.contains_key(*name)).collect();
        if !missing.is_empty() {
            let missing = missing.join(", ");
            return Err(ask(file, &format!("has no joint that is found to be the knight's {missing}")));
        }
        let neutral = Rig::from_model(knight).neutral;
        let mut instance = ModelInstance::new(knight);
        instance.change(knight).pose_mut().clone_from(&neutral);
        let joints = knight.skeleton.joints().iter().enumerate();
        let own_names = joints.map(|(index, joint)| (joint.name.clone(), index)).collect();
        let his = stance(knight, &instance, own_names).ok_or("the knight has no mesh")?;
        let mut instance = ModelInstance::new(figure);
        instance.change(figure).pose_mut().clone_from(&retarget.pose(&neutral));
        let own = stance(figure, &instance, named).ok_or_else(|| format!("{file} has no mesh"))?;
        if figure.parts.is_empty() {
            return Err(format!("{file} has no mesh"));
        }
        if (own.place("head") - own.place("hips")).normalize_or_zero().y < UPRIGHT {
            return Err(format!("{file} does not stand upright on two legs"));
        }
        Ok(Casting { knight, figure, names, his, own })
    }

    /// Returns the transform from the world of the figure's file that makes it as tall as the knight, and places it on the
    /// ground, facing as he does.
    fn fit_to_knight(&self) -> Affine3A {
        let bounds = &self.own.bounds;
        let scale = self.his.bounds.max.y / (bounds.max.y - bounds.min.y).max(f32::MIN_POSITIVE);
        let turn = Quat::from_rotation_y(self.own.heading() - self.his.heading());
        let turned = Affine3A::from_scale_rotation_translation(Vec3::splat(scale), turn, Vec3::ZERO);
        let shift = self.his.place("hips") - turned.transform_point3(self.own.place("hips"));
        Affine3A::from_translation(shift.with_y(-scale * bounds.min.y)) * turned
    }

    /// Returns the figure with the knight's names, stance, unit, front and clips, and its sizes relative to his.
    ///
    /// # Errors
    /// If its joints do not make a skeleton.
    fn play(mut self) -> Result<(Model, BTreeMap<String, f32>), String> {
        let own_from_world = self.fit_to_knight();
        for joint in &mut self.own.joints {
            *joint = own_from_world * *joint;
        }
        let sizes = self.sizes();
        let (mut joints, indices) = self.resting_joints();
        joints.extend(self.socket(sizes["hand_r"], indices[self.own.named["hand_r"]]));
        let skeleton = Skeleton::new(joints).map_err(|error| error.to_string())?;
        let retarget = Retarget::new(Rig::from_model(self.knight), Rig::new(&skeleton));
        let clips = self.knight.clips.iter().map(|clip| retarget.clip(clip)).collect();
        let skins = self.skins(&indices);
        let is_joint = vec![true; skeleton.len()];
        let world_from_model = Affine3A::IDENTITY;
        let figure = Model { humanoid: Vec::new(), ..self.figure.clone() };
        Ok((Model { world_from_model, is_joint, skeleton, skins, clips, ..figure }, sizes))
    }

    fn sizes(&self) -> BTreeMap<String, f32> {
        let mut sizes = BTreeMap::new();
        for (name, joints) in SIZES {
            sizes.insert(name.to_owned(), self.own.distance(joints) / self.his.distance(joints));
        }
        let top = self.his.bounds.max.y;
        let head = (top - self.own.place("head").y) / (top - self.his.place("head").y);
        sizes.insert("head".into(), head);
        sizes
    }

    /// Returns the figure's joints in metres, which rest in the knight's stance and have no scale, and the index of each of
    /// its own. Missing collarbones are as far from the arms as his.
    fn resting_joints(&self) -> (Vec<Joint>, Vec<usize>) {
        let mut joints = Vec::new();
        let mut indices: Vec<usize> = Vec::new();
        for (index, joint) in self.figure.skeleton.joints().iter().enumerate() {
            let frame = without_scale(&self.own.joints[index]);
            let mut parent = joint.parent.map(|parent| indices[parent]);
            let mut above = joint.parent.map_or(Affine3A::IDENTITY, |parent| without_scale(&self.own.joints[parent]));
            for [collarbone, arm] in COLLARBONES {
                if self.own.named.get(arm) != Some(&index) || self.own.named.contains_key(collarbone) {
                    continue;
                }
                let turn = Transform::from_matrix(&self.his.joints[self.his.named[collarbone]]).rotation;
                let offset = self.his.place(collarbone) - self.his.place(arm);
                let place = Affine3A::from_rotation_translation(turn, Vec3::from(frame.translation) + offset);
                let bind_local = Transform::from_matrix(&(above.inverse() * place));
                joints.push(Joint { name: collarbone.into(), parent, bind_local });
                parent = Some(joints.len() - 1);
                above = place;
            }
            indices.push(joints.len());
            let bind_local = Transform::from_matrix(&(above.inverse() * frame));
            joints.push(Joint { name: self.names[index].clone(), parent, bind_local });
        }
        (joints, indices)
    }

    /// Returns the sword's joint below the joint `parent`, in the hand as the knight's is, which is `size` times as large.
    fn socket(&self, size: f32, parent: usize) -> Option<Joint> {
        let socket = self.knight.skeleton.find(SOCKET)?;
        let hand = self.own.named["hand_r"];
        let offset = size * (self.his.place(SOCKET) - self.his.place("hand_r"));
        let turn = Transform::from_matrix(&self.his.joints[socket]).rotation;
        let place = Affine3A::from_rotation_translation(turn, self.own.place("hand_r") + offset);
        let bind_local = Transform::from_matrix(&(without_scale(&self.own.joints[hand]).inverse() * place));
        Some(Joint { name: SOCKET.into(), parent: Some(parent), bind_local })
    }

    /// Returns the figure's skins, with the scales that its joints had, for joints with new `indices`.
    fn skins(&self, indices: &[usize]) -> Vec<Skin> {
        let mut skins = self.figure.skins.clone();
        for binding in skins.iter_mut().flat_map(|skin| &mut skin.bindings) {
            if let Some(joint) = binding.joint {
                let frame = self.own.joints[joint];
                binding.joint_from_bind = without_scale(&frame).inverse() * frame * binding.joint_from_bind;
                binding.joint = Some(indices[joint]);
            }
        }
        skins
    }
}

/// Returns a figure's stance; `None` without a mesh.
fn stance(model: &Model, instance: &ModelInstance, named: BTreeMap<String, usize>) -> Option<Stance> {
    let joints = instance.model_from_joint().iter().map(|joint| model.world_from_model * *joint).collect();
    let bounds = instance.bounds(model)?.transformed(&model.world_from_model);
    Some(Stance { joints, named, bounds })
}

fn without_scale(frame: &Affine3A) -> Affine3A {
    Affine3A::from_rotation_translation(Transform::from_matrix(frame).rotation, frame.translation.into())
}

/// Returns the names of a figure's joints, the knight's for those that are his, and the joint of each of his names: of several
/// counterparts the nearest to the root. A single joint in the trunk is his spine.
fn his_names(knight: &Model, figure: &Model, retarget: &Retarget<'_>) -> (Vec<String>, BTreeMap<String, usize>) {
    let joints = figure.skeleton.joints();
    let mut named = BTreeMap::new();
    for (joint, his) in retarget.counterparts().iter().enumerate() {
        if let Some(his) = his.filter(|his| knight.is_joint[*his]) {
            named.entry(knight.skeleton.joints()[his].name.clone()).or_insert(joint);
        }
    }
    if !named.contains_key("spine")
        && let Some(trunk) = named.remove("chest")
    {
        named.insert("spine".to_owned(), trunk);
    }
    let mut names: Vec<String> = joints.iter().map(|joint| joint.name.clone()).collect();
    for name in names.iter_mut().filter(|name| knight.skeleton.find(name).is_some()) {
        name.insert_str(0, "own ");
    }
    let counterparts = retarget.counterparts();
    for (name, first) in &named {
        // Clothes may have a skeleton of the same names.
        for (joint, counterpart) in counterparts.iter().enumerate() {
            if *counterpart == counterparts[*first] && joints[joint].name == joints[*first].name {
                names[joint].clone_from(name);
            }
        }
    }
    (names, named)
}
