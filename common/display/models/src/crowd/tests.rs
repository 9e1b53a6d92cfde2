//! The three ways against each other, and against skinning on the processor.

use super::*;
use armature::{
    animation::{LoopMode, Track, wrap_time},
    mesh::SkinnedVertex,
    model::ModelInstance,
    skin::skin_vertices,
};
use armature_formats::collada;
use armature_simd::{ClipFrames, Crowd, CrowdMember, Frames, PaletteBindings, SimdLevel, SimdSkeleton, SkinFrames};
use glam::Mat4;
use glium::Surface;
use graphics::{
    Attributes, Canvas, Gl, OrbitCamera, Picture, ShaderFile, ShaderSource, Uniforms, feedback, renderer::Viewpoint,
    testing::headless_or_skip,
};

/// The frames that the figures' clips were exported with.
const RATE: f32 = 30.0;

/// A model with all its clips ready for either way.
struct Cast {
    model: Model,
    skeleton: SimdSkeleton,
    bindings: PaletteBindings,
    clips: Vec<Frames>,
    baked: SkinFrames,
}

impl Cast {
    fn new(name: &str) -> Self {
        let file = verdict::workspace::assets().join(format!("{name}.dae"));
        let mut model = collada::load(&file).unwrap().model;
        if name == "creature" {
            grow(&mut model);
        }
        let skeleton = SimdSkeleton::new(&model.skeleton);
        let bindings = PaletteBindings::new(&skeleton, &model.skins);
        let clips = model.clips.iter().map(|clip| Frames::bake(&skeleton, clip, RATE).unwrap()).collect();
        let all: Vec<usize> = (0..model.clips.len()).collect();
        let baked = SkinFrames::bake(&model, &all, RATE).unwrap();
        // The files have six digits. Vertices are up to two metres from the origin: they are off by less than 1e-4.
        assert!(baked.left_out < 5e-5, "{name}: {}", baked.left_out);
        Self { model, skeleton, bindings, clips, baked }
    }

    fn palettes(&self, members: &[CrowdMember]) -> Vec<Affine3x4> {
        let crowd = Crowd { skeleton: &self.skeleton, bindings: &self.bindings, clips: &self.clips };
        let mut palettes = vec![Affine3x4::IDENTITY; members.len() * self.bindings.len()];
        crowd.write_palettes(SimdLevel::best(), members, &mut palettes);
        palettes
    }

    fn moments(&self, members: &[CrowdMember]) -> Vec<Moment> {
        members.iter().map(|member| self.baked.moment(member.clip, member.time)).collect()
    }

    /// Returns members that play the clips in turn, each `fraction` of the way from a frame of its own to the next one. The
    /// first member is at the first frame, the last at the last.
    fn members(&self, count: usize, fraction: f32) -> Vec<CrowdMember> {
        (0..count)
            .map(|index| {
                let clip = index % self.clips.len();
                let frames = self.baked.clips[clip];
                let steps = frames.count - 1;
                let frame = match index {
                    0 => 0,
                    _ if index + 1 == count => steps,
                    _ => 7 * index % steps,
                };
                let place = (frame as f32 + fraction).min(steps as f32) / steps as f32;
                CrowdMember::new(clip, frames.start + (frames.end - frames.start) * place)
            })
            .collect()
    }

    /// Returns instances in rows, which differ in direction, size and colour.
    fn instances(&self, count: usize) -> Vec<CrowdInstance> {
        (0..count)
            .map(|index| {
                let place = Vec3::new(1.6 * (index % 4) as f32, 0.0, -1.6 * (index / 4) as f32);
                let turned = Affine3A::from_rotation_y(0.7 * index as f32);
                let sized = Affine3A::from_scale(Vec3::splat(1.0 - 0.03 * index as f32));
                let place = Affine3A::from_translation(place) * turned * sized;
                let tint = Vec3::new(1.0, 1.0 - 0.05 * index as f32, 0.4 + 0.05 * index as f32);
                CrowdInstance { tint, ..CrowdInstance::new(&self.model, index, place) }
            })
            .collect()
    }

    /// Returns the members' palettes between two baked frames, mixed as the shader mixes them.
    fn mixed_palettes(&self, members: &[CrowdMember]) -> Vec<Affine3x4> {
        let joints = self.baked.joints;
        self.moments(members)
            .into_iter()
            .flat_map(|moment| (0..joints).map(move |joint| self.baked.matrix(moment, joint)))
            .map(Affine3x4::from)
            .collect()
    }

    /// Returns the world positions of a part's vertices by the plain form: the clip sampled at its own keys.
    fn expected(&self, part: usize, instance: &CrowdInstance, member: CrowdMember) -> Vec<Vec3> {
        let mut figure = ModelInstance::new(&self.model);
        figure.sample(&self.model, &self.model.clips[member.clip], member.time);
        self.skinned_positions(part, figure.palette(self.model.parts[part].skin), instance)
    }

    /// Returns the world positions of a part's vertices, mixed from two baked frames.
    fn expected_mixed(&self, part: usize, instance: &CrowdInstance, member: CrowdMember) -> Vec<Vec3> {
        let range = self.bindings.of_skin(self.model.parts[part].skin);
        let mixed = &self.mixed_palettes(&[member])[range];
        let palette: Vec<Affine3A> = mixed.iter().map(|matrix| (*matrix).into()).collect();
        self.skinned_positions(part, &palette, instance)
    }

    /// Returns a part's vertices, skinned on the processor, in world space.
    fn skinned_positions(&self, part: usize, palette: &[Affine3A], instance: &CrowdInstance) -> Vec<Vec3> {
        let vertices = &self.model.parts[part].mesh.vertices;
        let mut positions = vec![Vec3::ZERO; vertices.len()];
        let mut normals = positions.clone();
        skin_vertices(palette, vertices, &mut positions, &mut normals);
        let world = instance.world_from_model();
        positions.into_iter().map(|position| world.transform_point3(position)).collect()
    }

    /// Returns a part's vertices as the renderer uploads them: their joints index the bindings of all skins.
    fn vertices(&self, part: usize) -> Vec<SkinnedVertex> {
        let part = &self.model.parts[part];
        let start = self.bindings.of_skin(part.skin).start as u16;
        let mut vertices = part.mesh.vertices.clone();
        for vertex in &mut vertices {
            vertex.joints = vertex.joints.map(|joint| start + joint);
        }
        vertices
    }
}

/// Gives every clip what no figure's file has: a joint that grows, evenly.
fn grow(model: &mut Model) {
    for clip in &mut model.clips {
        let times = vec![clip.start, clip.end];
        let sizes = vec![Vec3::ONE, Vec3::splat(1.25)];
        clip.tracks[0].scale = Some(Track::new(times, sizes).unwrap());
    }
}

/// A vertex of an instance, with all attributes of both.
#[derive(Clone, Copy)]
#[repr(C)]
struct Everything {
    vertex: SkinnedVertex,
    instance: CrowdInstance,
    moment: Moment,
}

impl Vertex for Everything {
    fn build_bindings() -> VertexFormat {
        let parts = [
            (Attributes::<SkinnedVertex>::build_bindings(), offset_of!(Everything, vertex)),
            (CrowdInstance::build_bindings(), offset_of!(Everything, instance)),
            (Attributes::<Moment>::build_bindings(), offset_of!(Everything, moment)),
        ];
        let lines = parts.into_iter().flat_map(|(lines, behind)| {
            let lines = lines.iter().cloned();
            lines.map(move |(name, at, place, ty, n)| (name, at + behind, place, ty, n))
        });
        lines.collect::<Vec<_>>().leak()
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Skinned {
    v_position: Vec3,
}

impl Vertex for Skinned {
    fn build_bindings() -> VertexFormat {
        const FORMAT: VertexFormat = &[attribute("v_position", 0, AttributeType::F32F32F32)];
        FORMAT
    }
}

/// World positions that a crowd's shader computes for a part's vertices, for each instance.
fn read_back(
    gl: &Gl,
    cast: &Cast,
    file: ShaderFile,
    part: usize,
    instances: &[CrowdInstance],
    members: &[CrowdMember],
) -> Vec<Vec<Vec3>> {
    let palettes = cast.palettes(members);
    let texture = TexelTexture::new(gl, "palettes", members.len(), cast.bindings.len() * 3).unwrap();
    texture.write_matrices(&palettes);
    let frames = TexelTexture::new(gl, "texels", cast.baked.texels.len(), 1).unwrap();
    frames.write_texels(&cast.baked.texels);
    let (name, texels) = match file {
        PALETTES_SHADER => ("u_palettes", &texture),
        _ => ("u_frames", &frames),
    };
    let uniforms = Uniforms::new()
        .mat4("u_clip_from_world", Mat4::IDENTITY)
        .int("u_joints", cast.bindings.len() as i32)
        .value(name, texels.value());
    let moments = cast.moments(members);
    let source = ShaderSource::read(file).unwrap();
    let vertices = cast.vertices(part);
    let mut everything = Vec::new();
    for instance in instances {
        let moment = moments[instance.instance as usize];
        everything.extend(vertices.iter().map(|vertex| Everything { vertex: *vertex, instance: *instance, moment }));
    }
    let (all, _) = feedback::outputs::<_, Skinned>(gl, &source, &uniforms, &everything).unwrap();
    assert_eq!(all.len(), everything.len());
    all.chunks(vertices.len()).map(|all| all.iter().map(|one| one.v_position).collect()).collect()
}

fn worst(got: &[Vec3], expected: &[Vec3]) -> f32 {
    assert_eq!(got.len(), expected.len());
    got.iter().zip(expected).fold(0.0, |worst, (a, b)| worst.max(a.distance(*b)))
}

/// All clips, first and last frame, first and last instance, and of the skin the first and the last joint: every
/// vertex is compared. Figures are about two metres in size and up to eight from the middle: 1e-4 is some rounding.
#[test]
fn every_vertex_is_where_the_processor_puts_it() {
    let Some(gl) = headless_or_skip("every_vertex_is_where_the_processor_puts_it") else { return };
    for name in ["knight", "creature"] {
        let cast = Cast::new(name);
        let scales = cast.baked.texels.iter().skip(1).step_by(2).map(|texel| texel.w);
        assert_eq!(scales.fold(0.0, f32::max) > 1.2, name == "creature", "{name}");
        let count = cast.clips.len() + 3;
        let instances = cast.instances(count);
        let members = cast.members(count, 0.0);
        for part in 0..cast.model.parts.len() {
            for file in [PALETTES_SHADER, FRAMES_SHADER] {
                let got = read_back(&gl, &cast, file, part, &instances, &members);
                for ((got, instance), member) in got.iter().zip(&instances).zip(&members) {
                    let apart = worst(got, &cast.expected(part, instance, *member));
                    assert!(apart < 1e-4, "{name}, part {part}, {member:?}, {file:?}: {apart}");
                }
            }
        }
    }
}

/// The last frame and the first are one step apart, as any two are, in a clip that is played in a loop.
#[test]
fn the_step_from_the_last_frame_to_the_first_is_like_any_other() {
    let Some(gl) = headless_or_skip("the_step_from_the_last_frame_to_the_first") else { return };
    let cast = Cast::new("knight");
    let clip = cast.model.clip_index("walk").unwrap();
    let ClipFrames { count, start, end, .. } = cast.baked.clips[clip];
    // Half steps, so that frames are mixed, and over the end.
    let step = (end - start) / (count - 1) as f32 / 2.0;
    let mut members = Vec::new();
    for index in 0..2 * count + 4 {
        let time = start + wrap_time(step * index as f32, end - start, LoopMode::Loop);
        members.push(CrowdMember::new(clip, time));
    }
    let instance = CrowdInstance::new(&cast.model, 0, Affine3A::IDENTITY);
    let instances: Vec<CrowdInstance> =
        (0..members.len()).map(|index| CrowdInstance { instance: index as i32, ..instance }).collect();
    for file in [PALETTES_SHADER, FRAMES_SHADER] {
        let got = read_back(&gl, &cast, file, 0, &instances, &members);
        let steps: Vec<f32> = got.windows(2).map(|pair| worst(&pair[0], &pair[1])).collect();
        let at_end = 2 * (count - 1) - 2;
        let before = &steps[..at_end];
        let over = &steps[at_end..];
        let most = before.iter().copied().fold(0.0, f32::max);
        assert!(over.iter().all(|over| *over <= 1.05 * most), "{file:?}: {over:?}, {most} before");
        assert!(before.iter().all(|step| *step > 1e-4), "it stands still: {before:?}");
    }
}

/// An instance's pose does not depend on its place in the list, to the bit; at another time the pose differs.
#[test]
fn each_instance_has_a_pose_of_its_own() {
    let Some(gl) = headless_or_skip("each_instance_has_a_pose_of_its_own") else { return };
    let cast = Cast::new("knight");
    let instances = cast.instances(7);
    let members = cast.members(7, 0.3);
    let mut later = Vec::new();
    for member in &members {
        let ClipFrames { start, end, .. } = cast.baked.clips[member.clip];
        let time = member.time - start + 0.37 * (end - start);
        later.push(CrowdMember { time: start + wrap_time(time, end - start, LoopMode::Loop), ..*member });
    }
    for file in [PALETTES_SHADER, FRAMES_SHADER] {
        let got = read_back(&gl, &cast, file, 0, &instances, &members);
        let order = [4, 0, 6, 2, 2, 5, 1, 3];
        let permuted = order.map(|index| instances[index]);
        let expected = order.map(|index| got[index].clone());
        assert_eq!(read_back(&gl, &cast, file, 0, &permuted, &members), expected, "{file:?}");

        let same_place = [0, 1, 2, 3, 4, 5, 6].map(|instance| CrowdInstance { instance, ..instances[0] });
        let got = read_back(&gl, &cast, file, 0, &same_place, &members);
        let moved = read_back(&gl, &cast, file, 0, &same_place, &later);
        for (index, (got, moved)) in got.iter().zip(&moved).enumerate() {
            assert!(worst(got, moved) > 2e-3, "{file:?}: {index} stands still");
        }
        for pair in got.windows(2) {
            assert!(worst(&pair[0], &pair[1]) > 1e-2, "{file:?}: two in one pose");
        }
    }
}

fn view(canvas: &Canvas) -> Viewpoint {
    let target = Vec3::new(2.4, 0.9, -1.6);
    let camera = OrbitCamera { target, distance: 7.5, ..OrbitCamera::default() };
    Viewpoint {
        clip_from_world: camera.clip_from_world(canvas.aspect()),
        eye: camera.eye(),
        to_light: Vec3::new(0.4, 0.8, 0.5).normalize(),
        area: None,
    }
}

/// The crowd in each of the three ways; the first two by these palettes.
fn pictures(gl: &Gl, cast: &Cast, members: &[CrowdMember], palettes: &[Affine3x4]) -> [Picture; 3] {
    let mut renderer = CrowdRenderer::new(gl, &cast.model).unwrap();
    renderer.set_instances(&cast.instances(members.len())).unwrap();
    renderer.set_frames(&cast.baked.texels).unwrap();
    renderer.write_palettes(palettes);
    renderer.write_moments(&cast.moments(members));
    let canvas = Canvas::new(gl, (480, 360)).unwrap();
    let view = view(&canvas);
    Way::ALL.map(|way| {
        canvas.draw(|target| {
            target.clear_color_srgb_and_depth((0.2, 0.3, 0.4, 1.0), 1.0);
            match way {
                Way::Uniforms => renderer.draw_one_by_one(target, &cast.model, &view, palettes, None),
                Way::Palettes => renderer.draw_palettes(target, &view, None, None),
                Way::Frames => renderer.draw_frames(target, &view, None, None),
            }
            .unwrap();
        });
        canvas.picture()
    })
}

/// Number of pixels that differ by more than `most` of 255 in a channel.
fn differing(a: &Picture, b: &Picture, most: u8) -> usize {
    let a = a.rgba.as_chunks::<4>().0;
    let b = b.rgba.as_chunks::<4>().0;
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > most)).count()
}

/// At the frames' own times the three differ by rounding, which moves no vertex by a thousandth of a pixel: samples
/// on an edge may fall on its other side, in a pixel in a thousand at most. Between frames the third way mixes
/// transforms of the whole model, which is another pose: there it is compared with palettes mixed likewise.
#[test]
fn the_same_picture_in_three_ways() {
    let Some(gl) = headless_or_skip("the_same_picture_in_three_ways") else { return };
    for name in ["knight", "creature"] {
        let cast = Cast::new(name);
        for fraction in [0.0, 0.5] {
            let members = cast.members(12, fraction);
            let palettes = if fraction == 0.0 { cast.palettes(&members) } else { cast.mixed_palettes(&members) };
            let [uniforms, palettes, frames] = pictures(&gl, &cast, &members, &palettes);
            let pixels = uniforms.rgba.len() / 4;
            let background = Picture::filled(uniforms.width, uniforms.height, uniforms.pixel(0, 0));
            let drawn = differing(&uniforms, &background, 2);
            assert!(drawn > pixels / 20, "{name}: only {drawn} pixels of {pixels} are drawn");
            for (way, picture) in [("palettes", &palettes), ("frames", &frames)] {
                let apart = differing(&uniforms, picture, 2);
                assert!(apart <= pixels / 1000, "{name}, {way}, {fraction}: {apart} of {drawn}");
            }
        }
    }
}

/// Colours of vertices, and backs that are not drawn: the knight turned inside out is hollow.
#[test]
fn the_same_colors_and_backs_in_three_ways() {
    let Some(gl) = headless_or_skip("the_same_colors_and_backs_in_three_ways") else { return };
    let mut cast = Cast::new("knight");
    cast.model.materials.iter_mut().for_each(|material| material.double_sided = false);
    let members = cast.members(4, 0.0);
    let palettes = cast.palettes(&members);
    let plain = picture_in_three_ways(&gl, &cast, &members, &palettes);
    for part in &mut cast.model.parts {
        part.colors = vec![[255, 0, 0, 255]; part.mesh.vertices.len()];
    }
    let red = picture_in_three_ways(&gl, &cast, &members, &palettes);
    assert!(differing(&plain, &red, 20) > 1000);
    for part in &mut cast.model.parts {
        part.mesh.indices.as_chunks_mut::<3>().0.iter_mut().for_each(|corners| corners.swap(1, 2));
    }
    let inside_out = picture_in_three_ways(&gl, &cast, &members, &palettes);
    assert!(differing(&red, &inside_out, 20) > 1000);
}

/// The first of the three pictures, from which the others may not differ.
fn picture_in_three_ways(gl: &Gl, cast: &Cast, members: &[CrowdMember], palettes: &[Affine3x4]) -> Picture {
    let [first, others @ ..] = pictures(gl, cast, members, palettes);
    for other in others {
        let apart = differing(&first, &other, 2);
        assert!(apart <= first.rgba.len() / 4000, "{apart}");
    }
    first
}

/// A vertex between frames is where the same mixing on the processor puts it. Twice as many frames bring that to a
/// quarter as far from the clip's own pose, or nearly.
#[test]
fn between_frames_transforms_are_mixed() {
    let Some(gl) = headless_or_skip("between_frames_transforms_are_mixed") else { return };
    let mut cast = Cast::new("knight");
    let instances = cast.instances(9);
    let members = cast.members(9, 0.5);
    let part = 0;
    let got = read_back(&gl, &cast, FRAMES_SHADER, part, &instances, &members);
    for ((got, instance), member) in got.iter().zip(&instances).zip(&members) {
        let apart = worst(got, &cast.expected_mixed(part, instance, *member));
        assert!(apart < 1e-4, "{member:?}: {apart}");
    }

    let mut distances = Vec::new();
    let clips: Vec<usize> = (0..cast.model.clips.len()).collect();
    for rate in [10.0, 20.0, 40.0] {
        cast.baked = SkinFrames::bake(&cast.model, &clips, rate).unwrap();
        let mut greatest = 0.0f32;
        for (instance, member) in instances.iter().zip(&members) {
            let mixed = cast.expected_mixed(part, instance, *member);
            greatest = greatest.max(worst(&mixed, &cast.expected(part, instance, *member)));
        }
        distances.push(greatest);
    }
    assert!(distances[1] < 0.5 * distances[0] && distances[2] < 0.5 * distances[1], "{distances:?}");
}

/// The draw calls of a frame can be timed; a driver without a timer reports nothing.
#[test]
fn the_cards_own_time() {
    let Some(gl) = headless_or_skip("the_cards_own_time") else { return };
    let cast = Cast::new("knight");
    let mut renderer = CrowdRenderer::new(&gl, &cast.model).unwrap();
    renderer.set_instances(&cast.instances(4)).unwrap();
    let palettes = cast.palettes(&cast.members(4, 0.0));
    renderer.write_palettes(&palettes);
    let canvas = Canvas::new(&gl, (64, 64)).unwrap();
    let view = view(&canvas);
    let mut timer = GpuTimer::new(&gl);
    let has_timer = timer.query().is_some(); // never drawn with: it must not stop the others
    assert_eq!(timer.last(), None);
    for _ in 0..20 {
        let query = timer.query();
        canvas.draw(|target| renderer.draw_palettes(target, &view, None, query)).unwrap();
        gl.finish(); // not a window's frame: so that the next one finds it ready
    }
    timer.query();
    assert_eq!(timer.last().is_some(), has_timer, "{:?}", timer.last());
}

#[test]
fn nobody_is_no_picture_and_no_error() {
    let Some(gl) = headless_or_skip("nobody_is_no_picture_and_no_error") else { return };
    let cast = Cast::new("knight");
    let mut renderer = CrowdRenderer::new(&gl, &cast.model).unwrap();
    assert_eq!(renderer.joints(), cast.bindings.len());
    renderer.set_instances(&[]).unwrap();
    renderer.write_palettes(&[]);
    renderer.write_moments(&[]);
    let canvas = Canvas::new(&gl, (8, 8)).unwrap();
    let view = view(&canvas);
    canvas.draw(|target| {
        renderer.draw_one_by_one(target, &cast.model, &view, &[], None).unwrap();
        renderer.draw_palettes(target, &view, None, None).unwrap();
        renderer.draw_frames(target, &view, None, None).unwrap();
    });
}

/// Another program in the place of the finished one: a student's.
#[test]
fn a_shader_from_outside_draws() {
    let Some(gl) = headless_or_skip("a_shader_from_outside_draws") else { return };
    let source = ShaderSource::read(PALETTES_SHADER).unwrap();
    let same = CrowdProgram::new(&gl, &source).unwrap();
    let text = source.text().replace("v_tint = i_tint;", "v_tint = vec3(0.0);");
    let black = CrowdProgram::new(&gl, &ShaderSource::from_text("black.vert", text)).unwrap();
    let mut cast = Cast::new("knight");
    let part = &mut cast.model.parts[0];
    part.colors = vec![[0, 255, 0, 255]; part.mesh.vertices.len()];
    let mut renderer = CrowdRenderer::new(&gl, &cast.model).unwrap();
    renderer.set_instances(&cast.instances(4)).unwrap();
    renderer.write_palettes(&cast.palettes(&cast.members(4, 0.0)));
    let canvas = Canvas::new(&gl, (96, 72)).unwrap();
    let view = view(&canvas);
    let [shown, by_same, by_black] = [None, Some(&same), Some(&black)].map(|program| {
        canvas.draw(|target| {
            target.clear_color_srgb_and_depth((0.2, 0.3, 0.4, 1.0), 1.0);
            renderer.draw_palettes(target, &view, program, None).unwrap();
        });
        canvas.picture()
    });
    assert_eq!(differing(&shown, &by_same, 2), 0, "the vertices have colours");
    assert!(differing(&shown, &by_black, 20) > 100);
}

/// The numbers that the lesson's text quotes.
#[test]
fn bytes() {
    assert_eq!(Way::ALL.map(|way| way.uploaded_bytes(67)), [4288, 3216, 12]);
    assert_eq!(Way::ALL.map(|way| way.draw_calls(1000, 3)), [3000, 3, 3]);
    assert_eq!(size_of::<CrowdInstance>(), 64);
}
