use crate::lessons::{Clip, Influence, Joint, State, Track};

impl Figure {
    /// Returns the index of the clip whose name has the state's in it, or of the first clip if there is none.
    pub fn clip_of(&self, state: State) -> usize {
        let clip = self.clips.iter().position(|clip| clip.name.to_lowercase().contains(state.name()));
        clip.unwrap_or(0)
    }
}
