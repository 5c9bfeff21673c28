/** About how many instructions a class takes: it is compiled to ranges. */
const classSize = 20

/**
 * About how many instructions a pattern is compiled to: groups count as often as they are repeated. At least as large as
 * the number of characters that it matches, so that bounds on it are bounds on time and memory.
 */
export function estimatePatternSize(source: string): number {
  /** Sizes of the groups around the place, innermost last, up to the place. */
  const groups: number[] = [0]
  /** The size of what a repetition would repeat. */
  let last = 0
  const add = (size: number): void => {
    groups.push((groups.pop() ?? 0) + size)
    last = size
  }
  for (let at = 0; at < source.length; at++) {
    switch (source[at]) {
      case '\\': {
        const end = endOfEscape(source, at)
        add(end > at + 1 || /[dDsSwWpP]/.test(source.charAt(at + 1)) ? classSize : 1)
        at = end
        break
      }
      case '[': {
        const end = endOfClass(source, at)
        add(classSize + end - at)
        at = end
        break
      }
      case '(':
        groups.push(2)
        break
      case ')':
        if (groups.length > 1) add(groups.pop() ?? 0)
        break
      case '{': {
        const repetition = /^\{(\d{1,9})(?:,(\d{0,9}))?\}/.exec(source.slice(at, at + 22))
        if (repetition === null) add(1)
        else {
          const [text, least = '', most = ''] = repetition
          groups.push((groups.pop() ?? 0) + last * (Math.max(1, Number(least), Number(most)) - 1))
          at += text.length - 1
        }
        break
      }
      default:
        add(1)
    }
  }
  return groups.reduce((sum, size) => sum + size, 0)
}

/** The last index of an escape sequence: of `\pL`, `\p{Greek}`, `\x{10FFFF}` and others. */
function endOfEscape(source: string, at: number): number {
  if (!/[pPx]/.test(source.charAt(at + 1))) return at + 1
  const close = source[at + 2] === '{' ? source.indexOf('}', at) : at + 2
  return close === -1 ? at + 1 : close
}

/** The last index of a class. */
function endOfClass(source: string, start: number): number {
  let at = start + (source[start + 1] === '^' ? 2 : 1)
  if (source[at] === ']') at++
  while (at < source.length && source[at] !== ']') {
    if (source.startsWith('[:', at)) {
      const close = source.indexOf(':]', at)
      at = close === -1 ? at + 1 : close + 2
    } else at += source[at] === '\\' ? 2 : 1
  }
  return Math.min(at, source.length - 1)
}
