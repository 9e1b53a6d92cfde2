//! Which triangles are not drawn: those that show the back of a single-sided material.

use crate::model::Material;
use glium::BackfaceCullingMode;

/// The least and the greatest determinant of the matrices that place a part. Below 0 they mirror it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::graphics) struct Mirroring {
    least: f32,
    greatest: f32,
}

impl Mirroring {
    /// Of these determinants.
    pub(in crate::graphics) fn from_determinants(determinants: impl Iterator<Item = f32>) -> Self {
        let none = Self { least: f32::MAX, greatest: f32::MIN };
        determinants.fold(none, |Self { least, greatest }, determinant| Self {
            least: least.min(determinant),
            greatest: greatest.max(determinant),
        })
    }

    /// Of the products of these matrices and others.
    pub(in crate::graphics) fn times(self, other: Self) -> Self {
        let products = |a: f32| [a * other.least, a * other.greatest];
        Self::from_determinants([self.least, self.greatest].into_iter().flat_map(products))
    }
}

/// A mirrored part's triangles are wound the other way round; where only some matrices mirror, all are drawn.
/// Source: glTF 2.0 specification, 3.7.4, "Instantiation".
pub(in crate::graphics) fn culling(material: &Material, mirroring: impl FnOnce() -> Mirroring) -> BackfaceCullingMode {
    /// A determinant so much smaller than another is that of a matrix that flattens, but for rounding.
    const FLAT: f32 = 1e-6;
    if material.double_sided {
        return BackfaceCullingMode::CullingDisabled;
    }
    let Mirroring { least, greatest } = mirroring();
    if greatest > 0.0 && least >= -FLAT * greatest {
        BackfaceCullingMode::CullClockwise
    } else if least < 0.0 && greatest <= -FLAT * least {
        BackfaceCullingMode::CullCounterClockwise
    } else {
        BackfaceCullingMode::CullingDisabled
    }
}
