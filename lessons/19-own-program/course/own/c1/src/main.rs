struct App {
    window: Window,
    display: Display<WindowSurface>,
    scene: Scene,
    started: Instant,
    /// The time at which the clock stands still, if it does.
    stopped: Option<f32>,
    /// The time of the last picture.
    drawn_at: f32,
    /// What became of the last picture. An error ends the program.
    outcome: Result<(), Box<dyn Error>>,
}

fn run() -> Result<(), Box<dyn Error>> {
    let stopped = std::env::args().nth(1).map(|word| word.parse()).transpose()?;
    let event_loop = EventLoop::new()?;
    let (window, display) = SimpleWindowBuilder::new().with_title("Own").with_inner_size(800, 600).build(&event_loop);
    let scene = Scene::new(&display)?;
    let started = Instant::now();
    let mut app = App { window, display, scene, started, stopped, drawn_at: 0.0, outcome: Ok(()) };
    event_loop.run_app(&mut app)?;
    app.outcome
}

impl App {
    fn draw(&mut self) -> Result<(), Box<dyn Error>> {
        let seconds = self.seconds();
        self.scene.advance(seconds - self.drawn_at);
        self.drawn_at = seconds;
        let mut frame = self.display.draw();
        let drawn = self.scene.draw(&mut frame, seconds);
        frame.finish()?;
        drawn
    }
}
