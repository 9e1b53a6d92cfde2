//! Materials: `<material>` -> `<effect>` -> colours, or sampler -> surface -> `<image>`.

use super::{
    PROFILE,
    reader::Reader,
    xml::{Element, attribute, child, children, inside, text_of, words},
};
use crate::loading::{Error, files::Files};
use armature::model::{Material, Model, Opacity, Sampling, Texture, Wrap};
use glam::{Vec3, Vec4};
use roxmltree::NodeId;
use std::collections::{HashMap, HashSet};

const SHADINGS: [&str; 4] = ["phong", "lambert", "blinn", "constant"];

/// What the file says of materials beside the model's.
#[derive(Default)]
pub(super) struct Materials<'a> {
    /// Index of each `<material>`.
    indices: HashMap<NodeId, usize>,
    /// Name of the texture coordinates of each, and the address of its picture.
    pictures: Vec<(&'a str, Option<String>)>,
}

/// An `<effect>`.
#[derive(Clone, Default)]
struct Effect<'a> {
    material: Material,
    texcoord: &'a str,
    address: Option<String>,
}

/// A picture, and which texture coordinates it wants.
struct TextureUse<'a> {
    texcoord: &'a str,
    address: String,
    picture: Option<Texture>,
    sampling: Sampling,
}

impl<'a> Materials<'a> {
    /// Adds all materials to a model, with the pictures that exist.
    pub(super) fn read(reader: &Reader<'a>, files: Files<'_>, model: &mut Model) -> Result<Self, Error> {
        let mut materials = Self::default();
        let mut effects = EffectReader { reader, files, effects: HashMap::new(), images: HashSet::new() };
        for element in reader.library("library_materials", "material") {
            reader.check_count(element, model.materials.len())?;
            let effect = effects.effect_of(element)?;
            materials.indices.insert(element.id(), model.materials.len());
            materials.pictures.push((effect.texcoord, effect.address));
            let names = ["name", "id"].map(|key| attribute(element, key));
            let name = names.into_iter().find(|name| !name.is_empty()).unwrap_or("");
            model.materials.push(Material { name: name.into(), ..effect.material });
        }
        let unused = reader.library("library_images", "image").filter(|image| !effects.images.contains(&image.id()));
        let unused: Vec<_> = unused.map(|image| (image, attribute(image, "id"))).collect();
        reader.warn_of_unused(&unused, "neither of a colour nor of what shines, which alone are drawn");
        Ok(materials)
    }

    /// Finds the material that a reference means.
    pub(super) fn find(&self, reader: &Reader<'a>, reference: &str) -> Option<usize> {
        self.indices.get(&reader.target("material", reference)?.id()).copied()
    }

    /// Returns the material's name of its texture coordinates; empty without a picture.
    pub(super) fn texcoord(&self, material: usize) -> &'a str {
        self.pictures[material].0
    }

    /// Returns the address of each material's picture, where the file has one.
    pub(super) fn into_addresses(self) -> Vec<Option<String>> {
        self.pictures.into_iter().map(|(_, address)| address).collect()
    }
}

/// Reads effects, each once for all its materials.
struct EffectReader<'r, 'a> {
    reader: &'r Reader<'a>,
    files: Files<'r>,
    effects: HashMap<NodeId, Effect<'a>>,
    /// Images that some effect shows.
    images: HashSet<NodeId>,
}

impl<'a> EffectReader<'_, 'a> {
    fn effect_of(&mut self, material: Element<'a>) -> Result<Effect<'a>, Error> {
        let reference = child(material, "instance_effect").map_or("", |instance| attribute(instance, "url"));
        let Some(element) = self.reader.target("effect", reference) else {
            self.reader.warn(material, format!("no effect \"{reference}\": drawn in grey"));
            return Ok(Effect::default());
        };
        if let Some(known) = self.effects.get(&element.id()) {
            return Ok(known.clone());
        }
        let effect = self.read_effect(element)?;
        self.effects.insert(element.id(), effect.clone());
        Ok(effect)
    }

    /// Reads the common profile of an `<effect>`.
    fn read_effect(&mut self, effect: Element<'a>) -> Result<Effect<'a>, Error> {
        let reader = self.reader;
        let Some(profile) = child(effect, "profile_COMMON") else {
            reader.warn(effect, "no <profile_COMMON>: drawn in grey");
            return Ok(Effect::default());
        };
        let mut shadings = children(profile, "technique").flat_map(|technique| technique.children());
        let Some(shading) = shadings.find(|shading| SHADINGS.contains(&shading.tag_name().name())) else {
            reader.warn(profile, "neither phong, lambert, blinn nor constant: drawn in grey");
            return Ok(Effect::default());
        };
        let plain = Material::default();
        let extra = Extra::read(reader, profile)?;
        let emission = read_color(reader, shading, "emission")?;
        let mut diffuse = match read_color(reader, shading, "diffuse")? {
            Some(diffuse) => diffuse.truncate(),
            None if emission.is_some() => Vec3::ZERO, // <constant> shines by itself alone
            None => plain.diffuse.truncate(),
        };
        let texture = self.read_texture(effect, shading, "diffuse");
        let glow = self.read_texture(effect, shading, "emission");
        if let Some(texture) = &texture {
            let shown = extra.tint.map_or(Vec3::ONE, Vec4::truncate);
            diffuse = if texture.picture.is_some() { shown } else { plain.diffuse.truncate() };
        }
        let glowing = glow.as_ref().and_then(|glow| glow.picture.clone());
        let main = texture.as_ref().or(glow.as_ref());
        let material = Material {
            diffuse: diffuse.extend(read_opacity(reader, shading)?),
            specular: read_color(reader, shading, "specular")?.map_or(plain.specular, Vec4::truncate),
            shininess: read_float(reader, shading, "shininess")?.unwrap_or(plain.shininess),
            emission: match (emission, &glowing) {
                (Some(emission), _) => emission.truncate(),
                (None, Some(_)) => Vec3::ONE,
                (None, None) => plain.emission,
            },
            sampling: main.map_or_else(Sampling::default, |texture| texture.sampling),
            opacity: extra.opacity,
            double_sided: !extra.is_one_sided,
            unlit: extra.is_unlit,
            emission_texture: glowing,
            ..plain
        };
        let texcoord = main.map_or("", |texture| texture.texcoord);
        let address = texture.as_ref().map(|texture| texture.address.clone());
        let texture = texture.and_then(|texture| texture.picture);
        Ok(Effect { material: Material { texture, ..material }, texcoord, address })
    }

    /// Reads the `<texture>` of a property, and follows the effect's parameters to the picture.
    fn read_texture(
        &mut self,
        effect: Element<'a>,
        shading: Element<'a>,
        property: &'static str,
    ) -> Option<TextureUse<'a>> {
        let element = inside(shading, &[property, "texture"])?;
        let name = attribute(element, "texture");
        let sampler = find_parameter(effect, name).and_then(|param| child(param, "sampler2D"));
        let surface = sampler
            .and_then(|sampler| child(sampler, "source"))
            .and_then(|source| find_parameter(effect, &text_of(source)))
            .and_then(|param| child(param, "surface"));
        // 1.4: sampler -> surface -> image. 1.5: sampler -> image. Some exporters: the image at once.
        let image = if let Some(init) = surface.and_then(|surface| child(surface, "init_from")) {
            read_reference(init)
        } else if let Some(all) = surface.and_then(|surface| inside(surface, &["init_planar", "all"])) {
            attribute(all, "ref").into()
        } else if let Some(instance) = sampler.and_then(|sampler| child(sampler, "instance_image")) {
            attribute(instance, "url").into()
        } else {
            name.into()
        };
        let image = self.reader.target("image", &image);
        self.images.extend(image.map(|image| image.id()));
        let address = image.and_then(|image| child(image, "init_from")).map(read_reference).unwrap_or_default();
        let picture = self.find_picture(element, name, &address);
        Some(TextureUse {
            texcoord: attribute(element, "texcoord"),
            address,
            picture,
            sampling: sampler.map_or_else(Sampling::default, read_sampling),
        })
    }

    /// Returns the picture at an address, or warns of what is wrong with it.
    fn find_picture(&self, element: Element<'a>, name: &str, address: &str) -> Option<Texture> {
        let reader = self.reader;
        if address.is_empty() {
            reader.warn(element, format!("texture \"{name}\" leads to no image"));
            return None;
        }
        let picture = self.files.picture(&reader.file(), address, |message| reader.warn(element, message));
        picture.unwrap_or_else(|reason| {
            reader.warn(element, format!("{reason}: drawn in grey"));
            None
        })
    }
}

/// Reads the colour in `<name><color>...`.
fn read_color(reader: &Reader<'_>, shading: Element<'_>, name: &'static str) -> Result<Option<Vec4>, Error> {
    inside(shading, &[name, "color"]).map(|color| read_rgba(reader, color)).transpose()
}

/// Reads the number in `<name><float>...`.
fn read_float(reader: &Reader<'_>, shading: Element<'_>, name: &'static str) -> Result<Option<f32>, Error> {
    let float = inside(shading, &[name, "float"]);
    float.map(|float| Ok(reader.doubles(float, 1)?[0] as f32)).transpose()
}

/// Reads the three or four numbers of a colour. A missing fourth number is 1.
fn read_rgba(reader: &Reader<'_>, color: Element<'_>) -> Result<Vec4, Error> {
    let count = if words(color).count() == 3 { 3 } else { 4 };
    let values = reader.doubles(color, count)?;
    Ok(Vec4::from([0, 1, 2, 3].map(|part| values.get(part).map_or(1.0, |value| *value as f32))))
}

/// Properties beyond Collada, in an `<extra>` that [`write`](super::write()) adds to a profile.
#[derive(Default)]
struct Extra {
    /// Colour by which the picture is multiplied.
    tint: Option<Vec4>,
    opacity: Opacity,
    is_one_sided: bool,
    is_unlit: bool,
}

impl Extra {
    fn read(reader: &Reader<'_>, profile: Element<'_>) -> Result<Self, Error> {
        let extras = children(profile, "technique").flat_map(|technique| children(technique, "extra"));
        let mut own = extras.flat_map(|extra| children(extra, "technique"));
        let Some(own) = own.find(|own| own.attribute("profile") == Some(PROFILE)) else {
            return Ok(Self::default());
        };
        let [alpha, double_sided, unlit] =
            ["alpha", "double_sided", "unlit"].map(|name| child(own, name).map(text_of).unwrap_or_default());
        Ok(Self {
            tint: child(own, "tint").map(|tint| read_rgba(reader, tint)).transpose()?,
            opacity: match (&*alpha, alpha.strip_prefix("MASK ").and_then(|least| least.parse().ok())) {
                ("OPAQUE", _) => Opacity::Opaque,
                ("BLEND", _) => Opacity::Blend,
                (_, Some(least)) => Opacity::Mask(least),
                _ => Opacity::OfColor,
            },
            is_one_sided: double_sided == "0",
            is_unlit: unlit == "1",
        })
    }
}

/// Returns the opacity by `<transparent>` and `<transparency>` (specification 1.4.1, chapter 7, "Determining
/// transparency"). Several exporters write a fully transparent material and mean an opaque one.
fn read_opacity(reader: &Reader<'_>, shading: Element<'_>) -> Result<f32, Error> {
    let transparent = read_color(reader, shading, "transparent")?;
    let transparency = read_float(reader, shading, "transparency")?;
    if transparent.is_none() && transparency.is_none() {
        return Ok(1.0);
    }
    let amount = transparency.unwrap_or(1.0);
    let color = transparent.unwrap_or(Vec4::W);
    let brightness = (color.x + color.y + color.z) / 3.0;
    let opacity = match child(shading, "transparent").and_then(|element| element.attribute("opaque")) {
        Some("RGB_ZERO") => 1.0 - amount * brightness,
        Some("RGB_ONE") => amount * brightness,
        Some("A_ZERO") => 1.0 - amount * color.w,
        _ => amount * color.w,
    };
    if opacity <= 0.0 {
        reader.warn(shading, "fully transparent: drawn opaque, as several exporters mean it");
        return Ok(1.0);
    }
    Ok(opacity.min(1.0))
}

/// Reads wrapping and filter of a `<sampler2D>`. Unknown modes repeat.
fn read_sampling(sampler: Element<'_>) -> Sampling {
    let [horizontal, vertical, filter] =
        ["wrap_s", "wrap_t", "magfilter"].map(|name| child(sampler, name).map(text_of).unwrap_or_default());
    let wrap = [horizontal, vertical].map(|mode| match &*mode {
        "MIRROR" => Wrap::Mirror,
        "CLAMP" | "BORDER" => Wrap::Clamp,
        _ => Wrap::Repeat,
    });
    Sampling { wrap, square: filter == "NEAREST" }
}

/// Reads the address in `<init_from>address</init_from>`, or in `<init_from><ref>address</ref></init_from>` of 1.5.
fn read_reference(init: Element<'_>) -> String {
    let text = text_of(child(init, "ref").unwrap_or(init));
    text.strip_prefix('#').unwrap_or(&text).into()
}

/// Finds the `<newparam>` with a sid in an effect, or in its profiles and their techniques.
fn find_parameter<'a>(effect: Element<'a>, sid: &str) -> Option<Element<'a>> {
    let in_profiles = effect.children().flat_map(|profile| {
        let techniques = children(profile, "technique");
        children(profile, "newparam").chain(techniques.flat_map(|technique| children(technique, "newparam")))
    });
    children(effect, "newparam").chain(in_profiles).find(|param| param.attribute("sid") == Some(sid))
}
