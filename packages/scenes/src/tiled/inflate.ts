/**
 * Decompression of zlib and gzip data in plain code: the streams that browsers and Node offer for it are asynchronous, and a map should be
 * read by one call, whatever format it was saved in.
 *
 * Deflate data [RFC 1951] is a sequence of blocks. A block is a copy of bytes, or a sequence of symbols in a prefix code: a symbol below 256
 * is a byte, 256 ends the block, and a higher one is the length of a repetition, which is followed by its distance. Both are a base value
 * plus extra bits. Bits are read from the lowest of each byte upwards. zlib [RFC 1950] and gzip [RFC 1952] put a header before the data and a
 * checksum after it.
 */

/** Why data cannot be decompressed. */
export class InflateError extends Error {}

/** Base of the length of each symbol from 257 on, and its number of extra bits [RFC 1951, 3.2.5]. */
const LENGTH_BASES = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
/** The same of distances. */
const DISTANCE_BASES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
];
const DISTANCE_BITS = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const END_OF_BLOCK = 256;
/** The most bytes that a byte of deflate data can stand for: four repetitions, each of two bits, of 258 bytes. */
const LARGEST_RATIO = 1032;
/** Order in which the lengths of the code of code lengths are stored [RFC 1951, 3.2.7]. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Flags of a gzip header: a checksum of the header, extra bytes, a name, a comment. */
const GZIP_CHECKSUM = 2;
const GZIP_EXTRA = 4;
const GZIP_NAME = 8;
const GZIP_COMMENT = 16;

/**
 * Decompresses data with a header of zlib or gzip, which is recognized by its first bytes.
 * @param size number of bytes of the result
 * @throws InflateError if the data is damaged, or has another size
 */
export function inflate(data: Uint8Array, size: number): Uint8Array {
  const isGzip = data[0] === 0x1f && data[1] === 0x8b;
  const reader = new BitReader(data, isGzip ? endOfGzipHeader(data) : endOfZlibHeader(data));
  if (size > LARGEST_RATIO * data.length) throw new InflateError(`fewer than ${size} bytes`);
  const bytes = new Uint8Array(size);
  const end = readBlocks(reader, bytes);
  if (end !== size) throw new InflateError(`${end} bytes instead of ${size}`);
  reader.alignToByte();
  const checksum = isGzip ? reader.read(16) + 0x10000 * reader.read(16) : bigEndian(reader);
  if (checksum !== (isGzip ? crc32(bytes) : adler32(bytes))) throw new InflateError('a wrong checksum');
  return bytes;
}

function endOfZlibHeader(data: Uint8Array): number {
  const [method = 0, flags = 0] = data;
  const isZlib = (method & 15) === 8 && ((method << 8) + flags) % 31 === 0 && (flags & 32) === 0;
  if (!isZlib) throw new InflateError('no header of zlib or gzip');
  return 2;
}

function endOfGzipHeader(data: Uint8Array): number {
  const flags = data[3];
  let end = 10;
  if ((flags & GZIP_EXTRA) !== 0) end += 2 + data[end] + 0x100 * data[end + 1];
  for (const flag of [GZIP_NAME, GZIP_COMMENT]) {
    if ((flags & flag) === 0) continue;
    while (end < data.length && data[end] !== 0) end++;
    end++;
  }
  return (flags & GZIP_CHECKSUM) !== 0 ? end + 2 : end;
}

class BitReader {
  readonly #data: Uint8Array;
  #position: number;
  /** Bits that were taken from the data and not read yet, the next one lowest. */
  #bits = 0;
  #count = 0;

  constructor(data: Uint8Array, position: number) {
    this.#data = data;
    this.#position = position;
  }

  /** The next bits without reading them, at most 16; zeros behind the end of the data. */
  peek(count: number): number {
    while (this.#count < count) {
      this.#bits |= (this.#data[this.#position++] ?? 0) << this.#count;
      this.#count += 8;
    }
    return this.#bits & ((1 << count) - 1);
  }

  skip(count: number): void {
    this.#bits >>>= count;
    this.#count -= count;
    if (this.#position - (this.#count >> 3) > this.#data.length) throw new InflateError('an early end');
  }

  read(count: number): number {
    const value = this.peek(count);
    this.skip(count);
    return value;
  }

  alignToByte(): void {
    this.skip(this.#count & 7);
  }
}

/** Four bytes, the highest first. */
function bigEndian(reader: BitReader): number {
  let value = 0;
  for (let k = 0; k < 4; k++) value = 0x100 * value + reader.read(8);
  return value;
}

/** @returns the number of bytes written */
function readBlocks(reader: BitReader, bytes: Uint8Array): number {
  let end = 0;
  for (let isLast = false; !isLast; ) {
    isLast = reader.read(1) === 1;
    const type = reader.read(2);
    if (type === 0) end = copyStored(reader, bytes, end);
    else if (type === 1) end = readSymbols(reader, fixedCodes(), bytes, end);
    else if (type === 2) end = readSymbols(reader, readCodes(reader), bytes, end);
    else throw new InflateError('an unknown type of block');
  }
  return end;
}

function copyStored(reader: BitReader, bytes: Uint8Array, start: number): number {
  reader.alignToByte();
  const length = reader.read(16);
  if (reader.read(16) !== (~length & 0xffff)) throw new InflateError('a damaged block');
  requireRoom(bytes, start + length);
  for (let k = 0; k < length; k++) bytes[start + k] = reader.read(8);
  return start + length;
}

function requireRoom(bytes: Uint8Array, end: number): void {
  if (end > bytes.length) throw new InflateError(`more than ${bytes.length} bytes`);
}

/** A prefix code: for the next `width` bits, the symbol that they begin with and the length of its code, as 16 * symbol + length. */
interface PrefixCode {
  readonly width: number;
  readonly entries: Uint16Array;
}

interface BlockCodes {
  readonly literals: PrefixCode;
  readonly distances: PrefixCode;
}

/**
 * The code with these lengths, 0 for symbols that do not occur: codes of one length are consecutive numbers in the order of their
 * symbols, and follow those of smaller lengths [RFC 1951, 3.2.2]. Their highest bit comes first, so they are reversed here.
 */
function prefixCode(lengths: ArrayLike<number>): PrefixCode {
  const width = Math.max(1, ...Array.from(lengths));
  const entries = new Uint16Array(1 << width);
  let code = 0;
  for (let length = 1; length <= width; length++) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      if (code >= 1 << length) throw new InflateError('more codes than there can be');
      let reversed = 0;
      for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
      for (let k = reversed; k < entries.length; k += 1 << length) entries[k] = 16 * symbol + length;
      code++;
    }
    code <<= 1;
  }
  return { width, entries };
}

function readSymbol(reader: BitReader, { width, entries }: PrefixCode): number {
  const entry = entries[reader.peek(width)];
  if (entry === 0) throw new InflateError('an unknown code');
  reader.skip(entry & 15);
  return entry >> 4;
}

/** The codes of blocks that bring none of their own [RFC 1951, 3.2.6]. */
const fixedCodes = (): BlockCodes => ({
  literals: prefixCode(Array.from({ length: 288 }, (_, k) => (k < 144 ? 8 : k < 256 ? 9 : k < 280 ? 7 : 8))),
  distances: prefixCode(Array.from({ length: 30 }, () => 5)),
});

/** The codes at the start of a block, whose lengths are compressed themselves. */
function readCodes(reader: BitReader): BlockCodes {
  const literalCount = reader.read(5) + 257;
  const distanceCount = reader.read(5) + 1;
  const orderCount = reader.read(4) + 4;
  const orderLengths = new Uint8Array(LENGTH_ORDER.length);
  for (let k = 0; k < orderCount; k++) orderLengths[LENGTH_ORDER[k]] = reader.read(3);
  const code = prefixCode(orderLengths);
  const lengths = new Uint8Array(literalCount + distanceCount);
  for (let end = 0; end < lengths.length; ) {
    const symbol = readSymbol(reader, code);
    if (symbol < 16) {
      lengths[end++] = symbol;
      continue;
    }
    if (symbol === 16 && end === 0) throw new InflateError('a repetition of nothing');
    const value = symbol === 16 ? lengths[end - 1] : 0;
    const count =
      symbol === 16 ? 3 + reader.read(2) : symbol === 17 ? 3 + reader.read(3) : 11 + reader.read(7);
    requireRoom(lengths, end + count);
    lengths.fill(value, end, end + count);
    end += count;
  }
  return {
    literals: prefixCode(lengths.subarray(0, literalCount)),
    distances: prefixCode(lengths.subarray(literalCount)),
  };
}

/** @returns the end of the block in `bytes` */
function readSymbols(
  reader: BitReader,
  { literals, distances }: BlockCodes,
  bytes: Uint8Array,
  start: number,
): number {
  let end = start;
  for (;;) {
    const symbol = readSymbol(reader, literals);
    if (symbol === END_OF_BLOCK) return end;
    if (symbol < END_OF_BLOCK) {
      requireRoom(bytes, end + 1);
      bytes[end++] = symbol;
      continue;
    }
    const k = symbol - 257;
    if (k >= LENGTH_BASES.length) throw new InflateError('an unknown length');
    const length = LENGTH_BASES[k] + reader.read(LENGTH_BITS[k]);
    const d = readSymbol(reader, distances);
    if (d >= DISTANCE_BASES.length) throw new InflateError('an unknown distance');
    const distance = DISTANCE_BASES[d] + reader.read(DISTANCE_BITS[d]);
    if (distance > end) throw new InflateError('a repetition of nothing');
    requireRoom(bytes, end + length);
    // one by one: a repetition may reach into what it writes
    for (const last = end + length; end < last; end++) bytes[end] = bytes[end - distance];
  }
}

/** Checksum of zlib [RFC 1950, 8.2]. */
function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return 0x10000 * b + a;
}

/** Checksum of gzip [RFC 1952, 8]: the remainder of a division by a polynomial of degree 32. */
function crc32(bytes: Uint8Array): number {
  let remainder = 0xffffffff;
  for (const byte of bytes) {
    remainder ^= byte;
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (0xedb88320 & -(remainder & 1));
  }
  return ~remainder >>> 0;
}
