//! A round robin on paper: the matrix, the ladder of fair costs, what was fought.

use super::duel::Duel;
use crate::analysis::words::{p_equals, thousands};
use crate::charts::{Chart, HeatMap, Ladder, Rung, Unit, heat_map, ladder};
use crate::report::{Cell, Document, Section, Table};

/// The document of `canto duel`.
pub fn duel_page(duel: &Duel) -> Document {
    let terms = &duel.terms;
    let mut section = Section::new("");
    section.figure(
        matrix_chart(duel),
        "Win rate of the row against the column at exactly equal points; a draw is half a win. Bold: the interval excludes one half.",
    );
    section.figure(
        ladder_chart(duel),
        "What a ship with its cheapest generic pilot costs, and the cost at which it would win half of its fights at equal points \
         against these opponents.",
    );
    let mut costs = Table::new(["ship", "pilot", "#printed cost", "#fair cost", "#efficiency", "#battles"]);
    costs.sentence =
        "Efficiency is the fair cost over the printed one: above 1 the ship is worth more than it costs."
            .into();
    for (entrant, efficiency) in duel.entrants.iter().zip(&duel.found.efficiency) {
        costs.row([
            Cell::text(&entrant.name),
            Cell::text(entrant.pilot().name),
            Cell::number(entrant.cost.to_string(), f64::from(entrant.cost)),
            Cell::number(efficiency.scaled(f64::from(entrant.cost), 0.0).brief(), efficiency.value),
            Cell::number(efficiency.brief(), efficiency.value),
            Cell::number(thousands(efficiency.n), efficiency.n as f64),
        ]);
    }
    section.table(costs);
    for remark in duel.remarks().into_iter().skip(1) {
        section.warning(remark, String::new());
    }

    let mut how = Section::new("How it was found");
    how.paragraph(duel.remarks().swap_remove(0));
    how.paragraph(format!(
        "{} points do not buy whole numbers of ships, so each pair fought at the numbers around them, {} battles a pair, every battle \
         twice on the same luck with the seats swapped. For each pair the log odds of winning are a straight line in the logarithm \
         of the ratio of squad points; where that line is read at equal points stands in the matrix, and the cost at which the mean \
         over all opponents is one half is the fair cost. A first third of the battles chose the numbers of the rest, near those at \
         which a pair is even. Intervals hold 95 %, by resampling battles.",
        terms.points,
        thousands(terms.trials)
    ));
    let fit = &duel.found.fit;
    how.paragraph(format!(
        "The lines meet the fights with chi-squared {:.1} at {:.1} degrees of freedom ({}); intervals were widened {:.2} times.",
        fit.chi_squared,
        fit.degrees_of_freedom,
        p_equals("p", fit.p_value),
        fit.widened
    ));
    how.table(fought(duel));
    Document {
        title: "Ship classes at equal points".into(),
        subtitle: duel.entrants.iter().map(|entrant| entrant.name.as_str()).collect::<Vec<_>>().join(", "),
        footer: format!("canto duel · {} points · seed {}", terms.points, terms.seed),
        sections: vec![section, how],
    }
}

fn fought(duel: &Duel) -> Table {
    let mut table = Table::new(["first", "second", "#ratio of points", "#won", "#drawn", "#lost"]);
    table.sentence = "Every number of ships that was fought, from the first squad's side.".into();
    for (at, known) in duel.matches.iter().enumerate() {
        let squad = |i: usize, class: usize| {
            format!("{} ({})", duel.entrants[class].counted(known.ships[i]), known.points[i])
        };
        let ratio = f64::from(known.points[0]) / f64::from(known.points[1]);
        let tally = duel.tally(at).map(|count| Cell::number(count.to_string(), count as f64));
        let [won, drawn, lost] = tally;
        table.row([
            Cell::text(squad(0, known.pair.0)),
            Cell::text(squad(1, known.pair.1)),
            Cell::number(format!("{ratio:.2}"), ratio),
            won,
            drawn,
            lost,
        ]);
    }
    table
}

fn matrix_chart(duel: &Duel) -> Chart {
    let row = |class: usize| {
        let cells = duel.found.win_rates[class].iter().enumerate();
        let cells = cells.map(|(foe, estimate)| (foe != class).then_some(*estimate)).collect();
        (duel.entrants[class].name.clone(), cells)
    };
    heat_map(&HeatMap {
        name: "matrix".into(),
        title: format!("Who beats whom at {} points", duel.terms.points),
        subtitle: "Win rate of the row against the column at equal points, 95 % intervals".into(),
        unit: Unit::Percent,
        columns: duel.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
        rows: (0..duel.entrants.len()).map(row).collect(),
        centre: 0.5,
        span: 0.5,
        poles: ("the row loses".into(), "the row wins".into()),
    })
}

fn ladder_chart(duel: &Duel) -> Chart {
    let mut rungs: Vec<(f64, Rung)> = duel
        .entrants
        .iter()
        .enumerate()
        .map(|(class, entrant)| {
            let efficiency = &duel.found.efficiency[class];
            let note = if duel.found.extrapolated[class].is_empty() { "" } else { "extrapolated" };
            let rung = Rung {
                label: entrant.name.clone(),
                printed: f64::from(entrant.cost),
                fair: efficiency.scaled(f64::from(entrant.cost), 0.0),
                note: note.into(),
            };
            (efficiency.value, rung)
        })
        .collect();
    rungs.sort_by(|a, b| b.0.total_cmp(&a.0));
    ladder(&Ladder {
        name: "fair-costs".into(),
        title: "Printed and fair cost".into(),
        subtitle: "The best value first; 95 % intervals".into(),
        axis: "squad points of one ship with its pilot".into(),
        rungs: rungs.into_iter().map(|(_, rung)| rung).collect(),
    })
}
