impl Scene {
    pub fn new(display: &impl Facade) -> Result<Scene, Box<dyn Error>> {
        let figure = Figure::read("knight.dae")?;
        let (bone_ends, bones) = bone_buffers(display, &figure.joints)?;
        Ok(Scene {
            floor: VertexBuffer::new(display, &floor_corners())?,
            floor_program: program!(display, 330 => {
                vertex: include_str!("floor.vert"),
                fragment: include_str!("floor.frag"),
            })?,
            figure,
            bone_ends,
            bones,
            bone_program: program!(display, 330 => {
                vertex: include_str!("joints.vert"),
                fragment: include_str!("bones.frag"),
            })?,
        })
    }
}
