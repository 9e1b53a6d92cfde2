//! Images, effects and materials.

use super::{
    WriteOptions,
    lines::{Lines, escaped, number},
    name_of,
    names::Names,
};
use crate::collada::PROFILE;
use armature::model::{Material, Model, Opacity, Texture, Wrap};
use glam::Vec3;
use std::collections::HashMap;

pub(super) struct Materials<'a> {
    all: &'a [Material],
    pub(super) ids: Vec<String>,
    pictures: Vec<Option<usize>>,
    /// Addresses, and what ids begin with.
    images: Vec<(&'a str, String)>,
}

impl<'a> Materials<'a> {
    pub(super) fn new(model: &'a Model, options: &'a WriteOptions) -> Self {
        let mut names = Names::default();
        let mut files = Names::default();
        let (mut images, mut known): (Vec<(&str, String)>, HashMap<&Texture, usize>) = (Vec::new(), HashMap::new());
        let mut picture = |material: &'a Material| {
            let texture = material.texture.as_ref()?;
            let address = options.pictures.get(texture)?;
            Some(*known.entry(texture).or_insert_with(|| {
                let name = address.rsplit('/').next().unwrap_or_default();
                images.push((address, files.unique(name, "picture")));
                images.len() - 1
            }))
        };
        let pictures = model.materials.iter().map(&mut picture).collect();
        let ids = model
            .materials
            .iter()
            .map(|material| names.unique(&material.name, "material"))
            .map(|name| format!("{name}-material"));
        Self { all: &model.materials, ids: ids.collect(), pictures, images }
    }

    pub(super) fn has_picture(&self, material: usize) -> bool {
        self.pictures[material].is_some()
    }

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
            self.effect(out, number, material);
        }
        out.close("library_effects");
        out.open("library_materials", "");
        for (id, material) in self.ids.iter().zip(self.all) {
            out.open("material", &format!(" id=\"{id}\"{}", name_of(&material.name)));
            out.empty("instance_effect", &format!(" url=\"#{id}-effect\""));
            out.close("material");
        }
        out.close("library_materials");
    }

    fn effect(&self, out: &mut Lines, number: usize, material: &Material) {
        out.open("effect", &format!(" id=\"{}-effect\"", self.ids[number]));
        out.open("profile_COMMON", "");
        let picture = self.pictures[number].map(|picture| self.images[picture].1.as_str());
        if let Some(id) = picture {
            out.open("newparam", &format!(" sid=\"{id}-surface\""));
            out.open("surface", " type=\"2D\"");
            out.line("init_from", "", &format!("{id}-image"));
            out.close("surface");
            out.close("newparam");
            out.open("newparam", &format!(" sid=\"{id}-sampler\""));
            out.open("sampler2D", "");
            out.line("source", "", &format!("{id}-surface"));
            let [wrap_s, wrap_t] = material.sampling.wrap.map(wrap);
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
        let color = |out: &mut Lines, name: &str, rgb: Vec3, alpha: f32| {
            out.open(name, "");
            out.floats("color", "", rgb.extend(alpha).to_array().into_iter(), 4);
            out.close(name);
        };
        color(out, "emission", *emission, 1.0);
        if let Some(texture) = &texture {
            out.open("diffuse", "");
            out.empty("texture", texture);
            out.close("diffuse");
        } else {
            color(out, "diffuse", diffuse.truncate(), 1.0);
        }
        if shading == "phong" {
            color(out, "specular", *specular, 1.0);
            out.open("shininess", "");
            out.floats("float", "", [*shininess].into_iter(), 1);
            out.close("shininess");
        }
        let by_texture = matches!(opacity, Opacity::Mask(_) | Opacity::Blend);
        if diffuse.w != 1.0 || by_texture && texture.is_some() {
            out.open("transparent", " opaque=\"A_ONE\"");
            match &texture {
                Some(texture) if by_texture => out.empty("texture", texture),
                _ => out.line("color", "", "1 1 1 1"),
            }
            out.close("transparent");
            out.open("transparency", "");
            out.floats("float", "", [diffuse.w].into_iter(), 1);
            out.close("transparency");
        }
        out.close(shading);
        extra(out, material, texture.is_some());
        out.close("technique");
        out.close("profile_COMMON");
        out.close("effect");
    }
}

/// Returns Collada's name of a way to go on beyond a picture's edge.
fn wrap(wrap: Wrap) -> &'static str {
    match wrap {
        Wrap::Repeat => "WRAP",
        Wrap::Mirror => "MIRROR",
        Wrap::Clamp => "CLAMP",
    }
}

/// Writes the properties that Collada has no words for.
fn extra(out: &mut Lines, material: &Material, textured: bool) {
    let opacity = match material.opacity {
        Opacity::OfColor => None,
        Opacity::Opaque => Some("OPAQUE".into()),
        Opacity::Mask(least) => Some(format!("MASK {}", number(least))),
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
