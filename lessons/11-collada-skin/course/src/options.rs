//! What the command line says of the figures.

use crate::file::FigureFile;
use crate::read::files;
use crate::scene::Figures;
use anyhow::{Result, bail};
use common::painter::ReadFigure;
use drawing::Cast;
use models::pictures;
use std::path::{Path, PathBuf};

/// Arguments of this lesson that choose its figures.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SkinOptions {
    /// Another figure than the knight and the hose: a Collada file
    pub file: Option<PathBuf>,
    /// The joint whose weights are shown, and which is bent
    #[arg(long, value_name = "SID")]
    pub joint: Option<String>,
}

impl SkinOptions {
    /// Returns the options for a file that was dropped on the window.
    pub fn of_file(file: &Path) -> Self {
        SkinOptions { file: Some(file.to_owned()), joint: None }
    }

    /// Reads the figures.
    ///
    /// # Errors
    /// If a file cannot be read, or none has the joint.
    pub fn read_figures(&self) -> Result<ReadFigure> {
        let paths = self.file.clone().map_or_else(files, |file| vec![file]);
        let files = paths.iter().map(|path| FigureFile::read(path)).collect::<Result<Vec<_>>>()?;
        if let Some(name) = &self.joint
            && files.iter().all(|file| file.find_joint(name).is_none())
        {
            let sids = files.iter().map(sids).collect::<Vec<_>>().join("; ");
            bail!("--joint {name}: there is no joint of that sid; {sids}");
        }
        let materials = files.iter().flat_map(|file| file.model.materials.clone()).collect();
        let cast = Cast::Own(Box::new(Figures { files, joint: self.joint.clone() }));
        Ok(ReadFigure { decode: pictures::decode, ..ReadFigure::new(cast, materials) })
    }
}

fn sids(file: &FigureFile) -> String {
    let joints = file.joints.iter().zip(&file.model.is_joint);
    let joints = joints.filter(|(_, is_joint)| **is_joint).map(|(joint, _)| joint.sid.as_str());
    format!("{} has {}", file.model.name, joints.collect::<Vec<_>>().join(" "))
}
