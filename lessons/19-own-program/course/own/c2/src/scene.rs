use imgui::Ui;

impl Scene {
    /// Shows which clip plays, its time, its speed and whether it is paused, and lets one change them. Another clip
    /// begins at its beginning.
    pub fn panel(&mut self, ui: &Ui) {
        // BEGIN 19.11
        let playback = &mut self.playback;
        let names: Vec<&str> = self.figure.clips.iter().map(|clip| &*clip.name).collect();
        if ui.combo_simple_string("clip", &mut playback.clip, &names) {
            playback.time = 0.0;
        }
        let duration = self.figure.clips[playback.clip].seconds();
        ui.slider("time", 0.0, duration, &mut playback.time);
        ui.slider("speed", 0.0, 2.0, &mut playback.speed);
        ui.checkbox("paused", &mut playback.is_paused);
        // STUB // TODO 19.11: a list of the clips, two sliders and a box to tick. This one says the clip's name.
        // STUB ui.text(&self.figure.clips[self.playback.clip].name);
        // END 19.11
    }
}
