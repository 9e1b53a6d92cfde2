//! A figure in the skin that somebody's answers have read.

use crate::checks::REFERENCE;
use crate::file::{File, Tied};
use crate::{Answers, FileSkin, Influence, Influences};
use anyhow::Result;
use common::app::Watchdog;
use common::graphics::Gl;
use common::graphics::renderer::FigureRenderer;
use common::mesh::{Mesh, SkinnedVertex};
use common::model::{Model, Part};
use common::skin::{Binding, Skin};
use glam::{Affine3A, Mat4};

/// Of a vertex that nothing pulls at.
const FIRST: Influence = Influence { slot: 0, weight: 1.0 };

/// On the graphics card, and what there is to say about it.
pub(crate) struct Skinned {
    /// With a part for each of the file's meshes; none for a skin that an answer refused.
    pub(crate) model: Model,
    /// Made for it.
    pub(crate) renderer: FigureRenderer,
    /// What the answers did that should not be.
    pub(crate) said: Vec<String>,
    /// For each skin, what was read.
    pub(crate) told: Vec<Told>,
}

/// What somebody's answers read out of one skin, as far as it can be used.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// 11.2: the joint of the skeleton for each slot; empty if it refused.
    pub joints: Vec<usize>,
    /// 11.1, of each of the mesh's positions.
    pub influences: Vec<Vec<Influence>>,
    /// 11.4, of the same.
    pub four: Vec<Vec<Influence>>,
    /// 11.3.
    pub matrices: Vec<Mat4>,
}

impl Skinned {
    /// Asks for everything that one file needs.
    ///
    /// # Errors
    /// If the graphics driver refuses.
    pub(crate) fn new(
        gl: &Gl,
        file: &File,
        upside_down: bool,
        answers: &Answers,
        watchdog: &mut Watchdog,
    ) -> Result<Skinned> {
        let before = watchdog.take_reports();
        let (mut model, told) = tie(file, answers, watchdog);
        let said = watchdog.take_reports();
        for line in before {
            watchdog.report(line);
        }
        if upside_down {
            for vertex in model.parts.iter_mut().flat_map(|part| &mut part.mesh.vertices) {
                vertex.texcoord.y = 1.0 - vertex.texcoord.y;
            }
        }
        // In rows, since a blend of rows does not hide weights that do not sum to 1.
        Ok(Skinned { renderer: FigureRenderer::with_rows(gl, &model)?, model, said, told })
    }
}

/// The file's model with its meshes tied to its joints by somebody's answers, and what they gave.
///
/// For each of the file's skins that no answer refuses the model has one: `joint_from_bind` of its
/// bindings is what 11.3 gives, bind shape and all, and the last of them is on the joint that never
/// moves, [`File::still_joint`]. What an answer does that should not be is said to `watchdog`, and repaired
/// as far as it must be to be drawn.
pub fn tie(file: &File, answers: &Answers, watchdog: &mut Watchdog) -> (Model, Vec<Told>) {
    let mut model = file.model.clone();
    let mut told = Vec::new();
    for tied in &file.skins {
        let one = ask(tied, file.still_joint(), answers, watchdog);
        add(&mut model, tied, &one, file.still_joint());
        told.push(one);
    }
    (model, told)
}

/// The four questions about one skin, each put once.
fn ask(tied: &Tied, still: usize, answers: &Answers, watchdog: &mut Watchdog) -> Told {
    let influences = ask_influences(tied, answers, watchdog);
    let joints = ask_joints(tied, still, answers, watchdog);
    let matrices = ask_matrices(tied, answers, watchdog);
    let four = ask_four(tied, &influences, answers, watchdog);
    Told { joints, influences, four, matrices }
}

fn ask_influences(tied: &Tied, answers: &Answers, watchdog: &mut Watchdog) -> Vec<Vec<Influence>> {
    let (mine, skin) = (answers.influences, tied.skin.clone());
    let ask = move |answer: Influences| {
        let FileSkin { inputs, vcount, v, weights, names, .. } = &*skin;
        answer(inputs, vcount, v, weights, names.len())
    };
    let again = ask.clone();
    let mut influences =
        watchdog.call("11.1 influences", move || ask(mine), || again(REFERENCE.influences));
    let wanted = tied.skin.vcount.len();
    if influences.len() != wanted {
        watchdog
            .report(format!("11.1 influences: {} vertices, should be {wanted}", influences.len()));
        influences.resize(wanted, Vec::new());
    }
    cleaned("11.1 influences", &mut influences, tied.skin.names.len(), watchdog);
    influences
}

/// Empty if the answer is an error.
fn ask_joints(tied: &Tied, still: usize, answers: &Answers, watchdog: &mut Watchdog) -> Vec<usize> {
    let (mine, skin, joints) = (answers.skeleton_joints, tied.skin.clone(), tied.joints.clone());
    let found = watchdog.call(
        "11.2 skeleton_joints",
        move || mine(&skin.names, &joints),
        || (REFERENCE.skeleton_joints)(&tied.skin.names, &tied.joints),
    );
    let mut joints = match found {
        Ok(joints) => joints,
        Err(error) => {
            watchdog.report(format!("11.2 skeleton_joints: {error}"));
            return Vec::new();
        }
    };
    let slots = tied.skin.names.len();
    if joints.len() != slots {
        watchdog.report(format!("11.2 skeleton_joints: {} joints for {slots} names", joints.len()));
        joints.resize(slots, still);
    }
    if let Some(joint) = joints.iter().find(|joint| **joint >= still) {
        watchdog.report(format!("11.2 skeleton_joints: there is no joint {joint}"));
    }
    for joint in &mut joints {
        *joint = (*joint).min(still);
    }
    joints
}

fn ask_matrices(tied: &Tied, answers: &Answers, watchdog: &mut Watchdog) -> Vec<Mat4> {
    let (mine, skin) = (answers.joint_from_mesh, tied.skin.clone());
    let ask = move |answer: fn(&[f32], Mat4) -> Vec<Mat4>| {
        answer(&skin.inverse_binds, skin.bind_from_mesh)
    };
    let again = ask.clone();
    let mut matrices = watchdog.call(
        "11.3 joint_from_mesh",
        move || ask(mine),
        || again(REFERENCE.joint_from_mesh),
    );
    let wanted = tied.skin.names.len() + 1;
    if matrices.len() != wanted {
        let count = matrices.len();
        watchdog.report(format!("11.3 joint_from_mesh: {count} matrices, should be {wanted}"));
        matrices.resize(wanted, Mat4::ZERO);
    }
    matrices
}

fn ask_four(
    tied: &Tied,
    influences: &[Vec<Influence>],
    answers: &Answers,
    watchdog: &mut Watchdog,
) -> Vec<Vec<Influence>> {
    let (mine, all) = (answers.four_strongest, influences.to_vec());
    let ask = move |answer: fn(&[Influence]) -> Vec<Influence>| {
        // A vertex that nothing pulls at follows the first joint: the same rule as in `common`.
        let pulls = |list: &Vec<Influence>| list.iter().any(|influence| influence.weight > 0.0);
        let four = |list: &Vec<Influence>| if pulls(list) { answer(list) } else { vec![FIRST] };
        all.iter().map(four).collect::<Vec<_>>()
    };
    let again = ask.clone();
    let mut four =
        watchdog.call("11.4 four_strongest", move || ask(mine), || again(REFERENCE.four_strongest));
    let most = four.iter().map(Vec::len).max().unwrap_or(0);
    if most > 4 {
        watchdog.report(format!("11.4 four_strongest: {most} influences for one vertex"));
    }
    cleaned("11.4 four_strongest", &mut four, tied.skin.names.len(), watchdog);
    four
}

/// Leaves out what cannot be drawn: slots that do not exist, weights that are no numbers.
fn cleaned(name: &str, vertices: &mut [Vec<Influence>], slots: usize, watchdog: &mut Watchdog) {
    let is_good = |i: &Influence| i.slot <= slots && i.weight.is_finite();
    let bad = vertices.iter().flatten().find(|influence| !is_good(influence)).copied();
    if let Some(Influence { slot, weight }) = bad {
        watchdog.report(if slot > slots {
            format!("{name}: slot {slot}, but the last one is {slots}")
        } else {
            format!("{name}: the weight {weight}")
        });
        for vertex in vertices {
            vertex.retain(is_good);
        }
    }
}

/// Puts one mesh into the model, as the answers tie it to joints.
fn add(model: &mut Model, tied: &Tied, told: &Told, still: usize) {
    if told.joints.is_empty() && !tied.skin.names.is_empty() {
        return; // 11.2 has refused
    }
    let joints = told.joints.iter().chain([&still]);
    let binding = |(joint, matrix): (&usize, &Mat4)| Binding {
        joint: Some(*joint),
        // A matrix that is no number would take the whole picture with it.
        joint_from_bind: Affine3A::from_mat4(if matrix.is_finite() { *matrix } else { Mat4::ZERO }),
    };
    let bindings = joints.zip(&told.matrices).map(binding).collect();
    model.skins.push(Skin { bindings, bind_from_mesh: Affine3A::IDENTITY });
    for corners in &tied.corners {
        let vertex = |(vertex, place): (&SkinnedVertex, &usize)| {
            let mut vertex = *vertex;
            // Positions that `vcount` does not count follow the first joint, as in `common`.
            let four = told.four.get(*place).map_or(&[FIRST][..], Vec::as_slice);
            for (at, influence) in four.iter().take(4).enumerate() {
                vertex.joints[at] = influence.slot as u16;
                vertex.weights[at] = influence.weight;
            }
            vertex
        };
        let vertices = corners.vertices.iter().zip(&corners.positions).map(vertex).collect();
        model.parts.push(Part {
            name: String::new(),
            mesh: Mesh { vertices, indices: corners.indices.clone() },
            skin: model.skins.len() - 1,
            material: corners.material,
        });
    }
}
