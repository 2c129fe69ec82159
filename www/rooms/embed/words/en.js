/** Texts of the Embed room, in English. */
export const embed = {
  reset: 'Start over',
  live: 'The figure',
  waits: 'The figure is loading.',
  figure: 'Figure',
  figures: {
    map: 'One matrix of weights',
    lesson: 'Attention, step by step',
    mask: 'An attention mask',
    heads: 'The heads of a model',
    contrast: 'Right beside wrong',
  },
  view: 'Show',
  views: { figure: 'the figure', room: 'the whole room' },
  theme: 'Light or dark',
  asPage: 'as the page',
  asReader: 'the reader’s',
  width: 'Width in px',
  anyWidth: 'all available',
  height: 'Frame height in px',
  measured: (/** @type {number} */ height) => `measured: ${height}`,
  wrongSize: (/** @type {number} */ least, /** @type {number} */ most) =>
    `A whole number from ${least} to ${most}.`,
  base: 'Where Heedmap is served',
  src: 'Your file, relative to your page',
  attributesOf: (/** @type {string} */ tag) => `Attributes of ${tag}`,
  code: 'Code to paste',
  hosts: {
    html: 'HTML',
    mdbook: 'mdBook',
    mkdocs: 'MkDocs',
    myst: 'Sphinx (MyST)',
    react: 'React',
    jupyter: 'Jupyter',
    iframe: 'iframe',
    file: 'one file',
  },
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'The browser did not allow copying. Select the text instead.',
  fallback: (/** @type {string} */ title) => `${title}: this figure needs JavaScript.`,
  open: 'Open it in Heedmap',
  openRoom: 'Open the figure in its room',
  listens: 'The frame reports the height of its figure. Without this script it keeps the height above.',
  once: 'React 19 loads the script once, however often the figure is rendered.',
  tooLong: (/** @type {number} */ length, /** @type {number} */ most) =>
    `The address of the frame would have ${length} characters, but only ${most} are supported. Paste the element, or save the figure as one file.`,
  notes: {
    html: (/** @type {string} */ script) =>
      `One script defines the element for any number of figures: ${script}. Put its folder beside your page, or set the address where it is served.`,
    mdbook: (/** @type {string} */ script) =>
      `Leave no empty lines: an empty line ends the block. The script, ${script}, can go in src, or be listed in book.toml as additional-js.`,
    mkdocs: (/** @type {string} */ script) =>
      `Python-Markdown leaves the block unchanged. The script, ${script}, can go in docs, or be listed in mkdocs.yml as extra_javascript.`,
    myst: (/** @type {string} */ script) =>
      `A raw directive goes only into the HTML output. The script, ${script}, can go in _static, or be listed in conf.py as html_js_files.`,
    react: (/** @type {string} */ script) =>
      `React 18 does not load scripts that it renders: put ${script} into the HTML of your page instead, with defer. With a bundler, import the element from the npm package.`,
    jupyter: () =>
      'Paste it into a Python cell. It works in JupyterLab, VS Code and Colab, because the frame contains the whole figure and loads nothing. The output is saved with the notebook.',
    jupyterHeads:
      'Make figure.html from your heads with npx heedmap attention.npz -o figure.html, or with “Save as HTML” in Maps, and paste this into a Python cell.',
    iframe: () =>
      'The figure runs in its own sandboxed page, with its own styles and security policy. It needs at least allow-scripts. The other permissions are for its link to the whole page. Open your page from a server: opened from a file, such a frame cannot load scripts and shows a message.',
    size: (/** @type {number} */ height, /** @type {number} */ width) =>
      `The figure needs ${height} px of height at ${width} px of width, measured here. The script adapts the height to other widths. A host that removes scripts keeps the measured one.`,
    iframeMap: 'A frame shows the figure of a room. Paste a single matrix as an element instead.',
    iframeHeads:
      'A frame shows the sample, because it cannot open your file. Make one file from your heads instead.',
    file: 'Choose “Save as HTML” in the menu at the top. The file contains only the figure and its numbers, and opens anywhere, offline.',
    fileHeads:
      'This needs no browser. The file contains only the figure and the heads. In Maps, “Save as HTML” does the same with the open file.',
  },
  downloads: {
    heading: 'Files that the code needs',
    download: (/** @type {string} */ name) => `Download ${name}`,
    sizes: (/** @type {string} */ gzipped, /** @type {string} */ raw) =>
      `${gzipped} KB to load (gzipped), ${raw} KB on disk`,
    archive: 'Download the whole folder (heedmap.zip)',
    archiveSize: (/** @type {string} */ megabytes) =>
      `about ${megabytes} MB: every script, embed.html, this page and the licenses`,
    put: (/** @type {string} */ path) =>
      `Put the script beside your page, at ${path}, or unpack the folder there. Nothing has to be installed or built.`,
    putFolder:
      'A frame needs the whole folder: unpack it beside your page. Nothing has to be installed or built.',
    use: (/** @type {string} */ folder) => `Write the code for files in ${folder}`,
    fromFile: (/** @type {string} */ path) =>
      `This page was opened from a file, so it cannot read the files beside it. Copy ${path} from the folder of this page; in a checkout it is in www/dist.`,
    cell: 'Copy the cell with the figure in it',
    notebook: (/** @type {string} */ name) =>
      `Put ${name} beside the notebook. Where that is not possible, as in Colab, copy the cell with the figure in it: it is long, and needs no file.`,
    working: 'Packing the files…',
    done: (/** @type {string} */ name, /** @type {string} */ megabytes) =>
      `${name} is ready (${megabytes} MB).`,
    copied: (/** @type {string} */ kilobytes) => `Copied: ${kilobytes} KB.`,
    failed: (/** @type {string} */ reason) => `The files could not be read: ${reason}.`,
  },
  addresses: {
    held: {
      base: (/** @type {string} */ host, /** @type {string} */ url) =>
        `The address loads its scripts from another host, ${host}: ${url}. Pages with this code would run what that host serves. Until you confirm it, the code uses the default address.`,
      src: (/** @type {string} */ host, /** @type {string} */ url) =>
        `The numbers are on another host, ${host}: ${url}. Nothing is fetched from it here. It is not in the code until you confirm it.`,
    },
    confirm: {
      base: (/** @type {string} */ host) => `Use ${host} in the code`,
      src: (/** @type {string} */ host) => `Use the file from ${host} in the code`,
    },
    read: (/** @type {string} */ url) =>
      `The figure shows the sample, because this page fetches nothing. Your page will read ${url}.`,
  },
  reference: 'Scripting and styling',
  parts: {
    properties: 'Properties',
    methods: 'Methods',
    events: 'Events',
    colours: 'Custom properties of CSS',
  },
  names: { name: 'Name', meaning: 'Meaning' },
  attributes: /** @type {Record<string, string>} */ ({
    link: 'The whole state: the part of a link after its #.',
    view: 'figure: only the figure, for an article. room: the whole room.',
    language: 'en, es or pt. Default: the reader’s language.',
    theme: 'light or dark. Default: as the page.',
    colormap: 'ember, viridis, cividis or grey.',
    src: 'The address of a file with numbers.',
    seed: 'The seed of the random numbers, as in NumPy.',
    query: 'The selected query, counted from 0.',
    key: 'The selected key, counted from 0.',
    layer: 'The selected layer, counted from 0.',
    head: 'The selected head, counted from 0.',
    heads: 'The number of heads.',
    'kv-heads': 'The number of key and value heads that they share.',
    table: 'Shows a table of numbers.',
    digits: 'auto (as many as fit), full, or a number of decimals.',
    editable: 'Whether the reader can change numbers.',
    tokens: 'The tokens, separated by spaces or as a JSON array.',
  }),
  of: /** @type {Record<import('../state.js').FigureId, Record<string, string>>} */ ({
    map: {
      values: 'The numbers, such as 1 0; 0.25 0.75, or rows in JSON.',
      name: 'The name of the numbers.',
      'query-labels': 'A label for each row, separated by spaces or as a JSON array.',
      'key-labels': 'A label for each column.',
      low: 'The number at the lower end of the colors.',
      high: 'The number at the upper end.',
      scale:
        'unit: from 0 to 1. data: from the smallest to the largest number. symmetric: as far below 0 as above.',
      mask: 'causal: shows keys after the query as masked.',
    },
    lesson: {
      lesson:
        'Which lesson: first, words, scaling, ahead, scale-mask, order, positions, distance, two-heads, heads, frase, concepts, own.',
      show: 'step: one step at a time. whole: all matrices of the lesson.',
      step: 'The current step: a number from 1, or the name of the step.',
      scale: 'sqrt, none, or a number to multiply the scores by.',
      mask: 'none or causal.',
      positions: 'What is added to the embeddings.',
      'softmax-axis': 'rows, columns or all.',
      'softmax-form': 'stable or naive.',
      'embedding-scale': 'none or sqrt.',
      rank: 'The number of concepts that are kept.',
    },
    mask: {
      mask: 'The mask as an expression.',
      queries: 'The number of queries.',
      keys: 'The number of keys. Default: as many as queries.',
      size: 'The number of features of a head.',
      alibi: 'The head whose ALiBi slope is added, counted from 0.',
      rows: 'The number of rows shown.',
      scale: 'one or largest: the weight at the upper end of the colors.',
      bytes: 'Bytes per number in the cache.',
      speed: 'Rows per second during playback.',
      brush: 'What dragging paints: none, allow or forbid.',
      code: 'numpy, sdpa or flex.',
      table: 'pattern, scores or weights as a table.',
    },
    heads: {},
    contrast: { figure: 'Which mistake.' },
  }),
  properties: /** @type {Record<string, string>} */ ({
    state: 'The whole state, as an object.',
    link: 'The whole state, as after the # of a link.',
    view: 'The same as the attribute.',
    data: 'Your own numbers or files. It can be set before the script has loaded.',
  }),
  methods: /** @type {Record<string, string>} */ ({
    'undo()': 'Undoes the reader’s last change.',
    'redo()': 'Redoes it.',
    'reset()': 'Resets the figure to its initial state.',
  }),
  events: /** @type {Record<string, string>} */ ({
    'heed-ready': 'The figure is ready.',
    'heed-select': 'The reader selected another pair: head, query, key, weight.',
    'heed-change': 'The reader changed the state.',
    'heed-error': 'An input was rejected. The event has a message, and fatal is true if there is no figure.',
  }),
  colours: /** @type {Record<string, string>} */ ({
    '--heed-paper': 'The background of the page.',
    '--heed-panel': 'The background of cards and fields.',
    '--heed-ink': 'Text.',
    '--heed-soft': 'Labels.',
    '--heed-line': 'Lines.',
    '--heed-faint': 'Faint lines.',
    '--heed-accent': 'Highlights.',
    '--heed-focus': 'The focus ring.',
    '--heed-wrong': 'Errors.',
    '--heed-sans': 'The typeface of labels.',
    '--heed-serif': 'The typeface of prose and names.',
    '--heed-mono': 'The typeface of digits.',
    '--heed-theme': 'light or dark. Overrides color-scheme.',
  }),
  keys: /** @type {[string, string][]} */ ([
    ['Tab', 'to the next part of the figure, setting or button'],
    ['← ↑ ↓ →', 'move the cell cursor of the figure'],
    ['[ and ]', 'previous and next step of the figure, from anywhere'],
    ['Ctrl Z, Ctrl Y', 'undo, redo'],
    ['?', 'this list'],
  ]),
};
