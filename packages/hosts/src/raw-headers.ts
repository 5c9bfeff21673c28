/** The first value of a header in `[name, value, …]` form; `name` is lower case. */
export function firstHeader(rawHeaders: readonly string[], name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const line = rawHeaders[index] ?? ''
    if (line.length === name.length && (line === name || line.toLowerCase() === name)) return rawHeaders[index + 1]
  }
  return undefined
}
