/** A line of a comparison. */
export interface DiffLine {
  readonly type: 'same' | 'added' | 'removed'
  readonly text: string
}

/** The most cells of the table; larger differences are shown as one block. */
const maxCells = 4_000_000

/** Compares two texts line by line: the smallest set of removed and added lines. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const old = linesOf(before)
  const next = linesOf(after)
  let start = 0
  while (start < old.length && start < next.length && old[start] === next[start]) start++
  let end = 0
  while (end < old.length - start && end < next.length - start && old.at(-1 - end) === next.at(-1 - end)) end++
  const removed = old.slice(start, old.length - end)
  const added = next.slice(start, next.length - end)
  return [
    ...old.slice(0, start).map(same),
    ...(removed.length * added.length > maxCells ? asBlocks(removed, added) : longestCommon(removed, added)),
    ...old.slice(old.length - end).map(same),
  ]
}

/** The comparison with at most `context` unchanged lines around a change; `undefined` stands for lines left out. */
export function hunks(lines: readonly DiffLine[], context = 3): readonly (DiffLine | undefined)[] {
  const changed = lines.flatMap(({ type }, index) => (type === 'same' ? [] : [index]))
  const isNear = new Set(
    changed.flatMap((index) => Array.from({ length: 2 * context + 1 }, (_, i) => index - context + i)),
  )
  const shown: (DiffLine | undefined)[] = []
  for (const [index, line] of lines.entries()) {
    if (isNear.has(index)) shown.push(line)
    else if (shown.length > 0 && shown.at(-1) !== undefined) shown.push(undefined)
  }
  return shown
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

function same(text: string): DiffLine {
  return { type: 'same', text }
}

function asBlocks(removed: readonly string[], added: readonly string[]): readonly DiffLine[] {
  return [
    ...removed.map((text): DiffLine => ({ type: 'removed', text })),
    ...added.map((text): DiffLine => ({ type: 'added', text })),
  ]
}

function longestCommon(removed: readonly string[], added: readonly string[]): readonly DiffLine[] {
  const width = added.length + 1
  const lengths = new Uint32Array((removed.length + 1) * width)
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0
  for (let row = removed.length - 1; row >= 0; row--) {
    for (let column = added.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        removed[row] === added[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const lines: DiffLine[] = []
  let row = 0
  let column = 0
  while (row < removed.length || column < added.length) {
    const old = removed[row]
    const next = added[column]
    if (old !== undefined && old === next) {
      lines.push(same(old))
      row++
      column++
    } else if (old !== undefined && (next === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ type: 'removed', text: old })
      row++
    } else {
      lines.push({ type: 'added', text: next ?? '' })
      column++
    }
  }
  return lines
}
