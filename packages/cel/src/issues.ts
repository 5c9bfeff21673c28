import { createSource, type Location, type Source } from './source.ts'

/** One thing that is wrong with an expression. */
export interface Issue {
  readonly message: string
  readonly location: Location
}

const maxIssues = 100
const maxSnippetLength = 16_384

/** Collects what is wrong with one expression; keeps the first hundred and counts the others. */
export class Issues {
  readonly source: Source
  readonly list: Issue[] = []
  count = 0

  constructor(source: Source = createSource('')) {
    this.source = source
  }

  /** Reports at an offset in code points, or at no place. */
  report(offset: number | undefined, message: string): void {
    this.count++
    if (this.count <= maxIssues) this.list.push({ message, location: this.source.locationOf(offset) })
  }

  /** Issues in the order of their places. */
  sorted(): readonly Issue[] {
    return this.list.toSorted((a, b) => a.location.line - b.location.line || a.location.column - b.location.column)
  }

  /** The text that cel-go prints: one block per issue with the line and a caret. */
  toString(): string {
    const blocks = this.sorted().map((issue) => formatBlock(issue, this.source))
    if (this.count > maxIssues) blocks.push(`${this.count - maxIssues} more errors were truncated`)
    return blocks.join('\n')
  }
}

/** An expression that does not parse or does not type-check. `message` is the text that cel-go prints. */
export class CelCompileError extends Error {
  override readonly name = 'CelCompileError'
  readonly issues: readonly Issue[]

  constructor(issues: Issues) {
    super(issues.toString())
    this.issues = issues.sorted()
  }
}

/** The text that cel-go prints about one place of an expression: the message, the line and a caret. */
export function formatIssue(issue: Issue, expression: string): string {
  return formatBlock(issue, createSource(expression))
}

function formatBlock({ message, location }: Issue, source: Source): string {
  const head = `ERROR: ${source.description}:${location.line}:${location.column + 1}: ${message}`
  const line = source.lineText(location.line)
  if (line === undefined || line.length > maxSnippetLength) return head
  const snippet = line.replaceAll('\t', ' ')
  return `${head}\n | ${snippet}\n | ${caretLine(snippet, location.column)}`
}

/** Dots up to the column, then a caret; both as wide as the characters above them. */
function caretLine(snippet: string, column: number): string {
  const characters = Array.from(snippet)
  const dots = characters.slice(0, column).map((character) => (isWide(character) ? '\uFF0E' : '.'))
  const under = characters[column]
  return dots.join('') + (under !== undefined && isWide(under) ? '\uFF3E' : '^')
}

function isWide(character: string): boolean {
  return (character.codePointAt(0) ?? 0) >= 0x80
}
