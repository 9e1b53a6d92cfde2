//! The pictures of an archive that its document refers to.

use super::{
    Archive,
    names::EntryIndex,
    unpack::{Allowance, unpack},
};
use armature::model::Texture;
use std::collections::HashMap;

/// Pictures by the address in the document, each with its content or an error. Pictures that are not in the archive are
/// not in here.
#[derive(Clone, Debug, Default)]
pub(in crate::collada) struct Pictures(HashMap<String, Result<Texture, String>>);

impl Pictures {
    /// Unpacks each picture once, however many addresses lead to it. `name` is what messages call the
    /// archive.
    pub(super) fn unpack<'d>(
        archive: &Archive<'_>,
        name: &str,
        addresses: impl Iterator<Item = &'d str>,
        mut allowance: Allowance,
    ) -> Self {
        let mut found = HashMap::new();
        let mut addresses = addresses.filter(|address| !address.is_empty()).peekable();
        if addresses.peek().is_none() {
            return Self(found);
        }
        let names = EntryIndex::new(archive.entries.iter().map(|entry| &*entry.name), &archive.document.name);
        let mut unpacked: HashMap<usize, Result<Texture, String>> = HashMap::new();
        for address in addresses {
            if found.contains_key(address) {
                continue;
            }
            let Some(index) = names.find(address) else { continue };
            let picture = unpacked.entry(index).or_insert_with(|| {
                let entry = &archive.entries[index];
                let bytes = unpack(&archive.zip, entry, &mut allowance);
                let bytes = bytes.map_err(|refused| refused.message)?;
                let inside = entry.name.replace(char::is_control, " ");
                Ok(Texture::Bytes { name: format!("{name}/{inside}").into(), bytes: bytes.into() })
            });
            found.insert(address.to_owned(), picture.clone());
        }
        Self(found)
    }

    /// The picture at an address, if the archive holds one: with the reason where it cannot be had.
    pub(in crate::collada) fn get(&self, address: &str) -> Option<&Result<Texture, String>> {
        self.0.get(address)
    }
}
