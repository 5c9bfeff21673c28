/** How a plain scalar reads: a value, or the sign that it merges another mapping. */
export type YamlScalar = string | number | bigint | boolean | null

/**
 * The value of an untagged plain scalar.
 */
// upstream: yaml goyaml.v2 resolve.go – YAML 1.1 booleans; octal as 0644, 0o644 and 0644 with a sign; no base 60;
// timestamps stay text; whole numbers up to 64 bits are exact, longer ones are read as floating point.
export function resolvePlainScalar(text: string): YamlScalar {
  const word = words.get(text)
  if (word !== undefined) return word
  const first = text.charCodeAt(0)
  if (first === 46) return floatPattern.test(text) ? Number(text) : text
  const startsNumber = (first >= 48 && first <= 57) || first === 43 || first === 45
  return startsNumber ? (resolveNumber(text) ?? text) : text
}

/**
 * The value of a scalar with an explicit core tag (`int`, `float`, `bool`, `null`), `undefined` where it does not fit.
 */
export function resolveTaggedScalar(tag: string, text: string): YamlScalar | undefined {
  const value = resolvePlainScalar(text)
  switch (tag) {
    case 'int':
      return typeof value === 'bigint' || Number.isInteger(value) ? value : undefined
    case 'float':
      return typeof value === 'bigint' ? Number(value) : typeof value === 'number' ? value : undefined
    case 'bool':
      return typeof value === 'boolean' ? value : undefined
    default:
      return value === null ? null : undefined
  }
}

const words: ReadonlyMap<string, YamlScalar> = new Map<string, YamlScalar>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, Number.NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, Number.POSITIVE_INFINITY] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, Number.NEGATIVE_INFINITY] as const),
])

const floatPattern = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
const integerPattern = /^([-+]?)(?:(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+)|(0[0-7]+)|(0|[1-9][0-9]*))$/
const maxUnsigned = 2n ** 64n - 1n
const minSigned = -(2n ** 63n)

function resolveNumber(text: string): number | bigint | undefined {
  const plain = text.includes('_') ? text.replaceAll('_', '') : text
  const match = integerPattern.exec(plain)
  if (match !== null) {
    const [, sign, prefixed, octal, decimal = ''] = match
    const digits = prefixed ?? (octal === undefined ? decimal : `0o${octal.slice(1)}`)
    if (digits.length < 15) return sign === '-' ? -Number(digits) || 0 : Number(digits)
    const exact = sign === '-' ? -BigInt(digits) : BigInt(digits)
    if (exact >= minSigned && exact <= maxUnsigned) {
      const number = Number(exact)
      return Number.isSafeInteger(number) ? number : exact
    }
  }
  if (!floatPattern.test(plain)) return undefined
  const number = Number(plain)
  return Number.isFinite(number) ? number : undefined
}
