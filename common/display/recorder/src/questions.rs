//! Questions about a draw call: where its vertices end in the picture.

use crate::trace::{Draw, Primitive};

/// Where a clip position is. The first that applies, from the last variant to the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the picture: x, y and z lie between -w and w.
    Inside,
    Left,
    Right,
    Below,
    Above,
    /// In front of the eye, but nearer than the near plane.
    BeforeNear,
    BeyondFar,
    /// w is negative: behind the eye, if the projection is a perspective.
    BehindEye,
    /// w is 0, so that there is no place in the picture.
    ZeroW,
    /// A coordinate is infinite or no number.
    NotFinite,
}

impl Place {
    /// Returns where a position in clip space is.
    pub fn of(clip: [f32; 4]) -> Self {
        let [x, y, z, w] = clip;
        if clip.iter().any(|number| !number.is_finite()) {
            Self::NotFinite
        } else if w == 0.0 {
            Self::ZeroW
        } else if w < 0.0 {
            Self::BehindEye
        } else if z > w {
            Self::BeyondFar
        } else if z < -w {
            Self::BeforeNear
        } else if y.abs() > w && y.abs() >= x.abs() {
            if y > 0.0 { Self::Above } else { Self::Below }
        } else if x.abs() > w {
            if x > 0.0 { Self::Right } else { Self::Left }
        } else {
            Self::Inside
        }
    }
}

impl Draw {
    /// Returns where each of `vertices` is; nothing if the clip positions are not known.
    pub fn places(&self) -> Vec<Place> {
        self.clip.iter().flatten().map(|clip| Place::of(*clip)).collect()
    }

    /// Returns how many of `vertices` are at `place`.
    pub fn count_at(&self, place: Place) -> usize {
        self.places().iter().filter(|found| **found == place).count()
    }

    /// Returns the numbers of vertices that indices name and no vertex buffer has.
    pub fn missing_vertices(&self) -> Vec<i64> {
        let mut missing = Vec::new();
        if let (Some(indices), Some(vertices)) = (&self.indices, self.buffer_vertices) {
            for index in &indices.values {
                let vertex = i64::from(*index) + i64::from(indices.base_vertex);
                if !(0..vertices as i64).contains(&vertex) {
                    missing.push(vertex);
                }
            }
            missing.sort_unstable();
            missing.dedup();
        }
        missing
    }

    /// Returns the numbers of the drawn vertices in their order, up to [`MAX_INDICES`](crate::MAX_INDICES).
    pub fn order(&self) -> Vec<i64> {
        match &self.indices {
            Some(indices) => {
                indices.values.iter().map(|index| i64::from(*index) + i64::from(indices.base_vertex)).collect()
            }
            None => (self.first..self.first + self.count.min(crate::MAX_INDICES)).map(|vertex| vertex as i64).collect(),
        }
    }

    /// Returns the numbers of front and of back faces among the triangles whose corners are all in front of the eye.
    pub fn faces(&self) -> (usize, usize) {
        let mut faces = (0, 0);
        for corners in self.triangles() {
            let mut points = Vec::new();
            for corner in corners {
                let found = u32::try_from(corner).ok().and_then(|corner| self.vertices.binary_search(&corner).ok());
                if let (Some(nth), Some(clip)) = (found, &self.clip)
                    && clip[nth][3] > 0.0
                {
                    points.push([clip[nth][0] / clip[nth][3], clip[nth][1] / clip[nth][3]]);
                }
            }
            if let [a, b, c] = points[..] {
                // Twice the area, positive if the corners appear counterclockwise.
                let area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
                if area != 0.0 && (area > 0.0) != self.is_clockwise_front {
                    faces.0 += 1;
                } else if area != 0.0 {
                    faces.1 += 1;
                }
            }
        }
        faces
    }

    /// Returns the corners of all triangles, in the order that decides which side is the front.
    fn triangles(&self) -> Vec<[i64; 3]> {
        let order = self.order();
        let mut triangles = Vec::new();
        match self.primitive {
            Primitive::Triangles => {
                for corners in order.chunks_exact(3) {
                    triangles.push([corners[0], corners[1], corners[2]]);
                }
            }
            Primitive::TriangleStrip => {
                for (nth, corners) in order.windows(3).enumerate() {
                    // Every second one is turned over.
                    let turned = [corners[1], corners[0], corners[2]];
                    triangles.push(if nth % 2 == 0 { [corners[0], corners[1], corners[2]] } else { turned });
                }
            }
            Primitive::TriangleFan => {
                for corners in order.windows(2).skip(1) {
                    triangles.push([order[0], corners[0], corners[1]]);
                }
            }
            _ => {}
        }
        triangles
    }
}
