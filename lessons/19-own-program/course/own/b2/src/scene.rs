use crate::lessons::lesson_08::skinning_matrices;
use crate::lessons::{Joint, model_poses};
use crate::picture::Picture;
use glium::texture::{RawImage2d, SrgbTexture2d};

/// What the GPU gets for each vertex of a skin.
#[derive(Clone, Copy)]
pub struct SkinVertex {
    pub a_position: [f32; 3],
    pub a_normal: [f32; 3],
    pub a_texcoord: [f32; 2],
    pub a_joints: [u16; 4],
    pub a_weights: [f32; 4],
}

implement_vertex!(SkinVertex, a_position, a_normal, a_texcoord, a_joints, a_weights);

// The light, as phong.frag has it.
const TO_LIGHT: [f32; 3] = [0.45, 0.72, 0.53];
const LAMP: [f32; 3] = [0.9, 0.9, 0.9];
const AMBIENT: [f32; 3] = [0.25, 0.25, 0.25];
const DIFFUSE: [f32; 3] = [1.0, 1.0, 1.0];
const SPECULAR: [f32; 3] = [0.1, 0.1, 0.1];
const SHININESS: f32 = 30.0;

struct Skin {
    vertices: VertexBuffer<SkinVertex>,
    /// Three vertices for each triangle.
    triangles: IndexBuffer<u16>,
    texture: SrgbTexture2d,
    program: Program,
}

pub struct Scene {
    floor: Floor,
    pub figure: Figure,
    bones: Bones,
    skin: Skin,
}

impl Skin {
    fn new(display: &impl Facade, figure: &Figure) -> Result<Skin, Box<dyn Error>> {
        Ok(Skin {
            vertices: VertexBuffer::new(display, &skin_vertices(figure))?,
            triangles: IndexBuffer::new(display, PrimitiveType::TrianglesList, &figure.indices)?,
            texture: texture(display, &figure.picture)?,
            program: program!(display, 330 => {
                vertex: include_str!("lit.vert"),
                fragment: include_str!("phong.frag"),
            })?,
        })
    }
}

impl Scene {
    pub fn new(display: &impl Facade) -> Result<Scene, Box<dyn Error>> {
        let figure = Figure::read(FIGURE)?;
        Ok(Scene {
            floor: Floor::new(display)?,
            bones: Bones::new(display, &figure.joints)?,
            skin: Skin::new(display, &figure)?,
            figure,
        })
    }

    /// Draws the picture of a time, in seconds since the start.
    pub fn draw(&self, frame: &mut impl Surface, seconds: f32) -> Result<(), Box<dyn Error>> {
        let (width, height) = frame.get_dimensions();
        let eye = Vec3::new(1.2, 1.6, 4.2);
        let camera_from_world = look_at_mat4(eye, Vec3::new(0.0, 0.9, 0.0), Vec3::Y);
        let clip_from_world = clip_from_camera(width, height) * camera_from_world;
        let beside = Mat4::from_translation(Vec3::new(-1.3, 0.0, 0.0)); // where the bones are seen
        let pose = self.figure.pose(seconds);
        frame.clear_color_srgb_and_depth((0.16, 0.18, 0.21, 1.0), 1.0);
        self.draw_floor(frame, clip_from_world)?;
        self.draw_bones(frame, clip_from_world * beside, &pose)?;
        self.draw_skin(frame, clip_from_world, eye, &pose)
    }

    /// Draws the figure's skin, as an eye at this place of the world sees it.
    fn draw_skin(
        &self,
        frame: &mut impl Surface,
        clip_from_world: Mat4,
        eye: Vec3,
        pose: &Pose,
    ) -> Result<(), Box<dyn Error>> {
        // BEGIN 19.8
        let clip_from_world = clip_from_world.to_cols_array_2d();
        let eye = eye.to_array();
        let mut slots = Vec::new();
        for matrix in palette(&self.figure, pose) {
            slots.push(matrix.to_cols_array_2d());
        }
        let names = element_names("u_palette", slots.len());
        let mut uniforms = DynamicUniforms::new();
        uniforms.add("u_clip_from_model", &clip_from_world);
        uniforms.add("u_eye", &eye);
        uniforms.add("u_texture", &self.skin.texture);
        for (name, slot) in names.iter().zip(&slots) {
            uniforms.add(name, slot);
        }
        add_light(&mut uniforms);
        frame.draw(&self.skin.vertices, &self.skin.triangles, &self.skin.program, &uniforms, &parameters())?;
        // STUB // TODO 19.8: the palette, the camera, the eye, the texture and the light; and the draw call.
        // STUB let mut uniforms = DynamicUniforms::new();
        // STUB add_light(&mut uniforms);
        // STUB let _ = (frame, clip_from_world, eye, palette(&self.figure, pose)); // you will need them
        // STUB let _ = (&self.skin.vertices, &self.skin.triangles, &self.skin.texture, &self.skin.program); // and these
        // END 19.8
        Ok(())
    }
}

/// Returns the vertices of a skin as the GPU gets them, each with four joints, those without weight included.
pub fn skin_vertices(figure: &Figure) -> Vec<SkinVertex> {
    // BEGIN 19.5
    let mut vertices = Vec::new();
    for vertex in &figure.vertices {
        let mut a_joints = [0; 4];
        let mut a_weights = [0.0; 4];
        for (i, influence) in vertex.influences.iter().enumerate() {
            a_joints[i] = influence.slot as u16;
            a_weights[i] = influence.weight;
        }
        vertices.push(SkinVertex {
            a_position: vertex.position.to_array(),
            a_normal: vertex.normal.to_array(),
            a_texcoord: vertex.texcoord.to_array(),
            a_joints,
            a_weights,
        });
    }
    vertices
    // STUB // TODO 19.5: a vertex for each of the figure's; its influences, one to four, come first.
    // STUB let mut vertices = Vec::new();
    // STUB for vertex in &figure.vertices {
    // STUB     let _ = (vertex.normal, vertex.texcoord, &vertex.influences); // you will need them
    // STUB     let a_position = vertex.position.to_array();
    // STUB     let a_normal = [0.0, 1.0, 0.0];
    // STUB     let a_weights = [1.0, 0.0, 0.0, 0.0];
    // STUB     vertices.push(SkinVertex { a_position, a_normal, a_texcoord: [0.0; 2], a_joints: [0; 4], a_weights });
    // STUB }
    // STUB vertices
    // END 19.5
}

/// Returns a picture as a texture. In OpenGL the lowest row comes first, and in the picture the uppermost; its
/// colours are sRGB-encoded.
pub fn texture(display: &impl Facade, picture: &Picture) -> Result<SrgbTexture2d, Box<dyn Error>> {
    // BEGIN 19.6
    let image = RawImage2d::from_raw_rgba_reversed(&picture.rgba, (picture.width, picture.height));
    Ok(SrgbTexture2d::new(display, image)?)
    // STUB // TODO 19.6: the picture's pixels, the lowest row first. This one is a grey pixel.
    // STUB let _ = (picture.width, picture.height, &picture.rgba); // you will need them
    // STUB let image = RawImage2d::from_raw_rgba(vec![128_u8, 128, 128, 255], (1, 1));
    // STUB Ok(SrgbTexture2d::new(display, image)?)
    // END 19.6
}

/// Returns the palette of a pose: for each slot the matrix from the mesh, as it was modelled, to the world.
///
/// The slots are the skin's joints, in the skin's order, and one more for vertices that follow no joint.
pub fn palette(figure: &Figure, pose: &Pose) -> Vec<Mat4> {
    // BEGIN 19.7
    let world_from_joint = model_poses(&figure.joints, &pose.locals, pose.world_from_model);
    let mut slots = Vec::new();
    for joint in &figure.skin_joints {
        slots.push(world_from_joint[*joint]);
    }
    slots.push(pose.world_from_model);
    skinning_matrices(&slots, &figure.joint_from_mesh)
    // STUB // TODO 19.7: where each joint of the skin is in the world; then 08.2. This one leaves
    // STUB // him as the file has him.
    // STUB let _ = (&pose.locals, &figure.skin_joints, model_poses, skinning_matrices); // you will need them
    // STUB vec![Mat4::IDENTITY; figure.joint_from_mesh.len()]
    // END 19.7
}

fn add_light(uniforms: &mut DynamicUniforms) {
    uniforms.add("u_to_light", &TO_LIGHT);
    uniforms.add("u_lamp", &LAMP);
    uniforms.add("u_ambient", &AMBIENT);
    uniforms.add("u_diffuse", &DIFFUSE);
    uniforms.add("u_specular", &SPECULAR);
    uniforms.add("u_shininess", &SHININESS);
}
