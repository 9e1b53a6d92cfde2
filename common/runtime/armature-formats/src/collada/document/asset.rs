//! The file's exporter, up axis and unit (`<asset>`).

use super::reader::{Reader, attribute, child, text};
use crate::collada::numbers::parse_with_comma;
use glam::{Affine3A, Mat3, Vec3};

/// The axis that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    /// Right is -y, up is x, towards the viewer is z.
    X,
    /// Right is x, up is y, towards the viewer is z: ours, and the default of files.
    #[default]
    Y,
    /// Right is x, up is z, towards the viewer is -y.
    Z,
}

impl UpAxis {
    /// Returns the name of the axis in files.
    pub fn name(self) -> &'static str {
        match self {
            UpAxis::X => "X_UP",
            UpAxis::Y => "Y_UP",
            UpAxis::Z => "Z_UP",
        }
    }
}

/// Properties of the file as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Asset {
    /// The `version` attribute.
    pub version: String,
    /// Name of the program that wrote the file.
    pub authoring_tool: String,
    /// The upward axis.
    pub up_axis: UpAxis,
    /// Metres in one unit of length.
    pub unit_meter: f64,
}

impl Asset {
    /// Returns the transform from the file's axes and unit to ours: y up, metres. It rotates and scales, and never
    /// mirrors.
    pub fn world_from_model(&self) -> Affine3A {
        let axes = match self.up_axis {
            UpAxis::X => Mat3::from_cols(Vec3::Y, Vec3::NEG_X, Vec3::Z),
            UpAxis::Y => Mat3::IDENTITY,
            UpAxis::Z => Mat3::from_cols(Vec3::X, Vec3::NEG_Z, Vec3::Y),
        };
        Affine3A::from_mat3(axes * self.unit_meter as f32)
    }
}

/// The versions whose meaning is known here.
const VERSIONS: [&str; 3] = ["1.4.0", "1.4.1", "1.5.0"];

/// Reads `<asset>`. An unknown version, unit or axis is replaced, with a warning.
pub(super) fn read_asset(reader: &Reader<'_>) -> Asset {
    let root = reader.root();
    let version = attribute(root, "version").to_owned();
    if !VERSIONS.contains(&version.as_str()) {
        reader.warn(root, format!("unknown version \"{version}\": it is read as 1.4.1"));
    }
    let asset = child(root, "asset");
    let tool = asset
        .and_then(|asset| child(asset, "contributor"))
        .and_then(|contributor| child(contributor, "authoring_tool"));
    let unit = asset.and_then(|asset| child(asset, "unit"));
    let up = asset.and_then(|asset| child(asset, "up_axis"));

    let mut unit_meter = 1.0;
    if let Some((unit, meter)) = unit.and_then(|unit| Some((unit, unit.attribute("meter")?))) {
        match parse_with_comma(meter) {
            Some((value, comma)) if (value as f32).is_finite() && value as f32 > 0.0 => {
                unit_meter = value;
                if comma {
                    reader.warn(unit, format!("meter=\"{meter}\" is written with a comma: read as {value}"));
                }
            }
            _ => reader.warn(unit, format!("meter=\"{meter}\" is not a length: 1 is assumed")),
        }
    }
    let up_axis = match up.map(|up| (up, text(up))) {
        None => UpAxis::Y,
        Some((up, name)) => match name.as_str() {
            "X_UP" => UpAxis::X,
            "Y_UP" => UpAxis::Y,
            "Z_UP" => UpAxis::Z,
            _ => {
                reader.warn(up, format!("unknown axis \"{name}\": Y_UP is assumed"));
                UpAxis::Y
            }
        },
    };
    Asset { version, authoring_tool: tool.map_or(String::new(), text), up_axis, unit_meter }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_is_up() {
        for (up_axis, right, up, near) in [
            (UpAxis::X, Vec3::NEG_Y, Vec3::X, Vec3::Z),
            (UpAxis::Y, Vec3::X, Vec3::Y, Vec3::Z),
            (UpAxis::Z, Vec3::X, Vec3::Z, Vec3::NEG_Y),
        ] {
            let asset = Asset { version: String::new(), authoring_tool: String::new(), up_axis, unit_meter: 0.5 };
            let world_from_model = asset.world_from_model();
            assert_eq!(world_from_model.transform_vector3(right), Vec3::X * 0.5);
            assert_eq!(world_from_model.transform_vector3(up), Vec3::Y * 0.5);
            assert_eq!(world_from_model.transform_vector3(near), Vec3::Z * 0.5);
        }
    }
}
