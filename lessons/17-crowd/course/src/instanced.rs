//! The window's crowd: knights and creatures on a square, each on its own clock and clip, drawn in three ways. It is about OpenGL
//! itself, so it has a drawing of its own; the page's scene is in `scene.rs`.

use crate::cast::{self, CrowdCast, FIGURES};
use crate::checks::{LESSON, REFERENCE};
use crate::costs::Costs;
use crate::frame::{self, CrowdFrame, Shader};
use crate::probes::CrowdInput;
use crate::square::{self, Block, Carpet, Who};
use crate::timer::GpuTimer;
use crate::ways::{self, CrowdRenderer, Way};
use check::Probe;
use common::graphics::{GlInfo, OrbitCamera, ShaderError, ShaderSource, backdrop::Backdrop, renderer::FigureInstance};
use common::player::clock::scene_controls;
use common::prelude::*;
use common::scenes::{
    answer_cache::AnswerCache,
    student_shader::{ShaderTrial, StudentPrograms},
};
use common::shader;
use glam::{Vec3, Vec4};
use lesson_12::character::{
    file::CharacterFile,
    own::{CharacterOptions, Lead},
};
use std::{
    collections::hash_map::{Entry, HashMap},
    fmt::Write,
    rc::Rc,
    time::Instant,
};

/// Dancers at the start.
const COUNT: u32 = 240;
/// Dancers in the scene of a test that draws it many times.
const SMALL_COUNT: u32 = 48;
/// The most dancers.
const MOST: u32 = 12_000;
/// Largest number of dancers with shadows.
const MAX_SHADOWS: usize = 3000;
/// Width over height of the narrowest picture that is not drawn from farther away.
const MIN_ASPECT: f32 = 1.2;
/// Radius of a knight's and a creature's shadow, in metres.
const SHADOWS: [f32; 2] = [0.38, 0.44];
const SHADOW: Vec4 = Vec4::new(0.03, 0.03, 0.06, 0.35);

/// Arguments of this lesson besides those of every lesson.
#[derive(Clone, Default, clap::Args)]
pub struct CrowdOptions {
    /// Number of dancers, from 1 to 12000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST)))]
    pub count: Option<u32>,
    /// The processor, the shader, or both
    #[arg(long, value_enum, default_value_t)]
    pub who: Who,
    /// The figure that dances for the knight
    #[command(flatten)]
    pub character: CharacterOptions,
}

/// The crowd, and what it is drawn with.
pub struct CrowdScene {
    gl: Gl,
    info: GlInfo,
    files: Vec<CharacterFile>,
    /// About the file of a figure of one's own.
    messages: Vec<Message>,
    finished: Rc<CrowdCast>,
    sampled: AnswerCache<Course, Rc<CrowdCast>>,
    /// Value of the slider.
    count: f32,
    who: Who,
    /// Number and processor of the last build.
    built: Option<(usize, Who)>,
    blocks: Rc<Vec<Block>>,
    carpets: Vec<Carpet>,
    /// Renderers for each way and figure; made when they are first wanted.
    renderers: HashMap<(Way, usize), CrowdRenderer>,
    /// The cast whose baked frames are on the graphics card.
    loaded: Option<Rc<CrowdCast>>,
    programs: [StudentPrograms<Shader>; 2],
    /// The graphics card's timers, for each way.
    timers: [GpuTimer; 3],
    costs: Costs,
    backdrop: Backdrop,
    debug: DebugRenderer,
}

/// The lesson's program.
pub fn run() -> ExitCode {
    lesson_main::<CrowdScene>()
}

impl Subject for CrowdScene {
    /// The camera looks over the heads of the first rows, and the dancers behind them are in the picture, too.
    fn framing(&mut self, _: f32) -> Option<Framing> {
        let target = Vec3::new(0.0, 0.9, -6.0);
        let camera = OrbitCamera { target, yaw: 0.0, pitch: 0.36, distance: 17.5, ..OrbitCamera::default() };
        Some(Framing::fixed(OrbitCamera { scene_radius: 25.0, ..camera }, MIN_ASPECT))
    }
}

impl Exercise for CrowdScene {
    type Options = CrowdOptions;
    type Output = CrowdFrame;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const TIME: f32 = 2.4;

    fn small() -> CrowdOptions {
        CrowdOptions { count: Some(SMALL_COUNT), ..CrowdOptions::default() }
    }

    fn open(gl: &Gl, _: &mut Playback, options: &CrowdOptions) -> Result<Self> {
        let Lead { file, messages, .. } = options.character.load()?;
        let files = cast::files_with(file)?;
        Ok(CrowdScene {
            gl: gl.clone(),
            finished: Rc::new(CrowdCast::finished(&files)?),
            files,
            messages,
            sampled: AnswerCache::default(),
            count: options.count.unwrap_or(COUNT) as f32,
            who: options.who,
            info: GlInfo::new(gl),
            built: None,
            blocks: Rc::default(),
            carpets: Vec::new(),
            renderers: HashMap::new(),
            loaded: None,
            programs: [StudentPrograms::default(), StudentPrograms::default()],
            timers: Way::ALL.map(|_| GpuTimer::new(gl)),
            costs: Costs::default(),
            backdrop: Backdrop::new(gl)?,
            debug: DebugRenderer::new(gl)?,
        })
    }

    fn evaluate(&mut self, course: &Course, view: &View) -> Result<CrowdFrame> {
        self.build()?;
        let cast = self.cast(course)?;
        let played = frame::play(&cast, &self.blocks, &course.crowd, view.seconds)?;
        let shaders = [
            self.shader(0, "17.2", course.crowd.crowd(), REFERENCE.crowd.crowd())?,
            self.shader(1, "17.4", course.crowd.frames(), REFERENCE.crowd.frames())?,
        ];
        Ok(CrowdFrame { cast, blocks: self.blocks.clone(), played, shaders })
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &CrowdFrame) -> Result<()> {
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(-0.01))?;
        self.debug.draw(target, &self.ground(), view.clip_from_world(), Overlay::Solid)?;
        self.debug.draw(target, &self.shadows(), view.clip_from_world(), Overlay::InScene)?;
        self.upload_frames(&frame.cast)?;
        let viewpoint = view.viewpoint();
        for way in self.who.ways() {
            let blocks = frame.blocks.iter().zip(&frame.played).filter(|(b, _)| b.way == *way);
            let blocks: Vec<_> = blocks.collect();
            let began = Instant::now();
            for (block, played) in &blocks {
                if let Some(renderer) = self.renderers.get_mut(&(block.way, block.figure)) {
                    renderer.upload(played)?;
                }
            }
            let query = self.timers[*way as usize].query();
            for (block, played) in &blocks {
                let shader = &frame.shaders[usize::from(*way == Way::Frames)];
                let renderer = &self.renderers[&(block.way, block.figure)];
                renderer.draw(target, &viewpoint, &shader.program, played, query)?;
            }
            let card = self.timers[*way as usize].last();
            self.costs.add(*way, &blocks, began.elapsed(), card);
        }
        Ok(())
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &CrowdFrame,
        right: &CrowdFrame,
    ) -> Result<Difference> {
        crate::ghost::draw_ghost(&self.gl, &self.debug, target, view, [mine, right])
    }

    fn ui(&mut self, screen: &Screen<'_>, time: &mut Playback, frame: &CrowdFrame) {
        let ui = screen.ui;
        let em = screen.fonts.em;
        screen.panel("Crowd", || {
            let width = ui.push_item_width(em * 9.0);
            let mut root = self.count.sqrt();
            let most = (MOST as f32).sqrt();
            if screen.slider("dancers", [1.0, most], &format!("{:.0}", self.count), &mut root) {
                self.count = (root * root).round().clamp(1.0, MOST as f32);
            }
            width.end();
            for (number, (who, name)) in Who::ALL.into_iter().enumerate() {
                if number % 2 == 1 {
                    ui.same_line_with_pos(em * 8.5);
                }
                ui.radio_button(name, &mut self.who, who);
            }
            for (way, line) in self.lines(frame).1 {
                let color = square::CARPETS[way as usize] * 1.6;
                let _color =
                    ui.push_style_color(common::window::imgui::StyleColor::Text, color.min(Vec4::ONE).to_array());
                ui.text_wrapped(line);
            }
            ui.separator();
            scene_controls(time, screen);
            screen.running_code();
        });
    }

    fn messages(&self) -> Vec<Message> {
        self.messages.clone()
    }

    fn describe(&self, frame: &CrowdFrame) -> String {
        let (head, ways) = self.lines(frame);
        let mut words = format!("{head}\n");
        for (_, line) in ways {
            words += &format!("{line}\n");
        }
        for (block, played) in frame.blocks.iter().zip(&frame.played) {
            let Some(moment) = played.moments.first() else { continue };
            let member = block.members[0];
            let (name, clips) = FIGURES[block.figure];
            // Writing to a String cannot fail.
            let _ = writeln!(
                words,
                "the first {name} of \"{}\": {}, between frames {} and {}, alpha {:.2}",
                Costs::name(block.way),
                clips[member.dancer.clip],
                moment.frames[0],
                moment.frames[1],
                moment.alpha
            );
        }
        words
    }
}

impl CrowdScene {
    /// Builds blocks and renderers for the chosen number of dancers and ways.
    fn build(&mut self) -> Result<()> {
        let wanted = (self.count as usize, self.who);
        if self.built == Some(wanted) {
            return Ok(());
        }
        let (blocks, carpets) = square::place_crowd(wanted.0, self.who);
        for block in &blocks {
            let key = (block.way, block.figure);
            let model = &self.finished.figures[block.figure].model;
            let renderer = match self.renderers.entry(key) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    self.loaded = None; // it has no baked frames yet
                    place.insert(CrowdRenderer::new(&self.gl, model, block.way)?)
                }
            };
            let mut instances = Vec::new();
            for (number, member) in block.members.iter().enumerate() {
                let world_from_model = member.world_from_place() * model.world_from_model;
                instances.push(FigureInstance { tint: member.tint, ..FigureInstance::new(world_from_model, number) });
            }
            renderer.set_instances(&instances)?;
        }
        self.blocks = Rc::new(blocks);
        self.carpets = carpets;
        self.built = Some(wanted);
        self.costs = Costs::default();
        self.timers = Way::ALL.map(|_| GpuTimer::new(&self.gl));
        Ok(())
    }

    /// Returns the cast with `common`'s clips, or with clips that the student's earlier answers sample.
    fn cast(&mut self, course: &Course) -> Result<Rc<CrowdCast>> {
        // Its own answers sample no clip.
        let earlier = Course { crowd: LESSON.reference.crowd, ..*course };
        if earlier == LESSON.reference {
            return Ok(self.finished.clone());
        }
        self.sampled.get_or_compute(earlier, || Ok(Rc::new(CrowdCast::sampled(&self.files, &earlier)?)))
    }

    /// Uploads the cast's baked frames, unless they are loaded already.
    fn upload_frames(&mut self, cast: &Rc<CrowdCast>) -> Result<()> {
        if !self.loaded.as_ref().is_some_and(|loaded| Rc::ptr_eq(loaded, cast)) {
            for ((_, figure), renderer) in &mut self.renderers {
                renderer.set_frames(&cast.figures[*figure].baked.texels)?;
            }
            self.loaded = Some(cast.clone());
        }
        Ok(())
    }

    /// Returns the student's program if it works on a few vertices, else the finished one.
    fn shader(&mut self, place: usize, todo: &str, student: ShaderFile, finished: ShaderFile) -> Result<Rc<Shader>> {
        let gl = &self.gl;
        self.programs[place].get(&[student], |trial: &mut ShaderTrial| {
            let probe = Probe { seed: 17, index: 0 };
            let probed = if place == 0 { CrowdInput::palettes(&probe) } else { CrowdInput::frames(&probe) };
            let texture = probed.texture(gl)?;
            let uniforms = probed.uniforms(glam::Mat4::IDENTITY, &texture);
            let tried = shader::positions_on(gl, student, &uniforms, &probed.vertices);
            let vertex = trial.choose(todo, student, finished, tried);
            Ok(program(gl, vertex).or_else(|error| {
                trial.report(todo, error);
                program(gl, finished)
            })?)
        })
    }

    fn ground(&self) -> Shapes {
        let mut shapes = Shapes::new();
        for ([a, c], color) in &self.carpets {
            shapes.quad([*a, Vec3::new(c.x, 0.0, a.z), *c, Vec3::new(a.x, 0.0, c.z)], *color);
        }
        shapes
    }

    /// Returns a dark spot below each dancer, if there are not too many.
    fn shadows(&self) -> Shapes {
        let mut shapes = Shapes::new();
        if self.blocks.iter().map(|block| block.members.len()).sum::<usize>() > MAX_SHADOWS {
            return shapes;
        }
        for block in self.blocks.iter() {
            for member in &block.members {
                shapes.disc(member.place + 0.004 * Vec3::Y, SHADOWS[block.figure], 8, SHADOW);
            }
        }
        shapes
    }

    /// Describes the number of dancers and the cost of each way.
    fn lines(&self, frame: &CrowdFrame) -> (String, Vec<(Way, String)>) {
        let count: usize = frame.blocks.iter().map(|block| block.members.len()).sum();
        let joints: Vec<usize> = frame.cast.figures.iter().map(|figure| figure.baked.joints).collect();
        let renderer = self.info.renderer.split(" (").next().unwrap_or_default();
        let hint =
            if self.info.software { " (the processor: compare calls and kB, and begin with --count 60)" } else { "" };
        let head = format!("{count} dancers, drawn by {renderer}{hint}; a frame takes:");
        (head, self.who.ways().iter().map(|way| (*way, self.costs.line(*way, &frame.blocks, &joints))).collect())
    }
}

fn program(gl: &Gl, vertex: ShaderFile) -> Result<Shader, ShaderError> {
    let program = ways::program(gl, &ShaderSource::read(vertex)?)?;
    Ok(Shader { vertex, program })
}
