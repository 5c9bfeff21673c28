import { createTagEnd, type TagEnd } from './tag-end.ts'

/** Reads a document from a position on. */
export type State = (text: string, at: number) => Step

/** What a state has read. A step that stays at its position and in its state needs more text. */
export interface Step {
  /** The position behind what was read. */
  readonly to: number
  readonly next: State
  /** The lower-case name of the element if a whole start tag was read. */
  readonly startTag?: string
}

/** A longer tag is not read as one, so that a tag without an end is not kept in memory. */
const maxTagLength = 65_536

/** Reads text up to the next markup: the state in which a document begins. */
// upstream: golang.org/x/net/html, Tokenizer, and section 13.2.5 of the HTML standard, which agree
export const inText: State = (text, at) => {
  const start = text.indexOf('<', at)
  if (start < 0) return { to: text.length, next: inText }
  const behind = text.charAt(start + 1)
  if (isLetter(behind)) return { to: start, next: inStartTag() }
  if (behind === '/') return behindSlash(text, start)
  if (behind === '!') return behindExclamationMark(text, start)
  if (behind === '?') return { to: start + 2, next: inBogusComment }
  return { to: behind === '' ? start : start + 1, next: inText }
}

function behindSlash(text: string, start: number): Step {
  const behind = text.charAt(start + 2)
  if (behind === '') return { to: start, next: inText }
  return { to: start + 2, next: isLetter(behind) ? inRestOfTag(createTagEnd(), inText) : inBogusComment }
}

function behindExclamationMark(text: string, start: number): Step {
  const mark = text.slice(start, start + 4)
  if (mark !== '<!--') {
    return '<!--'.startsWith(mark) ? { to: start, next: inText } : { to: start + 2, next: inBogusComment }
  }
  // `<!-->` and `<!--->` are whole comments.
  const behind = text.slice(start + 4, start + 6)
  if (behind === '' || behind === '-') return { to: start, next: inText }
  const whole = behind.startsWith('>') ? 5 : behind === '->' ? 6 : undefined
  return whole === undefined ? { to: start + 4, next: inComment } : { to: start + whole, next: inText }
}

/** What begins with `<?`, with `<!` or with `</` and no letter. */
const inBogusComment: State = (text, at) => {
  const end = text.indexOf('>', at)
  return end < 0 ? { to: text.length, next: inBogusComment } : { to: end + 1, next: inText }
}

const inComment: State = (text, at) => {
  const end = /--!?>/g
  end.lastIndex = at
  if (end.test(text)) return { to: end.lastIndex, next: inText }
  return { to: Math.max(at, text.length - '--!'.length), next: inComment }
}

function inStartTag(): State {
  const endOf = createTagEnd()
  /** From the start of the tag on. */
  let length = 1
  const state: State = (text, at) => {
    const end = endOf(text, at + length)
    length = text.length - at
    const isLong = (end < 0 ? text.length : end) - at > maxTagLength
    if (end < 0 && !isLong) return { to: at, next: state }
    const name = nameOf(text, at)
    const next = contentOf(name)
    if (end < 0) return { to: text.length, next: inRestOfTag(endOf, next) }
    return isLong ? { to: end, next } : { to: end, next, startTag: name }
  }
  return state
}

function inRestOfTag(endOf: TagEnd, next: State): State {
  const state: State = (text, at) => {
    const end = endOf(text, at)
    return end < 0 ? { to: text.length, next: state } : { to: end, next }
  }
  return state
}

function nameOf(text: string, at: number): string {
  const name = /[^\t\n\f\r />]*/y
  name.lastIndex = at + 1
  return (name.exec(text)?.[0] ?? '').toLowerCase()
}

function contentOf(name: string): State {
  switch (name) {
    case 'iframe':
    case 'noembed':
    case 'noframes':
    case 'noscript':
    case 'style':
    case 'textarea':
    case 'title':
    case 'xmp':
      return inTextElement(name)
    case 'script':
      return inScript(false, false)
    case 'plaintext':
      return inPlainText
    default:
      return inText
  }
}

const inPlainText: State = (text) => ({ to: text.length, next: inPlainText })

type TextElement = 'iframe' | 'noembed' | 'noframes' | 'noscript' | 'style' | 'textarea' | 'title' | 'xmp'

/** The content of an element is text, whatever it looks like, up to its end tag. */
function inTextElement(name: TextElement): State {
  const mark = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')
  const state: State = (text, at) => {
    mark.lastIndex = at
    const end = mark.exec(text)
    return end === null ? beforePartialMark(text, at, state) : { to: end.index, next: inText }
  }
  return state
}

/** Comments of a script may have the tags of scripts. */
function inScript(isComment: boolean, isNested: boolean): State {
  const mark = /<!--|-->|<(\/?)script(?=[\t\n\f\r />])/gi
  const state: State = (text, at) => {
    mark.lastIndex = at
    const found = mark.exec(text)
    if (found === null) return beforePartialMark(text, at, state)
    const to = mark.lastIndex
    // The dashes of `<!--` may be those of `-->`.
    if (found[0] === '<!--') return { to: to - 2, next: inScript(true, isNested) }
    if (found[0] === '-->') return { to, next: inScript(false, false) }
    if (found[1] === '') return { to, next: inScript(isComment, isComment) }
    return isNested ? { to, next: inScript(isComment, false) } : { to: found.index, next: inText }
  }
  return state
}

/** The longest mark is `</textarea` or `</noframes` and the character behind it. */
const maxMarkLength = 11

/** Holds back what may be the beginning of a mark. */
function beforePartialMark(text: string, at: number, next: State): Step {
  const from = Math.max(at, text.length - maxMarkLength + 1)
  const partial = text.slice(from).search(/[<-]/)
  return { to: partial < 0 ? text.length : from + partial, next }
}

function isLetter(character: string): boolean {
  return /^[A-Za-z]$/.test(character)
}
