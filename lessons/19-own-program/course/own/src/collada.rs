//! Reads a figure from a Collada file, with what I wrote in the lessons.

use crate::figure::{Figure, Part, TICKS_PER_SECOND, Vertex};
use crate::lessons::lesson_05::{add_joints, matrix_from_text, to_our_axes};
use crate::lessons::lesson_11::{four_strongest, influences, joint_from_mesh, skeleton_joints};
use crate::lessons::lesson_12::tracks;
use crate::lessons::{Channel, Clip, Influence, Input, Joint, MAX_JOINTS, Reader, Tools, Track, UpAxis, offset_of};
use crate::picture::Picture;
use glam::{Mat4, Vec2, Vec3};
use roxmltree::{Document, Node};
use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::path::Path;

pub fn read(path: &str) -> Result<Figure, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let document = &Document::parse(&text)?;
    let joints = read_joints(document)?;
    let names = words(source(document, only(document, "joints")?, "JOINT")?);
    if names.len() >= MAX_JOINTS {
        return Err(format!("the skin has {} joints, and the shader has {MAX_JOINTS} matrices", names.len()).into());
    }
    let inverse_binds = numbers(source(document, only(document, "joints")?, "INV_BIND_MATRIX")?)?;
    if inverse_binds.len() != 16 * names.len() {
        return Err(format!("{} joints have {} numbers of inverse binds", names.len(), inverse_binds.len()).into());
    }
    let bind_from_mesh = matrix_from_text(only(document, "bind_shape_matrix")?.text().unwrap_or_default())?;
    let (vertices, indices) = read_mesh(document, &read_influences(document, names.len())?)?;
    let whole = Part { indices: 0..indices.len(), picture: read_picture(document, path)? };
    let tracks = read_tracks(document, &joints)?;
    Ok(Figure {
        skin_joints: skeleton_joints(&names, &joints)?,
        joint_from_mesh: joint_from_mesh(&inverse_binds, bind_from_mesh),
        joints,
        world_from_file: world_from_file(document)?,
        vertices,
        indices,
        parts: vec![whole],
        clips: read_clips(document, &tracks)?,
        tracks,
    })
}

fn read_joints(document: &Document) -> Result<Vec<Joint>, Box<dyn Error>> {
    let scene = only(document, "visual_scene")?;
    let mut joints = Vec::new();
    add_joints(&Reader, scene, None, Mat4::IDENTITY, &mut joints)?;
    if joints.len() > MAX_JOINTS {
        return Err(format!("there are {} joints, and the shaders have matrices for {MAX_JOINTS}", joints.len()).into());
    }
    let nodes = scene.descendants().filter(|node| node.attribute("type") == Some("JOINT"));
    for (joint, node) in joints.iter_mut().zip(nodes) {
        let matrix = node.children().find(|child| child.has_tag_name("matrix"));
        joint.sid = joint.name.clone(); // by which a skin calls it, and 11.2 finds it
        joint.id = node.attribute("id").unwrap_or_default().to_owned(); // by which a channel calls it, with its matrix
        joint.matrix_sid = matrix.and_then(|matrix| matrix.attribute("sid")).unwrap_or_default().to_owned();
    }
    Ok(joints)
}

/// Returns what `to_our_axes` makes of a root at the origin: the matrix from the file's space to ours.
fn world_from_file(document: &Document) -> Result<Mat4, Box<dyn Error>> {
    let up_axis = match only(document, "up_axis")?.text() {
        Some("X_UP") => UpAxis::X,
        Some("Z_UP") => UpAxis::Z,
        _ => UpAxis::Y,
    };
    let meter = number(only(document, "unit")?.attribute("meter").unwrap_or("1"))?;
    let mut root = [Joint::new(String::new(), None, Mat4::IDENTITY)];
    to_our_axes(up_axis, meter, &mut root);
    Ok(root[0].parent_from_joint)
}

/// Returns the element with this tag, of which there must be one.
fn only<'a, 'text>(document: &'a Document<'text>, tag: &str) -> Result<Node<'a, 'text>, String> {
    let elements: Vec<Node> = document.descendants().filter(|element| element.has_tag_name(tag)).collect();
    match elements[..] {
        [element] => Ok(element),
        _ => Err(format!("there are {} <{tag}>, and this program reads files with one", elements.len())),
    }
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("\"{word}\" is not a number that is valid here"))
}

/// Returns the influences of each position of the mesh, one to four.
fn read_influences(document: &Document, joints: usize) -> Result<Vec<Vec<Influence>>, Box<dyn Error>> {
    let element = only(document, "vertex_weights")?;
    let inputs = inputs(element)?;
    let vcount: Vec<usize> = numbers::<u16>(only(document, "vcount")?)?.into_iter().map(usize::from).collect();
    let v: Vec<i32> = numbers(only(document, "v")?)?;
    let weights: Vec<f32> = numbers(source(document, element, "WEIGHT")?)?;
    let expected = stride(&inputs) * vcount.iter().sum::<usize>();
    if v.len() != expected {
        return Err(format!("<v> has {} numbers, and <vcount> asks for {expected}", v.len()).into());
    }
    for group in v.chunks(stride(&inputs)) {
        let is_joint = (-1..joints as i32).contains(&group[offset_of(&inputs, "JOINT")]);
        let is_weight = (0..weights.len() as i32).contains(&group[offset_of(&inputs, "WEIGHT")]);
        if !is_joint || !is_weight {
            return Err(format!("{group:?} in <v> are not a joint and its weight").into());
        }
    }
    let mut kept = Vec::new();
    for influences in influences(&inputs, &vcount, &v, &weights, joints) {
        kept.push(match four_strongest(&influences) {
            none if none.is_empty() => vec![Influence { slot: joints, weight: 1.0 }],
            strongest => strongest,
        });
    }
    Ok(kept)
}

/// Returns the vertices of the mesh and three indices for each triangle: each different corner is a vertex.
fn read_mesh(document: &Document, influences: &[Vec<Influence>]) -> Result<(Vec<Vertex>, Vec<u16>), Box<dyn Error>> {
    let triangles = only(document, "triangles")?;
    let inputs = inputs(triangles)?;
    let positions: Vec<f32> = numbers(source(document, triangles, "VERTEX")?)?;
    let normals: Vec<f32> = numbers(source(document, triangles, "NORMAL")?)?;
    let texcoords: Vec<f32> = numbers(source(document, triangles, "TEXCOORD")?)?;
    let corners: Vec<usize> = numbers(only(document, "p")?)?;
    if corners.len() % (3 * stride(&inputs)) != 0 {
        return Err(format!("{} numbers in <p> are not whole triangles", corners.len()).into());
    }
    let mut vertices = Vec::new();
    let mut indices = Vec::new();
    let mut index_of = HashMap::new();
    for corner in corners.chunks(stride(&inputs)) {
        let position = corner[offset_of(&inputs, "VERTEX")];
        let normal = corner[offset_of(&inputs, "NORMAL")];
        let texcoord = corner[offset_of(&inputs, "TEXCOORD")];
        let index = *index_of.entry((position, normal, texcoord)).or_insert(vertices.len());
        if index == vertices.len() {
            vertices.push(Vertex {
                position: Vec3::from_slice(element(&positions, position, 3)?),
                normal: Vec3::from_slice(element(&normals, normal, 3)?),
                texcoord: Vec2::from_slice(element(&texcoords, texcoord, 2)?),
                influences: influences.get(position).ok_or("there are fewer influences than positions")?.clone(),
            });
        }
        indices.push(u16::try_from(index).map_err(|_| "there are more than 65,536 vertices: an index has 16 bits")?);
    }
    Ok((vertices, indices))
}

/// Reads the picture, whose file is beside the document's.
fn read_picture(document: &Document, path: &str) -> Result<Picture, Box<dyn Error>> {
    let image = only(document, "library_images")?.descendants().find(|element| element.has_tag_name("init_from"));
    let name = image.and_then(|image| image.text()).ok_or("there is no picture in <library_images>")?;
    let path = Path::new(path).with_file_name(name);
    let picture = fs::read(&path).map_err(Box::from).and_then(|file| Picture::read(&file));
    picture.map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Returns the `<input>`s of an element.
fn inputs(element: Node) -> Result<Vec<Input>, String> {
    let mut inputs = Vec::new();
    for input in element.children().filter(|child| child.has_tag_name("input")) {
        let semantic = input.attribute("semantic").unwrap_or_default().to_owned();
        let offset: u8 = number(input.attribute("offset").unwrap_or("0"))?;
        inputs.push(Input { semantic, offset: offset.into() });
    }
    Ok(inputs)
}

/// Returns how many numbers a group has, which is one more than the largest offset.
fn stride(inputs: &[Input]) -> usize {
    inputs.iter().map(|input| input.offset + 1).max().unwrap_or(1)
}

/// Returns the list that an `<input>` of an element names.
fn source<'a>(document: &'a Document, element: Node, semantic: &str) -> Result<Node<'a, 'a>, String> {
    let mut inputs = element.children();
    let input = inputs.find(|input| input.attribute("semantic") == Some(semantic));
    let link = input.and_then(|input| input.attribute("source")).ok_or(format!("there is no {semantic}"))?;
    let source = with_id(document, link)?;
    if source.has_tag_name("vertices") && semantic == "VERTEX" {
        return self::source(document, source, "POSITION");
    }
    source.first_element_child().ok_or(format!("{link} is empty"))
}

/// Returns the element that `#id` names.
fn with_id<'a>(document: &'a Document, link: &str) -> Result<Node<'a, 'a>, String> {
    let id = link.trim_start_matches('#');
    let mut elements = document.descendants();
    elements.find(|element| element.attribute("id") == Some(id)).ok_or(format!("nothing has the id {id}"))
}

fn words(list: Node) -> Vec<String> {
    list.text().unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

fn numbers<T: std::str::FromStr>(list: Node) -> Result<Vec<T>, String> {
    list.text().unwrap_or_default().split_whitespace().map(number).collect()
}

/// Returns the numbers of an element of a list in which each has `size`.
fn element(list: &[f32], index: usize, size: usize) -> Result<&[f32], String> {
    let element = list.chunks_exact(size).nth(index);
    element.ok_or(format!("a corner has the number {index}, and there are only {}", list.len() / size))
}

fn read_tracks(document: &Document, joints: &[Joint]) -> Result<Vec<Option<Track>>, Box<dyn Error>> {
    let mut channels = Vec::new();
    for channel in document.descendants().filter(|element| element.has_tag_name("channel")) {
        let sampler = with_id(document, channel.attribute("source").unwrap_or_default())?;
        let mut times: Vec<f32> = numbers(source(document, sampler, "INPUT")?)?;
        for time in &mut times {
            *time *= TICKS_PER_SECOND;
        }
        let target = channel.attribute("target").unwrap_or_default().to_owned();
        channels.push(Channel { target, times, floats: numbers(source(document, sampler, "OUTPUT")?)? });
    }
    let tracks = tracks(joints, &channels, &Tools)?;
    for (joint, track) in joints.iter().zip(&tracks) {
        let Some(Track { translations, rotations, scales, .. }) = track else { continue };
        for (times, keys) in [
            (translations.times.len(), translations.values.len()),
            (rotations.times.len(), rotations.values.len()),
            (scales.times.len(), scales.values.len()),
        ] {
            if times != keys {
                return Err(format!("{} has {times} times for {keys} keys", joint.name).into());
            }
        }
    }
    Ok(tracks)
}

/// Returns the clips. A file that says nothing of clips has one, from its first key to its last.
fn read_clips(document: &Document, tracks: &[Option<Track>]) -> Result<Vec<Clip>, Box<dyn Error>> {
    let mut clips = Vec::new();
    for clip in document.descendants().filter(|element| element.has_tag_name("animation_clip")) {
        let name = clip.attribute("name").or(clip.attribute("id")).unwrap_or_default();
        let start: f32 = number(clip.attribute("start").unwrap_or("0"))?;
        let end: f32 = number(clip.attribute("end").ok_or(format!("the clip {name} has no end"))?)?;
        clips.push(new_clip(name, start * TICKS_PER_SECOND, end * TICKS_PER_SECOND)?);
    }
    if clips.is_empty() {
        let mut start = f32::INFINITY;
        let mut end = f32::NEG_INFINITY;
        for Track { translations, rotations, scales, .. } in tracks.iter().flatten() {
            for time in translations.times.iter().chain(&rotations.times).chain(&scales.times) {
                start = start.min(*time);
                end = end.max(*time);
            }
        }
        clips.push(new_clip("all", start, end)?);
    }
    Ok(clips)
}

fn new_clip(name: &str, start: f32, end: f32) -> Result<Clip, String> {
    if end - start > 0.0 && (end - start).is_finite() {
        Ok(Clip { name: name.to_owned(), start, end, ticks_per_second: TICKS_PER_SECOND })
    } else {
        Err(format!("the clip {name} does not end after it begins: is there no animation?"))
    }
}
