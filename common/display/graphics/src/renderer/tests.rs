//! Pictures of materials: a square or two in front of a dark green wall, looked at from +z.

use super::*;
use crate::{Canvas, Gl, Picture, Target, testing::headless_or_skip};
use armature::{
    math::Transform,
    mesh::{Displacement, Mesh, SkinnedVertex},
    model::{Material, Model, ModelInstance, MorphSet, Opacity, Part, PartMorphs, Sampling, Texture, Wrap},
    skeleton::{Joint, Skeleton},
    skin::Skin,
};
use glam::{Affine3A, Mat4, Vec2, Vec3, Vec4};
use glium::Surface;

const SIDE: u32 = 16;
const WALL: [u8; 4] = [0, 51, 0, 255];

/// Returns a square of side 1.6 about the origin that faces the eye, with texture coordinates from 0 to 1.
fn square() -> Mesh<SkinnedVertex> {
    let vertices = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
        .map(|(u, v)| SkinnedVertex {
            position: Vec3::new(1.6 * u - 0.8, 1.6 * v - 0.8, 0.0),
            normal: Vec3::Z,
            texcoord: Vec2::new(u, v),
            joints: [0; 4],
            weights: [1.0, 0.0, 0.0, 0.0],
        })
        .to_vec();
    Mesh { vertices, indices: vec![0, 1, 2, 0, 2, 3] }
}

/// Returns a model of the [`square`] in one material, on a joint with this scale.
fn square_model(material: Material, scale: Vec3) -> Model {
    let bind_local = Transform { scale, ..Transform::IDENTITY };
    let joint = Joint { name: "base".into(), parent: None, bind_local };
    let name = "square".into();
    let part = Part { name, mesh: square(), colors: Vec::new(), skin: 0, material: Some(0), morphs: None };
    Model {
        skeleton: Skeleton::new(vec![joint]).unwrap(),
        is_joint: vec![true],
        skins: vec![Skin::rigid(0)],
        parts: vec![part],
        materials: vec![material],
        ..Model::default()
    }
}

/// Shines red by itself, so that no light counts.
fn red() -> Material {
    unlit(Vec4::new(1.0, 0.0, 0.0, 1.0))
}

fn unlit(diffuse: Vec4) -> Material {
    Material { diffuse, unlit: true, opacity: Opacity::Opaque, ..Material::default() }
}

fn texture(width: u32, rgba: &[u8]) -> Texture {
    let height = rgba.len() as u32 / 4 / width;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png");
    Picture { width, height, rgba: rgba.to_vec() }.write_png(&path).unwrap();
    Texture::Bytes { name: "a.png".into(), bytes: std::fs::read(path).unwrap().into() }
}

/// Returns a picture of what `draw` draws in front of the wall.
fn picture_of(gl: &Gl, draw: impl Fn(&mut Target<'_>, &Viewpoint)) -> Picture {
    let view = Viewpoint {
        clip_from_world: Mat4::from_scale(Vec3::new(1.0, 1.0, -1.0)),
        eye: Vec3::Z * 10.0,
        to_light: Vec3::Y,
        area: None,
    };
    let canvas = Canvas::new(gl, (SIDE, SIDE)).unwrap();
    canvas.draw(|target| {
        target.clear_color_srgb_and_depth((0.0, 0.2, 0.0, 1.0), 1.0);
        draw(target, &view);
    });
    canvas.picture()
}

fn shown(gl: &Gl, model: &Model, mode: DrawMode) -> Picture {
    shown_by(gl, Skinning::Linear, model, mode)
}

fn shown_by(gl: &Gl, skinning: Skinning, model: &Model, mode: DrawMode) -> Picture {
    let mut renderer = ModelRenderer::new(gl, model, png).unwrap();
    assert_eq!(renderer.warnings(), [""; 0]);
    renderer.pose(model, &ModelInstance::new(model), skinning).unwrap();
    picture_of(gl, |target, view| renderer.draw(target, view, mode).unwrap())
}

fn middle(gl: &Gl, model: &Model, mode: DrawMode) -> [u8; 4] {
    shown(gl, model, mode).pixel(SIDE / 2, SIDE / 2)
}

#[track_caller]
fn assert_color(got: [u8; 4], want: [u8; 4]) {
    let near = got.iter().zip(want).all(|(got, want)| got.abs_diff(want) <= 2);
    assert!(near, "{got:?} is not {want:?}");
}

/// Half of the light of a channel.
const HALF: u8 = 188;
const RED: [u8; 4] = [255, 0, 0, 255];

#[test]
fn alpha() {
    let Some(gl) = headless_or_skip("materials: alpha") else { return };
    let seen = |opacity, texel, factor| middle(&gl, &see_through(opacity, texel, factor), DrawMode::Material);
    assert_color(seen(Opacity::Opaque, 0, 1.0), RED);
    assert_color(seen(Opacity::Opaque, 0, 0.5), [128, 26, 0, 255]);
    assert_color(seen(Opacity::Mask(0.3), 100, 1.0), RED);
    assert_color(seen(Opacity::Mask(0.5), 100, 1.0), WALL);
    assert_color(seen(Opacity::Mask(0.3), 100, 0.5), [128, 26, 0, 255]);
    assert_color(seen(Opacity::Blend, 128, 1.0), [128, 26, 0, 255]);
    assert_color(seen(Opacity::Blend, 128, 0.5), [64, 38, 0, 255]);
    // One plain colour keeps the holes.
    for mode in [DrawMode::Ghost, DrawMode::Shadow].map(|mode| mode(Vec4::new(0.0, 0.0, 1.0, 0.5))) {
        let all = [Opacity::Opaque, Opacity::Mask(0.3), Opacity::Mask(0.5), Opacity::Blend];
        assert_eq!(
            all.map(|opacity| middle(&gl, &see_through(opacity, 100, 1.0), mode)[2] > 60),
            [true, true, false, true],
            "{mode:?}"
        );
    }
}

fn see_through(opacity: Opacity, texel: u8, factor: f32) -> Model {
    let texture = Some(texture(1, &[255, 0, 0, texel]));
    let material = Material { opacity, texture, ..unlit(Vec4::new(1.0, 1.0, 1.0, factor)) };
    square_model(material, Vec3::ONE)
}

/// Blended parts are drawn after the others, wherever they are in the file, and hide nothing.
#[test]
fn blended_parts_come_last() {
    let Some(gl) = headless_or_skip("materials: blended parts") else { return };
    let glass = Material { opacity: Opacity::Blend, ..unlit(Vec4::ONE) };
    let mut model = square_model(glass, Vec3::ONE);
    let mut behind = model.parts[0].clone();
    model.parts[0].colors = vec![[0, 0, 255, 128]; 4];
    behind.mesh.vertices.iter_mut().for_each(|vertex| vertex.position.z = -0.5);
    behind.material = Some(1);
    model.parts.push(behind);
    model.materials.push(red());
    assert_color(middle(&gl, &model, DrawMode::Material), [128, 0, 128, 255]);
}

/// Visible sides, from behind and in the mirror: with one joint, and with two of which one is mirrored.
#[test]
fn sides() {
    let Some(gl) = headless_or_skip("materials: sides") else { return };
    let mirror = Vec3::new(-1.0, 1.0, 1.0);
    for scale in [Vec3::ONE, mirror, Vec3::new(1.0, 1.0, -1.0), -Vec3::ONE] {
        // A mirror at the square's own plane turns its front away, as does one through a point.
        let front = scale.z > 0.0;
        let single = Material { double_sided: false, ..red() };
        assert_eq!(visible_sides(&gl, square_model(single, scale)), [front, !front], "{scale}");
        assert_eq!(visible_sides(&gl, square_model(red(), scale)), [true, true], "{scale}");
    }
    let single = square_model(Material { double_sided: false, ..red() }, Vec3::ONE);
    let mut mirrored = single.clone();
    mirrored.world_from_model = Affine3A::from_scale(mirror);
    assert!(is_visible(&gl, &mirrored, DrawMode::Material));
    let color = Vec4::new(1.0, 1.0, 1.0, 0.5);
    let mut back = single.clone();
    back.world_from_model = Affine3A::from_rotation_y(std::f32::consts::PI);
    let modes = [DrawMode::Weights(0), DrawMode::Ghost(color), DrawMode::Shadow(color)];
    assert_eq!(modes.map(|mode| is_visible(&gl, &single, mode)), [true, true, true]);
    assert_eq!(modes.map(|mode| is_visible(&gl, &back, mode)), [false, false, true]);
    let mut mixed = single;
    let joint =
        Joint { name: "other".into(), parent: None, bind_local: Transform { scale: mirror, ..Transform::IDENTITY } };
    let joints = mixed.skeleton.joints().iter().cloned().chain([joint]).collect();
    mixed.skeleton = Skeleton::new(joints).unwrap();
    mixed.is_joint.push(true);
    mixed.skins[0].bindings.push(Skin::rigid(1).bindings.remove(0));
    assert_eq!(visible_sides(&gl, mixed), [true, true]);
}

fn is_visible(gl: &Gl, model: &Model, mode: DrawMode) -> bool {
    middle(gl, model, mode) != WALL
}

/// Whether the model is visible from the front, and from behind.
fn visible_sides(gl: &Gl, model: Model) -> [bool; 2] {
    let behind = Model { world_from_model: Affine3A::from_rotation_y(std::f32::consts::PI), ..model.clone() };
    [model, behind].map(|model| is_visible(gl, &model, DrawMode::Material))
}

/// Normals that point past the edge of their face. Seen from its front, the face is lit by them as they are, from its
/// back by their opposites; likewise in a mirror, whose faces have the opposite winding. Where only some of the joints
/// mirror, the normal of the visible side is used.
#[test]
fn authored_normals_are_turned_on_backs_alone() {
    let Some(gl) = headless_or_skip("materials: authored normals") else { return };
    let mut bent = square_model(Material { double_sided: true, ..Material::default() }, Vec3::ONE);
    let up = Vec3::new(0.0, 0.8, -0.6);
    bent.parts[0].mesh.vertices.iter_mut().for_each(|vertex| vertex.normal = up);
    let lit = |model: &Model| middle(&gl, model, DrawMode::Material)[0];
    let placed = |model: &Model, world_from_model| Model { world_from_model, ..model.clone() };
    let behind = Affine3A::from_rotation_y(std::f32::consts::PI);
    let mirror = Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    let light = lit(&bent);
    let shade = lit(&placed(&bent, behind));
    assert!(light > shade + 40, "{light} {shade}");
    assert_eq!([mirror, behind * mirror].map(|place| lit(&placed(&bent, place))), [light, shade], "in a mirror");
    let mut joint = bent.skeleton.joints()[0].clone();
    joint.bind_local.scale.x = -1.0;
    let mirrored = Model { skeleton: Skeleton::new(vec![joint.clone()]).unwrap(), ..bent.clone() };
    assert_eq!([mirrored.clone(), placed(&mirrored, behind)].map(|model| lit(&model)), [light, shade], "by a joint");
    let joints = bent.skeleton.joints().iter().cloned().chain([joint]).collect();
    let mut mixed = Model { skeleton: Skeleton::new(joints).unwrap(), is_joint: vec![true; 2], ..bent };
    mixed.skins[0].bindings.push(Skin::rigid(1).bindings.remove(0));
    assert_eq!([mixed.clone(), placed(&mixed, behind)].map(|model| lit(&model)), [shade, light], "by one of two");
}

/// Multiplied with the material's colour in linear light, their alpha as a texture's.
#[test]
fn colors_of_vertices() {
    let Some(gl) = headless_or_skip("materials: colours of vertices") else { return };
    let mut figure = square_model(unlit(Vec4::new(1.0, 0.5, 1.0, 1.0)), Vec3::ONE);
    // Left red, right blue; the middle has half of the light of either.
    let left = [255, 255, 0, 255];
    let right = [0, 255, 255, 255];
    figure.parts[0].colors = vec![left, right, right, left];
    let picture = shown(&gl, &figure, DrawMode::Material);
    let row = [2, 8, 13].map(|x| picture.pixel(x, SIDE / 2));
    assert!(row[0][0] > 245 && row[0][2] < 80 && row[2][2] > 245 && row[2][0] < 80, "{row:?}");
    let middle = row[1];
    assert!(middle[0].abs_diff(HALF) < 8 && middle[2].abs_diff(HALF) < 8, "{middle:?}");
    assert!(row.iter().all(|pixel| pixel[1].abs_diff(128) <= 1), "{row:?}");
    let other = shown_by(&gl, Skinning::DualQuaternion, &figure, DrawMode::Material);
    assert!(other.difference(&picture).within(0.0, 0.0));
    figure.parts[0].colors = vec![[255, 255, 255, 100]; 4];
    let mut seen = |opacity| {
        figure.materials[0].opacity = opacity;
        shown(&gl, &figure, DrawMode::Material).pixel(SIDE / 2, SIDE / 2)
    };
    assert_color(seen(Opacity::Opaque), [255, 128, 255, 255]);
    assert_color(seen(Opacity::Mask(0.5)), WALL);
    assert_color(seen(Opacity::Blend), [100, 81, 100, 255]);
    figure.parts[0].colors.pop();
    let warning = "part \"square\" is not drawn: it has 3 colours for 4 vertices";
    assert_eq!(ModelRenderer::new(&gl, &figure, png).unwrap().warnings(), [warning]);
}

/// A picture of a red and a blue pixel, twice across the square.
#[test]
fn beyond_the_edges_of_a_picture() {
    let Some(gl) = headless_or_skip("materials: wrapping") else { return };
    let seen = |sampling, at: [u32; 4]| {
        let texture = Some(texture(2, &[255, 0, 0, 255, 0, 0, 255, 255]));
        let mut model = square_model(Material { texture, sampling, ..unlit(Vec4::ONE) }, Vec3::ONE);
        model.parts[0].mesh.vertices.iter_mut().for_each(|vertex| vertex.texcoord.x *= 2.0);
        let picture = shown(&gl, &model, DrawMode::Material);
        at.map(|x| picture.pixel(x, SIDE / 2)[0])
    };
    // Pixels 1.6 to 14.4 are the square: one of the texture's is 3.2 wide.
    let centers = |wrap| {
        let sampling = Sampling { wrap: [wrap, Wrap::Repeat], square: true };
        seen(sampling, [3, 6, 9, 12]).map(|red| red > 128)
    };
    assert_eq!(centers(Wrap::Repeat), [true, false, true, false]);
    assert_eq!(centers(Wrap::Mirror), [true, false, false, true]);
    assert_eq!(centers(Wrap::Clamp), [true, false, false, false]);
    let edges = |square| seen(Sampling { square, ..Sampling::default() }, [3, 4, 5, 6]);
    assert_eq!(edges(true), [255, 255, 0, 0]);
    assert!(edges(false)[1] < 250 && edges(false)[2] > 20, "{:?}", edges(false));
}

/// Red above blue in the file is red above blue on a square whose v grows upward.
#[test]
fn pictures_are_the_right_way_up() {
    let Some(gl) = headless_or_skip("materials: the right way up") else { return };
    let texture = Some(texture(1, &[255, 0, 0, 255, 0, 0, 255, 255]));
    let picture = shown(&gl, &square_model(Material { texture, ..unlit(Vec4::ONE) }, Vec3::ONE), DrawMode::Material);
    let [above, below] = [3, SIDE - 4].map(|y| picture.pixel(SIDE / 2, y));
    assert!(above[0] > above[2] + 80 && below[2] > below[0] + 80, "{above:?} {below:?}");
}

type Change = fn(&mut Model);

/// Parts of a model that no loader returns are left out or replaced: nothing is read past a buffer, the rest is drawn.
#[test]
fn what_makes_no_sense_is_left_out() {
    let Some(gl) = headless_or_skip("materials: what makes no sense") else { return };
    let changes: [(Change, &str); 4] = [
        (|model| model.parts[1].skin = 7, "part \"square\" is not drawn: it is on skin 7 of 1"),
        (
            |model| model.parts[1].mesh.indices[0] = 1_000_000,
            "part \"square\" is not drawn: a triangle names vertex 1000000 of 4",
        ),
        (
            |model| model.parts[1].mesh.vertices[0].joints[0] = 5,
            "part \"square\" is not drawn: a vertex follows place 5 of a skin with 1",
        ),
        (|model| model.materials[0].texture = Some(Texture::File("nowhere/paint.png".into())), "checkerboard"),
    ];
    for (change, words) in changes {
        let mut model = square_model(red(), Vec3::ONE);
        model.parts.push(model.parts[0].clone());
        change(&mut model);
        let mut renderer = ModelRenderer::new(&gl, &model, png).unwrap();
        let [warning] = renderer.warnings() else { panic!("{words}: {:?}", renderer.warnings()) };
        assert!(warning.contains(words), "{warning}");
        renderer.pose(&model, &ModelInstance::new(&model), Skinning::Linear).unwrap();
        let picture = picture_of(&gl, |target, view| renderer.draw(target, view, DrawMode::Material).unwrap());
        assert_ne!(picture.pixel(SIDE / 2, SIDE / 2), WALL, "{words}");
    }
}

/// Emission is the factor times the picture, in linear light.
#[test]
fn shining_pictures() {
    let Some(gl) = headless_or_skip("materials: shining pictures") else { return };
    let emission_texture = Some(texture(2, &[255, 128, 0, 0, 0, 0, 255, 255]));
    let black = Vec4::new(0.0, 0.0, 0.0, 1.0);
    let sampling = Sampling { square: true, ..Sampling::default() };
    let mut model =
        square_model(Material { diffuse: black, emission_texture, sampling, ..Material::default() }, Vec3::ONE);
    let seen = |model: &Model| {
        let picture = shown(&gl, model, DrawMode::Material);
        [4, 12].map(|x| picture.pixel(x, SIDE / 2))
    };
    assert_eq!(seen(&model), [[0, 0, 0, 255]; 2], "the factor is 0");
    model.materials[0].emission = Vec3::ONE;
    let [left, right] = seen(&model);
    assert_color(left, [255, 128, 0, 255]);
    assert_color(right, [0, 0, 255, 255]);
    model.materials[0].emission = Vec3::new(1.0, 1.0, 0.5);
    assert_color(seen(&model)[1], [0, 0, 128, 255]);
}

/// A square that one target moves off the middle and another turns from the light.
#[test]
fn morph_targets_move_and_turn() {
    let Some(gl) = headless_or_skip("figures: morph targets") else { return };
    let mut figure = square_model(Material::default(), Vec3::ONE);
    let aside = figure.parts[0].mesh.vertices.clone();
    let part = &mut figure.parts[0];
    // The one that stays comes first, far outside.
    part.mesh.vertices.splice(0..0, aside.iter().map(|it| SkinnedVertex { position: it.position + 5.0, ..*it }));
    part.mesh.indices = vec![4, 5, 6, 4, 6, 7, 0, 1, 2, 0, 2, 3];
    let moved = |position, normal| (4..8).map(|vertex| Displacement { vertex, position, normal }).collect();
    let targets = vec![moved(Vec3::X, Vec3::ZERO), moved(Vec3::ZERO, Vec3::new(0.0, -1.0, -0.5))];
    part.morphs = Some(PartMorphs { set: 0, targets });
    let names = ["aside", "down"].map(str::to_owned).to_vec();
    figure.morph_sets = vec![MorphSet { name: "square".into(), targets: names, at_rest: vec![0.0; 2] }];
    for skinning in [Skinning::Linear, Skinning::DualQuaternion] {
        let mut renderer = ModelRenderer::new(&gl, &figure, png).unwrap();
        let mut instance = ModelInstance::new(&figure);
        let mut seen = |weights: [f32; 2]| {
            instance.weights[0] = weights.to_vec();
            renderer.pose(&figure, &instance, skinning).unwrap();
            let picture = picture_of(&gl, |target, view| renderer.draw(target, view, DrawMode::Material).unwrap());
            [SIDE / 2, SIDE - 2].map(|x| picture.pixel(x, SIDE / 2))
        };
        let [rest, beside] = seen([0.0; 2]);
        assert!(rest != WALL && beside != WALL, "{rest:?} {beside:?}");
        assert_eq!(seen([1.0, 0.0]), [WALL, rest], "moved");
        assert_eq!(seen([0.5, 0.0]), [rest; 2], "halfway");
        let [turned, _] = seen([0.0, 1.0]);
        assert!(turned[0] + 20 < rest[0], "turned away: {turned:?} {rest:?}");
        assert_eq!(seen([0.0; 2]), [rest, beside], "and back");
    }
    figure.parts[0].morphs.as_mut().unwrap().targets[0][0].vertex = 8;
    let warning = "part \"square\" is not drawn: a morph target moves vertex 8 of 8";
    assert_eq!(ModelRenderer::new(&gl, &figure, png).unwrap().warnings(), [warning]);
}

/// Two figures of one model, each in its own place, colour and pose, and then none.
#[test]
fn figures_have_places_colors_and_poses() {
    let Some(gl) = headless_or_skip("figures: places, colours and poses") else { return };
    let model = square_model(unlit(Vec4::ONE), Vec3::ONE);
    let mut renderer = ModelRenderer::new(&gl, &model, png).unwrap();
    let place = |x: f32, palette, tint| FigureInstance {
        tint,
        ..FigureInstance::new(Affine3A::from_translation(Vec3::X * x), palette)
    };
    renderer.place(&[place(-1.0, 1, Vec3::X), place(1.0, 0, Vec3::Z)]).unwrap();
    let [small, here] = [0.5, 1.0].map(|size| Affine3A::from_scale(Vec3::splat(size)).into());
    let mut seen = |palettes: &[_]| {
        renderer.write_palettes(palettes, Skinning::Linear).unwrap();
        let picture = picture_of(&gl, |target, view| renderer.draw(target, view, DrawMode::Material).unwrap());
        // The squares' inner edges are 0.2 from the middle at full size, and 0.6 at half.
        [0, 5, 10, 15].map(|x| picture.pixel(x, SIDE / 2))
    };
    let blue = [0, 0, 255, 255];
    assert_eq!(seen(&[here, here]), [RED, RED, blue, blue]);
    assert_eq!(seen(&[small, here]), [RED, RED, WALL, blue]);
    renderer.place(&[]).unwrap();
    renderer.write_palettes(&[], Skinning::Linear).unwrap();
    let empty = picture_of(&gl, |target, view| renderer.draw(target, view, DrawMode::Material).unwrap());
    assert_eq!(empty, Picture::filled(SIDE, SIDE, WALL));
}
