/** A value as what differs from another one: `=` where it is the same, `~` and `-` for members, `#` for items, `v` otherwise. */
export type Delta =
  | '='
  | { readonly v: unknown }
  | { readonly '~'?: Readonly<Record<string, Delta>>; readonly '-'?: readonly string[] }
  | { readonly '#': readonly Delta[] }

/** What must be known beside the base to have the value. */
export function toDelta(value: unknown, base: unknown): Delta {
  if (value === base || JSON.stringify(value) === JSON.stringify(base)) return '='
  if (Array.isArray(value) && Array.isArray(base) && value.length === base.length) {
    return { '#': value.map((item, at) => toDelta(item, base[at])) }
  }
  if (!isRecord(value) || !isRecord(base)) return { v: value }
  const changed = Object.entries(value).filter(
    ([name, member]) => JSON.stringify(member) !== JSON.stringify(base[name]),
  )
  const gone = Object.keys(base).filter((name) => !(name in value))
  // An object that has nothing in common with the other is shorter by itself.
  if (changed.length === Object.keys(value).length && gone.length > 0) return { v: value }
  return {
    ...(changed.length === 0
      ? {}
      : { '~': Object.fromEntries(changed.map(([name, member]) => [name, toDelta(member, base[name])])) }),
    ...(gone.length === 0 ? {} : { '-': gone }),
  }
}

/** The value again. */
export function fromDelta(delta: Delta, base: unknown): unknown {
  if (delta === '=') return base
  if ('v' in delta) return delta.v
  if ('#' in delta) return delta['#'].map((item, at) => fromDelta(item, (base as readonly unknown[])[at]))
  const value: Record<string, unknown> = { ...(base as Record<string, unknown>) }
  for (const name of delta['-'] ?? []) delete value[name]
  for (const [name, member] of Object.entries(delta['~'] ?? {}))
    value[name] = fromDelta(member, (base as Record<string, unknown>)[name])
  return value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
