/** Most entries; kinds that come and go at run time would fill it for ever. */
const maxEntries = 4096

/** Keeps what was made for a key. Full, it forgets everything and begins again: what it holds can be made anew. */
export function createBoundedCache<T>(limit: number = maxEntries): (key: string, make: () => T) => T {
  const known = new Map<string, T>()
  return (key, make) => {
    let found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= limit) known.clear()
    known.set(key, (found = make()))
    return found
  }
}
