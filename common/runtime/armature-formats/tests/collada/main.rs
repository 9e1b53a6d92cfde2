//! The Collada loader on small files of our own: what it reads, assumes and refuses.

mod archives;
mod balance;
mod banner;
mod broken;
mod curves;
mod encodings;
mod exporters;
mod files;
mod golden;
mod materials;
mod mutations;
mod shapes;
mod skins;
mod support;
