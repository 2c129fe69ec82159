import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unpackLzma } from '../bundle/lzma.js';

/** What Python's lzma module made of `sample()`, by the bits of literals, of their position and of positions. */
const PACKED = {
  'three bits of context, none of position, two of place':
    'XQAAAQDaDwAAAAAAAAAQH4wiAnFFfp0FYhJNXMmAbmvjR5H4poAI0LL8s6Ip+WlKksNapWiTcsbhRl7C+dOF9fUQ0dGmLYc07OlSLnLEF37W' +
    'c0f1NzPn2T99X2l+kt/rZADDZcEcNKhr0MLBRJYWikQe1MWgPibi1OqCLCApA6p3woCkdTj4uIHt8+SF/xL1wZ6z31lT/YwmBM27eIItESHc' +
    'h67bHxHD2hVe0VFvCySnC1KhLcnyioL64FZFFaNHVgMtwhoOcu+QztSwgvlDQegN1IrKGqMcI59TmIMKAYJIrKDifQrF07OME4MlboFJRriK' +
    'tqzEgQbRuROVE9q5aQPK+8M0DfpMTsKhZTRgLR1swL/bVGz9RxOChZZFgWhZ/GA5VMUKWXTBOKfuWMQaRVpWBbKxPnlFuxCa9MtyIQ8f1Q2r' +
    'JJGCryCPn7M70udx57ae2FyZPEiPahacjtEe5ei9Q1+GcHZTT4lERUxEbIZCTC59fzABnSEe5H1mlfWMh6EySO2a48IOWjQpfh62d0c3Khax' +
    'WShxOEn5u/g5AfnEQLQDHslI0VRhtxooyyExejDHTnjyCR0inWF/4o1CL7FRBxt45V+qyZiQ4dYIgPFaduuBoxNUXReIicdq40S3PCyLyJTK' +
    'Xj/51A1z3sGTeoRiQgrab/Gt+RFHGYCOGfMX2Q/ksACGR7urOltQyz7aPQLQlgnuYYQh6CQIqFsdJCJf43N5TQLevFHcNLPk/ZGXnXmQaooo' +
    'JLHLBdh2NVNMIopbWA25fIQBSjf6UAudib2BaxickIo3GPDg8ZSTnpT6krrR0S+nyUsG4Jegbbc1bKaZuD4Rfx6uCMtd2qofoVrXAutpA28F' +
    '8IoEzs8dZiMsmwzLWvrqp2XsghIdDxzetshuy/XF03RIRQUb4RPB+5yhHJHkY0zfyvSrSRFs7r5JqGt6lb2dOVntYPnbl1aTFRfR5YNgaiRk' +
    'xdNekFXf1Blx0txRUkFQGD0JI+n/80eSQA==',
  'none of context, two of position, none of place':
    'EgAAAQDaDwAAAAAAAAAQIImpTacJQL1ZXTolkY9qT0fjbn5HSzGfR107N/tDtmeHEMFDfTtBnG7Syb7Nv9yqylgh1gz/Qh1q1ql6geVCwcTO' +
    '97d3J3GeNeFy0if8Ve2WJmuFVd9xijV919ulKfkGtoP8rGU35qXOhqD/aqOOO4F/UEqfoBSJFSl4VRQ+U9mStPlja1Jwk5dCMONEqrzTre9L' +
    'FYo98JD+wNxwl9qxHuTUucotixHlFlpvXf3g9etieqSwTDnjfbu2zrCdZyttOn38bVvv02uWcopAktcMRQXqkqCqPcR8FqzAqCEuKpvfsMYk' +
    'Iiupscu39TqG0Y0j3XHSvOZB7MSkC69Z2Ne6hSv07/G75DBXd815dUfLLbKxxuFAN6+iZ29T8aSfK3IDGkvjQ5dmDkE6PdRCQUprk1wraH3A' +
    'HNkK/bNUXTljgbiecfaKwOocK5fgUBLwZ+Cm/lnATymu44i2nucqDaWlgoQDSqtnmPc5zIqtx7qygSkPklRLvvmLHezH/k2UYaVx1DwhQI1C' +
    'pz2ySeqvuikyJs1hKGCENnmyVk1s2NB8GxqwelFOBQ/M21AXqeqZ69lbTPubItNqlMVDTw2vQ8w2M5SvGKW3kusszwHaFIcQH5PaXpzUTkud' +
    'R9j8xsR5XXeP7ve0WvNEVNVHiij/jhXDLX5YrI+eKsklGlJDZQCxV0j72ojhHv1sZ14t0qYGvAfyMnXG99mpBMIvZCEe3siFz7rHoYBiW57+' +
    'qHdXDfjFMPkV9VEe9Z1KS28r52mxeqcnt7n28XMSrtybhjimrHOtpS4uUOz5zoQIM8GPDcHgd2UPQV2Vnsv37cwMFnFEUp7yZWY4HHrjvUaT' +
    'iZlnBIKqt769LHO1PTK8HqHm3Wq4ZWYUIJC9YAKMI+1p87TO3w54D6VW3OnI9b219QWa+seXDmuK/2UjdPAetAAvx2SlW3BVPuTqO/j6duyK' +
    '0RQSwb9h5WDlHtr8W+5I9OnL0COK465lOaKfxBS7swcLZ5YQvsOEJ+wbYIdZWf3RsTJN/dOnpJ7u45Au0sFQjbs0WdXiSzAhKGQ+V4NVYOOf' +
    '/0bMrgA=',
  'four bits of context, none of position, four of place':
    'uAAAAQDaDwAAAAAAAAAQH4wiAl4xyJENGCDhaIxoxtzJm62j4KZhs2SPH1VhWG6xtMUuFuFhLp1QxPMDuwrEWkPJmLGEORK9tIV5RsdZPbpt' +
    'Tkcm+Eduu0kq1s/1khv4Y0Wx4Wr6sK562qljCj0tZ9aUTEWeN3EuqlA2dwipXD8qkFbTkhtAgYg34mJ8teODwEJ7mVCu0ywjD+NmlWJkvfJU' +
    'ucbQ/cL4jVJUW85Lff2c9/pkUkqfa+7e2EtQEHASUvYwMFPt87b5+ohPbeXicDwtlBynYhph9X1yPueTamI7HbZw7SB4M/0CNNlv0D1C+fGl' +
    '+nc6cUcXX6yNb/qG/1vfLBYJw3lG8muUa42SyhTG2VAFuMR63YlwH6oe2gWlVfhxh+uq3cb3c6v5mrtyhuruzqVenKUE3JjLyKIJJTa9lV4c' +
    'tpCxxG0hnoozk9OS8UeutV03H7AA0FKWLj4mjRnwwpB8afkaPAq0A0PVthsRoYvCl0q82biGe9WM5bKrotc5dc3BT7d2hMeWV6bN6abVlyUd' +
    'MaloCFyF1puNQtPBYroGCoY3FQxrLjT3glfpCeZYDb8J5Rx/ZV9sxt50zIXIpdfAifUgPBp5KCUcuCGRgXOsyGHwME/kMHy0u/0zvVEdxI0G' +
    'Bm55gnLcf1p5rI4TOv3B5XOcqgTCHduIoHOTG/82K32n5c0rArFQlr2f4IhyqNOexQheAVo/Yg46I7sEBHYtxkb7Gsu0Cfm17rvwB3VRdwm9' +
    'VftvasbtspR5rHG7kZu4k9Wn9wCKwtsjK/siqDi0F3yIO5cupHJUK8oCKbXOK/NkwTgURWzNboIG9wWQy2IqnYOPcnbsqNW0f5ekMTv2cNDP' +
    'XM599wAR03sYA9xKjG0QrwJyhCPh5npRaGIA3TppFj9Ya2BXj8VxaDRO70VlXJfEX1R7ckZuER1ZD+Gcvc7vyqQGCLm1c/0gPAEiqzdwzo76' +
    '0dQ3Phtd2e4Hubf3MGjpO6Jv6Ier4xboUUiug22lRac6Ua+F8rpiuqJAX1T9yOfEpGuI79PSkefgn//+aKP8',
};

/** Noise, then pieces of what came before from near and far, single bytes and runs: every kind of symbol occurs. */
function sample() {
  /** @type {number[]} */
  const bytes = [];
  let noise = 1n;
  const draw = () => {
    noise = (noise * 1103515245n + 12345n) % 2n ** 31n;
    return Number(noise);
  };
  for (let i = 0; i < 700; i++) {
    const drawn = draw();
    bytes.push(i % 3 === 0 ? 32 : (drawn >> 16) & 255);
  }
  for (let i = 0; i < 60; i++) {
    const drawn = draw();
    const from = drawn % bytes.length;
    bytes.push(...bytes.slice(from, from + 2 + ((drawn >> 8) % 90)));
    if (i % 4 === 0) bytes.push(i);
    if (i % 9 === 0) bytes.push(...Array(i * 5).fill(bytes.at(-7)));
  }
  return Uint8Array.from(bytes);
}

/** @param {string} base64 */
const bytesOf = (base64) => new Uint8Array(Buffer.from(base64, 'base64'));

for (const [properties, base64] of Object.entries(PACKED)) {
  test(`what Python packed is unpacked byte for byte: ${properties}`, () => {
    assert.deepEqual(unpackLzma(bytesOf(base64)), sample());
  });
}

test('packed bytes that end too early, or refer to what is not there, are refused with a sentence', () => {
  const packed = bytesOf(Object.values(PACKED)[0]);
  for (const end of [0, 5, 13, 17, 100, packed.length - 9]) {
    assert.throws(() => unpackLzma(packed.slice(0, end)), RangeError, `cut at ${end}`);
  }
  const damaged = packed.slice();
  damaged[20] ^= 0x55;
  assert.throws(() => unpackLzma(damaged), /refer to what is not there/);
});
