//! Parquet on disk: written aside and renamed, so that a killed run never leaves half a file.

use std::fs::File;
use std::io::{BufWriter, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use polars::prelude::{DataFrame, DataType, Field, Schema};
use polars_io::parquet::read::ParquetReader;
use polars_io::parquet::write::ParquetWriter;
use polars_io::prelude::{CsvWriter, SerReader, SerWriter};
use polars_parquet::parquet::read::{get_page_iterator, read_metadata};
use polars_parquet::read::ParquetError;
use polars_parquet::write::CompressedPage;
use serde::{Deserialize, Serialize};

use super::Frame;
use super::columns::{Column, FrameTable, Kind};
use crate::error::{Error, Result};

/// Rows per row group; fixed, so that bytes do not depend on how a frame was cut into parts.
const ROW_GROUP: usize = 1 << 16;

/// Writes a file aside and renames it into place when `fill` has succeeded.
pub fn write_aside(path: &Path, fill: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, "make the folder", error))?;
    }
    let mut aside = path.as_os_str().to_owned();
    aside.push(".unfinished");
    let aside = PathBuf::from(aside);
    let file = File::create(&aside).map_err(|error| Error::file(path, "write", error))?;
    let mut writer = BufWriter::new(file);
    let result = fill(&mut writer)
        .and_then(|()| writer.flush().map_err(|error| Error::file(path, "write", error)))
        .and_then(|()| std::fs::rename(&aside, path).map_err(|error| Error::file(path, "write", error)));
    if result.is_err() {
        // The reason is already in `result`; a left-over that cannot be removed adds nothing to it.
        let _ = std::fs::remove_file(&aside);
    }
    result
}

pub fn write_data_frame(path: &Path, data: &mut DataFrame) -> Result<()> {
    write_aside(path, |writer| {
        ParquetWriter::new(writer)
            .with_row_group_size(Some(ROW_GROUP))
            .set_parallel(false)
            .finish(data)
            .map(|_| ())
            .map_err(|error| Error::frame(path, error))
    })
}

pub fn write_frame(path: &Path, frame: &Frame) -> Result<()> {
    write_data_frame(path, &mut frame.to_data_frame())
}

pub fn write_csv(path: &Path, data: &mut DataFrame) -> Result<()> {
    write_aside(path, |writer| CsvWriter::new(writer).finish(data).map_err(|error| Error::frame(path, error)))
}

/// Where a part of a frame lies while the run goes on.
pub fn part_path(folder: &Path, table: &FrameTable, part: usize) -> PathBuf {
    folder.join("parts").join(format!("{}-{part:06}.parquet", table.name))
}

/// Joins parts into one file, part by part, so that memory holds one of them. Pages are copied as they are: a part is
/// a row group of the whole.
pub fn merge_parts(parts: &[PathBuf], table: &FrameTable, path: &Path) -> Result<()> {
    if parts.is_empty() {
        return Err(Error::frame(path, "there are no parts to join"));
    }
    let fields = table.columns.iter().map(|column| Field::new(column.name.into(), stored(column.kind)));
    let schema = Schema::from_iter(fields);
    write_aside(path, |writer| {
        let mut joined = ParquetWriter::new(writer)
            .set_parallel(false)
            .batched(&schema)
            .map_err(|error| Error::frame(path, error))?;
        for part in parts {
            check_schema(part, table)?;
            for (rows, columns) in read_row_groups(part)? {
                joined.write_row_group(rows, &columns).map_err(|error| Error::frame(path, error))?;
            }
        }
        joined.finish().map(|_| ()).map_err(|error| Error::frame(path, error))
    })
}

/// What tells a file from any other: its length, and a hash of every byte.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    pub bytes: u64,
    pub hash: String,
}

/// The stamp of a file. Each step of the hash can be undone, so that a single changed byte always shows; eight bytes go at a time, which
/// is faster than a disk.
pub fn stamp(path: &Path) -> Result<Stamp> {
    let problem = |error| Error::file(path, "read", error);
    let mut file = File::open(path).map_err(problem)?;
    let mut buffer = vec![0; 1 << 20];
    let (mut hash, mut bytes) = (0xCBF2_9CE4_8422_2325_u64, 0_u64);
    loop {
        // Filled to the brim but for the end of the file, so that words do not depend on how it is read.
        let mut filled = 0;
        while filled < buffer.len() {
            match file.read(&mut buffer[filled..]).map_err(problem)? {
                0 => break,
                more => filled += more,
            }
        }
        for word in buffer[..filled].chunks(8) {
            let mut padded = [0; 8];
            padded[..word.len()].copy_from_slice(word);
            hash = (hash ^ u64::from_le_bytes(padded)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^= hash >> 32;
        }
        bytes += filled as u64;
        if filled < buffer.len() {
            return Ok(Stamp { bytes, hash: format!("{hash:016x}") });
        }
    }
}

/// Pages are not looked into, so the columns of a part must be those of the frame, in its order.
fn check_schema(path: &Path, table: &FrameTable) -> Result<()> {
    let file = File::open(path).map_err(|error| Error::file(path, "read", error))?;
    let schema = ParquetReader::new(file).schema().map_err(|error| {
        Error::frame(
            path,
            format!(
                "not a complete Parquet file ({error}); make the run again with `canto run`, without --resume"
            ),
        )
    })?;
    for (place, column) in table.columns.iter().enumerate() {
        match schema.get_at_index(place) {
            Some((name, field))
                if name == column.name && DataType::from_arrow_field(field) == stored(column.kind) => {}
            _ => return Err(foreign(path, table, column, "is missing, out of place or of another type")),
        }
    }
    Ok(())
}

/// Row groups of a file: the number of rows, and the pages of each column as they are on disk.
fn read_row_groups(path: &Path) -> Result<Vec<(u64, Vec<Vec<CompressedPage>>)>> {
    let bytes = std::fs::read(path).map_err(|error| Error::file(path, "read", error))?;
    let mut reader = Cursor::new(bytes.into());
    let damaged = |error: ParquetError| Error::frame(path, format!("damaged: {error}"));
    let metadata = read_metadata(&mut reader).map_err(damaged)?;
    let mut groups = Vec::with_capacity(metadata.row_groups.len());
    for group in &metadata.row_groups {
        let mut columns = Vec::with_capacity(group.n_columns());
        for column in group.parquet_columns() {
            let pages = get_page_iterator(column, reader.clone(), Vec::new(), usize::MAX).map_err(damaged)?;
            let pages = pages.map(|page| page.map(with_rows)).collect::<std::result::Result<_, _>>();
            columns.push(pages.map_err(damaged)?);
        }
        groups.push((group.num_rows() as u64, columns));
    }
    Ok(groups)
}

/// The writer wants the number of rows of a page, which pages on disk do not say: one for each value, since no column
/// is nested.
fn with_rows(mut page: CompressedPage) -> CompressedPage {
    if let CompressedPage::Data(data) = &mut page {
        data.num_rows = Some(data.num_values());
    }
    page
}

/// Reads a frame, all columns or those named, and checks that it is the frame it should be.
pub fn read_frame(path: &Path, table: &FrameTable, columns: Option<&[&str]>) -> Result<DataFrame> {
    read_frame_rows(path, table, columns, None)
}

/// As [`read_frame`], but only the rows from the first number on, as many as the second says.
pub fn read_frame_rows(
    path: &Path,
    table: &FrameTable,
    columns: Option<&[&str]>,
    rows: Option<(usize, usize)>,
) -> Result<DataFrame> {
    let file = File::open(path).map_err(|error| Error::file(path, "read", error))?;
    let wanted = columns.map(|names| names.iter().map(|name| name.to_string()).collect());
    let mut reader = ParquetReader::new(file).with_columns(wanted).with_slice(rows);
    let schema = reader.schema().map_err(|error| {
        Error::frame(
            path,
            format!("not a complete Parquet file ({error}); make it again with the command that wrote it"),
        )
    })?;
    let wanted = || table.columns.iter().filter(|c| columns.is_none_or(|names| names.contains(&c.name)));
    if let Some(column) = wanted().find(|column| schema.get(column.name).is_none()) {
        return Err(foreign(path, table, column, "is missing"));
    }
    let data = reader.finish().map_err(|error| Error::frame(path, format!("damaged: {error}")))?;
    let is_right =
        |column: &Column| data.column(column.name).is_ok_and(|d| *d.dtype() == stored(column.kind));
    match wanted().find(|column| !is_right(column)) {
        Some(column) => Err(foreign(path, table, column, "is of another type")),
        None => Ok(data),
    }
}

fn foreign(path: &Path, table: &FrameTable, column: &Column, wrong: &str) -> Error {
    let problem = format!(
        "column `{}` {wrong}, so this is not the frame `{}` of this version; make it again with the command that wrote it",
        column.name, table.name
    );
    Error::frame(path, problem)
}

/// How polars holds a column of this kind.
fn stored(kind: Kind) -> DataType {
    match kind {
        Kind::Count => DataType::UInt32,
        Kind::Int => DataType::Int32,
        Kind::Real => DataType::Float64,
        Kind::Flag => DataType::Boolean,
        Kind::Name => DataType::String,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frames::Cell;
    use crate::frames::columns::{CAMPAIGNS, PURCHASES};

    fn purchases(first: u32, n: u32) -> Frame {
        let mut frame = Frame::new(&PURCHASES);
        for i in first..first + n {
            let [kind, item, source] = ["ship", "X-wing", "bought"].map(Cell::Name);
            let (one, player, cost) = (Cell::Count(1), Cell::Count(0), Cell::Int(19));
            frame.push([i.into(), one.clone(), "Rebel".into(), player, kind, item, one, cost, source]);
        }
        frame
    }

    #[test]
    fn parts_join_to_the_same_rows_and_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let parts: Vec<PathBuf> = (0..3).map(|i| part_path(folder.path(), &PURCHASES, i)).collect();
        for (i, part) in parts.iter().enumerate() {
            write_frame(part, &purchases(100 * i as u32, 100)).unwrap();
        }
        let [first, second] = ["a.parquet", "b.parquet"].map(|name| folder.path().join(name));
        merge_parts(&parts, &PURCHASES, &first).unwrap();
        merge_parts(&parts, &PURCHASES, &second).unwrap();
        assert_eq!(std::fs::read(&first).unwrap(), std::fs::read(&second).unwrap());
        let data = read_frame(&first, &PURCHASES, Some(&["replication"])).unwrap();
        assert_eq!((data.height(), data.width()), (300, 1));
        assert_eq!(data.column("replication").unwrap().u32().unwrap().get(299), Some(299));
        let some = read_frame_rows(&first, &PURCHASES, Some(&["replication"]), Some((150, 20))).unwrap();
        assert_eq!(
            (some.height(), some.column("replication").unwrap().u32().unwrap().get(0)),
            (20, Some(150))
        );
    }

    #[test]
    fn missing_truncated_and_foreign_files_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("purchases.parquet");
        let message = |table| read_frame(&path, table, None).unwrap_err().to_string();
        assert!(message(&PURCHASES).contains("cannot read"));
        write_frame(&path, &purchases(0, 10)).unwrap();
        assert!(message(&CAMPAIGNS).contains("column `winner` is missing"));
        // The same columns, but the costs as text.
        let mut texts = purchases(0, 10).to_data_frame();
        let costs = texts.column("cost").unwrap().cast(&DataType::String).unwrap();
        texts.replace("cost", costs).unwrap();
        write_data_frame(&path, &mut texts).unwrap();
        assert!(message(&PURCHASES).contains("column `cost` is of another type"));
        write_frame(&path, &purchases(0, 10)).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        assert!(message(&PURCHASES).contains("not a complete Parquet file"));
    }

    #[test]
    fn stamps_tell_files_apart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("purchases.parquet");
        let stamped = |frame: &Frame| {
            write_frame(&path, frame).unwrap();
            stamp(&path).unwrap()
        };
        let first = stamped(&purchases(0, 10));
        assert_eq!(first, stamped(&purchases(0, 10)));
        // As many rows, of other campaigns.
        assert_ne!(first.hash, stamped(&purchases(1, 10)).hash);
        assert!(stamp(&folder.path().join("none")).is_err());
    }

    #[test]
    fn a_failed_write_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.parquet");
        assert!(write_aside(&path, |_| Err(Error::usage("stop"))).is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
