impl Scene {
    pub fn new(display: &impl Facade) -> Result<Scene, Box<dyn Error>> {
        let figure = Figure::read("knight.dae")?;
        Ok(Scene { floor: Floor::new(display)?, bones: Bones::new(display, &figure.joints)?, figure })
    }
}
