//! Comma-separated text to rows of cells. Only the built-in files are read with it.
//!
//! A cell that cannot be read is a mistake of ours, not of the user, and is found by the tests: so this stops
//! the program with file, line and column instead of returning an error.

use super::cards::Bits;

/// A file with its header line split off.
pub struct Sheet {
    file: &'static str,
    columns: Vec<&'static str>,
    rows: Vec<Vec<&'static str>>,
}

impl Sheet {
    /// Splits `text`. No cell holds a line break.
    pub fn parse(file: &'static str, text: &'static str) -> Sheet {
        let mut lines = text.lines();
        let columns = lines.next().map(split).unwrap_or_default();
        let rows: Vec<Vec<&'static str>> = lines.map(split).collect();
        for (i, row) in rows.iter().enumerate() {
            assert_eq!(row.len(), columns.len(), "{file}:{}: one cell per column", i + 2);
        }
        Sheet { file, columns, rows }
    }

    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().enumerate().map(|(i, cells)| Row { sheet: self, line: i + 2, cells })
    }

    pub fn columns(&self) -> &[&'static str] {
        &self.columns
    }
}

/// Splits one line; a quoted cell may hold commas, and a doubled quote inside it is one quote.
fn split(line: &'static str) -> Vec<&'static str> {
    let mut cells = Vec::new();
    let mut rest = line;
    loop {
        let (cell, after) = match rest.strip_prefix('"') {
            None => match rest.split_once(',') {
                Some((cell, after)) => (cell, Some(after)),
                None => (rest, None),
            },
            Some(quoted) => quoted_cell(quoted),
        };
        cells.push(cell);
        match after {
            Some(after) => rest = after,
            None => return cells,
        }
    }
}

/// The cell after its opening quote, and what follows its comma.
fn quoted_cell(text: &'static str) -> (&'static str, Option<&'static str>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut doubled = false;
    while at < bytes.len() {
        if bytes[at] == b'"' {
            if bytes.get(at + 1) != Some(&b'"') {
                break;
            }
            doubled = true;
            at += 1;
        }
        at += 1;
    }
    let cell = &text[..at];
    // Leaked once per program: the catalog lives as long as the program does.
    let cell = if doubled { cell.replace("\"\"", "\"").leak() } else { cell };
    (cell, text.get(at + 1..).and_then(|after| after.strip_prefix(',')))
}

/// One line of a sheet, its cells found by column name.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    sheet: &'a Sheet,
    line: usize,
    cells: &'a [&'static str],
}

impl Row<'_> {
    pub fn text(&self, column: &str) -> &'static str {
        match self.sheet.columns.iter().position(|name| *name == column) {
            Some(i) => self.cells[i],
            None => panic!("{}: no column {column}", self.sheet.file),
        }
    }

    /// A number; an empty cell is `None`.
    pub fn maybe<T: std::str::FromStr>(&self, column: &str) -> Option<T> {
        let text = self.text(column);
        if text.is_empty() {
            return None;
        }
        match text.parse() {
            Ok(number) => Some(number),
            Err(_) => self.stop(column, "not a number of the right kind"),
        }
    }

    /// A number that must be there.
    pub fn number<T: std::str::FromStr>(&self, column: &str) -> T {
        self.maybe(column).unwrap_or_else(|| self.stop(column, "a number is missing"))
    }

    /// A number; an empty cell is 0.
    pub fn number_or_zero<T: std::str::FromStr + Default>(&self, column: &str) -> T {
        self.maybe(column).unwrap_or_default()
    }

    /// A range such as `2-3`; an empty cell is 0 to 0.
    pub fn range(&self, column: &str) -> (u8, u8) {
        let text = self.text(column);
        if text.is_empty() {
            return (0, 0);
        }
        let ends = text.split_once('-').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
        ends.unwrap_or_else(|| self.stop(column, "not a range such as 2-3"))
    }

    /// One word of a vocabulary.
    pub fn word<T>(&self, column: &str, from_key: impl Fn(&str) -> Option<T>) -> T {
        from_key(self.text(column)).unwrap_or_else(|| self.stop(column, "not a known word"))
    }

    /// Words of a vocabulary, separated by spaces.
    pub fn words<T>(&self, column: &str, from_key: impl Fn(&str) -> Option<T>) -> Vec<T> {
        let word = |key| from_key(key).unwrap_or_else(|| self.stop(column, "holds an unknown word"));
        self.text(column).split_whitespace().map(word).collect()
    }

    /// The same as a set of bits.
    pub fn bits(&self, column: &str, index: impl Fn(&str) -> Option<usize>) -> Bits {
        self.words(column, index).into_iter().fold(0, |bits, index| bits | 1 << index)
    }

    /// Names, separated by semicolons.
    pub fn names(&self, column: &str) -> Vec<&'static str> {
        self.text(column).split(';').map(str::trim).filter(|name| !name.is_empty()).collect()
    }

    /// True where the cell says `yes`, false where it is empty.
    pub fn yes(&self, column: &str) -> bool {
        match self.text(column) {
            "" => false,
            "yes" => true,
            _ => self.stop(column, "must be yes or empty"),
        }
    }

    /// The words of the `flags` column, each of which must be one of `known`.
    pub fn flags(&self, known: &[&str]) -> Flags {
        let flags: Vec<&'static str> = self.text("flags").split_whitespace().collect();
        if let Some(unknown) = flags.iter().find(|flag| !known.contains(flag)) {
            self.stop("flags", &format!("unknown flag {unknown}"))
        }
        Flags(flags)
    }

    pub fn stop(&self, column: &str, problem: &str) -> ! {
        panic!("{}:{}: {column} = {:?}: {problem}", self.sheet.file, self.line, self.text(column))
    }
}

/// What the `flags` column says.
pub struct Flags(Vec<&'static str>);

impl Flags {
    pub fn has(&self, flag: &str) -> bool {
        self.0.contains(&flag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_commas_and_empty_cells_are_split() {
        assert_eq!(split("a,,c"), ["a", "", "c"]);
        assert_eq!(split("\"x, y\",z"), ["x, y", "z"]);
        assert_eq!(split("k,\"\"\"Zeb\"\" Orrelios\","), ["k", "\"Zeb\" Orrelios", ""]);
        assert_eq!(split(""), [""]);
    }

    #[test]
    fn cells_are_found_by_column() {
        let sheet = Sheet::parse("x.csv", "key,range,names,flags\na,2-3,One; Two,unique\nb,,,");
        let rows: Vec<Row> = sheet.rows().collect();
        assert_eq!(rows[0].range("range"), (2, 3));
        assert_eq!(rows[0].names("names"), ["One", "Two"]);
        assert!(rows[0].flags(&["unique"]).has("unique"));
        assert_eq!(rows[1].maybe::<u8>("range"), None);
    }

    #[test]
    #[should_panic(expected = "x.csv:2: flags = \"odd\": unknown flag odd")]
    fn an_unknown_flag_names_its_place() {
        let sheet = Sheet::parse("x.csv", "key,flags\na,odd");
        sheet.rows().next().expect("one row").flags(&["unique"]);
    }
}
