/** Texts of the room Right beside wrong, in Spanish. @type {typeof import('./en.js').contrast} */
export const contrast = {
  list: 'Errores',
  reset: 'Volver al inicio',
  sides: { wrong: 'mal', right: 'bien' },
  headings: {
    wrong: 'Mal',
    right: 'Bien',
    why: 'Por qué ocurre',
    notice: 'Cómo detectarlo',
    program: 'La figura entera en NumPy',
  },
  code: {
    wrong: 'las líneas erróneas en NumPy',
    right: 'las líneas correctas en NumPy',
    check: 'una comprobación en NumPy',
  },
  names: { weights: 'pesos', sums: 'sumas por fila', output: 'salida' },
  pad: 'pad',
  of: (n, of) => `${n} de ${of}`,
  masked: 'enmascarada: la clave está prohibida',
  outlined: 'con borde: peso en una clave prohibida, o una fila que no suma 1',
  dashed: 'discontinua: una clave que la máscara errónea quita',
  options: {
    axis: 'Softmax por',
    tokens: 'Tokens',
    d: 'Características d',
    padding: 'Tokens de relleno',
    magnitude: 'Puntuaciones por',
    precision: 'Precisión',
    past: 'Claves en caché',
    offset: 'Desfase erróneo',
    head: 'Cabeza',
  },
  newTokens: 'Tokens nuevos',
  choices: { columns: 'columnas', all: 'toda la matriz', f64: '64 bits', f32: '32 bits' },
  head: (n, slope) => `${n}, pendiente ${slope}`,
  indicators: {
    sums: 'Sumas por fila',
    leaked: 'Peso en claves prohibidas, hasta',
    lost: 'Peso que pierden las permitidas, hasta',
    seen: 'La última consulta ve',
    distance: 'Distancia media a las claves',
    variance: 'Varianza de puntuaciones',
    entropy: 'Entropía media de una fila, nats',
    largest: 'Media de los pesos mayores',
    meanGap: 'Primera salida − media de V',
    difference: 'Mayor error de la salida',
    empty: { wrong: 'Filas que no son números', right: 'Filas de ceros' },
  },
  cell: {
    heading: 'Señala un número',
    empty: 'Señala cualquier celda, o llega a ella con Tab y las flechas: los dos lados muestran la misma.',
    weight: (query, key) => `Peso de la clave ${key} para la consulta ${query}`,
    sum: (query) => `Suma de los pesos de la consulta ${query}`,
    output: (query, feature) => `Salida de la consulta ${query}, característica ${feature}`,
    from: (score) => `de una puntuación de ${score}`,
  },
  curve: {
    label: (what, wrong, right) => `${what}, de d = 1 a d = 1024: mal ${wrong}, bien ${right}`,
    range: (first, last) => `de ${first} a ${last}`,
  },
  figures: {
    axis: {
      chip: 'Eje equivocado',
      title: 'Softmax sobre el eje equivocado',
      happens:
        'Los pesos suman 1 sobre las consultas de una clave, o sobre todas las celdas, en lugar de sobre las claves de una consulta. Las filas ya no suman 1, así que una salida no es un promedio de valores. Además, una consulta depende de las que vienen después.',
      why: 'Un mismo número de eje indica otro eje cuando hay un eje de lote delante. Cuenta desde el final: las claves son el último eje de las puntuaciones, axis=-1.',
      notice: 'Cada fila de pesos suma 1:',
    },
    late: {
      chip: 'Máscara tardía',
      title: 'La máscara después de la softmax',
      happens:
        'Los ceros están en su sitio, así que el dibujo de los pesos parece correcto. Pero la softmax dio parte de cada fila a claves prohibidas antes de quitarlas, y las permitidas no la recuperaron. Las primeras consultas no reciben casi nada.',
      why: 'Lo que se mira son los pesos, y por eso se enmascaran los pesos. En su lugar, enmascara las puntuaciones con −∞: así la softmax da todo el peso a las claves permitidas.',
      notice: 'No basta con que los ceros estén en su sitio. Cada fila también debe sumar 1:',
    },
    zeroed: {
      chip: 'Por cero',
      title: 'Puntuaciones multiplicadas por 0',
      happens:
        'Una puntuación de 0 es una puntuación más, y e elevado a 0 es 1. Las claves prohibidas reciben más peso que las permitidas con puntuación negativa. Las filas siguen sumando 1, y al entrenar el modelo aprende a mirar hacia adelante.',
      why: 'Un peso de 0 significa «nada», pero una puntuación de 0 no. La puntuación que significa «nada» es −∞.',
      notice: 'La pérdida es demasiado buena, o los pesos no son exactamente 0 donde la máscara prohíbe:',
    },
    unscaled: {
      chip: 'Sin 1/√d',
      title: 'Sin dividir entre √d',
      happens:
        'Una puntuación es una suma de d productos, así que su varianza crece en proporción a d. Con d grande, la mayor puntuación de una fila se lleva casi todo el peso. Una softmax saturada apenas transmite gradiente.',
      tries: 'Mueve d de 1 a 1024.',
      why: 'Con pocas características no hace daño, así que las pruebas con tamaños pequeños pasan.',
      notice:
        'Con proyecciones recién inicializadas, la varianza de las puntuaciones está cerca de 1 con cualquier d:',
    },
    finite: {
      chip: '−1e9 por −∞',
      title: '−1e9 en lugar de −∞',
      happens:
        'Una consulta sin ninguna clave permitida, aquí las del relleno, no debería recibir nada. Con −1e9, atiende a todas. En 32 bits, las puntuaciones se pierden al redondear, y la salida es la media de V. En 64 bits, el resultado es como sin máscara.',
      why: 'Evita los NaN, y no hace daño si cada fila tiene una clave permitida y las puntuaciones son pequeñas. Las de 1e9 atraviesan la máscara. Escribe −∞, y pon a cero las filas sin clave.',
      notice: 'Los pesos de las claves prohibidas son exactamente 0, en todas las filas:',
    },
    empty: {
      chip: 'Sin clave',
      title: 'Una fila sin ninguna clave',
      happens:
        'Todas las puntuaciones de una consulta de relleno son −∞. La softmax de los libros resta la mayor puntuación, y −∞ − (−∞) no es un número. torch.softmax y nn.MultiheadAttention dan NaN, y la capa siguiente lo mezcla en todas las filas. scaled_dot_product_attention y ONNX dan ceros.',
      why: 'La fórmula vale para toda fila que tenga una clave. Las pruebas sin relleno solo tienen filas así.',
      notice: 'Comprueba que los pesos de un lote con relleno son finitos:',
    },
    cache: {
      chip: 'Máscara y caché',
      title: 'Una máscara causal que olvida la caché',
      happens:
        'Con una caché, la primera consulta nueva se alinea con la primera clave nueva, no con la clave 0. Una máscara desde la esquina superior izquierda le oculta todas las claves salvo las más antiguas. Con un desfase que es mayor en uno, cada consulta ve un token por delante.',
      why: 'tril cuenta desde la esquina superior izquierda, y eso solo es correcto con tantas consultas como claves. Con una caché, el desfase es el número de claves guardadas.',
      notice: 'La última consulta ve todas las claves. Cada consulta anterior ve una menos:',
    },
    padding: {
      chip: 'Lado del relleno',
      title: 'El relleno en el lado equivocado',
      happens:
        'La secuencia lleva el relleno a la izquierda, como para generar texto, pero la máscara oculta el final. Las consultas atienden al relleno, y se pierden otros tantos tokens reales.',
      why: 'j < length es lo correcto con el relleno a la derecha. Las longitudes son las mismas en ambos casos.',
      notice:
        'Ningún peso cae en el relleno. Construye la máscara a partir de los tokens, no de las longitudes:',
    },
    alibi: {
      chip: 'Signo de ALiBi',
      title: 'ALiBi con el signo al revés',
      happens:
        'ALiBi resta «pendiente × distancia» a cada puntuación, para que cuenten más las claves cercanas. Con el signo positivo, las consultas miran tan atrás como pueden. Cuanto más largo es el texto, mayor es el efecto.',
      why: 'El artículo escribe un sesgo negativo. El código suele guardar una distancia positiva, y uno de los dos signos se pierde.',
      notice: 'El sesgo es 0 en la diagonal, y en ninguna celda mayor que 0:',
    },
  },
  keys: [
    ['Tab', 'a la matriz o al control siguiente'],
    ['← ↑ ↓ →', 'mueven el cursor de celda en los dos lados; en los errores, van de uno a otro'],
    ['Inicio, Fin', 'a los extremos de la fila (con Ctrl: de la matriz)'],
    ['[ y ]', 'error anterior y siguiente, desde cualquier parte'],
    ['t', 'la matriz como tabla, y de vuelta'],
    ['Ctrl Z, Ctrl Y', 'deshacer, rehacer'],
    ['?', 'esta lista'],
  ],
};
