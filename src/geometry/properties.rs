//! Turning, shifting or mirroring the whole board changes no result.

use proptest::prelude::*;

use super::*;

/// A heading from a tangent of half an angle; every direction but straight back.
fn heading() -> impl Strategy<Value = Vec2> {
    (-6.0..6.0_f64).prop_map(|t| Vec2::new((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t)))
}

fn pose() -> impl Strategy<Value = Pose> {
    (0.0..914.4_f64, 0.0..914.4_f64, heading()).prop_map(|(x, y, heading)| Pose::new(x, y, heading))
}

fn near(a: Pose) -> impl Strategy<Value = Pose> {
    (-260.0..260.0_f64, -260.0..260.0_f64, heading())
        .prop_map(move |(x, y, turn)| a.then(Pose::new(x, y, turn)))
}

fn two_poses() -> impl Strategy<Value = (Pose, Pose)> {
    pose().prop_flat_map(|a| (Just(a), near(a)))
}

fn base() -> impl Strategy<Value = Base> {
    prop_oneof![Just(Base::SMALL), Just(Base::LARGE), Just(Base::HUGE_SHORT), Just(Base::HUGE_LONG)]
}

fn hand() -> impl Strategy<Value = Hand> {
    prop_oneof![Just(Hand::Left), Just(Hand::Right)]
}

fn template() -> impl Strategy<Value = Template> {
    prop_oneof![
        (1_u8..=5).prop_map(Template::straight),
        (hand(), 1_u8..=3).prop_map(|(hand, speed)| Template::bank(hand, speed)),
        (hand(), 1_u8..=3).prop_map(|(hand, speed)| Template::turn(hand, speed)),
        hand().prop_map(|hand| Template { reverse: true, ..Template::bank(hand, 1) }),
    ]
}

fn arcs(base: Base) -> [Arc; 5] {
    [
        Arc::front(base),
        Arc::rear(base),
        Arc::left_quadrant(base),
        Arc::right_quadrant(base),
        Arc::FORWARD_HALF,
    ]
}

/// The same board turned and shifted.
fn moved(whole: Pose, pose: Pose) -> Pose {
    whole.then(pose)
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

fn mirrored(template: Template) -> Template {
    let hand = match template.hand {
        Hand::Left => Hand::Right,
        Hand::Right => Hand::Left,
    };
    Template { hand, ..template }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn range_is_symmetric_and_does_not_depend_on_the_place(
        (a, b) in two_poses(), base_a in base(), base_b in base(), whole in pose(),
    ) {
        let there = distance_base_base(base_a, base_b, a.relative(b));
        let back = distance_base_base(base_b, base_a, b.relative(a));
        prop_assert!(close(there, back), "{there} {back}");
        let (c, d) = (moved(whole, a), moved(whole, b));
        prop_assert!(close(there, distance_base_base(base_a, base_b, c.relative(d))));
        let (c, d) = (a.mirrored(), b.mirrored());
        prop_assert!(close(there, distance_base_base(base_a, base_b, c.relative(d))));
        if 0.0 < there {
            // Lines that tie within a ten-millionth count as closest: the first of them is given, not the shortest.
            let line = closest_lines(base_a, a, base_b, b).distance;
            prop_assert!((line * line - there * there).abs() <= 2e-7 * (1.0 + there * there), "{line} {there}");
        }
    }

    #[test]
    fn range_is_the_least_distance_of_points_of_the_borders(
        (a, b) in two_poses(), base_a in base(), base_b in base(),
    ) {
        let distance = distance_base_base(base_a, base_b, a.relative(b));
        prop_assume!(0.0 < distance);
        let mut least = f64::INFINITY;
        let border = |base: Base, pose: Pose| {
            base.outline(pose).sides().flat_map(|(from, to)| {
                (0..40).map(move |i| from + (to - from) * (f64::from(i) / 40.0))
            }).collect::<Vec<_>>()
        };
        for p in border(base_a, a) {
            for q in border(base_b, b) {
                least = least.min((p - q).length());
            }
        }
        // The grid is 5.6 mm wide at most, so it is off by less than that and never too short.
        prop_assert!(distance <= least + 1e-9 && least - distance < 5.7, "{distance} {least}");
    }

    #[test]
    fn overlap_does_not_depend_on_the_place((a, b) in two_poses(), base_a in base(), base_b in base(), whole in pose()) {
        let depth = penetration_base_base(base_a, base_b, a.relative(b));
        prop_assert!(close(depth, penetration_base_base(base_b, base_a, b.relative(a))));
        let (c, d) = (moved(whole, a), moved(whole, b));
        prop_assert!(close(depth, penetration_base_base(base_a, base_b, c.relative(d))));
        prop_assert!(close(depth, penetration_base_base(base_a, base_b, a.mirrored().relative(b.mirrored()))));
        prop_assume!(1e-3 < depth.abs());
        prop_assert_eq!(0.0 < depth, overlap_base_polygon(base_a, a, &base_b.outline(b)));
        prop_assert_eq!(0.0 < depth, distance_base_base(base_a, base_b, a.relative(b)) == 0.0);
    }

    #[test]
    fn arcs_do_not_depend_on_the_place((a, b) in two_poses(), base_b in base(), whole in pose()) {
        // Ships on the board never overlap.
        prop_assume!(!overlap_base_base(Base::SMALL, base_b, a.relative(b)));
        let mut seen = 0;
        for (i, arc) in arcs(Base::SMALL).into_iter().enumerate() {
            let here = distance_in_arc(Base::SMALL, a, arc, base_b, b);
            prop_assert_eq!(here.is_some(), base_in_arc(arc, a, base_b, b));
            let there = distance_in_arc(Base::SMALL, moved(whole, a), arc, base_b, moved(whole, b));
            if let (Some(here), Some(there)) = (here, there) {
                prop_assert!(close(here.distance, there.distance));
                let plain = distance_base_base(Base::SMALL, base_b, a.relative(b));
                prop_assert!(plain <= here.distance + 1e-9, "the part in arc is no nearer than the whole");
                seen += usize::from(i < 4);
            }
            if i == 0 {
                let mirror = distance_in_arc(Base::SMALL, a.mirrored(), arc, base_b, b.mirrored());
                if let (Some(here), Some(mirror)) = (here, mirror) {
                    prop_assert!(close(here.distance, mirror.distance));
                }
            }
        }
        prop_assert!(0 < seen, "the four quadrants leave no gap");
    }

    #[test]
    fn maneuvers_do_not_depend_on_the_place(
        a in pose(), base in base(), template in template(), parameter in 0.0..=3.0_f64, whole in pose(),
    ) {
        let here = a.then(template.at(base, parameter));
        let there = moved(whole, a).then(template.at(base, parameter));
        let back = whole.relative(there);
        prop_assert!((back.position - here.position).length() < 1e-6);
        prop_assert!((back.heading - here.heading).length() < 1e-9);
        let mirror = a.mirrored().then(mirrored(template).at(base, parameter)).mirrored();
        prop_assert!((mirror.position - here.position).length() < 1e-6);
        prop_assert!((here.heading.length() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn strips_do_not_depend_on_the_place(
        a in pose(), template in template(), parameter in 0.0..=3.0_f64, whole in pose(),
        x in -60.0..260.0_f64, y in -160.0..160.0_f64, turn in heading(), token in 0_u8..12,
    ) {
        let shape = token_shape(TokenShape::Asteroid(token));
        let at = a.then(Pose::new(x, y, turn));
        let here = strip_overlaps_polygon(template, Base::SMALL, a, parameter, &shape.placed(at));
        // A hair larger and a hair smaller must agree, else the case lies on the border.
        let scaled = |factor: f64| {
            let corners: Vec<Vec2> = shape.corners().iter().map(|corner| *corner * factor).collect();
            let scaled = Convex::from_slice(&corners).placed(at);
            strip_overlaps_polygon(template, Base::SMALL, a, parameter, &scaled)
        };
        prop_assume!(scaled(1.0001) == scaled(0.9999));
        let there = shape.placed(moved(whole, at));
        prop_assert_eq!(here, strip_overlaps_polygon(template, Base::SMALL, moved(whole, a), parameter, &there));
        // The oracle: sample the strip.
        let mut touched = false;
        if 0 < template.speed {
            for i in 0..=400 {
                let u = 1.0 + (parameter - 1.0).clamp(0.0, 1.0) * f64::from(i) / 400.0;
                let point = a.then(template.at(Base::SMALL, u));
                for j in -8..=8 {
                    let side = point.point(Vec2::new(0.0, f64::from(j) * 1.25));
                    touched |= 1.0 < parameter && shape.placed(at).contains(side);
                }
            }
        }
        prop_assert!(here || !touched, "a sampled point of the strip lies on the token");
    }

    #[test]
    fn sliding_back_never_overlaps(
        a in pose(), base in prop_oneof![Just(Base::SMALL), Just(Base::LARGE)], template in template(),
        others in prop::collection::vec((-300.0..300.0_f64, -300.0..300.0_f64, heading(), any::<bool>()), 1..12),
    ) {
        // Only boards on which nobody overlaps before the move.
        let mut placed: Vec<(Base, Pose)> = Vec::new();
        for (x, y, turn, large) in others {
            let other = if large { Base::LARGE } else { Base::SMALL };
            let at = a.then(Pose::new(x, y, turn));
            let free = !overlap_base_base(base, other, a.relative(at))
                && placed.iter().all(|(b, p)| !overlap_base_base(*b, other, p.relative(at)));
            if free {
                placed.push((other, at));
            }
        }
        let slide = slide_back(template, base, a, &placed);
        for (other, at) in &placed {
            prop_assert!(!overlap_base_base(base, *other, slide.pose.relative(*at)), "{slide:?}");
        }
        for (i, (other, at)) in placed.iter().enumerate() {
            if slide.touched >> i & 1 == 1 {
                let gap = distance_base_base(base, *other, slide.pose.relative(*at));
                prop_assert!(gap < 1e-4, "touched at {gap}");
            }
        }
        prop_assert_eq!(slide.touched == 0, slide.parameter == PATH_END);
    }
}
