//! An orbit camera: circles around a point, and frames boxes and points.

use armature::mesh::Bounds;
use glam::{
    Mat4, Vec3,
    camera::rh::{proj::opengl, view::look_at_mat4},
};
use serde::{Deserialize, Serialize};
use std::f32::consts::{FRAC_PI_2, TAU};

/// Fraction of the picture that a framed box fills along its tighter side.
const FILL: f32 = 0.84;

/// Steepest view upward or downward, in radians.
const MAX_PITCH: f32 = FRAC_PI_2 - 0.01;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Projection {
    Perspective {
        /// The angle from the picture's bottom to its top, in radians.
        vertical_fov: f32,
    },
    Orthographic {
        /// The height that fits the picture, in metres.
        height: f32,
    },
}

/// A camera at an angle and a distance from what it looks at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OrbitCamera {
    /// The middle of the picture; world space, metres.
    pub target: Vec3,
    /// Around the vertical, in radians: 0 looks from +z, a quarter turn from +x.
    pub yaw: f32,
    /// Upward, in radians: 0 is level with the target, positive looks down on it.
    pub pitch: f32,
    /// Metres from the target to the eye.
    pub distance: f32,
    pub projection: Projection,
    /// Radius of the scene, in metres: the depth range is derived from it.
    pub scene_radius: f32,
}

impl Default for OrbitCamera {
    /// A view from the front, a little from the right and from above: it shows a figure's form.
    fn default() -> Self {
        Self {
            target: Vec3::ZERO,
            yaw: 0.55,
            pitch: 0.22,
            distance: 5.0,
            projection: Projection::Perspective { vertical_fov: 0.6 },
            scene_radius: 1.0,
        }
    }
}

impl OrbitCamera {
    /// Position of the eye, in world space.
    pub fn eye(&self) -> Vec3 {
        self.target + self.distance * self.backward()
    }

    /// Unit length, from the target to the eye.
    pub fn backward(&self) -> Vec3 {
        let yaw = self.yaw;
        let pitch = self.pitch;
        Vec3::new(yaw.sin() * pitch.cos(), pitch.sin(), yaw.cos() * pitch.cos())
    }

    /// Unit length, to the picture's right.
    pub fn right(&self) -> Vec3 {
        Vec3::new(self.yaw.cos(), 0.0, -self.yaw.sin())
    }

    /// Unit length, to the picture's top.
    pub fn up(&self) -> Vec3 {
        self.backward().cross(self.right())
    }

    /// `camera_from_world`: the eye at the origin, looking along -z.
    pub fn camera_from_world(&self) -> Mat4 {
        look_at_mat4(self.eye(), self.target, self.up())
    }

    /// The matrix from world space to OpenGL's clip space. `aspect` is the picture's width / height.
    pub fn clip_from_world(&self, aspect: f32) -> Mat4 {
        let (near, far) = self.depth_range();
        let clip_from_camera = match self.projection {
            Projection::Perspective { vertical_fov } => opengl::perspective(vertical_fov, aspect, near, far),
            Projection::Orthographic { height } => {
                let x = height * aspect / 2.0;
                let y = height / 2.0;
                opengl::orthographic(-x, x, -y, y, near, far)
            }
        };
        clip_from_camera * self.camera_from_world()
    }

    /// Distances from the eye to the nearest and the farthest point that is drawn, in metres.
    fn depth_range(&self) -> (f32, f32) {
        let far = self.distance + 40.0 * self.scene_radius;
        match self.projection {
            // An eye so close that its near plane would cut what it looks at gets closer yet.
            Projection::Perspective { .. } => (f32::min(0.05 * self.scene_radius, 0.05 * self.distance), far),
            // Without shrinking, what is behind the eye may as well be seen.
            Projection::Orthographic { .. } => (self.distance - 40.0 * self.scene_radius, far),
        }
    }

    /// Moves the target and the distance so that all `points` (world space) are in the picture, centred. `aspect` is the
    /// picture's width / height. Yaw, pitch and the kind of projection stay. Points that are not finite are ignored; the
    /// camera does not move if no finite point is left.
    pub fn frame_points(&mut self, points: &[Vec3], aspect: f32) {
        let Some(bounds) = Bounds::from_points(points.iter().copied()) else { return };
        let center = bounds.center();
        // A single point still needs a size, and one that f32 can hold at its distance from the origin.
        self.scene_radius = bounds.radius().max(1e-3 * center.length()).max(1e-5);
        let right = self.right();
        let up = self.up();
        let back = self.backward();
        // Along the camera's own axes, relative to the centre.
        let finite = points.iter().filter(|point| point.is_finite());
        let seen: Vec<Vec3> = finite
            .map(|point| {
                let from_center = point - center;
                Vec3::new(from_center.dot(right), from_center.dot(up), from_center.dot(back))
            })
            .collect();
        match &mut self.projection {
            Projection::Orthographic { height } => {
                let x = max_of(&seen, |c| c.x.abs());
                let y = max_of(&seen, |c| c.y.abs());
                *height = (2.0 * f32::max(y, x / aspect) / FILL).max(0.5 * self.scene_radius);
                self.target = center;
                self.distance = 2.0 * self.scene_radius;
            }
            Projection::Perspective { vertical_fov } => {
                // An eye at (x, y, z) has a corner inside the upper edge if c.y - y <= (z - c.z) slope,
                // inside the lower if y - c.y <= (z - c.z) slope. Their sum says how far away is enough.
                let slope_y = (*vertical_fov / 2.0).tan() * FILL;
                let slope_x = slope_y * aspect;
                let above = max_of(&seen, |c| c.y + c.z * slope_y);
                let below = max_of(&seen, |c| c.z * slope_y - c.y);
                let right_of = max_of(&seen, |c| c.x + c.z * slope_x);
                let left_of = max_of(&seen, |c| c.z * slope_x - c.x);
                let enough = f32::max((above + below) / (2.0 * slope_y), (right_of + left_of) / (2.0 * slope_x));
                // Nothing between the eye and the near plane, even if all lies on the line of sight.
                let mut z = enough.max(max_of(&seen, |c| c.z) + 0.25 * self.scene_radius);
                if bounds.radius() < self.scene_radius {
                    z = z.max(self.scene_radius / slope_x.min(slope_y)); // a mere point
                }
                let x = centering_eye(&seen, |c| c.x, z, self.scene_radius);
                let y = centering_eye(&seen, |c| c.y, z, self.scene_radius);
                self.target = center + x * right + y * up;
                self.distance = z;
            }
        }
    }

    /// Circles by `yaw` radians to the right and `pitch` radians upward. It stops short of the poles.
    pub fn orbit(&mut self, yaw: f32, pitch: f32) {
        self.yaw = (self.yaw + yaw).rem_euclid(TAU);
        self.pitch = (self.pitch + pitch).clamp(-MAX_PITCH, MAX_PITCH);
    }

    /// Comes closer by `steps` of a tenth each (negative: moves away), within sensible limits.
    pub fn zoom(&mut self, steps: f32) {
        self.scale(0.9f32.powf(steps));
    }

    /// Shows `factor` times as much each way, within sensible limits.
    pub fn scale(&mut self, factor: f32) {
        let least = 0.02 * self.scene_radius;
        let most = 40.0 * self.scene_radius;
        self.distance = (self.distance * factor).clamp(least, most);
        if let Projection::Orthographic { height } = &mut self.projection {
            *height = (*height * factor).clamp(least, most);
        }
    }

    /// Shifts the target along the picture's right and top, in fractions of the picture's height.
    pub fn pan(&mut self, right: f32, up: f32) {
        let height = match self.projection {
            Projection::Perspective { vertical_fov } => 2.0 * self.distance * (vertical_fov / 2.0).tan(),
            Projection::Orthographic { height } => height,
        };
        self.target += height * (right * self.right() + up * self.up());
    }
}

fn max_of(points: &[Vec3], measure: impl Fn(&Vec3) -> f32) -> f32 {
    points.iter().map(measure).fold(f32::MIN, f32::max)
}

/// Returns the eye's coordinate between `-limit` and `limit` from which the perspective image of `points` is centred.
/// `along` picks the axis, x or y of the camera; `eye_z` is the eye's depth. Found by bisection.
fn centering_eye(points: &[Vec3], along: impl Fn(&Vec3) -> f32, eye_z: f32, limit: f32) -> f32 {
    let mut low = -limit;
    let mut high = limit;
    for _ in 0..30 {
        let eye = low.midpoint(high);
        let seen = points.iter().map(|point| (along(point) - eye) / (eye_z - point.z));
        let (least, most) = seen.fold((f32::MAX, f32::MIN), |(a, b), s| (a.min(s), b.max(s)));
        // What is seen slides down as the eye moves up.
        if least + most > 0.0 {
            low = eye;
        } else {
            high = eye;
        }
    }
    low.midpoint(high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bounds() -> impl Strategy<Value = Bounds> {
        let sides = prop::array::uniform3(prop_oneof![0.01f32..3.0, Just(0.0)]);
        (prop::array::uniform3(-20f32..20.0), sides).prop_map(|(min, size)| {
            let min = Vec3::from(min);
            Bounds { min, max: min + Vec3::from(size) }
        })
    }

    fn projection() -> impl Strategy<Value = Projection> {
        prop_oneof![
            (0.2f32..1.6).prop_map(|vertical_fov| Projection::Perspective { vertical_fov }),
            Just(Projection::Orthographic { height: 1.0 }),
        ]
    }

    proptest! {
        /// All eight corners lie inside the picture, centred and with a margin, and span its width or its height.
        #[test]
        fn a_framed_box_fills_the_picture(
            bounds in bounds(), yaw in -4f32..4.0, pitch in -1.5f32..1.5,
            aspect in 0.3f32..3.0, projection in projection(),
        ) {
            let mut camera = OrbitCamera { yaw, pitch, projection, ..OrbitCamera::default() };
            camera.frame_points(&bounds.corners(), aspect);
            let clip_from_world = camera.clip_from_world(aspect);
            let corners = bounds.corners().map(|corner| clip_from_world * corner.extend(1.0));
            prop_assert!(corners.iter().all(|c| c.w > 0.0), "in front of the eye: {corners:?}");
            let corners = corners.map(|c| c.truncate() / c.w);
            let seen = Bounds::from_points(corners).unwrap();
            // Matrices with entries up to 40 round by 4e-6, a few times over, and the picture is about
            // as high as the scene: relative to that, and nine times over for good measure.
            let tolerance = 1e-3 + 1e-4 / camera.scene_radius;
            prop_assert!(seen.min.min_element() > -1.0 && seen.max.max_element() < 1.0, "{seen:?}");
            let largest = seen.max.truncate().abs().max(seen.min.truncate().abs()).max_element();
            prop_assert!(largest < FILL + tolerance, "the margin is kept: {seen:?}");
            let off = (seen.max + seen.min).truncate().abs().max_element();
            prop_assert!(off < 2.0 * tolerance, "in the middle: {seen:?}");
            // A needle that points at the eye, and a mere point, is kept at a distance instead.
            let nearest = bounds.corners().map(|c| (camera.eye() - c).dot(camera.backward()));
            let nearest = nearest.into_iter().fold(f32::MAX, f32::min);
            let held_off = match camera.projection {
                Projection::Perspective { .. } => nearest < 0.26 * camera.scene_radius,
                Projection::Orthographic { height } => height < 0.51 * camera.scene_radius,
            } || bounds.radius() < camera.scene_radius;
            prop_assert!(held_off || largest > FILL - tolerance, "filled: {seen:?}");
        }
    }

    #[test]
    fn axes_of_the_picture() {
        let camera = OrbitCamera { yaw: 0.0, pitch: 0.0, ..OrbitCamera::default() };
        assert_eq!((camera.right(), camera.up(), camera.backward()), (Vec3::X, Vec3::Y, Vec3::Z));
        assert_eq!(camera.eye(), Vec3::Z * 5.0);
        let above = OrbitCamera { pitch: 0.5, ..camera };
        assert!(above.eye().y > 0.0);
        let right_of = OrbitCamera { yaw: FRAC_PI_2, ..camera };
        assert!((right_of.eye() - Vec3::X * 5.0).length() < 1e-5);
    }

    #[test]
    fn it_stays_on_its_orbit() {
        let mut camera = OrbitCamera::default();
        camera.orbit(7.0, 99.0);
        assert!((0.0..TAU).contains(&camera.yaw) && camera.pitch < FRAC_PI_2);
        assert!(camera.clip_from_world(1.0).is_finite());
        camera.zoom(1e9);
        assert!(camera.distance > 0.0);
        camera.zoom(-1e9);
        assert!(camera.distance <= 40.0);
        let before = camera.target;
        camera.pan(0.0, 0.5);
        let clip = camera.clip_from_world(1.0) * before.extend(1.0);
        assert!((clip.y / clip.w + 1.0).abs() < 1e-4, "half a picture up: the old middle is its lower edge");
    }
}
