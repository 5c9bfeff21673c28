interface Level {
  readonly isArray: boolean
  /** The keys of an object; empty for an array. */
  readonly keys: string[]
  readonly value: Readonly<Record<string, unknown>> | readonly unknown[]
  index: number
  isFirst: boolean
}

/** Formats a value as `JSON.stringify` does, and bigints as integers. Throws a RangeError beyond `maxDepth` levels. */
export function writeExactJson(value: unknown, maxDepth: number): string {
  const chunks: string[] = []
  const levels: Level[] = []
  write(value, chunks, levels)
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    // Cycles end here, too.
    if (levels.length > maxDepth) throw new RangeError('exceeded max depth')
    if (level.isArray) {
      const items = level.value as readonly unknown[]
      if (level.index >= items.length) close(']', chunks, levels)
      else {
        if (level.index > 0) chunks.push(',')
        write(items[level.index++], chunks, levels)
      }
      continue
    }
    const key = level.keys[level.index++]
    if (key === undefined) close('}', chunks, levels)
    else {
      const item = (level.value as Readonly<Record<string, unknown>>)[key]
      if (isOmitted(item)) continue
      chunks.push(level.isFirst ? '' : ',', JSON.stringify(key), ':')
      level.isFirst = false
      write(item, chunks, levels)
    }
  }
  return chunks.join('')
}

function write(value: unknown, chunks: string[], levels: Level[]): void {
  if (typeof value === 'bigint') chunks.push(String(value))
  else if (isOmitted(value)) chunks.push('null')
  else if (typeof value !== 'object' || value === null) chunks.push(JSON.stringify(value))
  else if (typeof (value as { toJSON?: unknown }).toJSON === 'function') {
    write((value as { toJSON(): unknown }).toJSON(), chunks, levels)
  } else {
    const isArray = Array.isArray(value)
    chunks.push(isArray ? '[' : '{')
    levels.push({
      isArray,
      keys: isArray ? [] : Object.keys(value),
      value: value as Level['value'],
      index: 0,
      isFirst: true,
    })
  }
}

function close(bracket: string, chunks: string[], levels: Level[]): void {
  chunks.push(bracket)
  levels.pop()
}

function isOmitted(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol'
}
