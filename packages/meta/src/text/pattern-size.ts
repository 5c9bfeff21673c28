/** How large a pattern of RE2 is. */
export interface PatternSize {
  /**
   * About how many instructions it is compiled to: groups count as often as they are repeated. At least as large as the
   * number of characters that it matches, so that bounds on it are bounds on the time of a match.
   */
  readonly instructions: number
  /** About how long compiling it takes, in the steps of one character, which are one to five microseconds each. */
  readonly compileSteps: number
}

/**
 * The most steps that a pattern may take to compile, which is one piece: some 5,000 characters that repeat nothing. Larger
 * patterns are refused.
 */
export const maxCompileSteps = 10_000

/** About how many instructions a class takes to match: it is compiled to ranges. */
const classSize = 20
/** What a class of Unicode, `\pL`, takes to compile. */
const unicodeClassSteps = 120
/** What folding the cases of a class of Unicode takes. */
const foldedClassSteps = 250
/** Of a range whose cases are folded, so many characters are a step: each of them is looked up. */
const foldedPerStep = 40
/** The last character that has another case. */
const lastFolded = 0x1e943
/** Of groups around a group, so many are a step: the depth is counted anew for each group. */
const depthPerStep = 100

/** Measures a pattern in time linear to its length, without compiling it. What is no pattern has a size too. */
export function measurePattern(source: string): PatternSize {
  if (source.length > maxCompileSteps) return { instructions: source.length, compileSteps: source.length }
  return new Measurement(source).measure()
}

/** The sizes of a part of a pattern. */
interface Part {
  /** Of a match. */
  readonly size: number
  /** Of compiling, as often as the part is repeated. */
  readonly steps: number
}

const nothing: Part = { size: 0, steps: 0 }

class Measurement {
  readonly #source: string
  /** Whether cases are folded, `(?i)`: anywhere, which is more than it may be. */
  readonly #isFolded: boolean
  /** The groups around the place, innermost last, up to the place. */
  readonly #groups: Part[] = [nothing]
  /** What a repetition would repeat. */
  #last = nothing
  /** Steps of parsing, which repetitions do not repeat. */
  #parseSteps: number

  constructor(source: string) {
    this.#source = source
    this.#isFolded = /\(\?[a-zA-Z]*i/.test(source)
    this.#parseSteps = source.length
  }

  measure(): PatternSize {
    const source = this.#source
    for (let at = 0; at < source.length; at++) at = this.#token(at)
    const { size, steps } = this.#groups.reduce(sum, nothing)
    return { instructions: size, compileSteps: Math.ceil(this.#parseSteps + steps) }
  }

  /** Adds what begins at an index, and answers the index where it ends. */
  #token(at: number): number {
    const source = this.#source
    switch (source[at]) {
      case '\\': {
        const end = endOfEscape(source, at)
        const isClass = end > at + 1 || /[dDsSwWpP]/.test(source.charAt(at + 1))
        if (/[pP]/.test(source.charAt(at + 1))) this.#parseSteps += this.#unicodeSteps()
        this.#add({ size: isClass ? classSize : 1, steps: 1 })
        return end
      }
      case '[': {
        const end = endOfClass(source, at)
        this.#parseSteps += this.#classSteps(source.slice(at + 1, end))
        this.#add({ size: classSize + end - at, steps: 1 })
        return end
      }
      case '(':
        this.#parseSteps += this.#groups.length / depthPerStep
        this.#groups.push({ size: 2, steps: 2 })
        return at
      case ')':
        if (this.#groups.length > 1) this.#add(this.#groups.pop() ?? nothing)
        return at
      case '{':
        return this.#repetition(at)
      default:
        this.#add({ size: 1, steps: 1 })
        return at
    }
  }

  #add(part: Part): void {
    this.#groups.push(sum(this.#groups.pop() ?? nothing, part))
    this.#last = part
  }

  #repetition(at: number): number {
    const repetition = /^\{(\d{1,9})(?:,(\d{0,9}))?\}/.exec(this.#source.slice(at, at + 22))
    if (repetition === null) {
      this.#add({ size: 1, steps: 1 })
      return at
    }
    const [text, least = '', most = ''] = repetition
    const more = Math.max(1, Number(least), Number(most)) - 1
    const { size, steps } = this.#last
    this.#groups.push(sum(this.#groups.pop() ?? nothing, { size: size * more, steps: steps * more }))
    return at + text.length - 1
  }

  #unicodeSteps(): number {
    return this.#isFolded ? foldedClassSteps : unicodeClassSteps
  }

  /** The steps of what is between the brackets of a class. */
  #classSteps(inside: string): number {
    let steps = (inside.match(/\\[pP]/g)?.length ?? 0) * this.#unicodeSteps()
    if (!this.#isFolded) return steps
    for (const [, from = '', to = ''] of inside.matchAll(rangePattern)) {
      steps += Math.max(0, Math.min(characterOf(to), lastFolded) - characterOf(from)) / foldedPerStep
    }
    return steps
  }
}

function sum(a: Part, b: Part): Part {
  return { size: a.size + b.size, steps: a.steps + b.steps }
}

/** Two characters with a dash between them, each as it is or as `\x{10FFFF}`, `\x7F` or another escape. */
const rangePattern = /(\\x\{[^}]*\}|\\x..|\\.|[^\\])-(\\x\{[^}]*\}|\\x..|\\.|[^\\])/gsu

function characterOf(text: string): number {
  const hexadecimal = /^\\x\{?([\da-fA-F]+)/.exec(text)?.[1]
  if (hexadecimal !== undefined) return Number.parseInt(hexadecimal, 16)
  return text.codePointAt(text.startsWith('\\') ? 1 : 0) ?? 0
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
