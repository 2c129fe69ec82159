project = "Attention"
extensions = ["myst_parser"]
html_theme = "furo"
# In _static.
html_static_path = ["_static"]
html_js_files = [("heedmap-embed.js", {"defer": "defer"})]
