//! Materials: `<material>` -> `<effect>` -> colours, or sampler -> surface -> `<image>`.

use super::reader::{Element, Reader, attribute, child, children, id_of, text};
use crate::collada::{
    PROFILE,
    error::{Error, Location},
    limits::MAX_ADDRESS_BYTES,
};
use crate::loading::balance::PICTURES;
use armature::model::{Opacity, Sampling, Wrap};
use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
};

/// A material as the file has it.
#[derive(Clone, Debug)]
pub struct MaterialData {
    /// Its place, with its id.
    pub location: Location,
    /// Its name, or else its id.
    pub name: String,
    /// The properties of its effect, shared by all materials with that effect.
    pub effect: Arc<Effect>,
}

/// An `<effect>`: colours from 0 to 1, sRGB-encoded.
#[derive(Clone, Debug)]
pub struct Effect {
    /// Light that comes from nowhere else.
    pub emission: Option<[f32; 4]>,
    /// Colour in the light.
    pub diffuse: Option<[f32; 4]>,
    /// A picture in place of the diffuse colour.
    pub texture: Option<TextureUse>,
    /// Colour of highlights.
    pub specular: Option<[f32; 4]>,
    /// Phong's exponent.
    pub shininess: Option<f32>,
    /// Opacity, from 0, invisible, to 1.
    pub opacity: f32,
    /// Properties that [`write`](crate::collada::write()) adds.
    pub extra: Extra,
}

/// Properties beyond Collada, in an `extra` of ours.
#[derive(Clone, Debug, Default)]
pub struct Extra {
    /// Colour by which the picture is multiplied.
    pub tint: Option<[f32; 4]>,
    /// Meaning of the picture's alpha.
    pub opacity: Opacity,
    /// Whether only its front is seen.
    pub one_sided: bool,
    /// Whether its colour needs no light.
    pub unlit: bool,
}

impl Default for Effect {
    /// Returns opaque materials without properties.
    fn default() -> Self {
        Self {
            emission: None,
            diffuse: None,
            texture: None,
            specular: None,
            shininess: None,
            opacity: 1.0,
            extra: Extra::default(),
        }
    }
}

/// A picture, and which texture coordinates it wants.
#[derive(Clone, Debug)]
pub struct TextureUse {
    /// The `<texture>` element.
    pub location: Location,
    /// The picture's address as written in `<init_from>`; empty if it could not be followed.
    pub address: String,
    /// The material's name of the texture coordinates.
    pub texcoord: String,
    /// Sampling of the picture.
    pub sampling: Sampling,
}

/// Reads all materials, and returns the index of each by its id.
pub(super) fn read_materials(reader: &Reader<'_>) -> Result<(Vec<MaterialData>, HashMap<String, usize>), Error> {
    let mut all = Vec::new();
    let mut by_id = HashMap::new();
    let mut effects: HashMap<usize, Arc<Effect>> = HashMap::new();
    let plain: Arc<Effect> = Arc::default();
    for element in reader.library("library_materials", "material") {
        reader.check_count(element, all.len())?;
        let location = element.location();
        let name = element.attribute("name").filter(|name| !name.is_empty()).unwrap_or(&location.id);
        by_id.entry(location.id.clone()).or_insert(all.len());
        let instance = child(element, "instance_effect");
        let reference = instance.map_or("", |instance| attribute(instance, "url"));
        let effect = match reader.target("effect", reference) {
            Some(effect) => match effects.entry(effect.index()) {
                Entry::Occupied(known) => known.get().clone(),
                Entry::Vacant(new) => new.insert(read_effect(reader, effect)?.into()).clone(),
            },
            None => {
                reader.warn(element, format!("no effect \"{reference}\": drawn in grey"));
                plain.clone()
            }
        };
        all.push(MaterialData { name: name.into(), location, effect });
    }
    Ok((all, by_id))
}

/// Reads the address of each picture.
pub(super) fn read_images(reader: &Reader<'_>) -> Result<Vec<(Location, String)>, Error> {
    let mut all = Vec::new();
    for element in reader.library("library_images", "image") {
        reader.check_count(element, all.len())?;
        let address = child(element, "init_from").map(read_reference).unwrap_or_default();
        if address.len() > MAX_ADDRESS_BYTES {
            reader.count_left_out(PICTURES); // reported by the materials that show it
        } else {
            all.push((element.location(), address));
        }
    }
    Ok(all)
}

const SHADINGS: [&str; 4] = ["phong", "lambert", "blinn", "constant"];

/// Reads the common profile of an `<effect>`.
fn read_effect<'a>(reader: &Reader<'a>, effect: Element<'a>) -> Result<Effect, Error> {
    let Some(profile) = child(effect, "profile_COMMON") else {
        reader.warn(effect, "no <profile_COMMON>: drawn in grey");
        return Ok(Effect::default());
    };
    let mut shadings = children(profile, "technique").flat_map(Element::children);
    let Some(shading) = shadings.find(|shading| SHADINGS.contains(&shading.name())) else {
        reader.warn(profile, "neither phong, lambert, blinn nor constant: drawn in grey");
        return Ok(Effect::default());
    };
    let texture = child(shading, "diffuse").and_then(|diffuse| child(diffuse, "texture"));
    Ok(Effect {
        emission: read_color(reader, shading, "emission")?,
        diffuse: read_color(reader, shading, "diffuse")?,
        texture: texture.map(|texture| read_texture(reader, effect, texture)),
        specular: read_color(reader, shading, "specular")?,
        shininess: read_float(reader, shading, "shininess")?,
        opacity: read_opacity(reader, shading)?,
        extra: read_extra(reader, profile)?,
    })
}

/// Reads the colour in `<name><color>...`.
fn read_color(reader: &Reader<'_>, shading: Element<'_>, name: &'static str) -> Result<Option<[f32; 4]>, Error> {
    let color = child(shading, name).and_then(|part| child(part, "color"));
    color.map(|color| read_rgba(reader, color)).transpose()
}

/// Reads the number in `<name><float>...`.
fn read_float(reader: &Reader<'_>, shading: Element<'_>, name: &'static str) -> Result<Option<f32>, Error> {
    let float = child(shading, name).and_then(|part| child(part, "float"));
    float.map(|float| Ok(reader.doubles(float, 1)?[0] as f32)).transpose()
}

/// Reads the properties in the `<extra>` that [`write`](crate::collada::write()) adds to a profile.
fn read_extra(reader: &Reader<'_>, profile: Element<'_>) -> Result<Extra, Error> {
    let extras = children(profile, "technique").flat_map(|technique| children(technique, "extra"));
    let mut own = extras.flat_map(|extra| children(extra, "technique"));
    let Some(own) = own.find(|own| own.attribute("profile") == Some(PROFILE)) else {
        return Ok(Extra::default());
    };
    let [alpha, double_sided, unlit] =
        ["alpha", "double_sided", "unlit"].map(|name| child(own, name).map(text).unwrap_or_default());
    Ok(Extra {
        tint: child(own, "tint").map(|tint| read_rgba(reader, tint)).transpose()?,
        opacity: match (&*alpha, alpha.strip_prefix("MASK ").and_then(|least| least.parse().ok())) {
            ("OPAQUE", _) => Opacity::Opaque,
            ("BLEND", _) => Opacity::Blend,
            (_, Some(least)) => Opacity::Mask(least),
            _ => Opacity::OfColor,
        },
        one_sided: double_sided == "0",
        unlit: unlit == "1",
    })
}

/// Returns the opacity by `<transparent>` and `<transparency>` (specification 1.4.1, chapter 7, "Determining
/// transparency"). Several exporters write a fully transparent material and mean an opaque one.
fn read_opacity(reader: &Reader<'_>, shading: Element<'_>) -> Result<f32, Error> {
    let transparent = read_color(reader, shading, "transparent")?;
    let transparency = read_float(reader, shading, "transparency")?;
    if transparent.is_none() && transparency.is_none() {
        return Ok(1.0);
    }
    let mode = child(shading, "transparent").and_then(|element| element.attribute("opaque"));
    let amount = transparency.unwrap_or(1.0);
    let [r, g, b, a] = transparent.unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let opacity = match mode {
        Some("RGB_ZERO") => 1.0 - amount * (r + g + b) / 3.0,
        Some("RGB_ONE") => amount * (r + g + b) / 3.0,
        Some("A_ZERO") => 1.0 - amount * a,
        _ => amount * a,
    };
    if opacity <= 0.0 {
        reader.warn(shading, "fully transparent: drawn opaque, as several exporters mean it");
        return Ok(1.0);
    }
    Ok(opacity.min(1.0))
}

/// Reads the three or four numbers of a colour. A missing fourth number is 1.
fn read_rgba(reader: &Reader<'_>, color: Element<'_>) -> Result<[f32; 4], Error> {
    let words = color.texts().flat_map(str::split_ascii_whitespace).count();
    let values = reader.doubles(color, if words == 3 { 3 } else { 4 })?;
    Ok([0, 1, 2, 3].map(|part| values.get(part).map_or(1.0, |value| *value as f32)))
}

/// Reads a `<texture>`, and follows the effect's parameters to the picture's address.
fn read_texture<'a>(reader: &Reader<'a>, effect: Element<'a>, element: Element<'a>) -> TextureUse {
    let name = attribute(element, "texture");
    let sampler = find_parameter(effect, name).and_then(|param| child(param, "sampler2D"));
    let surface = sampler
        .and_then(|sampler| child(sampler, "source"))
        .and_then(|source| find_parameter(effect, &text(source)))
        .and_then(|param| child(param, "surface"));
    // 1.4: sampler -> surface -> image. 1.5: sampler -> image. Some exporters: the image at once.
    let image = if let Some(init) = surface.and_then(|surface| child(surface, "init_from")) {
        read_reference(init)
    } else if let Some(all) =
        surface.and_then(|surface| child(surface, "init_planar")).and_then(|planar| child(planar, "all"))
    {
        attribute(all, "ref").into()
    } else if let Some(instance) = sampler.and_then(|sampler| child(sampler, "instance_image")) {
        attribute(instance, "url").into()
    } else {
        name.into()
    };
    let image = reader.target("image", &image);
    let mut address = image.and_then(|image| child(image, "init_from")).map(read_reference);
    if address.is_none() {
        reader.warn(element, format!("texture \"{name}\" leads to no image"));
    }
    if address.as_ref().is_some_and(|address| address.len() > MAX_ADDRESS_BYTES) {
        let message = format!("texture \"{name}\": an address of more than {MAX_ADDRESS_BYTES} bytes: drawn in grey");
        reader.warn(element, message);
        address = None;
    }
    TextureUse {
        location: element.location(),
        address: address.unwrap_or_default(),
        texcoord: attribute(element, "texcoord").into(),
        sampling: sampler.map_or_else(Sampling::default, read_sampling),
    }
}

/// Reads wrapping and filter of a `<sampler2D>`. Unknown modes repeat.
fn read_sampling(sampler: Element<'_>) -> Sampling {
    let [horizontal, vertical, filter] =
        ["wrap_s", "wrap_t", "magfilter"].map(|name| child(sampler, name).map(text).unwrap_or_default());
    let wrap = [horizontal, vertical].map(|mode| match &*mode {
        "MIRROR" => Wrap::Mirror,
        "CLAMP" | "BORDER" => Wrap::Clamp,
        _ => Wrap::Repeat,
    });
    Sampling { wrap, square: filter == "NEAREST" }
}

/// Reads the address in `<init_from>address</init_from>`, or in `<init_from><ref>address</ref></init_from>` of 1.5.
fn read_reference(init: Element<'_>) -> String {
    let inner = child(init, "ref").unwrap_or(init);
    id_of(&text(inner)).into()
}

/// Finds the `<newparam>` with a sid in an effect, or in its profiles and their techniques.
fn find_parameter<'a>(effect: Element<'a>, sid: &str) -> Option<Element<'a>> {
    let in_profiles = effect.children().flat_map(|profile| {
        let techniques = children(profile, "technique");
        children(profile, "newparam").chain(techniques.flat_map(|technique| children(technique, "newparam")))
    });
    children(effect, "newparam").chain(in_profiles).find(|param| param.attribute("sid") == Some(sid))
}
