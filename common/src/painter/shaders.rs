//! The shader programs of a scene: the student's, and the finished ones.

use super::{Shown, meshes::Programs, wires::WireShader};
use crate::scenes::{
    lighting_probe::LightingProbe,
    skinned_mesh::{SkinPrograms, try_skinning_shader},
    student_shader::StudentPrograms,
};
use anyhow::{Error, Result};
use check::Probe;
use drawing::{Scene, StudentShader, Wires};
use given::Course;
use graphics::Gl;
use std::rc::Rc;

/// The probe whose pixels are given to a student's fragment shader, and steps of 255 below which two colours are equal.
const SAMPLES: Probe = Probe { seed: 10, index: 0 };
const EQUAL_COLORS: f32 = 1.5;

/// The shader programs of a scene.
pub(super) struct Shaders {
    /// For each shader of the scene: the student's programs, and the finished one.
    programs: Vec<(StudentPrograms<SkinPrograms>, Rc<SkinPrograms>)>,
    /// Where the scene has a student's fragment shader.
    lighting: Option<LightingProbe>,
    wires: StudentPrograms<WireShader>,
}

impl Shaders {
    pub(super) fn new<L: Shown>(gl: &Gl, scene: &dyn Scene) -> Result<Self> {
        let mut programs = Vec::new();
        for StudentShader { vertex, fragment, .. } in L::SCENE.shaders {
            let finished = SkinPrograms::new(gl, vertex(&L::LESSON.reference), *fragment)?;
            programs.push((StudentPrograms::default(), Rc::new(finished)));
        }
        let lighting = scene.fragment(&L::LESSON.reference).map(|_| LightingProbe::new(gl, &SAMPLES));
        let lighting = lighting.transpose().map_err(Error::msg)?;
        Ok(Shaders { programs, lighting, wires: StudentPrograms::default() })
    }

    /// Returns the programs of these answers, ours where the student's shaders cannot be used.
    pub(super) fn programs<L: Shown>(&mut self, gl: &Gl, scene: &dyn Scene, course: &Course) -> Result<Vec<Programs>> {
        let mut all = Vec::new();
        let lit = scene.fragment(&L::LESSON.reference).map(|(_, file)| file);
        let shaders = L::SCENE.shaders.iter().zip(&mut self.programs);
        for (StudentShader { todo, vertex, fragment }, (known, finished)) in shaders {
            let files = [vertex(course), vertex(&L::LESSON.reference)];
            let lights = self.lighting.as_ref().zip(scene.fragment(course));
            // Those that do not light, such as shaders of ghosts, keep the given one.
            let lights = lights.filter(|_| lit == Some(*fragment));
            let fragment = lights.map_or(*fragment, |(_, (_, file))| file);
            let student = known.get(&[files[0], fragment], |trial| {
                let tried = try_skinning_shader(gl, files[0]);
                let vertex = trial.choose(todo, files[0], files[1], tried);
                let fragment = match lights {
                    Some((lighting, (todo, file))) => {
                        trial.choose(todo, file, finished.fragment, lighting.colors(file))
                    }
                    None => fragment,
                };
                SkinPrograms::link(gl, trial, todo, [vertex, files[1]], fragment)
            })?;
            all.push(Programs { student, finished: finished.clone() });
        }
        Ok(all)
    }

    /// Returns the shader of the wires by these answers, ours where the student's cannot be used.
    pub(super) fn wire_shader<L: Shown>(
        &mut self,
        gl: &Gl,
        course: &Course,
        wires: Option<&Wires>,
    ) -> Result<Option<Rc<WireShader>>> {
        let (Some(shader), Some(wires)) = (&L::SCENE.wire_shader, wires) else { return Ok(None) };
        let build = |trial: &mut _| WireShader::load(gl, trial, shader, course, &L::LESSON.reference, wires);
        Ok(Some(self.wires.get(&[(shader.vertex)(course)], build)?))
    }

    /// Returns by how many steps of 255 the light of two answers differs, if one sees it.
    pub(super) fn steps_apart(&self, mine: &[Programs], right: &[Programs]) -> Option<f32> {
        let lighting = self.lighting.as_ref()?;
        let shaders = mine.iter().zip(right);
        let mut steps =
            shaders.map(|(mine, right)| lighting.steps_apart(mine.student.fragment, right.student.fragment));
        steps.find(|steps| *steps >= EQUAL_COLORS)
    }
}
