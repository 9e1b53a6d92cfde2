//! Culling: triangles that show the back of a single-sided material are not drawn.

use armature::model::Material;
use glium::BackfaceCullingMode;

/// The least and the greatest determinant of the matrices that place a part. Below 0 they mirror it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mirroring {
    least: f32,
    greatest: f32,
}

impl Mirroring {
    /// Mirroring of matrices that turn and move alone.
    pub const NONE: Self = Self { least: 1.0, greatest: 1.0 };

    pub fn from_determinants(determinants: impl Iterator<Item = f32>) -> Self {
        let none = Self { least: f32::MAX, greatest: f32::MIN };
        determinants.fold(none, |Self { least, greatest }, determinant| Self {
            least: least.min(determinant),
            greatest: greatest.max(determinant),
        })
    }

    /// Returns the mirroring of the products of these matrices with the `other` ones.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        Self::from_determinants(
            [self.least, self.greatest].into_iter().flat_map(|a| [a * other.least, a * other.greatest]),
        )
    }

    /// Returns the winding of triangles seen from the front: 1 counter-clockwise, as modelled; -1 clockwise, where all
    /// matrices mirror; 0 where only some matrices mirror.
    /// Source: glTF 2.0 specification, 3.7.4, "Instantiation".
    pub fn winding(self) -> i32 {
        /// A determinant so much smaller than another is that of a matrix that flattens, but for rounding.
        const FLAT: f32 = 1e-6;
        let Self { least, greatest } = self;
        if greatest > 0.0 && least >= -FLAT * greatest {
            1
        } else if least < 0.0 && greatest <= -FLAT * least {
            -1
        } else {
            0
        }
    }
}

/// Returns the culling for a material and the [winding](Mirroring::winding) of a part: none for a winding of 0.
pub fn culling(material: &Material, winding: i32) -> BackfaceCullingMode {
    match winding {
        1 if !material.double_sided => BackfaceCullingMode::CullClockwise,
        -1 if !material.double_sided => BackfaceCullingMode::CullCounterClockwise,
        _ => BackfaceCullingMode::CullingDisabled,
    }
}
