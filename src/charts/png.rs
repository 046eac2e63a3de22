//! PNG from SVG. Rasterising the SVG spaces letters better than plotters' own bitmap backend does.

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

use super::sheet::{Chart, FONT_BOLD, FONT_FAMILY, FONT_REGULAR};
use crate::error::{Error, Result};
use crate::frames::write_aside;

/// The embedded fonts and nothing else: pictures must not depend on what a machine has installed.
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(FONT_REGULAR.to_vec());
    fonts.load_font_data(FONT_BOLD.to_vec());
    fonts.set_sans_serif_family(FONT_FAMILY);
    Arc::new(fonts)
});

impl Chart {
    /// The picture as PNG, one pixel of the file for each of the drawing.
    pub fn to_png(&self) -> Result<Vec<u8>> {
        let complain = |problem: String| Error::drawing(Path::new(&self.name), problem);
        let options = usvg::Options {
            fontdb: FONTS.clone(),
            font_family: FONT_FAMILY.to_string(),
            ..usvg::Options::default()
        };
        let tree = usvg::Tree::from_str(&self.svg, &options).map_err(|error| complain(error.to_string()))?;
        let size = tree.size().to_int_size();
        let mut pixels =
            Pixmap::new(size.width(), size.height()).ok_or_else(|| complain("no size".into()))?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| complain(error.to_string()))
    }

    /// The chart as a file of this name: its ending decides, `.svg` or `.png`.
    pub fn to_bytes(&self, path: &Path) -> Result<Vec<u8>> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "svg" => Ok(self.svg.clone().into_bytes()),
            "png" => self.to_png(),
            _ => {
                let problem = "a chart's file name ends in .svg or .png";
                Err(Error::usage(format!("{}: {problem}", path.display())))
            }
        }
    }

    /// Writes the chart; the ending of the name decides: `.svg` or `.png`.
    pub fn write(&self, path: &Path) -> Result<()> {
        let bytes = self.to_bytes(path)?;
        write_aside(path, |writer| {
            writer.write_all(&bytes).map_err(|source| Error::file(path, "write", source))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcomes::{OutcomeBar, outcome_chart};

    #[test]
    fn png_has_its_signature_and_ink_and_is_the_same_twice() {
        let bars = [OutcomeBar { label: "killed".into(), exact: 0.125, simulated: None }];
        let chart = outcome_chart("ejection", "Ejection", "", &bars);
        let png = chart.to_png().expect("a chart can be rasterised");
        assert_eq!(&png[1..4], b"PNG");
        // White paper of this size compresses to about 6 kB; letters and bars need more.
        assert!(8_000 < png.len(), "{}", png.len());
        assert_eq!(png, chart.to_png().expect("a chart can be rasterised"));
    }

    #[test]
    fn unknown_endings_are_refused_by_name() {
        let chart = outcome_chart("ejection", "Ejection", "", &[]);
        let error = chart.write(std::path::Path::new("x.gif")).expect_err("gif is not drawn");
        assert!(error.to_string().contains("x.gif") && error.to_string().contains(".png"));
    }
}
