import { matrix } from '../matrix.js';
/** @import { Ratings } from '../../../../types.js' */

/**
 * The second half of notebook 004: seven people rate five films, and there are two new viewers.
 *
 * The reference fixes what the singular value decomposition does not determine: the sign of each pair of
 * singular vectors, and the vectors of singular value 0 (columns 4 and 5 of U, rows 4 and 5 of V^T), for
 * which any orthonormal basis of the null space would do. It is what NumPy's LAPACK returns, which prints as
 * the notebook does in every digit. Zeros of the reference are rounding noise in LAPACK's answer, so the sign
 * that the notebook printed before one of them (-0.00) has no meaning.
 *
 * @type {Ratings}
 */
export const RATINGS = {
  ratings: matrix([
    [1, 1, 1, 0, 0],
    [3, 3, 3, 0, 0],
    [4, 4, 4, 0, 0],
    [5, 5, 5, 0, 0],
    [0, 2, 0, 4, 4],
    [0, 0, 0, 5, 5],
    [0, 1, 0, 2, 2],
  ]),
  viewers: matrix([
    [5, 0, 0, 0, 0],
    [0, 4, 5, 0, 0],
  ]),
  people: ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7'],
  films: ['Star Wars', 'The Matrix', 'Iron man', 'U got mail', 'Titanic'],
  newViewers: ['P8', 'P9'],
  reference: {
    u: matrix([
      [-0.137599125857, -0.023611451432, -0.01080847176, 0.560112033611, -0.375734574651],
      [-0.412797377572, -0.070834354296, -0.032425415281, 0.206393277983, 0.755974371099],
      [-0.55039650343, -0.094445805729, -0.043233887041, -0.724808962689, -0.184603759868],
      [-0.687995629287, -0.118057257161, -0.054042358801, 0.343988796639, -0.230754699835],
      [-0.152775086534, 0.591100963254, 0.65365084271, 0, 0.2],
      [-0.072216514005, 0.731311856512, -0.678209218184, 0, 0],
      [-0.076387543267, 0.295550481627, 0.326825421355, 0, -0.4],
    ]),
    vT: matrix([
      [-0.562258405347, -0.592859900956, -0.562258405347, -0.090133537241, -0.090133537241],
      [-0.12664138179, 0.028770584595, -0.12664138179, 0.695376219862, 0.695376219862],
      [-0.409667482276, 0.804791520396, -0.409667482276, -0.09125710008, -0.09125710008],
      [-0.707106781187, 0, 0.707106781187, 0, 0],
      [0, 0, 0, -0.707106781187, 0.707106781187],
    ]),
  },
  print: { precision: 2, suppress: true, floatmode: 'maxprec_equal' },
};
