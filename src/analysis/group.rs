//! Group-by with intervals: whole numbers are added up by campaign in one pass, the rest is [`ClusterSums`].

use std::collections::HashMap;

use polars::prelude::{
    DataFrame, DataType, Expr, IntoLazy, LazyFrame, PolarsError, SortMultipleOptions, col, lit,
};

use super::ClusterSums;
use crate::error::{Error, Result};

/// One group: its keys as text, and the sums of each metric.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupRow {
    pub keys: Vec<String>,
    pub metrics: Vec<ClusterSums>,
}

/// Sums metrics by campaign within each group, then over campaigns. Rows come sorted by key.
///
/// `count` is the number of observations of a row (usually one); each metric is a total to be divided by it.
/// All values must be whole numbers, so that the sums do not depend on the order of work.
pub fn by_campaign(frame: LazyFrame, keys: &[&str], count: Expr, metrics: &[Expr]) -> Result<Vec<GroupRow>> {
    let name = |i: usize| format!("metric {i}");
    let wide = |expr: Expr| expr.cast(DataType::Float64).fill_null(lit(0.0));
    let mut wanted = vec![col("replication").cast(DataType::UInt32)];
    wanted.extend(keys.iter().map(|key| col(*key)));
    wanted.push(wide(count).alias("count"));
    wanted.extend(metrics.iter().enumerate().map(|(i, metric)| wide(metric.clone()).alias(name(i))));
    let data = frame.select(wanted).collect().map_err(engine)?;
    // Frames are written campaign by campaign; another order is put right.
    let is_sorted = |data: &DataFrame| counts(data, "replication").map(|all| all.is_sorted());
    let data = if is_sorted(&data)? {
        data
    } else {
        data.sort(["replication"], SortMultipleOptions::default()).map_err(engine)?
    };
    let groups = Groups::of(&data, keys)?;
    let replications = counts(&data, "replication")?;
    let number = |name: &str| -> Result<Vec<f64>> {
        let column = data.column(name).and_then(|column| column.f64()).map_err(engine)?;
        Ok(column.iter().map(|value| value.unwrap_or(0.0)).collect())
    };
    let observations = number("count")?;
    let mut rows: Vec<GroupRow> = groups
        .keys
        .iter()
        .map(|keys| GroupRow { keys: keys.clone(), metrics: Vec::with_capacity(metrics.len()) })
        .collect();
    for i in 0..metrics.len() {
        let values = number(&name(i))?;
        let sums = groups.sum(&replications, &observations, &values);
        rows.iter_mut().zip(sums).for_each(|(row, sums)| row.metrics.push(sums));
    }
    rows.retain(|row| keys.is_empty() || row.metrics.iter().all(|sums| 0 < sums.clusters));
    Ok(rows)
}

/// The group of each row; groups are in the order of their keys, nulls last.
struct Groups {
    keys: Vec<Vec<String>>,
    of_row: Vec<u32>,
}

impl Groups {
    fn of(data: &DataFrame, keys: &[&str]) -> Result<Groups> {
        let mut groups = Groups { keys: vec![Vec::new()], of_row: vec![0; data.height()] };
        for key in keys {
            let (names, codes) = codes(data, key)?;
            // First by the groups so far, then by this key; only those that occur.
            let mut places = vec![u32::MAX; groups.keys.len() * names.len()];
            for (group, code) in groups.of_row.iter_mut().zip(codes) {
                *group = *group * names.len() as u32 + code;
                places[*group as usize] = 0;
            }
            let mut found = Vec::new();
            for (pair, place) in places.iter_mut().enumerate().filter(|(_, place)| **place == 0) {
                *place = found.len() as u32;
                let mut keys = groups.keys[pair / names.len()].clone();
                keys.push(names[pair % names.len()].clone());
                found.push(keys);
            }
            groups.of_row.iter_mut().for_each(|group| *group = places[*group as usize]);
            groups.keys = found;
        }
        Ok(groups)
    }

    /// The sums of one metric by group. The rows of a campaign stand together.
    fn sum(&self, replications: &[u32], observations: &[f64], values: &[f64]) -> Vec<ClusterSums> {
        let mut sums = vec![ClusterSums::default(); self.keys.len()];
        let mut open = vec![(0.0, 0.0); self.keys.len()];
        let mut touched: Vec<u32> = Vec::new();
        for row in 0..replications.len() {
            let group = self.of_row[row];
            let (y, n) = &mut open[group as usize];
            // Rows that count nothing may touch a group twice, which is then empty the second time.
            if *n == 0.0 && *y == 0.0 {
                touched.push(group);
            }
            *y += values[row];
            *n += observations[row];
            if replications.get(row + 1) != Some(&replications[row]) {
                for group in touched.drain(..) {
                    let (y, n) = std::mem::take(&mut open[group as usize]);
                    // Without observations there is nothing to be divided by.
                    if 0.0 < n {
                        sums[group as usize].add(y, n);
                    }
                }
            }
        }
        sums
    }
}

/// The names of a key, sorted, nulls last, and the place of each row's name among them.
fn codes(data: &DataFrame, key: &str) -> Result<(Vec<String>, Vec<u32>)> {
    let column = data.column(key).map_err(engine)?;
    if *column.dtype() == DataType::String {
        return Ok(coded(column.str().map_err(engine)?.iter(), |name| name.to_string()));
    }
    let wide = column.cast(&DataType::Int64).map_err(engine)?;
    Ok(coded(wide.i64().map_err(engine)?.iter(), |number| number.to_string()))
}

fn coded<T: Ord + std::hash::Hash + Copy>(
    values: impl Iterator<Item = Option<T>>,
    text: impl Fn(T) -> String,
) -> (Vec<String>, Vec<u32>) {
    let mut known: HashMap<Option<T>, u32> = HashMap::new();
    let mut codes: Vec<u32> = Vec::with_capacity(values.size_hint().0);
    for value in values {
        let new = known.len() as u32;
        codes.push(*known.entry(value).or_insert(new));
    }
    let mut order: Vec<(Option<T>, u32)> = known.into_iter().collect();
    order.sort_unstable_by_key(|(value, _)| (value.is_none(), *value));
    let mut places = vec![0; order.len()];
    for (place, (_, code)) in order.iter().enumerate() {
        places[*code as usize] = place as u32;
    }
    codes.iter_mut().for_each(|code| *code = places[*code as usize]);
    (order.into_iter().map(|(value, _)| value.map_or_else(String::new, &text)).collect(), codes)
}

/// A failure of the query engine itself.
pub fn engine(error: PolarsError) -> Error {
    Error::usage(format!("the frames cannot be analysed: {error}"))
}

/// Column values as plain numbers; null is `None`.
pub fn numbers(data: &DataFrame, column: &str) -> Result<Vec<Option<f64>>> {
    let wide = data.column(column).map_err(engine)?.cast(&DataType::Float64).map_err(engine)?;
    Ok(wide.f64().map_err(engine)?.to_vec())
}

/// Column values as counts; null is 0.
pub fn counts(data: &DataFrame, column: &str) -> Result<Vec<u32>> {
    let narrow = data.column(column).map_err(engine)?.cast(&DataType::UInt32).map_err(engine)?;
    Ok(narrow.u32().map_err(engine)?.iter().map(|value| value.unwrap_or(0)).collect())
}

/// Column values as whole numbers; null is 0.
pub fn integers(data: &DataFrame, column: &str) -> Result<Vec<i64>> {
    let wide = data.column(column).map_err(engine)?.cast(&DataType::Int64).map_err(engine)?;
    Ok(wide.i64().map_err(engine)?.iter().map(|value| value.unwrap_or(0)).collect())
}

/// A text column.
pub fn texts<'d>(data: &'d DataFrame, column: &str) -> Result<&'d polars::prelude::StringChunked> {
    data.column(column).map_err(engine)?.str().map_err(engine)
}

/// A query on a frame that is already read.
pub fn lazy(data: &DataFrame) -> LazyFrame {
    data.clone().lazy()
}

#[cfg(test)]
mod tests {
    use super::*;
    use polars::prelude::df;

    #[test]
    fn sums_go_by_campaign_and_come_sorted() {
        let data = df!(
            "replication" => [0_u32, 0, 1, 1, 1],
            "mission" => ["b", "a", "a", "a", "b"],
            "won" => [true, false, true, true, false],
        )
        .unwrap();
        let rows = by_campaign(lazy(&data), &["mission"], lit(1), &[col("won")]).unwrap();
        assert_eq!(rows[0].keys, ["a"]);
        // Mission a: campaign 0 has (0, 1), campaign 1 (2, 2).
        let a = ClusterSums { clusters: 2, y: 2.0, n: 3.0, yy: 4.0, nn: 5.0, yn: 4.0 };
        assert_eq!(rows[0].metrics, [a]);
        assert_eq!((rows[1].metrics[0].y, rows[1].metrics[0].n), (1.0, 2.0));
        let all = by_campaign(lazy(&data), &[], lit(1), &[col("won")]).unwrap();
        assert_eq!((all.len(), all[0].metrics[0].y, all[0].metrics[0].clusters), (1, 3.0, 2));
    }
}
