/** About the size of a value as JSON; what is beyond the limit is not measured. */
export function estimateBytes(value: unknown, limit: number): number {
  const open: unknown[] = [value]
  let bytes = 0
  while (open.length > 0 && bytes < limit) {
    const next = open.pop()
    if (typeof next === 'string') bytes += next.length
    else if (typeof next !== 'object' || next === null) bytes += scalarBytes
    else if (Array.isArray(next)) for (const item of next) open.push(item)
    else {
      for (const key in next) {
        bytes += key.length + scalarBytes
        open.push((next as Readonly<Record<string, unknown>>)[key])
      }
    }
  }
  return bytes
}

const scalarBytes = 4
