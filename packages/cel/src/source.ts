/** A place in an expression: line from 1, column from 0 in code points; both are -1 where there is no place. */
export interface Location {
  readonly line: number
  readonly column: number
}

/** The text of an expression. Offsets are in code points. */
export interface Source {
  readonly text: string
  /** What error messages call the text. */
  readonly description: string
  /** Length in code points. */
  readonly size: number
  /** The offset in code points of an index into the string. */
  offsetOf(index: number): number
  locationOf(offset: number | undefined): Location
  /** The text of a line, without its newline; undefined where there is none. */
  lineText(line: number): string | undefined
}

const nowhere: Location = { line: -1, column: -1 }

export function createSource(text: string, description: string = '<input>'): Source {
  const wide = widePositions(text)
  const offsetOf = (index: number): number => index - countBefore(wide, index)
  const lineStarts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineStarts.push(offsetOf(at + 1))
  const lines = text.split('\n')
  return {
    text,
    description,
    size: text.length - wide.length,
    offsetOf,
    locationOf(offset) {
      if (offset === undefined) return nowhere
      const line = countBefore(lineStarts, offset + 1)
      return { line, column: offset - (lineStarts[line - 1] ?? 0) }
    },
    lineText: (line) => (text === '' ? undefined : lines[line - 1]),
  }
}

/** Indexes of the second halves of surrogate pairs. */
function widePositions(text: string): readonly number[] {
  const found: number[] = []
  for (const match of text.matchAll(/[\u{10000}-\u{10FFFF}]/gu)) found.push(match.index + 1)
  return found
}

/** How many of the ascending numbers are below the limit. */
function countBefore(ascending: readonly number[], limit: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}
