use crate::figure::{Figure, Vertex};
use crate::lessons::lesson_04::{add_joints, matrix_from_text, to_our_axes};
use crate::lessons::lesson_11::{four_strongest, influences, joint_from_mesh, skeleton_joints};
use crate::lessons::{Influence, Input, Joint, MAX_JOINTS, Reader, UpAxis, offset_of};
use crate::picture::Picture;
use glam::{Mat4, Vec2, Vec3};
use std::collections::HashMap;
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
    Ok(Figure {
        skin_joints: skeleton_joints(&names, &joints)?,
        joint_from_mesh: joint_from_mesh(&inverse_binds, bind_from_mesh),
        joints,
        world_from_file: world_from_file(document)?,
        vertices,
        indices,
        picture: read_picture(document, path)?,
    })
}

fn read_joints(document: &Document) -> Result<Vec<Joint>, Box<dyn Error>> {
    let mut joints = Vec::new();
    add_joints(&Reader, only(document, "visual_scene")?, None, Mat4::IDENTITY, &mut joints)?;
    if joints.len() > MAX_JOINTS {
        return Err(format!("there are {} joints, and the shaders have matrices for {MAX_JOINTS}", joints.len()).into());
    }
    for joint in &mut joints {
        joint.sid = joint.name.clone(); // by which a skin calls it, and 11.2 finds it
    }
    Ok(joints)
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
