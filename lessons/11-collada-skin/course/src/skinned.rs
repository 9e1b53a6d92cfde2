//! A figure in the skin that answers have read.

use crate::file::{FigureFile, FileSkin};
use crate::{ColladaSkin, Influence};
use armature::model::Model;
use armature::skin::{Binding, Skin};
use drawing::report::{fit, report};
use given::CallError;
use glam::{Affine3A, Mat4};

/// The influence of a vertex that has none: on the first joint, the same rule as in `common`.
const FIRST: Influence = Influence { slot: 0, weight: 1.0 };

/// Values that the answers read from one skin, as far as they can be used.
#[derive(Clone, Debug, Default)]
pub struct SkinAnswers {
    /// 11.2: the joint of the skeleton for each slot; empty if it gave an error.
    pub joints: Vec<usize>,
    pub influences: Vec<Vec<Influence>>,
    pub four: Vec<Vec<Influence>>,
    pub matrices: Vec<Mat4>,
}

impl SkinAnswers {
    /// Whether 11.2 gave no error for this skin.
    pub(crate) fn is_read(&self, skin: &FileSkin) -> bool {
        skin.names.is_empty() || !self.joints.is_empty()
    }
}

/// Returns the file's model with its meshes bound to its joints by the answers, and the answers' results for each skin.
///
/// Each binding's `joint_from_bind` is what 11.3 returns, bind shape included; the last one is on
/// [`FigureFile::static_joint`]. A skin for which an answer gave an error is left out. What is wrong is reported, and
/// repaired as far as drawing needs it.
///
/// # Errors
/// If an answer cannot be used.
pub fn bind_skins(file: &FigureFile, answers: &ColladaSkin) -> Result<(Model, Vec<SkinAnswers>), CallError> {
    let mut model = Model { parts: Vec::new(), ..file.model.clone() };
    let mut all = Vec::new();
    for (index, skin) in file.skins.iter().enumerate() {
        let influences = influences(skin, answers)?;
        let found = SkinAnswers {
            joints: joints(skin, file.static_joint(), answers)?,
            matrices: matrices(skin, answers)?,
            four: strongest(skin, &influences, answers)?,
            influences,
        };
        add_skin(&mut model, file, index, &found);
        all.push(found);
    }
    Ok((model, all))
}

fn influences(skin: &FileSkin, answers: &ColladaSkin) -> Result<Vec<Vec<Influence>>, CallError> {
    let mut influences = fit("11.1", skin.weights.influences(answers)?, skin.weights.vcount.len(), Vec::new());
    remove_invalid("11.1", &mut influences, skin.names.len());
    Ok(influences)
}

/// Returns 11.2's joint for each slot; none if the answer is an error.
fn joints(skin: &FileSkin, static_joint: usize, answers: &ColladaSkin) -> Result<Vec<usize>, CallError> {
    let joints = match answers.skeleton_joints(&skin.names, &skin.joints)? {
        Ok(joints) => joints,
        Err(error) => {
            report("11.2", error);
            return Ok(Vec::new());
        }
    };
    let joints = fit("11.2", joints, skin.names.len(), static_joint);
    if let Some(joint) = joints.iter().find(|joint| **joint >= static_joint) {
        report("11.2", format!("there is no joint {joint}"));
    }
    Ok(joints.into_iter().map(|joint| joint.min(static_joint)).collect())
}

fn matrices(skin: &FileSkin, answers: &ColladaSkin) -> Result<Vec<Mat4>, CallError> {
    let matrices = answers.joint_from_mesh(&skin.inverse_binds, skin.bind_from_mesh)?;
    Ok(fit("11.3", matrices, skin.names.len() + 1, Mat4::ZERO))
}

/// Returns 11.4's influences of each position; the first joint's where all weights are 0.
fn strongest(
    skin: &FileSkin,
    influences: &[Vec<Influence>],
    answers: &ColladaSkin,
) -> Result<Vec<Vec<Influence>>, CallError> {
    let mut four = Vec::new();
    for list in influences {
        let has_weight = list.iter().any(|influence| influence.weight > 0.0);
        four.push(if has_weight { answers.four_strongest(list)? } else { vec![FIRST] });
    }
    let most = four.iter().map(Vec::len).max().unwrap_or(0);
    if most > 4 {
        report("11.4", format!("{most} influences for one vertex"));
    }
    remove_invalid("11.4", &mut four, skin.names.len());
    Ok(four)
}

/// Removes, and reports, influences that cannot be drawn: slots that do not exist, weights that are not numbers.
fn remove_invalid(todo: &'static str, vertices: &mut [Vec<Influence>], slots: usize) {
    let Some(Influence { slot, weight }) = vertices.iter().flatten().find(|influence| !is_valid(influence, slots))
    else {
        return;
    };
    if *slot > slots {
        report(todo, format!("slot {slot}, but the last one is {slots}"));
    } else {
        report(todo, format!("the weight {weight}"));
    }
    for vertex in vertices {
        vertex.retain(|influence| is_valid(influence, slots));
    }
}

fn is_valid(influence: &Influence, slots: usize) -> bool {
    influence.slot <= slots && influence.weight.is_finite()
}

/// Adds the file's skin `index` and its meshes to the model, bound by the answers' results.
fn add_skin(model: &mut Model, file: &FigureFile, index: usize, found: &SkinAnswers) {
    if !found.is_read(&file.skins[index]) {
        return;
    }
    let static_joint = file.static_joint();
    let joints = found.joints.iter().chain([&static_joint]);
    let bindings = joints
        .zip(&found.matrices)
        .map(|(joint, matrix)| Binding {
            joint: Some(*joint),
            // A matrix that is not finite would spoil the whole picture.
            joint_from_bind: Affine3A::from_mat4(if matrix.is_finite() { *matrix } else { Mat4::ZERO }),
        })
        .collect();
    model.skins.push(Skin { bindings, bind_from_mesh: Affine3A::IDENTITY });
    for part in file.model.parts.iter().filter(|part| part.skin == index) {
        let mut part = part.clone();
        part.skin = model.skins.len() - 1;
        for vertex in &mut part.mesh.vertices {
            // Positions that `vcount` does not count follow the first joint, as in `common`.
            let four = found.four.get(FigureFile::position_of(vertex)).map_or(&[FIRST][..], Vec::as_slice);
            vertex.joints = [0; 4];
            vertex.weights = [0.0; 4];
            for (at, influence) in four.iter().take(4).enumerate() {
                vertex.joints[at] = influence.slot as u16;
                vertex.weights[at] = influence.weight;
            }
        }
        model.parts.push(part);
    }
}
