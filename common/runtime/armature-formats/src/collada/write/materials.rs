//! Images, effects and materials.

use super::{
    WriteOptions,
    lines::{Lines, escaped},
    name_attribute,
    names::Names,
};
use crate::collada::PROFILE;
use armature::model::{Material, Model, Opacity, Texture, Wrap};
use glam::Vec3;
use std::collections::HashMap;

/// The materials of a model, with their ids and images.
pub(super) struct Materials<'a> {
    all: &'a [Material],
    pub(super) ids: Vec<String>,
    /// Index in `images` of each material's picture.
    pictures: Vec<Option<usize>>,
    /// Address of each image, and the beginning of its ids.
    images: Vec<(&'a str, String)>,
}

impl<'a> Materials<'a> {
    pub(super) fn new(model: &'a Model, options: &'a WriteOptions) -> Self {
        let mut names = Names::default();
        let mut files = Names::default();
        let mut images: Vec<(&str, String)> = Vec::new();
        let mut image_of: HashMap<&Texture, usize> = HashMap::new();
        let mut pictures = Vec::new();
        let mut ids = Vec::new();
        for material in &model.materials {
            let addressed = material.texture.as_ref().and_then(|it| Some((it, options.pictures.get(it)?)));
            pictures.push(addressed.map(|(texture, address)| {
                *image_of.entry(texture).or_insert_with(|| {
                    let name = address.rsplit('/').next().unwrap_or_default();
                    images.push((address, files.unique(name, "picture")));
                    images.len() - 1
                })
            }));
            ids.push(format!("{}-material", names.unique(&material.name, "material")));
        }
        Self { all: &model.materials, ids, pictures, images }
    }

    pub(super) fn has_picture(&self, material: usize) -> bool {
        self.pictures[material].is_some()
    }

    /// Writes the libraries of images, effects and materials.
    pub(super) fn write(&self, out: &mut Lines) {
        if !self.images.is_empty() {
            out.open("library_images", "");
            for (address, id) in &self.images {
                out.open("image", &format!(" id=\"{id}-image\""));
                out.line("init_from", "", &escaped(address));
                out.close("image");
            }
            out.close("library_images");
        }
        if self.all.is_empty() {
            return;
        }
        out.comment(
            "An effect says how a surface looks, a material is an effect with a name. Colours are red, green, blue\n\
             and opacity, from 0 to 1. A picture is found by its sampler, the sampler's surface, and the image.",
        );
        out.open("library_effects", "");
        for (number, material) in self.all.iter().enumerate() {
            self.write_effect(out, number, material);
        }
        out.close("library_effects");
        out.open("library_materials", "");
        for (id, material) in self.ids.iter().zip(self.all) {
            out.open("material", &format!(" id=\"{id}\"{}", name_attribute(&material.name)));
            out.empty("instance_effect", &format!(" url=\"#{id}-effect\""));
            out.close("material");
        }
        out.close("library_materials");
    }

    /// Writes the `<effect>` of the material with index `number`.
    fn write_effect(&self, out: &mut Lines, number: usize, material: &Material) {
        out.open("effect", &format!(" id=\"{}-effect\"", self.ids[number]));
        out.open("profile_COMMON", "");
        let picture = self.pictures[number].map(|picture| self.images[picture].1.as_str());
        if let Some(id) = picture {
            out.open("newparam", &format!(" sid=\"{id}-surface\""));
            out.enclose("surface", " type=\"2D\"", |out| out.line("init_from", "", &format!("{id}-image")));
            out.close("newparam");
            out.open("newparam", &format!(" sid=\"{id}-sampler\""));
            out.open("sampler2D", "");
            out.line("source", "", &format!("{id}-surface"));
            let [wrap_s, wrap_t] = material.sampling.wrap.map(wrap_name);
            out.line("wrap_s", "", wrap_s);
            out.line("wrap_t", "", wrap_t);
            if material.sampling.square {
                out.line("magfilter", "", "NEAREST");
            }
            out.close("sampler2D");
            out.close("newparam");
        }
        let Material { diffuse, specular, shininess, opacity, .. } = material;
        let emission = if material.emission_texture.is_some() { &Vec3::ZERO } else { &material.emission };
        out.open("technique", " sid=\"common\"");
        let shading = if *specular == Vec3::ZERO { "lambert" } else { "phong" };
        let texture = picture.map(|id| format!(" texture=\"{id}-sampler\" texcoord=\"UV\""));
        out.open(shading, "");
        write_color(out, "emission", *emission);
        if let Some(texture) = &texture {
            out.enclose("diffuse", "", |out| out.empty("texture", texture));
        } else {
            write_color(out, "diffuse", diffuse.truncate());
        }
        if shading == "phong" {
            write_color(out, "specular", *specular);
            out.enclose("shininess", "", |out| out.floats("float", "", [*shininess].into_iter(), 1));
        }
        let by_texture = matches!(opacity, Opacity::Mask(_) | Opacity::Blend);
        if diffuse.w != 1.0 || by_texture && texture.is_some() {
            out.open("transparent", " opaque=\"A_ONE\"");
            match &texture {
                Some(texture) if by_texture => out.empty("texture", texture),
                _ => out.line("color", "", "1 1 1 1"),
            }
            out.close("transparent");
            out.enclose("transparency", "", |out| out.floats("float", "", [diffuse.w].into_iter(), 1));
        }
        out.close(shading);
        write_extra(out, material, texture.is_some());
        out.close("technique");
        out.close("profile_COMMON");
        out.close("effect");
    }
}

fn write_color(out: &mut Lines, name: &str, rgb: Vec3) {
    out.enclose(name, "", |out| out.floats("color", "", rgb.extend(1.0).to_array().into_iter(), 4));
}

fn wrap_name(wrap: Wrap) -> &'static str {
    match wrap {
        Wrap::Repeat => "WRAP",
        Wrap::Mirror => "MIRROR",
        Wrap::Clamp => "CLAMP",
    }
}

/// Writes the properties that Collada has no words for.
fn write_extra(out: &mut Lines, material: &Material, textured: bool) {
    let opacity = match material.opacity {
        Opacity::OfColor => None,
        Opacity::Opaque => Some("OPAQUE".into()),
        Opacity::Mask(least) => Some(format!("MASK {least}")),
        Opacity::Blend => Some("BLEND".into()),
    };
    let tinted = textured && material.diffuse.truncate() != Vec3::ONE;
    if !(opacity.is_some() || tinted || material.unlit) && material.double_sided {
        return;
    }
    out.comment("What Collada has no words for, for Armature.");
    out.open("extra", "");
    out.open("technique", &format!(" profile=\"{PROFILE}\""));
    if tinted {
        out.floats("tint", "", material.diffuse.truncate().to_array().into_iter(), 3);
    }
    if let Some(opacity) = opacity {
        out.line("alpha", "", &opacity);
    }
    if !material.double_sided {
        out.line("double_sided", "", "0");
    }
    if material.unlit {
        out.line("unlit", "", "1");
    }
    out.close("technique");
    out.close("extra");
}
