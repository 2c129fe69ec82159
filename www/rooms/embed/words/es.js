/** Texts of the Embed room, in Spanish. @type {typeof import('./en.js').embed} */
export const embed = {
  reset: 'Empezar de nuevo',
  live: 'La figura',
  waits: 'La figura se está cargando.',
  figure: 'Figura',
  figures: {
    map: 'Una matriz de pesos',
    lesson: 'La atención, paso a paso',
    mask: 'Una máscara de atención',
    heads: 'Las cabezas de un modelo',
    contrast: 'Bien y mal',
  },
  view: 'Mostrar',
  views: { figure: 'la figura', room: 'toda la sala' },
  theme: 'Claro u oscuro',
  asPage: 'como la página',
  asReader: 'el del lector',
  width: 'Ancho en px',
  anyWidth: 'el disponible',
  height: 'Alto del marco en px',
  measured: (height) => `medido: ${height}`,
  wrongSize: (least, most) => `Un número entero de ${least} a ${most}.`,
  base: 'Dónde se sirve Heedmap',
  src: 'Tu archivo, relativo a tu página',
  attributesOf: (tag) => `Atributos de ${tag}`,
  code: 'Código para pegar',
  hosts: {
    html: 'HTML',
    mdbook: 'mdBook',
    mkdocs: 'MkDocs',
    myst: 'Sphinx (MyST)',
    react: 'React',
    jupyter: 'Jupyter',
    iframe: 'iframe',
    file: 'un archivo',
  },
  copy: 'Copiar',
  copied: 'Copiado.',
  notCopied: 'El navegador no permitió copiar. Selecciona el texto.',
  fallback: (title) => `${title}: esta figura necesita JavaScript.`,
  open: 'Ábrela en Heedmap',
  openRoom: 'Abrir la figura en su sala',
  listens: 'El marco comunica la altura de su figura. Sin este script mantiene la altura indicada arriba.',
  once: 'React 19 carga el script una sola vez, aunque la figura se muestre muchas veces.',
  tooLong: (length, most) =>
    `La dirección del marco tendría ${length} caracteres, pero solo se admiten ${most}. Pega el elemento o guarda la figura como un archivo.`,
  notes: {
    html: (script) =>
      `Un script define el elemento para cualquier número de figuras: ${script}. Pon su carpeta junto a tu página, o indica la dirección donde se sirve.`,
    mdbook: (script) =>
      `No dejes ninguna línea vacía: terminaría el bloque. El script, ${script}, puede ir en src, o indicarse en book.toml como additional-js.`,
    mkdocs: (script) =>
      `Python-Markdown deja el bloque como está. El script, ${script}, puede ir en docs, o indicarse en mkdocs.yml como extra_javascript.`,
    myst: (script) =>
      `Una directiva raw va solo a la salida HTML. El script, ${script}, puede ir en _static, o indicarse en conf.py como html_js_files.`,
    react: (script) =>
      `React 18 no carga los scripts que muestra: pon ${script} en el HTML de tu página, con defer. Con un empaquetador, importa el elemento del paquete de npm.`,
    jupyter: () =>
      'Pégalo en una celda de Python. Funciona en JupyterLab, VS Code y Colab, porque el marco contiene la figura entera y no descarga nada. La salida se guarda con el cuaderno.',
    jupyterHeads:
      'Crea figure.html a partir de tus cabezas con npx heedmap attention.npz -o figure.html, o con «Guardar como HTML» en Mapas, y pega esto en una celda de Python.',
    iframe: () =>
      'La figura se ejecuta en una página propia y aislada (sandbox), con su estilo y su política de seguridad. Necesita al menos allow-scripts. Los demás permisos son para su enlace a la página entera. Abre tu página desde un servidor: abierta desde un archivo, un marco así no puede cargar scripts y muestra un aviso.',
    size: (height, width) =>
      `La figura necesita ${height} px de alto con ${width} px de ancho, medidos aquí. El script adapta la altura a otros anchos. Un sitio que elimina los scripts mantiene la altura medida.`,
    iframeMap: 'Un marco muestra la figura de una sala. En su lugar, pega la matriz como elemento.',
    iframeHeads:
      'Un marco muestra el ejemplo, porque no puede abrir tu archivo. En su lugar, haz un archivo con tus cabezas.',
    file: 'Elige «Guardar como HTML» en el menú de arriba. El archivo solo contiene la figura y sus números, y se abre en cualquier sitio, sin conexión.',
    fileHeads:
      'No hace falta un navegador. El archivo solo contiene la figura y las cabezas. En Mapas, «Guardar como HTML» hace lo mismo con el archivo abierto.',
  },
  downloads: {
    heading: 'Archivos que necesita el código',
    download: (name) => `Descargar ${name}`,
    sizes: (gzipped, raw) => `${gzipped} KB al cargar (con gzip), ${raw} KB en disco`,
    archive: 'Descargar la carpeta entera (heedmap.zip)',
    archiveSize: (megabytes) =>
      `unos ${megabytes.replace('.', ',')} MB: todos los scripts, embed.html, esta página y las licencias`,
    put: (path) =>
      `Pon el script en ${path}, junto a tu página, o descomprime ahí la carpeta. No hay que instalar ni compilar nada.`,
    putFolder:
      'Un marco necesita la carpeta entera: descomprímela junto a tu página. No hay que instalar ni compilar nada.',
    use: (folder) => `Escribir el código para archivos en ${folder}`,
    fromFile: (path) =>
      `Esta página se abrió desde un archivo, así que no puede leer los archivos que están junto a ella. Copia ${path} de la carpeta de esta página; en una copia del repositorio está en www/dist.`,
    cell: 'Copiar la celda con la figura dentro',
    notebook: (name) =>
      `Pon ${name} junto al cuaderno. Donde no sea posible, como en Colab, copia la celda con la figura dentro: es larga y no necesita archivos.`,
    working: 'Comprimiendo los archivos…',
    done: (name, megabytes) => `${name} está listo (${megabytes.replace('.', ',')} MB).`,
    copied: (kilobytes) => `Copiado: ${kilobytes} KB.`,
    failed: (reason) => `No se pudieron leer los archivos: ${reason}.`,
  },
  addresses: {
    held: {
      base: (host, url) =>
        `La dirección carga sus scripts de otro servidor, ${host}: ${url}. Las páginas con este código ejecutarían lo que ese servidor envíe. Hasta que la confirmes, el código usa la dirección predeterminada.`,
      src: (host, url) =>
        `Los números están en otro servidor, ${host}: ${url}. Aquí no se descarga nada de él. No está en el código hasta que lo confirmes.`,
    },
    confirm: {
      base: (host) => `Usar ${host} en el código`,
      src: (host) => `Usar el archivo de ${host} en el código`,
    },
    read: (url) =>
      `La figura muestra el ejemplo, porque esta página no descarga nada. Tu página leerá ${url}.`,
  },
  reference: 'Programación y estilo',
  parts: {
    properties: 'Propiedades',
    methods: 'Métodos',
    events: 'Eventos',
    colours: 'Propiedades personalizadas de CSS',
  },
  names: { name: 'Nombre', meaning: 'Significado' },
  attributes: {
    link: 'El estado entero: la parte de un enlace tras su #.',
    view: 'figure: solo la figura, para un artículo. room: toda la sala.',
    language: 'en, es o pt. Por defecto, el idioma del lector.',
    theme: 'light o dark. Por defecto, como la página.',
    colormap: 'ember, viridis, cividis o grey.',
    src: 'La dirección de un archivo con números.',
    seed: 'La semilla de los números aleatorios, como en NumPy.',
    query: 'La consulta seleccionada, contada desde 0.',
    key: 'La clave seleccionada, contada desde 0.',
    layer: 'La capa seleccionada, contada desde 0.',
    head: 'La cabeza seleccionada, contada desde 0.',
    heads: 'El número de cabezas.',
    'kv-heads': 'El número de cabezas de claves y valores que comparten.',
    table: 'Muestra una tabla de números.',
    digits: 'auto (los que quepan), full, o un número de decimales.',
    editable: 'Si el lector puede cambiar números.',
    tokens: 'Los tokens, separados por espacios o como lista JSON.',
  },
  of: {
    map: {
      values: 'Los números, como 1 0; 0.25 0.75, o filas en JSON.',
      name: 'El nombre de los números.',
      'query-labels': 'Una etiqueta por fila, separadas por espacios o como lista JSON.',
      'key-labels': 'Una etiqueta por columna.',
      low: 'El número del extremo inferior de los colores.',
      high: 'El número del extremo superior.',
      scale:
        'unit: de 0 a 1. data: del número menor al mayor. symmetric: tanto por debajo de 0 como por encima.',
      mask: 'causal: muestra como enmascaradas las claves posteriores a la consulta.',
    },
    lesson: {
      lesson:
        'La lección: first, words, scaling, ahead, scale-mask, order, positions, distance, two-heads, heads, frase, concepts, own.',
      show: 'step: un paso cada vez. whole: todas las matrices de la lección.',
      step: 'El paso actual: un número desde 1, o el nombre del paso.',
      scale: 'sqrt, none, o un número por el que se multiplican las puntuaciones.',
      mask: 'none o causal.',
      positions: 'Qué se suma a los embeddings.',
      'softmax-axis': 'rows, columns o all.',
      'softmax-form': 'stable o naive.',
      'embedding-scale': 'none o sqrt.',
      rank: 'El número de conceptos que se conservan.',
    },
    mask: {
      mask: 'La máscara como expresión.',
      queries: 'El número de consultas.',
      keys: 'El número de claves. Por defecto, tantas como consultas.',
      size: 'El número de características de una cabeza.',
      alibi: 'La cabeza cuya pendiente de ALiBi se suma, contada desde 0.',
      rows: 'El número de filas que se muestran.',
      scale: 'one o largest: el peso en el extremo superior de los colores.',
      bytes: 'Bytes por número en la caché.',
      speed: 'Filas por segundo durante la reproducción.',
      brush: 'Qué se pinta al arrastrar: none, allow o forbid.',
      code: 'numpy, sdpa o flex.',
      table: 'pattern, scores o weights como tabla.',
    },
    heads: {},
    contrast: { figure: 'El error que se muestra.' },
  },
  properties: {
    state: 'El estado entero, como objeto.',
    link: 'El estado entero, como tras el # de un enlace.',
    view: 'Lo mismo que el atributo.',
    data: 'Tus números o archivos. Se puede asignar antes de que se cargue el script.',
  },
  methods: {
    'undo()': 'Deshace el último cambio del lector.',
    'redo()': 'Lo rehace.',
    'reset()': 'Devuelve la figura a su estado inicial.',
  },
  events: {
    'heed-ready': 'La figura está lista.',
    'heed-select': 'El lector seleccionó otro par: head, query, key, weight.',
    'heed-change': 'El lector cambió el estado.',
    'heed-error': 'Se rechazó una entrada. El evento tiene message, y fatal es true si no hay figura.',
  },
  colours: {
    '--heed-paper': 'El fondo de la página.',
    '--heed-panel': 'El fondo de tarjetas y campos.',
    '--heed-ink': 'El texto.',
    '--heed-soft': 'Las etiquetas.',
    '--heed-line': 'Las líneas.',
    '--heed-faint': 'Las líneas tenues.',
    '--heed-accent': 'Lo resaltado.',
    '--heed-focus': 'El anillo del foco.',
    '--heed-wrong': 'Los errores.',
    '--heed-sans': 'La fuente de las etiquetas.',
    '--heed-serif': 'La fuente de la prosa y los nombres.',
    '--heed-mono': 'La fuente de las cifras.',
    '--heed-theme': 'light o dark. Prevalece sobre color-scheme.',
  },
  keys: [
    ['Tab', 'a la siguiente parte de la figura, ajuste o botón'],
    ['← ↑ ↓ →', 'mueven el cursor de celda de la figura'],
    ['[ y ]', 'paso anterior y siguiente de la figura, desde cualquier sitio'],
    ['Ctrl Z, Ctrl Y', 'deshacer, rehacer'],
    ['?', 'esta lista'],
  ],
};
