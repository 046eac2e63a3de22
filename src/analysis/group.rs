//! Group-by with intervals: polars adds up whole numbers by campaign, the rest is [`ClusterSums`].

use polars::prelude::{
    AnyValue, DataFrame, DataType, Expr, IntoLazy, LazyFrame, PolarsError, SortMultipleOptions, col, len, lit,
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
    let wide = |expr: Expr| expr.cast(DataType::Float64);
    // A literal count becomes a column first: the sum of a literal is the literal, not one for each row.
    let frame = frame.with_column(wide(count).alias("count"));
    let mut inner = vec![col("count").sum()];
    inner.extend(metrics.iter().enumerate().map(|(i, metric)| wide(metric.clone()).sum().alias(name(i))));
    let mut outer = vec![
        len().alias("clusters"),
        col("count").sum().alias("n"),
        (col("count") * col("count")).sum().alias("nn"),
    ];
    for i in 0..metrics.len() {
        outer.push(col(name(i)).sum().alias(format!("y {i}")));
        outer.push((col(name(i)) * col(name(i))).sum().alias(format!("yy {i}")));
        outer.push((col(name(i)) * col("count")).sum().alias(format!("yn {i}")));
    }
    let by: Vec<Expr> = keys.iter().map(|key| col(*key)).collect();
    let with_campaign: Vec<Expr> = by.iter().cloned().chain([col("replication")]).collect();
    let lazy = frame.group_by(with_campaign).agg(inner).filter(col("count").gt(lit(0.0)));
    let summed = if by.is_empty() {
        lazy.select(outer)
    } else {
        lazy.group_by(by.clone())
            .agg(outer)
            .sort_by_exprs(by, SortMultipleOptions::default().with_nulls_last(true))
    };
    let data = summed.collect().map_err(engine)?;
    (0..data.height()).map(|row| group_row(&data, keys, metrics.len(), row)).collect()
}

fn group_row(data: &DataFrame, keys: &[&str], metrics: usize, row: usize) -> Result<GroupRow> {
    let number = |name: &str| -> Result<f64> {
        let value = data.column(name).map_err(engine)?.get(row).map_err(engine)?;
        Ok(value.try_extract::<f64>().unwrap_or(0.0))
    };
    let keys = keys
        .iter()
        .map(|key| Ok(text(&data.column(key).map_err(engine)?.get(row).map_err(engine)?)))
        .collect::<Result<Vec<String>>>()?;
    let metrics = (0..metrics)
        .map(|i| {
            Ok(ClusterSums {
                clusters: number("clusters")? as u64,
                y: number(&format!("y {i}"))?,
                n: number("n")?,
                yy: number(&format!("yy {i}"))?,
                nn: number("nn")?,
                yn: number(&format!("yn {i}"))?,
            })
        })
        .collect::<Result<Vec<ClusterSums>>>()?;
    Ok(GroupRow { keys, metrics })
}

/// A key as text; null is empty.
fn text(value: &AnyValue<'_>) -> String {
    match value {
        AnyValue::Null => String::new(),
        AnyValue::String(text) => (*text).to_string(),
        AnyValue::StringOwned(text) => text.to_string(),
        other => other.to_string(),
    }
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
