(function () {
  /* The generator "dig" of mazeconv in ES5: the same seed and size make the same tiles.
     begin(seed, width, height) gives a maze that is all wall; its step(cells) digs on and says whether all is done. */
  var tag = MAZECONV_TAG;
  var high = 0;
  var low = 0;

  /* A 64-bit number is two unsigned halves, high and low. Products go by 16 bits, so that doubles hold them exactly. */
  function multiply(byHigh, byLow) {
    var a0 = low & 65535;
    var a1 = low >>> 16;
    var a2 = high & 65535;
    var a3 = high >>> 16;
    var b0 = byLow & 65535;
    var b1 = byLow >>> 16;
    var b2 = byHigh & 65535;
    var b3 = byHigh >>> 16;
    var first = a0 * b0;
    var second = a1 * b0 + a0 * b1 + Math.floor(first / 65536);
    var third = a2 * b0 + a1 * b1 + a0 * b2 + Math.floor(second / 65536);
    var fourth = a3 * b0 + a2 * b1 + a1 * b2 + a0 * b3;
    low = ((second & 65535) << 16 | (first & 65535)) >>> 0;
    high = (third + (fourth & 65535) * 65536) >>> 0;
  }

  function shiftAndXor(bits) {
    low = (low ^ (low >>> bits | high << (32 - bits))) >>> 0;
    high = (high ^ high >>> bits) >>> 0;
  }

  /* The finaliser of SplitMix64. */
  function mix() {
    shiftAndXor(30);
    multiply(3210233709, 484763065);
    shiftAndXor(27);
    multiply(2496678331, 321982955);
    shiftAndXor(31);
  }

  function begin(seed, width, height) {
    var columns = (width - 1) / 2;
    var rows = (height - 1) / 2;
    var stride = columns + 2;
    var aside = [-stride, 1, stride, -1];
    var tileAside = [-width, 1, width, -1];
    var dug = [];
    var wall = [];
    var ends = [stride + 1];
    var count = 1;
    var here = -1;
    var digging = 1;
    var counterHigh;
    var counterLow;
    var i;

    /* The next 32 bits: a counter of 64 bits, mixed. */
    function next() {
      counterLow += 2135587861;
      counterHigh = (counterHigh + 2654435769 + (counterLow > 4294967295 ? 1 : 0)) >>> 0;
      counterLow >>>= 0;
      high = counterHigh;
      low = counterLow;
      mix();
      return high;
    }

    /* A whole number from 0 to n - 1, all equally likely. */
    function below(n) {
      var product = next() * n;
      var rest = product % 4294967296;
      var least = (4294967296 - n) % n;
      while (rest < least) {
        product = next() * n;
        rest = product % 4294967296;
      }
      return (product - rest) / 4294967296;
    }

    function tileOf(cell) {
      var column = cell % stride;
      return (2 * ((cell - column) / stride) - 1) * width + 2 * column - 1;
    }

    function step(cells) {
      var left = cells;
      var at;
      var way;
      while (left > 0) {
        if (here < 0) {
          if (count === 0) {
            return true;
          }
          at = below(count);
          here = ends[at];
          if (dug[here + aside[0]] && dug[here + aside[1]] && dug[here + aside[2]] && dug[here + aside[3]]) {
            count -= 1;
            ends[at] = ends[count];
            here = -1;
          }
        } else {
          way = next() >>> 30;
          if (dug[here + aside[way]]) {
            here = -1;
          } else {
            wall[tileOf(here) + tileAside[way]] = 0;
            here += aside[way];
            wall[tileOf(here)] = 0;
            dug[here] = 1;
            ends[count] = here;
            count += 1;
            digging += 1;
            left -= 1;
          }
        }
      }
      /* What is left then only looks for a cell that can go on, and there is none. */
      return digging === columns * rows;
    }

    for (i = 0; i < stride * (rows + 2); i += 1) {
      dug[i] = i < stride || i >= stride * (rows + 1) || i % stride === 0 || i % stride === stride - 1 ? 1 : 0;
    }
    for (i = 0; i < width * height; i += 1) {
      wall[i] = 1;
    }
    dug[ends[0]] = 1;
    wall[tileOf(ends[0])] = 0;

    /* The stream of this generator: a child of the seed, a whole number modulo 2 to the 64th. */
    low = (seed - Math.floor(seed / 4294967296) * 4294967296) >>> 0;
    high = Math.floor(seed / 4294967296) >>> 0;
    high = (high ^ tag[0]) >>> 0;
    low = (low ^ tag[1]) >>> 0;
    mix();
    mix();
    counterHigh = high;
    counterLow = low;

    return { width: width, height: height, wall: wall, columns: columns, step: step };
  }

  return { begin: begin };
}())
