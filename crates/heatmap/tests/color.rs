//! Colors, compared with published values.

use heedmap_heatmap::{OkLab, Rgb, contrast, luminance};

#[test]
fn oklab_of_the_primaries_is_as_published() {
    // The table of https://bottosson.github.io/posts/oklab/ gives white as (1, 0, 0); the primaries are CSS
    // Color 4's.
    let expected = [
        ([255, 255, 255], [1.0, 0.0, 0.0]),
        ([255, 0, 0], [0.627955, 0.224863, 0.125846]),
        ([0, 255, 0], [0.866440, -0.233888, 0.179498]),
        ([0, 0, 255], [0.452014, -0.032457, -0.311528]),
        ([0, 0, 0], [0.0, 0.0, 0.0]),
    ];
    for (rgb, [lightness, a, b]) in expected {
        let found = OkLab::from(Rgb(rgb));
        let far = (found.lightness - lightness).abs() + (found.a - a).abs() + (found.b - b).abs();
        assert!(far < 1e-5, "{rgb:?} became {found:?}");
    }
}

#[test]
fn a_color_comes_back_from_oklab() {
    for red in (0..=255).step_by(15) {
        for green in (0..=255).step_by(15) {
            for blue in (0..=255).step_by(15) {
                let color = Rgb([red, green, blue]);
                assert_eq!(Rgb::from(OkLab::from(color)), color);
            }
        }
    }
}

#[test]
fn contrast_goes_from_1_to_21_and_does_not_depend_on_the_order() {
    let (black, white) = (Rgb([0, 0, 0]), Rgb([255, 255, 255]));
    assert!((contrast(black, white) - 21.0).abs() < 1e-12);
    assert!((contrast(white, white) - 1.0).abs() < 1e-12);
    let orange = Rgb([180, 72, 15]);
    assert_eq!(contrast(orange, white), contrast(white, orange));
    // #767676 is the well-known lightest grey that is readable on white.
    assert!(contrast(Rgb([118; 3]), white) >= 4.5);
    assert!(contrast(Rgb([119; 3]), white) < 4.5);
    assert!((luminance(Rgb([255, 0, 0])) - 0.2126).abs() < 1e-12);
}

#[test]
fn a_color_is_formatted_as_in_css() {
    assert_eq!(Rgb([7, 5, 255]).to_string(), "#0705ff");
}

#[test]
fn a_hue_is_an_angle_in_degrees() {
    for tenth in -7_200..=7_200 {
        let hue = f64::from(tenth) / 10.0;
        let OkLab { a, b, .. } = OkLab::from_polar(0.5, 1.0, hue);
        let angle = hue.to_radians();
        let error = (a - libm::cos(angle)).abs().max((b - libm::sin(angle)).abs());
        assert!(error < 2e-15, "hue {hue}: {error}");
    }
}
