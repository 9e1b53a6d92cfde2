//! Facts about a drawn picture: the arguments of its draw calls, in words.

use super::checked;
use super::pictures::PICTURES;
use super::program::{FIGURE, Outcome, PartData, Pose};
use given::lesson_19::{Fact, Facts, Moment};
use glam::{Mat4, Vec3, Vec4};
use glium::backend::Facade;
use glium::index::PrimitiveType;
use glium::{BackfaceCullingMode, Blend, DepthTest, PolygonMode, Rect};
use recorder::{Clear, Display, Draw, Event, Place, Trace, Uniform};
use std::any::Any;
use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::{env, fs};

/// Pictures of a scene.
#[derive(Default)]
pub struct Drawn {
    first: Picture,
    /// The same once more: a right program draws the same.
    again: Picture,
    /// Pose of the program's figure in the first.
    pose: Pose,
    /// Poses at a thousand times the seconds, and as long before the start.
    other_poses: [Pose; 2],
    /// The parts into which the figure was divided.
    parts: Vec<PartData>,
    /// The palette of that pose, by the program's own function.
    palette: Vec<Mat4>,
    /// The input that a draw call lacked, so that glium panicked.
    lacks: Option<String>,
    /// A sentence about a picture that is not the text's.
    remark: Option<String>,
}

/// Columns and rows of the squares into which a picture is divided.
const SQUARES: [usize; 2] = [8, 6];

/// The largest difference, in a channel of a square's mean colour, of a picture that counts as the text's. A line's ends,
/// which drivers draw differently, change a mean by less than 1. A knight lit from below is within 20, and not within 8.
const BOUND: u8 = 8;

/// The colour of the text's bones, and the largest difference of a pixel that has it.
const BONES: [u8; 3] = [242, 191, 77];
const BONES_BOUND: u8 = 12;

/// The words of a fact about a draw call that did not reach the GPU.
const NO_DRAW_CALL: &str = "unknown without a draw call";

/// The environment variable with the folder into which the page of each frame is written: `verdict::PAGES`.
const PAGES: &str = "ARMATURE_PAGES";

/// The environment variable with which the squares of each picture are printed.
const RENEWED: &str = "ARMATURE_RENEW_PICTURES";

/// Writes what the GPU was told in a frame, if that is wanted.
fn write_page(trace: &Trace, seconds: f32) -> Outcome<()> {
    if let Some(folder) = env::var_os(PAGES) {
        fs::create_dir_all(&folder)?;
        fs::write(Path::new(&folder).join(format!("frame-at-{seconds}-s.txt")), recorder::page(trace))?;
    }
    Ok(())
}

#[derive(Default)]
struct Picture {
    trace: Trace,
    pixels: Vec<u8>,
    /// Width and height in pixels.
    size: [u32; 2],
}

impl Picture {
    /// Returns the mean colours of the squares, row by row: red, green and blue.
    fn squares(&self) -> Vec<u8> {
        let [width, height] = self.size.map(|pixels| pixels as usize);
        let [columns, rows] = SQUARES;
        let mut squares = Vec::new();
        for square in 0..columns * rows {
            let [column, row] = [square % columns, square / columns];
            let [left, right] = [column, column + 1].map(|column| column * width / columns);
            let [top, bottom] = [row, row + 1].map(|row| row * height / rows);
            for channel in 0..3 {
                let mut sum = 0;
                for y in top..bottom {
                    let pixels = (left..right).map(|x| self.pixels[4 * (y * width + x) + channel]);
                    sum += pixels.map(usize::from).sum::<usize>();
                }
                squares.push((sum / ((right - left) * (bottom - top))) as u8);
            }
        }
        squares
    }

    /// Returns whether no program of the text draws this at a time.
    fn is_another(&self, seconds: f32) -> bool {
        let squares = self.squares();
        !PICTURES
            .iter()
            .filter(|(at, _)| *at == seconds)
            .any(|(_, text)| text.iter().zip(&squares).all(|(a, b)| a.abs_diff(*b) <= BOUND))
    }
}

impl Drawn {
    /// Draws the program's scene without a window. Its figure is divided into parts, or left as it is.
    ///
    /// # Errors
    /// Those of the program, and if there is no OpenGL.
    pub fn new(moment: &Moment, is_divided: bool) -> Outcome<Self> {
        let Moment { seconds, width, height, .. } = *moment;
        let display = Display::offscreen((width, height))?;
        let mut scene = checked::scene(display.get_context())?;
        let parts = if is_divided { scene.divide(display.get_context())? } else { Vec::new() };
        scene.go_to(seconds);
        let mut lacks = None;
        let mut picture = || -> Outcome<Picture> {
            let drawn = catch_unwind(AssertUnwindSafe(|| display.record(|frame| scene.draw(frame, seconds))));
            let (trace, outcome) = match drawn {
                Ok(drawn) => drawn,
                Err(panic) => {
                    let Some(name) = missing_input(&*panic) else { resume_unwind(panic) };
                    lacks = Some(format!(
                        "`{name}` is an `in` variable of a vertex shader, and no field of `implement_vertex!`: glium panics."
                    ));
                    (display.take(), Ok(()))
                }
            };
            write_page(&trace, seconds)?;
            outcome?;
            let (width, height) = display.size();
            Ok(Picture { trace, pixels: display.picture(), size: [width, height] })
        };
        let first = picture()?;
        let again = picture()?;
        if env::var_os(RENEWED).is_some() {
            eprintln!("    ({seconds:?}, &{:?}),", first.squares());
        }
        let remark = (checked::IS_THE_TEXTS && first.is_another(seconds))
            .then(|| "Your picture is not the text's. Did you want other colours, or another eye?".into());
        Ok(Drawn {
            first,
            again,
            pose: scene.pose(seconds),
            other_poses: [scene.pose(1000.0 * seconds), scene.pose(-seconds)],
            parts,
            palette: scene.palette(seconds),
            lacks,
            remark,
        })
    }

    /// Returns the fact about the shaders' `in` variables, of a TODO's step.
    fn inputs(&self, step: u8) -> Fact {
        let words = if self.lacks.is_none() { "all" } else { "not all" };
        let label = "the shaders' `in` variables that the vertices have".into();
        Fact { label, words: words.into(), step, note: self.lacks.clone() }
    }

    /// Adds the facts about the floor's draw call.
    pub fn floor(&self, facts: &mut Facts) {
        let draw = floor(&self.first.trace);
        facts.facts.push(self.inputs(2));
        let mut add = |label: &str, fact: &dyn Fn(&Draw) -> String| {
            facts.add_to_step(2, label, draw.map_or(NO_DRAW_CALL.into(), fact));
        };
        add("the floor's draw call", &call);
        add("uniforms of floor.vert that nobody set", &|draw| unset(draw, 0));
        add("the eye of the floor's camera", &|draw| eye(draw, "u_clip_from_world").into());
        add("gl_Position of the floor's corners", &|draw| {
            by_shader(draw, "u_clip_from_world", |_| Mat4::IDENTITY).into()
        });
        add("the sides that are left out", &|draw| match culled(draw) {
            hides_fronts @ ("those with counterclockwise corners" | "all") => hides_fronts.into(),
            _ => "at most those with clockwise corners".into(),
        });
        add("pixels that the floor covers", &covered);
    }

    /// Returns the facts about the draw call of bones.
    pub fn bones(&self) -> Facts {
        // With a skin the picture is its TODO's.
        let remark =
            self.remark.clone().or_else(|| self.remark_on_bones()).filter(|_| skin(&self.first.trace).is_empty());
        let mut facts = Facts { facts: vec![self.inputs(0)], remark, error: None };
        facts.add("the clearing of the picture", clearing(&self.first.trace));
        let background = self.first.trace.clears().into_iter().filter_map(|clear| clear.color).flatten();
        let is_bright = background.into_iter().any(|number| number > 1.0);
        facts.add("the largest number of the background's colour", if is_bright { "above 1" } else { "at most 1" });
        let draw = bones(&self.first.trace);
        let mut add = |label: &str, fact: &dyn Fn(&Draw) -> String| {
            facts.add(label, draw.map_or(NO_DRAW_CALL.into(), fact));
        };
        add("the bones' draw call", &call);
        add("the buffer with their vertices", &|draw| self.buffer(draw).into());
        add("uniforms of joints.vert that nobody set", &|draw| unset(draw, self.pose.parents.len()));
        add("the content of u_model", &|draw| self.models(draw).into());
        add("the camera of the bones", &|draw| eye(draw, "u_clip_from_model").into());
        add("the camera's aspect", &|draw| self.aspect(draw).into());
        add("the camera's horizon", &|draw| horizon(draw).into());
        add("gl_Position of the joints", &|draw| {
            let models = draw.uniform("u_model").map(matrices).unwrap_or_default();
            by_shader(draw, "u_clip_from_model", |nth| {
                let model = draw.vertices.get(nth).and_then(|vertex| models.get(*vertex as usize));
                model.copied().unwrap_or_default()
            })
            .into()
        });
        add("the joints in the picture", &whereabouts);
        add("the depth of the joints", &|draw| depths(draw).into());
        add("the depth test of the bones", &|draw| depth_test(draw).into());
        add("the viewport", &|draw| self.viewport(draw).into());
        add("pixels that the bones cover", &covered);
        add("the colour at the joints", &|draw| self.colour(draw));
        add("pixels that they cover once more", &|_| bones(&self.again.trace).map_or("none".into(), covered));
        facts
    }

    /// Returns the facts about the draw call of the skin.
    pub fn skin(&self) -> Facts {
        let mut facts = Facts { facts: vec![self.inputs(0)], remark: self.remark.clone(), error: None };
        let draws = skin(&self.first.trace);
        let draw = draws.first().copied();
        let mut add = |label: &str, fact: &dyn Fn(&Draw) -> String| {
            facts.add(label, draw.map_or(NO_DRAW_CALL.into(), fact));
        };
        add("the skin's draw call", &call);
        add("uniforms of its shaders that nobody set", &|draw| unset(draw, self.palette.len()));
        add("the content of u_palette", &|draw| self.palette(draw).into());
        add("the camera of the skin", &|draw| eye(draw, "u_clip_from_model").into());
        add("gl_Position of its vertices", &|draw| {
            let joints = draw.attribute("a_joints").map(|attribute| attribute.values.iter().flatten());
            if joints.is_some_and(|mut joints| joints.any(|joint| joint.fract() != 0.0)) {
                return "not known, since a_joints are no whole numbers".into();
            }
            let slots = draw.uniform("u_palette").map(matrices).unwrap_or_default();
            by_shader(draw, "u_clip_from_model", |nth| blended(draw, &slots, nth)).into()
        });
        add("its draw calls", &|_| match draws.len() {
            count if count == self.parts.len() => "one for each part".into(),
            1 => "one, for a figure of three parts".into(),
            count => format!("{count}, for a figure of three parts"),
        });
        add("the triangles of each part", &|_| self.triangles_of_parts(&draws).into());
        add("the texture of each part", &|_| self.textures_of_parts(&draws).into());
        add("the number of its triangles", &|_| triangles(&draws));
        add("the sides to which its triangles face", &|draw| facing(draw).into());
        add("the eye of the light", &|draw| light_eye(draw, floor(&self.first.trace)).into());
        add("the texture", &|draw| textures(draw).into());
        add("the sides that are left out", &|draw| culled(draw).into());
        add("the depth test of the skin", &|draw| depth_test(draw).into());
        add("pixels that the skin covers", &covered);
        facts
    }

    /// Returns a sentence about bones that do not have the text's colour anywhere. Which one is right nobody knows.
    fn remark_on_bones(&self) -> Option<String> {
        let mut pixels = self.first.pixels.chunks_exact(4);
        let has_colour = pixels.any(|pixel| pixel.iter().zip(BONES).all(|(a, b)| a.abs_diff(b) <= BONES_BOUND));
        let words = "No pixel has the colour of the text's bones. Did you want another one? Otherwise: does `program!` name \
                     bones.frag, does that write `color`, and are its numbers from 0 to 1?";
        (checked::IS_THE_TEXTS && !has_colour).then(|| words.into())
    }

    /// Returns whose vertices are drawn as bones.
    fn buffer(&self, draw: &Draw) -> &'static str {
        let positions = |draw: &Draw| draw.attribute("a_position").map(|attribute| attribute.values.clone());
        let floor = floor(&self.first.trace).and_then(positions).filter(|values| !values.is_empty());
        if floor.is_some() && floor == positions(draw) { "the floor's" } else { "their own" }
    }

    /// Returns which triangles the skin's draw calls draw, one for each part.
    fn triangles_of_parts(&self, draws: &[&Draw]) -> &'static str {
        let all: Vec<u32> = self.parts.iter().flat_map(|part| part.indices.clone()).collect();
        let mut start = 0;
        let mut is_own = true;
        let mut is_all = true;
        let mut is_in_triangles = true;
        for (draw, part) in draws.iter().zip(&self.parts) {
            let end = start + part.indices.len();
            let drawn = draw.indices.as_deref().unwrap_or_default();
            is_own &= drawn == part.indices;
            is_all &= drawn == all;
            is_in_triangles &= drawn == &all[start / 3..end / 3];
            start = end;
        }
        match () {
            () if is_own => "the part's",
            () if is_all => "those of the whole figure",
            () if is_in_triangles => "those of a range in triangles",
            () => "others",
        }
    }

    /// Returns which texture the skin's draw calls have, one for each part.
    fn textures_of_parts(&self, draws: &[&Draw]) -> &'static str {
        let mut sizes = Vec::new();
        for draw in draws {
            sizes.extend(draw.textures.first().map(|texture| texture.size));
        }
        let right: Vec<(u32, u32)> = self.parts.iter().map(|part| part.size).collect();
        match () {
            () if sizes == right => "the part's",
            () if sizes.iter().all(|size| Some(size) == right.first()) => "the first part's",
            () => "others",
        }
    }

    fn palette(&self, draw: &Draw) -> &'static str {
        let Some(uniform) = draw.uniform("u_palette") else { return "no such list in the shader" };
        let slots = matrices(uniform);
        let transposed: Vec<Mat4> = self.palette.iter().map(Mat4::transpose).collect();
        let first = self.palette.get(..2).unwrap_or_default().to_vec();
        let known = [
            ("what `palette` returns", self.palette.clone()),
            ("transposed matrices", transposed),
            ("zeros", vec![Mat4::ZERO; self.palette.len()]),
            ("each joint's matrix to the world", self.pose.world_from_joints(self.pose.world_from_model)),
            ("the first of what `palette` returns, and then others", first),
        ];
        known_as(&slots, &known).unwrap_or("other matrices")
    }

    /// Returns what the elements of `u_model` are, beside the pose of the program's own figure.
    fn models(&self, draw: &Draw) -> &'static str {
        let Some(uniform) = draw.uniform("u_model") else { return "no such list in the shader" };
        let models = matrices(uniform);
        let right = self.pose.world_from_joints(self.pose.world_from_model);
        let camera =
            draw.uniform("u_clip_from_model").and_then(|camera| matrices(camera).first().copied()).unwrap_or_default();
        let [late, early] = self.other_poses.each_ref().map(|pose| pose.world_from_joints(pose.world_from_model));
        let known = [
            ("each joint's matrix to the world", right.clone()),
            ("each joint's matrix to the model, not to the world", self.pose.world_from_joints(Mat4::IDENTITY)),
            ("each joint's matrix to its parent", self.pose.locals.clone()),
            ("matrices that make the figure a hundred times too large", self.scaled(100.0)),
            ("matrices that make the figure a hundred times too small", self.scaled(0.01)),
            (
                "the camera's matrix times each joint's, and joints.vert multiplies by the camera again",
                right.iter().map(|world_from_joint| camera * *world_from_joint).collect(),
            ),
            ("transposed matrices", right.iter().map(Mat4::transpose).collect()),
            ("zeros", vec![Mat4::ZERO; right.len()]),
            ("the identity everywhere", vec![Mat4::IDENTITY; right.len()]),
            ("each joint's matrix to the world at a thousand times the seconds", late),
            ("each joint's matrix to the world at minus the seconds", early),
        ];
        if let Some(words) = known_as(&models, &known) {
            return words;
        }
        match () {
            () if !right.iter().zip(&models).take(2).all(|(a, b)| a.abs_diff_eq(*b, 1e-3)) => "other matrices",
            () if models.len() < right.len() => {
                "the first joints' matrices to the world, and the list has no more elements"
            }
            () if uniform.elements[..right.len()].iter().any(Vec::is_empty) => {
                "the first joints' matrices to the world, and then zeros"
            }
            () => "the first joints' matrices to the world, and then others",
        }
    }

    fn scaled(&self, factor: f32) -> Vec<Mat4> {
        self.pose.world_from_joints(self.pose.world_from_model * Mat4::from_scale(Vec3::splat(factor)))
    }

    /// Returns how the camera's aspect fits the picture: the ratio of what it does with x and with y.
    fn aspect(&self, draw: &Draw) -> &'static str {
        let clip_from_model = draw.uniform("u_clip_from_model").map(matrices).unwrap_or_default();
        let Some(clip_from_model) = clip_from_model.first() else { return "not known" };
        let [width, height] = self.first.size.map(|pixels| pixels as f32);
        let [x, y] = [0, 1].map(|row| clip_from_model.row(row).truncate().length());
        let ratio = x * width / (y * height);
        match () {
            () if (ratio - 1.0).abs() < 0.01 => "the picture's",
            () if (y / x - 4.0 / 3.0).abs() < 0.01 => "that of a picture of 4 to 3",
            () if (ratio * (height / width).powi(2) - 1.0).abs() < 0.01 => "the picture's, upside down",
            () => "another's",
        }
    }

    fn viewport(&self, draw: &Draw) -> &'static str {
        let [width, height] = self.first.size;
        let whole = Rect { left: 0, bottom: 0, width, height };
        match draw.scissor {
            _ if draw.viewport != whole => "another rectangle",
            Some(scissor) if scissor != whole => "the whole picture, of which `scissor` leaves a part",
            _ => "the whole picture",
        }
    }

    /// Returns whose colour the pixels at most joints have.
    fn colour(&self, draw: &Draw) -> String {
        let clears = self.first.trace.clears();
        let Some(background) = clears.last().and_then(|clear| clear.color) else { return "not known".into() };
        let background = background.map(|part| (255.0 * part).round() as i32);
        let [width, height] = self.first.size;
        let mut joints = 0;
        let mut hidden = 0;
        for clip in draw.clip.iter().flatten().filter(|clip| Place::of(**clip) == Place::Inside) {
            let [x, y, _, w] = clip;
            let [column, row] = [(0.5 + 0.5 * x / w) * width as f32, (0.5 - 0.5 * y / w) * height as f32];
            let mut is_seen = false;
            for (down, right) in (0..9).map(|number| (number / 3 - 1, number % 3 - 1)) {
                let [column, row] = [column as i32 + right, row as i32 + down];
                if (0..width as i32).contains(&column) && (0..height as i32).contains(&row) {
                    let start = 4 * (row as usize * width as usize + column as usize);
                    let pixel = &self.first.pixels[start..start + 3];
                    is_seen |= pixel.iter().zip(background).any(|(a, b)| (i32::from(*a) - b).abs() > 2);
                }
            }
            joints += 1;
            hidden += usize::from(!is_seen);
        }
        match joints {
            0 => "unknown without a joint in the picture".into(),
            _ if 2 * hidden > joints => format!("the background's{}", obstacle(draw)),
            _ => "their own".into(),
        }
    }
}

/// Returns the `in` variable of a shader that no vertex has, if that is why glium has panicked.
fn missing_input(panic: &(dyn Any + Send)) -> Option<&str> {
    let message = panic.downcast_ref::<String>()?;
    message.strip_prefix("The program attribute `")?.strip_suffix("` is missing in the vertex bindings")
}

/// Returns which camera has the light's eye: the skin's, or only the floor's.
fn light_eye(draw: &Draw, floor: Option<&Draw>) -> &'static str {
    let Some([x, y, z]) = draw.uniform("u_eye").map(|eye| &eye.elements[0][..]) else { return "not known" };
    let eye = Vec4::new(*x as f32, *y as f32, *z as f32, 1.0);
    let Some(camera) = draw.uniform("u_clip_from_model") else { return "not known" };
    let floors = floor.and_then(|floor| floor.uniform("u_clip_from_world"));
    match () {
        () if is_at_eye(eye, camera) => "the camera's",
        () if floors.is_some_and(|camera| is_at_eye(eye, camera)) => {
            "that of the floor's camera, and the skin has another"
        }
        () => "another place",
    }
}

/// Returns whether a point is at a camera's eye: there w, the distance from it, is 0, and x and y too.
fn is_at_eye(point: Vec4, camera: &Uniform) -> bool {
    let clip = matrices(camera)[0] * point;
    clip.x.abs() + clip.y.abs() + clip.w.abs() < 1e-3
}

/// Returns how many triangles draw calls draw, of those in the figure's file, which is in the current folder.
fn triangles(draws: &[&Draw]) -> String {
    let mut count = 0;
    for draw in draws {
        count += draw.indices.as_ref().map_or(draw.buffer_vertices, Vec::len) / 3;
    }
    match armature_formats::load(FIGURE) {
        Ok(loaded) => {
            let indices: usize = loaded.model.parts.iter().map(|part| part.mesh.indices.len()).sum();
            match (3 * count).cmp(&indices) {
                Ordering::Equal => "the file's".into(),
                Ordering::Less => "fewer than in the file".into(),
                Ordering::Greater => "more than in the file".into(),
            }
        }
        Err(error) => error.to_string(),
    }
}

/// Returns whether triangles face to the side to which their vertices' normals point, but for a few.
fn facing(draw: &Draw) -> &'static str {
    let vectors = ["a_position", "a_normal"].map(|name| draw.attribute(name));
    let ([Some(positions), Some(normals)], Some(indices)) = (vectors, &draw.indices) else { return "not known" };
    let mut along = 0;
    let mut against = 0;
    for corners in indices.chunks_exact(3) {
        let mut points = [Vec3::ZERO; 3];
        let mut normal = Vec3::ZERO;
        for (point, vertex) in points.iter_mut().zip(corners) {
            let Ok(nth) = draw.vertices.binary_search(vertex) else { continue };
            *point = vector(&positions.values[nth]);
            normal += vector(&normals.values[nth]);
        }
        let [a, b, c] = points;
        let face = (b - a).cross(c - a);
        along += usize::from(face.dot(normal) > 0.0);
        against += usize::from(face.dot(normal) < 0.0);
    }
    match () {
        () if 9 * against <= along => "those to which their normals point",
        () if 9 * along <= against => "those from which their normals point away",
        () => "now those to which their normals point, and now the others",
    }
}

fn vector(numbers: &[f64]) -> Vec3 {
    match numbers {
        [x, y, z] => Vec3::new(*x as f32, *y as f32, *z as f32),
        _ => Vec3::ZERO,
    }
}

/// Returns the draw call of the floor: the first of triangles whose shader has neither joints nor bones.
fn floor(trace: &Trace) -> Option<&Draw> {
    let is_floor = |draw: &&Draw| draw.uniform("u_model").is_none() && draw.attribute("a_joints").is_none();
    trace.draws().into_iter().find(is_floor)
}

/// Returns the draw calls of the skin: those whose vertices have joints, or else the first of triangles by indices.
fn skin(trace: &Trace) -> Vec<&Draw> {
    let mut draws = trace.draws();
    let first = draws.iter().position(|draw| draw.primitive == PrimitiveType::TrianglesList && draw.indices.is_some());
    let first = first.map(|index| draws[index]);
    draws.retain(|draw| draw.attribute("a_joints").is_some() || draw.uniform("u_palette").is_some());
    if draws.is_empty() { first.into_iter().collect() } else { draws }
}

fn textures(draw: &Draw) -> &'static str {
    match draw.textures.first() {
        Some(texture) if texture.is_srgb => "one of sRGB-encoded colours",
        Some(_) => "one of linear colours",
        _ => "none",
    }
}

fn culled(draw: &Draw) -> &'static str {
    match draw.culling {
        BackfaceCullingMode::CullingDisabled => "none",
        BackfaceCullingMode::CullClockwise => "those with clockwise corners",
        BackfaceCullingMode::CullCounterClockwise => "those with counterclockwise corners",
    }
}

/// Returns whether a draw call covers pixels.
fn covered(draw: &Draw) -> String {
    let is_written = draw.samples != Some(0) && draw.color_mask[..3] != [false; 3];
    if is_written { "some".into() } else { format!("none{}", obstacle(draw)) }
}

/// Returns the draw parameter that may keep pixels from being seen, to stand after "none" or "the background's".
fn obstacle(draw: &Draw) -> &'static str {
    match () {
        () if draw.scissor.is_some() => ", by `scissor`",
        () if draw.color_mask != [true; 4] => ", by `color_mask`",
        () if draw.blend != Blend::default() => ", by `blend`",
        () => "",
    }
}

/// Returns the words of the first list of matrices with which another begins.
pub fn known_as(matrices: &[Mat4], known: &[(&'static str, Vec<Mat4>)]) -> Option<&'static str> {
    for (words, expected) in known {
        let mut pairs = expected.iter().zip(matrices);
        if matrices.len() >= expected.len() && pairs.all(|(a, b)| a.abs_diff_eq(*b, 1e-3)) {
            return Some(words);
        }
    }
    None
}

/// Returns what a shader has made of its vertices: `camera` is the uniform of the camera's matrix, and `own` returns the
/// matrix of a vertex, by its place among those that are drawn.
fn by_shader(draw: &Draw, camera: &str, own: impl Fn(usize) -> Mat4) -> &'static str {
    let camera = draw.uniform(camera).map(matrices).unwrap_or_default();
    let clip = draw.clip.as_ref().filter(|clip| !clip.is_empty());
    let (Some(camera), Some(vertices), Some(clip)) = (camera.first(), draw.attribute("a_position"), clip) else {
        return "not known";
    };
    let mut is_by_matrices = true;
    let mut is_by_nothing = true;
    for (nth, clip) in clip.iter().enumerate() {
        let Some([x, y, z]) = vertices.values.get(nth).map(Vec::as_slice) else { continue };
        let own = own(nth);
        // Weights whose sum is not 1 make another w, which a shader may keep or not.
        if !own.row(3).abs_diff_eq(Vec4::W, 1e-3) {
            continue;
        }
        let vertex = Vec4::new(*x as f32, *y as f32, *z as f32, 1.0);
        let clip = Vec4::from_array(*clip);
        let tolerance = 1e-3 * (1.0 + clip.abs().max_element());
        is_by_matrices &= (*camera * own * vertex).abs_diff_eq(clip, tolerance);
        is_by_nothing &= vertex.abs_diff_eq(clip, tolerance);
    }
    match (is_by_matrices, is_by_nothing) {
        (true, _) => "what the matrices make of them",
        (_, true) => "the vertices as they are",
        _ => "something else",
    }
}

/// Returns the sum of the palette's matrices by a vertex's weights.
fn blended(draw: &Draw, slots: &[Mat4], nth: usize) -> Mat4 {
    let [joints, weights] =
        ["a_joints", "a_weights"].map(|name| draw.attribute(name).and_then(|it| it.values.get(nth)));
    let (Some(joints), Some(weights)) = (joints, weights) else { return Mat4::ZERO };
    let mut sum = Mat4::ZERO;
    for (joint, weight) in joints.iter().zip(weights) {
        sum += slots.get(*joint as usize).copied().unwrap_or_default() * *weight as f32;
    }
    sum
}

/// Returns how the world's y lies in the picture.
fn horizon(draw: &Draw) -> &'static str {
    let camera = draw.uniform("u_clip_from_model").map(matrices).unwrap_or_default();
    match camera.first() {
        None => "not known",
        Some(camera) if camera.row(0).y.abs() > 1e-3 => "tilted",
        Some(camera) if camera.row(1).y < 0.0 => "upside down",
        Some(_) => "level",
    }
}

/// Returns what a matrix of a camera does: its last row is the direction of view and the distance from the eye.
fn eye(draw: &Draw, uniform: &str) -> &'static str {
    let matrices = draw.uniform(uniform).map(matrices).unwrap_or_default();
    let Some(matrix) = matrices.first() else { return "not known" };
    let last = matrix.row(3);
    let slant =
        matrix.row(0).truncate().dot(last.truncate()).abs() + matrix.row(1).truncate().dot(last.truncate()).abs();
    match last.truncate().length() {
        _ if !matrix.is_finite() => "none: numbers that are infinite or NaN",
        _ if *matrix == Mat4::ZERO => "zeros",
        _ if last.abs_diff_eq(Vec4::W, 1e-4) => "one without perspective: a last row 0 0 0 1",
        length if (length - 1.0).abs() > 1e-3 => "none: a last row without a direction of length 1",
        _ if slant > 1e-3 => "none: rows without right angles between them",
        _ if last.w.abs() < 1e-4 => "one at the world's origin",
        _ if last.w < 0.0 => "one that looks away from the origin",
        _ => "one that looks towards the origin",
    }
}

/// Returns the draw call of bones: that whose shader has a list of matrices `u_model`, or else the first of lines.
fn bones(trace: &Trace) -> Option<&Draw> {
    let draws = trace.draws();
    let with_models = draws.iter().find(|draw| draw.uniform("u_model").is_some());
    with_models.or_else(|| draws.iter().find(|draw| draw.primitive == PrimitiveType::LinesList)).copied()
}

/// Returns how the picture is cleared.
fn clearing(trace: &Trace) -> String {
    let Some(index) = trace.events.iter().rposition(|event| matches!(event, Event::Clear(_))) else {
        return "none".into();
    };
    let Event::Clear(Clear { color, depth, .. }) = &trace.events[index] else { unreachable!("it is a clear") };
    let what = match (color, depth) {
        (Some(_), Some(1.0)) => "colour and depth 1".into(),
        (Some(_), Some(depth)) => format!("colour and depth {depth}"),
        (Some(_), None) => "colour alone".into(),
        (None, _) => "depth alone".into(),
    };
    if index == 0 { format!("{what}, before all draw calls") } else { format!("{what}, after a draw call") }
}

fn call(draw: &Draw) -> String {
    let primitive = match draw.primitive {
        PrimitiveType::Points => "points",
        PrimitiveType::LinesList => "lines",
        PrimitiveType::LineLoop => "a line loop",
        PrimitiveType::LineStrip => "a line strip",
        PrimitiveType::TrianglesList => "triangles",
        PrimitiveType::TriangleStrip => "a triangle strip",
        PrimitiveType::TriangleFan => "a triangle fan",
        _ => "another primitive",
    };
    let by = match &draw.indices {
        None => "without an index buffer",
        Some(indices) if indices.is_empty() => "by an empty index buffer",
        Some(_) => "by an index buffer",
    };
    let mode = match draw.polygon_mode {
        PolygonMode::Line if primitive.contains("triangle") => ", of which the edges are drawn",
        PolygonMode::Point if primitive.contains("triangle") => ", of which the corners are drawn",
        _ => "",
    };
    format!("{primitive}, {by}{mode}")
}

/// Returns the uniforms that nobody set. Of a list of matrices only the first `used` elements count.
fn unset(draw: &Draw, used: usize) -> String {
    let mut names = Vec::new();
    for uniform in &draw.uniforms {
        let count = if uniform.is_array { used } else { 1 };
        match uniform.elements.iter().take(count).filter(|numbers| numbers.is_empty()).count() {
            0 => {}
            unset if unset == count => names.push(uniform.name.clone()),
            _ => names.push(format!("some of {}", uniform.name)),
        }
    }
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

/// Returns where the joints are that the bones' vertex shader has placed. Of those that are not in the picture it names the
/// place of the most; a camera that is near has some beside it.
fn whereabouts(draw: &Draw) -> String {
    let Some(clip) = &draw.clip else { return "unknown: the vertex shader could not be run again".into() };
    let mut outside: Vec<Place> = clip.iter().map(|position| Place::of(*position)).collect();
    outside.retain(|place| *place != Place::Inside);
    let is_none_inside = outside.len() == clip.len();
    if !is_none_inside {
        outside.retain(|place| *place != Place::Beside);
    }
    let Some(most) = outside.iter().max_by_key(|place| outside.iter().filter(|other| other == place).count()) else {
        return if clip.is_empty() { "there is none".into() } else { "all".into() };
    };
    format!("{}: {}", if is_none_inside { "none" } else { "not all" }, most.words())
}

/// Returns how the depth grows from the joint nearest to the eye to the farthest.
fn depths(draw: &Draw) -> &'static str {
    let mut places: Vec<Vec4> = draw.clip.iter().flatten().map(|clip| Vec4::from_array(*clip)).collect();
    places.retain(|place| place.is_finite() && place.w > 0.0);
    places.sort_by(|a, b| a.w.total_cmp(&b.w));
    let [nearest, .., farthest] = places[..] else { return "not known" };
    match farthest.z / farthest.w - nearest.z / nearest.w {
        _ if farthest.w - nearest.w < 1e-3 => "not known",
        growth if growth.abs() < 1e-6 => "the same everywhere",
        growth if growth > 0.0 => "smaller where they are nearer",
        _ => "larger where they are nearer",
    }
}

fn matrices(uniform: &Uniform) -> Vec<Mat4> {
    let mut matrices = Vec::new();
    for numbers in &uniform.elements {
        let mut columns = [0.0; 16];
        for (column, number) in columns.iter_mut().zip(numbers) {
            *column = *number as f32;
        }
        matrices.push(Mat4::from_cols_array(&columns));
    }
    matrices
}

fn depth_test(draw: &Draw) -> &'static str {
    match (draw.depth_test, draw.depth_write) {
        (DepthTest::Overwrite, _) => "off: everything passes",
        (DepthTest::IfLess | DepthTest::IfLessOrEqual, true) => "the nearer passes",
        (DepthTest::IfLess | DepthTest::IfLessOrEqual, false) => "the nearer passes, without keeping its depth",
        (DepthTest::IfMore | DepthTest::IfMoreOrEqual, _) => "the farther passes",
        _ => "another one",
    }
}
