/** Where the parser stopped. */
export interface YamlMark {
  /** Counted from zero. */
  readonly line: number
  readonly position: number
}

/** A reason in the words of goyaml, and how it counts lines. */
interface GoReason {
  readonly text: string
  /** Its scanner names the line of the mark and its parser the line before; neither names the first one. */
  readonly foundBy: 'scanner' | 'parser' | 'reader'
}

const missingNode: GoReason = { text: 'did not find expected node content', foundBy: 'parser' }
const missingKey: GoReason = { text: 'did not find expected key', foundBy: 'parser' }
const missingItem: GoReason = { text: "did not find expected '-' indicator", foundBy: 'parser' }
const strangeCharacter: GoReason = { text: 'found character that cannot start any token', foundBy: 'scanner' }
const nestedMapping: GoReason = { text: 'mapping values are not allowed in this context', foundBy: 'scanner' }
const controlCharacter: GoReason = { text: 'control characters are not allowed', foundBy: 'reader' }

const reasons: Readonly<Record<string, GoReason>> = {
  'unexpected end of the stream within a double quoted scalar': {
    text: 'found unexpected end of stream',
    foundBy: 'scanner',
  },
  'unexpected end of the stream within a single quoted scalar': {
    text: 'found unexpected end of stream',
    foundBy: 'scanner',
  },
  'unexpected end of the stream within a verbatim tag': { text: "did not find the expected '>'", foundBy: 'scanner' },
  'tab characters must not be used in indentation': strangeCharacter,
  'unknown escape sequence': { text: 'found unknown escape character', foundBy: 'scanner' },
  'expected hexadecimal character': { text: 'did not find expected hexdecimal number', foundBy: 'scanner' },
  'the stream contains non-printable characters': controlCharacter,
  'expected valid JSON character': controlCharacter,
  "expected ':' after a mapping key": { text: "could not find expected ':'", foundBy: 'scanner' },
  "expected the node content, but found ','": missingNode,
  'duplication of an anchor property': missingKey,
  'bad indentation of a sequence entry': missingItem,
}

/**
 * The reason of a refusal in the words of kube-apiserver, without `yaml: `; a reason that has none stays as it is, with
 * its line. The parsers stop at different places: the line is that of goyaml where both see the same mistake.
 */
// upstream: goyaml.v2, yaml.go, parser.fail
export function goYamlReason(source: string, reason: string, mark: YamlMark | undefined): string {
  if (mark === undefined) return reason
  const known = Object.hasOwn(reasons, reason) ? reasons[reason] : reasonAt(source, reason, mark.position)
  if (known === undefined) return `line ${mark.line + 1}: ${reason}`
  const line = known.foundBy === 'reader' ? 0 : isFlowEnd(reason) ? linesOf(source, mark) : lineOf(known, mark)
  return line === 0 ? known.text : `line ${line}: ${known.text}`
}

function lineOf({ foundBy }: GoReason, { line }: YamlMark): number {
  return foundBy === 'scanner' && line > 0 ? line + 1 : line
}

function reasonAt(source: string, reason: string, position: number): GoReason | undefined {
  if (isFlowEnd(reason)) return flowReason(source.slice(0, position))
  const rest = source.slice(position)
  if (reason === 'bad indentation of a mapping entry') {
    if (/^[@`]/.test(rest)) return strangeCharacter
    if (/^[\]},]/.test(rest)) return isInFlow(source.slice(0, position)) ? missingKey : missingNode
    return /^[^\n#]*:(?:\s|$)/.test(rest) ? nestedMapping : missingKey
  }
  if (reason === 'end of the stream or a document separator is expected') {
    if (/(?:^|\n)\t[^\n]*$/.test(source.slice(0, position + 1))) return strangeCharacter
    if (/^[\]}]/.test(rest)) return missingNode
    return /^(?:\s|#[^\n]*\n)*-\s/.test(source) ? missingItem : missingKey
  }
  return undefined
}

function isFlowEnd(reason: string): boolean {
  return reason === 'unexpected end of the stream within a flow collection' || reason === 'deficient indentation'
}

/** A flow collection that is not closed: after a comma or a bracket another item is missing. */
function flowReason(before: string): GoReason {
  const text = before.trimEnd()
  if (/[[{,:]$/.test(text)) return missingNode
  const open = Math.max(text.lastIndexOf('['), text.lastIndexOf('{'))
  return { text: `did not find expected ',' or '${text[open] === '[' ? ']' : '}'}'`, foundBy: 'parser' }
}

/** True where the line has closed a flow collection before. */
function isInFlow(before: string): boolean {
  return /[\]}]\s*$/.test(before)
}

/** The lines up to the mark, the last one without text left out. */
function linesOf(source: string, { position }: YamlMark): number {
  return source.slice(0, position).trimEnd().split('\n').length
}
