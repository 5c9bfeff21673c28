interface Level {
  readonly isArray: boolean
  /** Of an object. */
  readonly keys: string[]
  readonly value: Readonly<Record<string, unknown>> | readonly unknown[]
  index: number
  isFirst: boolean
}

/** Writes what `JSON.stringify` writes, and bigint as integers. Throws a RangeError beyond `maxDepth` levels. */
export function writeExactJson(value: unknown, maxDepth: number): string {
  const chunks: string[] = []
  const levels: Level[] = []
  write(value, chunks, levels)
  while (levels.length > 0) {
    // A structure that contains itself ends here.
    if (levels.length > maxDepth) throw new RangeError('exceeded max depth')
    const level = levels.at(-1)!
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
      if (hasNoWord(item)) continue
      chunks.push(level.isFirst ? '' : ',', JSON.stringify(key), ':')
      level.isFirst = false
      write(item, chunks, levels)
    }
  }
  return chunks.join('')
}

function write(value: unknown, chunks: string[], levels: Level[]): void {
  if (typeof value === 'bigint') chunks.push(String(value))
  else if (hasNoWord(value)) chunks.push('null')
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

function hasNoWord(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol'
}
