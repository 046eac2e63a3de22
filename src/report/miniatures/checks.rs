//! Initiative checks as a drawing: how likely each number is, or at least each number.

use std::collections::BTreeMap;

use crate::analysis::Estimate;
use crate::charts::{Chart, Lines, Look, Series, Shape, Unit, lines};

/// One player's, or one ability's, checks.
#[derive(Debug, Clone)]
pub struct Distribution {
    pub label: String,
    pub checks: BTreeMap<i64, f64>,
}

/// How the probabilities are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    Each,
    AtLeast,
}

/// The chart of checks that are at least a number.
pub fn check_chart(distributions: &[Distribution]) -> Chart {
    chart("minis-checks", distributions, Drawn::AtLeast)
}

pub(super) fn chart(name: &str, distributions: &[Distribution], drawn: Drawn) -> Chart {
    let series = distributions.iter().enumerate().map(|(i, one)| {
        let (low, high) = (one.checks.keys().min(), one.checks.keys().max());
        let (low, high) = (low.copied().unwrap_or(1), high.copied().unwrap_or(1));
        let probability = |check: i64| match drawn {
            Drawn::Each => one.checks.get(&check).copied().unwrap_or(0.0),
            Drawn::AtLeast => one.checks.range(check..).fold(0.0, |sum, (_, p)| sum + p),
        };
        let points = (low..=high).map(|check| (check as f64, Estimate::exact(probability(check))));
        Series {
            label: one.label.clone(),
            look: Look::series(i),
            points: points.collect(),
            shape: Shape::Points,
        }
    });
    let (title, axis) = match drawn {
        Drawn::Each => ("The die that is kept", "number on the die"),
        Drawn::AtLeast => ("Initiative checks of the first roll", "initiative check of at least"),
    };
    lines(&Lines {
        name: name.into(),
        title: title.into(),
        subtitle: "exact, in the first roll, before exchanges, rerolls and other players' abilities".into(),
        x_axis: axis.into(),
        y_axis: "probability".into(),
        x_unit: Unit::Of(""),
        unit: Unit::Percent,
        series: series.collect(),
        reference: None,
        answer: None,
        from_zero: true,
    })
}
