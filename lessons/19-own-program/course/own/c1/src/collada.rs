use crate::figure::{Figure, TICKS_PER_SECOND, Vertex};
use crate::lessons::lesson_12::tracks;
use crate::lessons::{Channel, Clip, Influence, Input, Joint, MAX_JOINTS, Reader, Tools, Track, UpAxis, offset_of};

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
    let tracks = read_tracks(document, &joints)?;
    Ok(Figure {
        skin_joints: skeleton_joints(&names, &joints)?,
        joint_from_mesh: joint_from_mesh(&inverse_binds, bind_from_mesh),
        joints,
        world_from_file: world_from_file(document)?,
        vertices,
        indices,
        picture: read_picture(document, path)?,
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
