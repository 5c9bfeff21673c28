/** Replaces what two servers that were asked the same may differ in: uids, audit IDs, random names, tokens. */
export type Normalizer = (value: unknown) => unknown

const uid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const generated = /\b(gen|kube-api-access)-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g
const token = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g

/** A normalizer for one server: uids become numbers in the order they come up. */
export function createNormalizer(): Normalizer {
  const known = new Map<string, string>()
  const numberOf = (text: string): string => {
    let found = known.get(text)
    if (found === undefined) known.set(text, (found = `uid-${known.size}`))
    return found
  }
  const text = (value: string): string =>
    value.replace(uid, numberOf).replace(generated, '$1-xxxxx').replace(token, 'token')
  const walk = (value: unknown, key: string): unknown => {
    if (key === 'auditID' || key === 'sourceIPs') return undefined
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map((item) => walk(item, ''))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [text(name), walk(member, name)]))
  }
  return (value) => walk(value, '')
}
