// upstream: RFC 7541, appendix B: the length of the code of each byte, as a letter (`a` is 5 bits). The code is canonical, so
// that the lengths say all of it.
const lengths =
  'isxxxxxxxtzxxzxxxxxxxxzxxxxxxxxxbffhibdgffdgdbbbaaabbbbbbbcdkbhfibccccccccccccccccccccccdcdioijbkabababbbaccbbbabcbaabcccc' +
  'ckgjixprpprrrsrssssststtrstssssqrsrsstrqprrssqsrrtqrssqqrqsrssprrrsrrsvvporsruvvvwwvtuoqvwwvwtqqvvxwwwptpqrqqsrruuttvsvwvvw' +
  'wwwwxwwwwwv'
const shortestBits = 5
const longestBits = 30

interface CodesOfLength {
  readonly first: number
  /** The bytes that have a code of this length, by code. */
  readonly bytes: readonly number[]
}

/** By length. */
const codes = readCodes()

function readCodes(): readonly CodesOfLength[] {
  const read: CodesOfLength[] = []
  let first = 0
  for (let bits = 0; bits <= longestBits; bits++) {
    const bytes = Array.from(lengths, (letter, byte) => (bitsOf(letter) === bits ? byte : -1)).filter(
      (byte) => byte >= 0,
    )
    read.push({ first, bytes })
    first = (first + bytes.length) << 1
  }
  return read
}

function bitsOf(letter: string): number {
  return letter.charCodeAt(0) - 'a'.charCodeAt(0) + shortestBits
}

/** Decodes a string of HPACK; undefined if it is not valid. */
export function decodeHuffman(bytes: Uint8Array): string | undefined {
  const decoded: number[] = []
  let [code, length] = [0, 0]
  for (const byte of bytes) {
    for (let shift = 7; shift >= 0; shift--) {
      code = (code << 1) | ((byte >> shift) & 1)
      const { first, bytes: known } = codes[++length] ?? { first: 0, bytes: [] }
      const found = code >= first ? known[code - first] : undefined
      if (found !== undefined) {
        decoded.push(found)
        code = length = 0
      } else if (length >= longestBits) return undefined
    }
  }
  // The rest of the last byte is filled with ones.
  const isPadding = length < 8 && code === (1 << length) - 1
  return isPadding ? Buffer.from(decoded).toString('latin1') : undefined
}
