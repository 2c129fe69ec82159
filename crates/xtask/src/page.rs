//! What index.html consists of.

use anyhow::{Result, ensure};

/// The files that a page names in a `src` or a `href`: relative to it, so that it works wherever it lies.
///
/// A fragment and a `data:` URL are no files.
pub(crate) fn named(page: &str) -> Result<Vec<&str>> {
    let mut files = Vec::new();
    for rest in ["src=\"", "href=\""].into_iter().flat_map(|name| page.split(name).skip(1)) {
        let address = rest.split('"').next().unwrap_or_default();
        if address.starts_with('#') || address.starts_with("data:") {
            continue;
        }
        let leaves = address.contains(':') || address.starts_with('/') || address.contains("..");
        ensure!(!leaves, "the page names {address:?}, which is not in its folder");
        files.push(address);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_the_page_names_goes_along() {
        let page = r##"<link href="data:,"><link href="www/page.css"><a href="#main">skip</a>
            <script src="www/dist/heedmap.js"></script>"##;
        assert_eq!(named(page).unwrap(), ["www/dist/heedmap.js", "www/page.css"]);
    }

    #[test]
    fn a_page_that_names_a_file_elsewhere_works_in_no_other_folder() {
        for address in ["/www/page.css", "../page.css", "https://example.org/page.css"] {
            let refused = named(&format!("<link href=\"{address}\">")).unwrap_err().to_string();
            assert_eq!(refused, format!("the page names {address:?}, which is not in its folder"));
        }
    }
}
