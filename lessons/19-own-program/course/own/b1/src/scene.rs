/// The file of the figure.
const FIGURE: &str = "knight.dae";

impl Scene {
    pub fn new(display: &impl Facade) -> Result<Scene, Box<dyn Error>> {
        let figure = Figure::read(FIGURE)?;
        Ok(Scene { floor: Floor::new(display)?, bones: Bones::new(display, &figure.joints)?, figure })
    }
}
