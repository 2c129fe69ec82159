//! The files of index.html.

use anyhow::{Result, ensure};

/// The files in the `src` and `href` attributes of a page. They must be relative, so that the page
/// works in any folder.
///
/// Fragments and `data:` URLs are not files.
pub(crate) fn referenced_files(page: &str) -> Result<Vec<&str>> {
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
    fn the_files_of_a_page_are_found() {
        let page = r##"<link href="data:,"><link href="www/page.css"><a href="#main">skip</a>
            <script src="www/dist/heedmap.js"></script>"##;
        assert_eq!(referenced_files(page).unwrap(), ["www/dist/heedmap.js", "www/page.css"]);
    }

    #[test]
    fn a_page_with_an_absolute_path_is_rejected() {
        for address in ["/www/page.css", "../page.css", "https://example.org/page.css"] {
            let refused =
                referenced_files(&format!("<link href=\"{address}\">")).unwrap_err().to_string();
            assert_eq!(refused, format!("the page names {address:?}, which is not in its folder"));
        }
    }
}
