//! How a tactician likes to fly: weights of one score. Frozen; a change is a change of every published figure.

/// Weights in shares of a ship: 1 is worth the whole of a ship's hit points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    pub name: &'static str,
    /// Share of the best target's remaining hit points that is expected to go.
    pub given: f32,
    /// The same for raw damage, per point.
    pub raw: f32,
    /// Share of the own hit points that is expected to go.
    pub taken: f32,
    /// Facing the nearest enemy instead of showing him the tail.
    pub facing: f32,
    /// Each range band beyond the first to the nearest enemy.
    pub distance: f32,
    /// Each range band away from the nearest friend, beyond the first.
    pub formation: f32,
    /// The mission's errands.
    pub errand: f32,
    /// A bump, which costs the action.
    pub bump: f32,
    pub stress: f32,
    pub obstacle: f32,
}

/// Version of the weights below, for manifests.
pub const STYLE_VERSION: u32 = 1;

#[rustfmt::skip]
pub const STYLES: [Style; 5] = [
    Style { name: "tactician",  given: 1.0, raw: 0.12, taken: 0.70, facing: 0.10, distance: 0.07, formation: 0.02, errand: 0.6, bump: 0.15, stress: 0.10, obstacle: 0.5 },
    Style { name: "jouster",    given: 1.2, raw: 0.16, taken: 0.35, facing: 0.12, distance: 0.10, formation: 0.04, errand: 0.6, bump: 0.12, stress: 0.08, obstacle: 0.5 },
    Style { name: "arc-dodger", given: 0.9, raw: 0.10, taken: 1.10, facing: 0.05, distance: 0.05, formation: 0.00, errand: 0.6, bump: 0.20, stress: 0.14, obstacle: 0.6 },
    Style { name: "escort",     given: 0.9, raw: 0.10, taken: 0.60, facing: 0.10, distance: 0.05, formation: 0.08, errand: 1.0, bump: 0.15, stress: 0.10, obstacle: 0.5 },
    Style { name: "survivor",   given: 0.7, raw: 0.08, taken: 1.40, facing: 0.04, distance: 0.02, formation: 0.02, errand: 0.7, bump: 0.20, stress: 0.12, obstacle: 0.8 },
];

pub fn style(name: &str) -> Option<Style> {
    STYLES.into_iter().find(|style| style.name == name)
}
