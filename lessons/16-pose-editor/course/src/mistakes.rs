//! The answer with every named mistake in it, each behind its switch.

use crate::{
    Answers, Blob, HEADER, Header, Key, SAME_TIME, Tools, Transform, VERSION, add_blob, checksum, finite_key,
    get_entry, get_header, get_table, key_at, keys_before, probes, put_kind, put_u16, put_u32s,
};
use common::check::{mistake, nan_band};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { set_key, move_key, write_container, read_container };

fn set_key(keys: &mut Vec<Key>, time: f32, local: Transform, tools: &Tools) {
    let time = time * nan_band("time", time, -1.0..2.0);
    let is_taken = mistake("NAN-TAKEN") || mistake("NAN-TAKEN:IN-LOCAL") && time.is_finite();
    if finite_key(time, local).is_none() && !is_taken {
        let same = key_at(keys, time);
        if mistake("REMOVED-FOR-NAN:ALL-FOR-NAN") {
            keys.retain(|other| (other.time - time).abs() >= SAME_TIME);
        } else if let Some(same) = same.filter(|_| mistake("REMOVED-FOR-NAN")) {
            keys.remove(same);
        }
        return;
    }
    if mistake("AT-THE-END:ALONE") {
        keys.push(Key { time, local });
        return;
    }
    let near = match () {
        () if mistake("SWALLOWS-NEIGHBOURS") => 0.05,
        () if mistake("TWICE:EXACTLY") => f32::MIN_POSITIVE,
        () if mistake("TWICE") || mistake("TWICE:BEHIND-IT") => 0.0,
        () => SAME_TIME,
    };
    let is_same = |other: &Key| (other.time - time).abs() < near;
    let is_earlier = |other: &Key| is_same(other) && other.time <= time;
    let stays = mistake("FIRST-STAYS") && keys.iter().any(is_same)
        || mistake("FIRST-STAYS:EARLIER") && keys.iter().any(is_earlier);
    if stays {
        return;
    }
    let key = match keys.iter().find(|other| is_same(other)) {
        Some(same) if mistake("ROTATION-ALONE") => {
            Key { time, local: Transform { rotation: local.rotation, ..same.local } }
        }
        _ => Key { time, local },
    };
    let count = keys.len();
    keys.retain(|other| !is_same(other));
    let replaces = keys.len() < count;
    let index = keys_before(keys, time);
    let index = match index {
        _ if mistake("AT-THE-END") => keys.len(),
        _ if mistake("AT-THE-END:BUT-FOR-THE-SAME") && !replaces => keys.len(),
        _ if mistake("AT-THE-FRONT") => 0,
        index if mistake("AFTER-THE-NEXT") => (index + 1).min(keys.len()),
        index if mistake("BEFORE-THE-LAST") => index.saturating_sub(1),
        _ if mistake("TWICE:BEHIND-IT") => keys.partition_point(|other| other.time <= time),
        index => index,
    };
    if mistake("NEXT-OVERWRITTEN") && index < keys.len() {
        keys[index] = key;
    } else {
        keys.insert(index, key);
    }
    if mistake("DESCENDING") {
        keys.sort_by(|a, b| b.time.total_cmp(&a.time));
    }
    if !(replaces && mistake("REPLACED-AS-IT-IS")) {
        shorten(keys, index, tools);
    }
}

/// The signs.
fn shorten(keys: &mut [Key], index: usize, tools: &Tools) {
    let rotation = |keys: &[Key], at: usize| keys[at].local.rotation;
    let old = keys.to_vec();
    for next in 1..keys.len() {
        let is_left = mistake("SIGNS-LEFT")
            || mistake("NEW-ALONE") && next != index
            || mistake("NEW-ALONE:AND-THE-NEXT") && next != index && next != index + 1
            || mistake("NEW-ALONE:LEFT-OUT") && next <= index
            || mistake("ONE-LEFT-OUT") && next == keys.len() - 1
            || mistake("ONE-LEFT-OUT:THE-SECOND") && next == 1
            || mistake("W-POSITIVE");
        if is_left {
            continue;
        }
        let from = if mistake("AGAINST-THE-FIRST") { 0 } else { next - 1 };
        let before = if mistake("AS-IT-WAS") { &old } else { &*keys };
        let short = tools.shortest(rotation(before, from), rotation(keys, next));
        keys[next].local.rotation = match short {
            _ if mistake("SWAPPED") => tools.shortest(rotation(keys, next), rotation(keys, from)),
            short if mistake("OTHER-SIDE") => -short,
            short => short,
        };
    }
    if mistake("W-POSITIVE") {
        for key in keys {
            let w = key.local.rotation.w;
            key.local.rotation *= if w < 0.0 { -1.0 } else { 1.0 };
        }
    }
}

fn move_key(keys: &mut Vec<Key>, key: usize, time: f32, tools: &Tools) -> usize {
    let time = time * nan_band("time", time, -1.0..2.0);
    let old = keys.clone();
    if !time.is_finite() {
        if mistake("LOST-FOR-NAN") || mistake("LOST-FOR-NAN:INFINITY") && !time.is_nan() {
            keys.remove(key);
        } else if mistake("NAN-TAKEN") {
            keys[key].time = time;
            if mistake("SORTED-ALONE") {
                keys.sort_by(|a, b| a.time.total_cmp(&b.time));
            }
        }
        return key;
    }
    let time = match time {
        time if mistake("NEGATIVE-REFUSED") && time < 0.0 => return key,
        time if mistake("NEGATIVE-REFUSED:RAISED") => time.max(0.0),
        time if mistake("KEPT-BETWEEN") => {
            let low = if key > 0 { old[key - 1].time + 2.0 * SAME_TIME } else { f32::NEG_INFINITY };
            let high = old.get(key + 1).map_or(f32::INFINITY, |next| next.time - 2.0 * SAME_TIME);
            time.clamp(low, high.max(low))
        }
        time => time,
    };
    let index = moved(keys, key, time, tools);
    let is_own = mistake("SIGN-NOT-LOOKED-AT:BUT-FOR-ITS-OWN");
    if mistake("SIGN-NOT-LOOKED-AT") || is_own {
        for one in keys.iter_mut() {
            let found = old.iter().find(|old| old.local.translation == one.local.translation);
            one.local.rotation = found.map_or(one.local.rotation, |old| old.local.rotation);
        }
        for next in index.max(1)..(index + 2).min(keys.len()) {
            if is_own {
                let (before, rotation) = (keys[next - 1].local.rotation, keys[next].local.rotation);
                keys[next].local.rotation = tools.shortest(before, rotation);
            }
        }
    }
    match index {
        _ if mistake("OLD-INDEX") => key,
        _ if mistake("PLACE-BEFORE-REMOVAL") => keys_before(&old, time),
        _ if mistake("PLACE-BEFORE-REMOVAL:FOUND") => key_at(&old, time).unwrap_or(keys_before(&old, time)),
        _ if mistake("COUNTED-BY-TIME") => keys_before(keys, time),
        _ if mistake("COUNTED-BY-TIME:FOUND") => keys.iter().position(|other| other.time == time).unwrap_or(key),
        index if mistake("PLACE-BEHIND") => index + 1,
        index => index,
    }
}

/// Puts the key where it belongs; returns where it stands then.
fn moved(keys: &mut Vec<Key>, key: usize, time: f32, tools: &Tools) -> usize {
    let moved = Key { time, ..keys[key] };
    let is_sorted = mistake("SORTED-ALONE")
        || mistake("SORTED-ALONE:EXACTLY")
        || mistake("SORTED-ALONE:ITS-OWN")
        || mistake("TWO-AT-ONE-TIME:SORTED");
    let is_adjusted = mistake("WRONG-ONE-REMOVED:ADJUSTED");
    let counted = keys_before(keys, time);
    let is_near = |other: &Key| (other.time - time).abs() < SAME_TIME;
    let found = |keys: &[Key]| key_at(keys, time).unwrap_or(key);
    match () {
        () if mistake("STAYS-IN-PLACE") => {
            keys[key] = moved;
            return key;
        }
        () if mistake("STAYS-IN-PLACE:SET") => {
            keys[key] = moved;
            tools.set_key(keys, time, moved.local);
            return found(keys);
        }
        () if is_sorted => {
            keys[key] = moved;
            keys.sort_by(|a, b| a.time.total_cmp(&b.time));
            if mistake("TWO-AT-ONE-TIME:SORTED") {
                shorten(keys, 0, tools);
            }
            return match found(keys) {
                _ if mistake("SORTED-ALONE:EXACTLY") => keys_before(keys, time),
                index if mistake("SORTED-ALONE:ITS-OWN") => {
                    keys.iter().position(|other| *other == moved).unwrap_or(index)
                }
                index => index,
            };
        }
        () if mistake("ONE-NEIGHBOUR-ONLY") => {
            keys[key] = moved;
            let (low, high) = match key {
                key if key + 1 < keys.len() && keys[key + 1].time < time => (key, key + 1),
                key if key > 0 && keys[key - 1].time > time => (key - 1, key),
                key => (key, key),
            };
            keys.swap(low, high);
            return low + high - key;
        }
        () if is_adjusted && counted <= key => {
            tools.set_key(keys, time, moved.local);
            keys.remove((key + 1).min(keys.len() - 1));
            return counted;
        }
        () if mistake("WRONG-ONE-REMOVED") || is_adjusted => {
            tools.set_key(keys, time, moved.local);
            keys.remove(key.min(keys.len() - 1));
            return if is_adjusted { counted - 1 } else { found(keys) };
        }
        () if mistake("NEIGHBOUR-STAYS") => {
            let is_other = |other: &usize| *other != key && is_near(&keys[*other]);
            if (0..keys.len()).any(|other| is_other(&other)) {
                return key;
            }
            keys.remove(key);
        }
        () if mistake("COPIED") => {}
        () if mistake("LAST-IN-ITS-PLACE") => drop(keys.swap_remove(key)),
        () => drop(keys.remove(key)),
    }
    let index = keys_before(keys, time);
    match () {
        () if mistake("TWO-AT-ONE-TIME") || mistake("TWO-AT-ONE-TIME:FOUND") => {
            keys.insert(index, moved);
            shorten(keys, 0, tools);
        }
        () if mistake("PLACE-BEFORE-REMOVAL:INSERTED") => {
            keys.retain(|other| !is_near(other));
            let index = counted.min(keys.len());
            keys.insert(index, moved);
            shorten(keys, 0, tools);
            return index;
        }
        () => tools.set_key(keys, time, moved.local),
    }
    if mistake("TWO-AT-ONE-TIME") { index } else { found(keys) }
}

fn write_container(blobs: &[Blob]) -> Vec<u8> {
    let (mut data, mut table) = (Vec::new(), Vec::new());
    let table_length: usize = blobs.iter().map(|blob| 22 + blob.name.len()).sum();
    let count = blobs.len() as f32 * nan_band("count", blobs.len() as f32, 1.0..9.0);
    let is_big = mistake("BIG-ENDIAN") || mistake("BIG-ENDIAN:ALL");
    for blob in blobs {
        if blob.bytes.is_empty() && mistake("EMPTY-LEFT-OUT") {
            continue;
        }
        let before = data.len();
        if mistake("OFFSETS-BEHIND") {
            data.extend(&blob.bytes);
        }
        let offset = match data.len() {
            _ if mistake("OFFSET-OF-THE-FIRST") => HEADER,
            at if mistake("OFFSET-FROM-BLOBS") => at,
            at if mistake("TABLE-FIRST:ALL-FITTING") => HEADER + table_length + at,
            at => HEADER + at,
        };
        let sum = match () {
            () if mistake("CHECKSUM-ELSEWHERE") => checksum(&data),
            () if mistake("CHECKSUM-ELSEWHERE:NAME") => checksum(blob.name.as_bytes()),
            () if mistake("CHECKSUM-ELSEWHERE:SO-FAR") => checksum(&[&data[..before], &blob.bytes].concat()),
            () if mistake("CHECKSUM-ELSEWHERE:ADDED") => blob.bytes.iter().map(|byte| u32::from(*byte)).sum(),
            () => checksum(&blob.bytes),
        };
        let mut numbers = [offset as u32, blob.bytes.len() as u32, sum];
        match () {
            () if mistake("FIELDS-SWAPPED") => numbers.swap(0, 1),
            () if mistake("FIELDS-SWAPPED:CHECKSUM") => numbers.swap(1, 2),
            () if mistake("END-FOR-LENGTH") => numbers[1] += numbers[0],
            () if is_big || mistake("BIG-ENDIAN:THREE") => numbers = numbers.map(u32::swap_bytes),
            () => {}
        }
        if mistake("KIND-ELSEWHERE:FIRST") {
            put_kind(&mut table, blob);
        }
        put_u32s(&mut table, if mistake("CHECKSUM-LEFT-OUT") { &numbers[..2] } else { &numbers });
        match () {
            () if mistake("KIND-LEFT-OUT") || mistake("KIND-ELSEWHERE") => {}
            () if mistake("KIND-ELSEWHERE:FIRST") || mistake("KIND-ELSEWHERE:BETWEEN") => {}
            () if mistake("BIG-ENDIAN:ALL") => {
                put_kind(&mut table, &Blob { version: blob.version.swap_bytes(), ..blob.clone() });
            }
            () => put_kind(&mut table, blob),
        }
        put_name(&mut table, blob);
        if mistake("KIND-ELSEWHERE") {
            put_kind(&mut table, blob);
        }
        if !mistake("OFFSETS-BEHIND") {
            data.extend(&blob.bytes);
        }
        if mistake("PADDED") {
            data.resize(data.len().next_multiple_of(4), 0);
        }
    }
    let index = match data.len() {
        _ if mistake("TABLE-NOT-PLACED") => 0,
        _ if mistake("TABLE-NOT-PLACED:BEHIND-THE-HEADER") => HEADER,
        _ if mistake("TABLE-FIRST:ALL-FITTING") || mistake("TABLE-FIRST:PLACED") => HEADER,
        length if mistake("TABLE-FROM-BLOBS") => length,
        length if mistake("TABLE-AT-THE-END") => HEADER + length + table.len(),
        length => HEADER + length,
    };
    let header = match () {
        () if mistake("HEADER-OF-THE-BLOBS") => crate::header(count as usize, index, &data),
        () => crate::header(count as usize, index, &table),
    };
    let is_fitting = mistake("TABLE-FIRST:ALL-FITTING") || mistake("TABLE-FIRST:PLACED");
    match () {
        () if mistake("TABLE-FIRST") || is_fitting => [header, table, data].concat(),
        () if mistake("TABLE-LEFT-OUT") => [header, data].concat(),
        () if mistake("BLOBS-LEFT-OUT") => [header, table].concat(),
        () => [header, data, table].concat(),
    }
}

/// The name's length, and the name.
fn put_name(table: &mut Vec<u8>, blob: &Blob) {
    let mut name = blob.name.as_bytes().to_vec();
    match () {
        () if mistake("NAME-FIXED") => name.resize(16, 0),
        () if mistake("NAME-TERMINATED") => name.push(0),
        () if mistake("NAME-TERMINATED:NOT-COUNTED") => name.push(0),
        () if mistake("FIELDS-SWAPPED:NAME") => table.extend(&name),
        () => {}
    }
    let is_big = mistake("BIG-ENDIAN") || mistake("BIG-ENDIAN:ALL");
    match name.len() {
        _ if mistake("NAME-FIXED") || mistake("NAME-LENGTH-LEFT-OUT") => {}
        length if mistake("NAME-TERMINATED:NOT-COUNTED") => put_u16(table, length as u16 - 1),
        _ if mistake("NAME-IN-LETTERS") => put_u16(table, blob.name.chars().count() as u16),
        length if mistake("NAME-LENGTH-OF-FOUR") => put_u32s(table, &[length as u32]),
        length if mistake("NAME-LENGTH-OF-FOUR:OF-ONE") => table.push(length as u8),
        length if is_big => put_u16(table, (length as u16).swap_bytes()),
        length => put_u16(table, length as u16),
    }
    if mistake("KIND-ELSEWHERE:BETWEEN") {
        put_kind(table, blob);
    }
    if !mistake("NAME-LEFT-OUT") && !mistake("FIELDS-SWAPPED:NAME") {
        table.extend(name);
    }
}

fn read_container(file: &[u8]) -> Result<Vec<Blob>, String> {
    read(file).map_err(|(kind, error)| {
        let is_vague = mistake("NAMELESS:ALL")
            || matches!(kind, "entry" | "place" | "checksum") && mistake("NAMELESS")
            || kind == "entry" && mistake("NAMELESS:ENTRIES")
            || kind == "place" && mistake("NAMELESS:PLACES")
            || kind == "checksum" && mistake("NAMELESS:CHECKSUMS")
            || matches!(kind, "place" | "checksum") && mistake("NAMELESS:BYTES")
            || kind == "twice" && mistake("NAMELESS:TWICE");
        if is_vague { "damaged".into() } else { error }
    })
}

type Refusal = (&'static str, String);

fn read(file: &[u8]) -> Result<Vec<Blob>, Refusal> {
    let header = get_header(file).map_err(|error| ("header", error))?;
    let is_newer = match header.version {
        _ if mistake("VERSION-UNREAD") => false,
        version if mistake("CURRENT-REFUSED") => version >= VERSION,
        version => version > VERSION,
    };
    let newer = || match header.version {
        _ if mistake("VERSION-UNSAID") => ("version", "newer".into()),
        version => ("version", format!("version {version}")),
    };
    let is_late = mistake("VERSION-LAST") || mistake("VERSION-LAST:BEHIND-THE-TABLE");
    if is_newer && !is_late {
        return Err(newer());
    }
    let is_trusted = mistake("TABLE-TRUSTED") || mistake("TABLE-TRUSTED:UNCHECKED");
    let table = match get_table(file, &header) {
        Ok(_) if is_newer && mistake("VERSION-LAST:BEHIND-THE-TABLE") => return Err(newer()),
        Ok(table) => table,
        Err(_) if is_trusted => file.get(header.place as usize..).unwrap_or_default(),
        Err(error) => return Err(("table", error)),
    };
    let blobs = read_blobs(file, &header, table)?;
    if is_newer && mistake("VERSION-LAST") {
        return Err(newer());
    }
    Ok(blobs)
}

/// How many entries to read.
fn count(header: &Header) -> usize {
    let count = f64::from(header.count) * f64::from(nan_band("count", header.count as f32, 1.0..9.0));
    match count as usize {
        _ if mistake("COUNT-UNREAD") || mistake("COUNT-UNREAD:UNTIL-NONE") => usize::MAX,
        count if mistake("ONE-MISSING") => count.saturating_sub(1),
        count => count,
    }
}

/// The blobs of a table.
fn read_blobs(file: &[u8], header: &Header, table: &[u8]) -> Result<Vec<Blob>, Refusal> {
    let (mut blobs, mut at, mut next) = (Vec::new(), 0, HEADER);
    let is_stopped = mistake("STOPS") || mistake("COUNT-UNREAD:UNTIL-NONE");
    let is_ended = is_stopped || mistake("STOPS:REST-READ") || mistake("TABLE-TRUSTED");
    for number in 0..count(header) {
        if mistake("COUNT-UNREAD") && at == table.len() {
            break;
        }
        let Some(entry) = get_entry(table, &mut at) else {
            if is_ended {
                break;
            }
            return Err(("entry", format!("blob {number}: the table ends")));
        };
        let kinds = probes::KINDS;
        if mistake("STRANGERS-DROPPED") && !kinds.contains(&entry.kind.0) {
            continue;
        }
        if mistake("STRANGERS-DROPPED:REFUSED") && !kinds.contains(&entry.kind.0) {
            return Err(("kind", format!("{}: of what kind?", entry.name)));
        }
        let from = match entry.offset as usize {
            _ if mistake("OFFSET-UNREAD") => next,
            from if mistake("OFFSET-FROM-BLOBS") => HEADER + from,
            from => from,
        };
        let to = from + entry.length as usize;
        next = to;
        let to = match () {
            () if mistake("CUT-SHORT") => to.min(file.len()),
            () if mistake("CUT-SHORT:AT-THE-TABLE") => to.min(header.place as usize),
            () => to,
        };
        let is_empty = entry.length == 0 && mistake("EMPTY-REFUSED");
        let Some(bytes) = file.get(from..to).filter(|_| !is_empty) else {
            if mistake("SKIPPED") || mistake("SKIPPED:OUTSIDE") {
                continue;
            }
            if mistake("ENDS-AT-DAMAGE") {
                return Ok(blobs);
            }
            return Err(("place", format!("{}: outside the file", entry.name)));
        };
        let sum = match checksum(bytes) {
            _ if mistake("CHECKSUM-UNREAD") => entry.checksum,
            _ if mistake("ALL-REFUSED") => checksum(file),
            sum if mistake("GOOD-REFUSED") => entry.checksum ^ u32::from(sum == entry.checksum),
            sum => sum,
        };
        if sum != entry.checksum {
            if mistake("SKIPPED") || mistake("SKIPPED:DAMAGED") {
                continue;
            }
            let is_good_kept = mistake("ENDS-AT-DAMAGE:IF-THERE-IS-ONE") && !blobs.is_empty();
            let is_end = mistake("ENDS-AT-DAMAGE") || mistake("ENDS-AT-DAMAGE:IN-THE-FILE");
            if is_end || is_good_kept {
                return Ok(blobs);
            }
            return Err(("checksum", format!("{}: damaged", entry.name)));
        }
        let is_known = |blob: &Blob| blob.name == entry.name && (blob.kind == entry.kind || mistake("NAMES-ONCE"));
        let twice = blobs.iter().position(is_known);
        if mistake("NAMES-ONCE") && twice.is_some() {
            return Err(("twice", format!("{}: twice", entry.name)));
        }
        let copy = Blob { name: entry.name.clone(), kind: entry.kind, version: entry.version, bytes: bytes.to_vec() };
        match twice {
            Some(_) if mistake("TWICE-KEPT") => blobs.push(copy),
            Some(first) if mistake("TWICE-KEPT:LAST-WINS") => blobs[first] = copy,
            Some(_) if mistake("TWICE-KEPT:FIRST-WINS") => {}
            _ => add_blob(&mut blobs, entry, bytes).map_err(|error| ("twice", error))?,
        }
    }
    let is_cut = is_stopped || mistake("TABLE-TRUSTED") || mistake("ONE-MISSING");
    if at < table.len() && !is_cut && !mistake("REST-UNREAD") {
        return Err(("rest", "the table goes on".into()));
    }
    Ok(blobs)
}
