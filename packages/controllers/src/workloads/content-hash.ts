// upstream: apimachinery/pkg/util/rand, SafeEncodeString
const alphabet = 'bcdfghjklmnpqrstvwxz2456789'

/** A short hash of JSON content for object names. The collision count, when given, yields another hash. */
// upstream: pkg/controller/controller_utils.go, ComputeHash – the number differs from upstream, the alphabet does not.
export function contentHash(content: unknown, collisionCount: number | undefined): string {
  let hash = fnv(canonicalJson(content), 0x811c9dc5)
  if (collisionCount !== undefined) hash = fnv(`#${collisionCount}`, hash)
  return Array.from(String(hash >>> 0), (digit) => alphabet[digit.charCodeAt(0) % alphabet.length]).join('')
}

function fnv(text: string, start: number): number {
  let hash = start
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash
}

/** JSON with sorted keys. */
function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`
}
