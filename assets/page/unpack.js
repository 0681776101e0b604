/* unpack.js -- the data of the page as text: base64 of DEFLATE (RFC 1951). Written out here, since
   browsers of older tablets have no DecompressionStream. */

function bytesOf(base64) {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/* {count, symbol}: how many codes have each length, and their symbols in the order of the codes. */
function codesOf(lengths) {
  const count = new Uint16Array(16), next = new Uint16Array(16);
  const symbol = new Uint16Array(lengths.length);
  for (const length of lengths) count[length]++;
  count[0] = 0;
  for (let i = 1; i < 15; i++) next[i + 1] = next[i] + count[i];
  lengths.forEach((length, i) => { if (length) symbol[next[length]++] = i; });
  return {count, symbol};
}

const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/* Of lengths and distances: each base with so many more bits. */
const basesOf = (first, bits) => bits.map((_, i) => bits.slice(0, i).reduce((a, b) => a + 2 ** b, first));
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const LENGTH_BASES = [...basesOf(3, LENGTH_BITS).slice(0, 28), 258];
const DISTANCE_BITS = Array.from({length: 30}, (_, i) => Math.max((i >> 1) - 1, 0));
const DISTANCE_BASES = basesOf(1, DISTANCE_BITS);

function inflate(bytes, size) {
  const out = new Uint8Array(size);
  let at = 0, held = 0, heldBits = 0, end = 0;

  const bits = count => {
    while (heldBits < count) {
      held |= bytes[at++] << heldBits;
      heldBits += 8;
    }
    const value = held & (1 << count) - 1;
    held >>>= count;
    heldBits -= count;
    return value;
  };
  const symbolOf = ({count, symbol}) => {
    let code = 0, first = 0, index = 0;
    for (let length = 1; length < 16; length++) {
      code |= bits(1);
      if (code - count[length] < first) return symbol[index + code - first];
      index += count[length];
      first = first + count[length] << 1;
      code <<= 1;
    }
    throw new Error("the data of the page is damaged");
  };
  const storedBlock = () => {
    held = heldBits = 0;
    const length = bytes[at] | bytes[at + 1] << 8;
    out.set(bytes.subarray(at + 4, at + 4 + length), end);
    at += 4 + length;
    end += length;
  };
  const codesHere = () => {
    const literals = bits(5) + 257, distances = bits(5) + 1, own = new Array(19).fill(0), lengths = [];
    for (let i = 0, count = bits(4) + 4; i < count; i++) own[LENGTH_ORDER[i]] = bits(3);
    const codes = codesOf(own);
    while (lengths.length < literals + distances) {
      const symbol = symbolOf(codes);
      if (symbol < 16) lengths.push(symbol);
      else {
        const last = symbol === 16 ? lengths[lengths.length - 1] : 0;
        const times = symbol === 16 ? 3 + bits(2) : symbol === 17 ? 3 + bits(3) : 11 + bits(7);
        for (let i = 0; i < times; i++) lengths.push(last);
      }
    }
    return [codesOf(lengths.slice(0, literals)), codesOf(lengths.slice(literals))];
  };
  const fixedCodes = () => [codesOf(Array.from({length: 288}, (_, i) => i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
    codesOf(new Array(30).fill(5))];
  const codedBlock = ([literals, distances]) => {
    for (let symbol; (symbol = symbolOf(literals)) !== 256;) {
      if (symbol < 256) out[end++] = symbol;
      else {
        const length = LENGTH_BASES[symbol - 257] + bits(LENGTH_BITS[symbol - 257]), code = symbolOf(distances);
        const from = end - DISTANCE_BASES[code] - bits(DISTANCE_BITS[code]);
        for (let i = 0; i < length; i++) out[end++] = out[from + i];
      }
    }
  };

  for (let isLast = 0; !isLast;) {
    isLast = bits(1);
    const kind = bits(2);
    if (kind === 0) storedBlock();
    else codedBlock(kind === 1 ? fixedCodes() : codesHere());
  }
  return out;
}

/* Of "bytes base64". */
function unpacked(text) {
  const [size, base64] = text.trim().split(" ");
  return new TextDecoder().decode(inflate(bytesOf(base64), +size));
}
