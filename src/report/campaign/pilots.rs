//! Pilots: survival, fates, experience.

use super::economy::{curve, last_against_first};
use super::parity::percent;
use crate::analysis::Estimate;
use crate::analysis::answers::Answers;
use crate::analysis::costs::Kind;
use crate::analysis::pilots::{FATES, SurvivalCurve, XP_USES};
use crate::analysis::words::{number, share, thousands, value};
use crate::charts::{
    Group, Grouped, Lines, Look, Series, Shape, Stacked, StackedRow, Unit, grouped, lines, stacked,
};
use crate::procedures::Procedure;
use crate::procedures::ejection::{EjectionFaces, EjectionReroll, EjectionRoll};
use crate::report::document::{Block, Cell, Section, Table};
use crate::report::names::{class_name, faction_look, humane, pilot_name};

pub fn pilots(answers: &Answers) -> Section {
    let mut section = Section::new("Pilots and experience");
    let report = &answers.pilots;
    section.paragraph(format!(
        "{} pilots and crew served. Curves count the killed; whoever was still alive when the campaign ended, or sat in a cell, counts up \
         to then (Kaplan–Meier).",
        thousands(report.persons)
    ));
    survival(
        &report.survival_by_skill,
        "pilot-survival-by-skill",
        "by skill when hired",
        |l| l.into(),
        &mut section,
    );
    fates(answers, &mut section);
    xp(answers, &mut section);
    let chart = curve(answers, 3, "pilot-skill", "Pilot skill by turn", "mean skill of living pilots");
    section.figure(chart, last_against_first(answers, 3, "skill"));
    survival(&report.survival_by_class, "pilot-survival-by-class", "by ship class", class_name, &mut section);
    survival(&report.survival_by_role, "pilot-survival-by-role", "by role", humane, &mut section);
    section.table(rates(answers));
    section.table(origins(answers));
    section.table(worth(answers));
    causes(answers, &mut section);
    section
}

/// What is known of causes: the die is exact, and skill stood in the battle before its end.
fn causes(answers: &Answers, section: &mut Section) {
    let killed = |reroll: EjectionReroll| EjectionRoll { faces: EjectionFaces::default(), reroll }.exact()[0];
    let (without, with) = (killed(EjectionReroll::Never), killed(EjectionReroll::Killed));
    let mut items = vec![format!(
        "**One XP kept for the ejection die**, spent when it shows a death: shot down, a pilot dies in {} % of all cases instead of {} % \
         (exact), and keeps the XP in the other {} %.",
        number(100.0 * with, 1),
        number(100.0 * without, 1),
        number(100.0 * (1.0 - without), 1)
    )];
    let classes = answers.costs.iter().find(|report| report.kind == Kind::Class);
    let enough = classes.filter(|report| FEWEST_BATTLES <= report.battles);
    if let Some(skill) = enough.and_then(|report| report.skill).filter(Estimate::is_known) {
        let odds =
            Estimate { value: skill.value.exp(), low: skill.low.exp(), high: skill.high.exp(), ..skill };
        items.push(format!(
            "**One more point of skill for every pilot of a squad**, in the same mission and at equal squad points, so in place of ships or \
             equipment, goes with {} times the odds of winning the battle.",
            value(&odds)
        ));
    }
    section.blocks.push(Block::List(items));
}

/// Battles without which odds are anything from nothing to everything.
const FEWEST_BATTLES: u64 = 300;

/// Persons still under watch without whom a curve's end is a matter of one or two deaths.
const FEWEST_AT_RISK: u64 = 50;

/// At most six curves: more cannot be told apart.
fn survival(
    curves: &[SurvivalCurve],
    name: &str,
    by: &str,
    label: impl Fn(&str) -> String,
    section: &mut Section,
) {
    let shown = &curves[..curves.len().min(6)];
    if shown.is_empty() {
        return;
    }
    let series = shown
        .iter()
        .enumerate()
        .map(|(i, curve)| Series {
            label: label(&curve.label),
            look: Look::series(i),
            points: curve
                .curve
                .iter()
                .filter(|(_, alive)| FEWEST_AT_RISK <= alive.n)
                .map(|(time, alive)| (*time as f64, *alive))
                .collect(),
            shape: Shape::Steps,
        })
        .collect();
    let chart = lines(&Lines {
        name: name.into(),
        title: format!("How long pilots live, {by}"),
        subtitle:
            "Share not killed by turns since hiring, as it were if nobody were captured, with 95 % bands"
                .into(),
        x_axis: "turns since hiring".into(),
        y_axis: "share alive".into(),
        x_unit: Unit::Of(""),
        unit: Unit::Percent,
        series,
        reference: None,
        answer: None,
        from_zero: true,
    });
    let parts: Vec<String> = shown
        .iter()
        .filter_map(|curve| Some(format!("{} {}", label(&curve.label), share(&curve.alive?))))
        .collect();
    let sentence = match parts.is_empty() {
        true => "No pilot was watched for six turns.".into(),
        false => format!("Alive after six turns: {}.", parts.join("; ")),
    };
    section.figure(chart, sentence);
}

fn fates(answers: &Answers, section: &mut Section) {
    let rows = answers
        .pilots
        .factions
        .iter()
        .map(|faction| StackedRow { label: faction.faction.clone(), shares: faction.fates.clone() })
        .collect();
    let chart = stacked(&Stacked {
        name: "pilot-fates".into(),
        title: "What became of them".into(),
        subtitle: "Pilots and crew by fate at the end; the thin line is the interval of the part it ends"
            .into(),
        axis: "share of persons".into(),
        parts: FATES.iter().enumerate().map(|(i, fate)| (humane(fate), Look::series(i))).collect(),
        rows,
    });
    let killed: Vec<String> = answers
        .pilots
        .factions
        .iter()
        .map(|faction| format!("{} {}", faction.faction, share(&faction.fates[1])))
        .collect();
    section.figure(chart, format!("Killed: {}.", killed.join(", ")));
}

fn xp(answers: &Answers, section: &mut Section) {
    let factions = &answers.pilots.factions;
    let groups = XP_USES
        .iter()
        .enumerate()
        .map(|(i, (_, name))| Group {
            label: (*name).to_string(),
            bars: factions.iter().map(|faction| Some(faction.xp_uses[i])).collect(),
        })
        .collect();
    let chart = grouped(&Grouped {
        name: "xp-uses".into(),
        title: "What experience is spent on".into(),
        subtitle: "Mean XP per person".into(),
        axis: "XP per person".into(),
        unit: Unit::Of(""),
        series: factions.iter().map(|f| (f.faction.clone(), faction_look(&f.faction))).collect(),
        groups,
    });
    let earned: Vec<String> =
        factions.iter().map(|faction| format!("{} {}", faction.faction, value(&faction.xp_earned))).collect();
    section.figure(chart, format!("XP earned per person: {}.", earned.join(", ")));
}

fn rates(answers: &Answers) -> Table {
    let mut table = Table::new([
        "faction",
        "#kills in 100 battles",
        "#wounds in 100 battles",
        "#shot down in 100 battles",
        "#killed in 100 battles",
        "#captured of 100 shot down",
        "#escapes of 100 captured",
        "#skill gained",
    ]);
    table.sentence = "What happens to a pilot in a hundred battles, and after being shot down.".into();
    for faction in &answers.pilots.factions {
        table.row([
            Cell::text(&faction.faction),
            plus_minus(&faction.kills_per_battle, 100.0),
            plus_minus(&faction.wounds_per_battle, 100.0),
            plus_minus(&faction.shot_down_per_battle, 100.0),
            plus_minus(&faction.deaths_per_battle, 100.0),
            plus_minus(&faction.captures, 100.0),
            plus_minus(&faction.escapes, 100.0),
            plus_minus(&faction.skill_gained, 1.0),
        ]);
    }
    table
}

fn plus_minus(estimate: &Estimate, factor: f64) -> Cell {
    Cell::number(estimate.scaled(factor, 0.0).plus_minus(), estimate.value)
}

fn origins(answers: &Answers) -> Table {
    let mut table = Table::new(["pilot card", "#persons", "#alive after six turns", "#half are dead after"]);
    table.sentence = "Survival by pilot card, the most frequent first.".into();
    table.rows_on_paper = 10;
    for curve in &answers.pilots.survival_by_origin {
        table.row([
            Cell::text(pilot_name(&curve.label)),
            Cell::number(thousands(curve.persons), curve.persons as f64),
            curve.alive.map_or_else(|| Cell::text("not watched so long"), |alive| percent(&alive)),
            curve.median.map_or_else(
                || Cell::number("not in the data", f64::MAX),
                |median| {
                    let high = median.high.map_or("…".into(), |high| high.to_string());
                    let text = format!("{} turns [{}, {high}]", median.time, median.low);
                    Cell::number(text, median.time as f64)
                },
            ),
        ]);
    }
    table
}

fn worth(answers: &Answers) -> Table {
    let mut table = Table::new(["one XP spent on", "#odds of surviving a battle", "#odds of winning it"]);
    table.sentence = "What one XP goes with: the factor on the odds, at equal skill when hired. **Not a cause:** who lives longer has more to \
                      spend. The cause is measured where the lot decides what XP are spent on: canto run training-by-lot."
        .into();
    for row in &answers.pilots.xp_worth {
        let cell = |estimate: &Option<Estimate>| match estimate {
            Some(estimate) if estimate.is_known() => {
                let odds = Estimate {
                    value: estimate.value.exp(),
                    low: estimate.low.exp(),
                    high: estimate.high.exp(),
                    ..*estimate
                };
                Cell::number(format!("× {}", odds.brief()), odds.value)
            }
            _ => Cell::text("no estimate"),
        };
        table.row([Cell::text(&row.kind), cell(&row.survival), cell(&row.victory)]);
    }
    table
}
