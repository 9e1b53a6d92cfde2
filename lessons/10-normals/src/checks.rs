//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::{Answers, probes};
use common::check::{Answer, Ask, Lesson};
use common::graphics::ShaderFile;
use common::scenes::format::coordinates;
use common::scenes::lighting_probe::LightingProbe;
use common::{lesson, skin};
use glam::{Mat3, Mat3A};

/// Lesson 10, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!();

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    fragment: ShaderFile("common/phong.frag"),
    normal_matrix: |model_from_bind| Mat3::from(skin::normal_matrix(&Mat3A::from_mat4(model_from_bind))),
    vertex: ShaderFile("common/lit_skin.vert"),
    shortcut_will_do: |model_from_bind| skin::scales_evenly(&Mat3A::from_mat4(model_from_bind)),
};

pub(crate) fn fragment(q: &mut Ask<Answers>, answer: &mut Answer) {
    LightingProbe::compare(q, answer, |a| a.fragment);
}

pub(crate) fn normal_matrix(q: &mut Ask<Answers>, answer: &mut Answer) {
    let normals = probes::normals(&mut q.random);
    for (index, (family, kind, model_from_bind)) in probes::matrices(&q.probe).into_iter().enumerate() {
        let turns = q.ask("", |a| (a.normal_matrix)(model_from_bind));
        for normal in normals {
            let label = format!("matrix {index}, {kind}: where {} goes", coordinates(normal));
            // How long a normal comes out does not matter.
            answer.compare(label, (turns * normal).normalize()).group(family);
        }
    }
}

pub(crate) fn vertex(q: &mut Ask<Answers>, answer: &mut Answer) {
    probes::skinning(&q.probe).compare(q, answer, |a| a.vertex);
}

pub(crate) fn shortcut_will_do(q: &mut Ask<Answers>, answer: &mut Answer) {
    for (index, (family, kind, model_from_bind)) in probes::matrices(&q.probe).into_iter().enumerate() {
        let will_do = q.ask("", |a| (a.shortcut_will_do)(model_from_bind));
        let word = if will_do { "right" } else { "not right" };
        answer.compare(format!("matrix {index}, {kind}: the shortcut"), word).group(family);
    }
}
