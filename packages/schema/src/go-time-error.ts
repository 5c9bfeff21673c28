/** RFC 3339 with whole seconds. */
export const timeLayout = '2006-01-02T15:04:05Z07:00'
/** RFC 3339 with exactly six digits of fraction. */
export const microTimeLayout = '2006-01-02T15:04:05.000000Z07:00'

/** Why `text` is not a time of that layout, in the words of Go's parser. */
// upstream: time/format.go, parse and ParseError.Error
export function goTimeError(text: string, layout: string): string {
  const quoted = quoteBytes(text)
  const fault = firstFault(text, layout)
  if (fault === undefined) return `parsing time ${quoted}: day out of range`
  if ('range' in fault) return `parsing time ${quoted}: ${fault.range} out of range`
  const rest = quoteBytes(text.slice(fault.at))
  if (fault.element === '') return `parsing time ${quoted}: extra text: ${rest}`
  return `parsing time ${quoted} as ${JSON.stringify(layout)}: cannot parse ${rest} as ${JSON.stringify(fault.element)}`
}

type Fault = { readonly at: number; readonly element: string } | { readonly range: string }

interface Element {
  readonly layout: string
  readonly digits: number
  readonly range?: readonly [name: string, from: number, to: number]
}

const elements: readonly Element[] = [
  { layout: '2006', digits: 4 },
  { layout: '-', digits: 0 },
  { layout: '01', digits: 2, range: ['month', 1, 12] },
  { layout: '-', digits: 0 },
  // The day is compared with its month once everything has been read.
  { layout: '02', digits: 2 },
  { layout: 'T', digits: 0 },
  { layout: '15', digits: 2, range: ['hour', 0, 23] },
  { layout: ':', digits: 0 },
  { layout: '04', digits: 2, range: ['minute', 0, 59] },
  { layout: ':', digits: 0 },
  { layout: '05', digits: 2, range: ['second', 0, 59] },
]

function firstFault(text: string, layout: string): Fault | undefined {
  let at = 0
  for (const { layout: element, digits, range } of elements) {
    if (digits === 0) {
      if (text[at] !== element) return { at, element }
      at++
      continue
    }
    const length = element === '15' && areDigits(text, at, 1) && !areDigits(text, at, 2) ? 1 : digits
    if (!areDigits(text, at, length)) return { at, element }
    const value = Number(text.slice(at, at + length))
    if (range !== undefined && (value < range[1] || value > range[2])) return { range: range[0] }
    at += length
  }
  if (layout === microTimeLayout) {
    if (text[at] !== '.' || !areDigits(text, at + 1, 6)) return { at, element: '.000000' }
    at += 7
  } else if ((text[at] === '.' || text[at] === ',') && areDigits(text, at + 1, 1)) {
    at += 2
    while (areDigits(text, at, 1)) at++
  }
  if (text[at] === 'Z') return at + 1 === text.length ? undefined : { at: at + 1, element: '' }
  const offset = text[at] === '+' || text[at] === '-'
  if (!offset || !areDigits(text, at + 1, 2) || text[at + 3] !== ':' || !areDigits(text, at + 4, 2)) {
    return { at, element: 'Z07:00' }
  }
  if (Number(text.slice(at + 1, at + 3)) > 24) return { range: 'time zone offset hour' }
  if (Number(text.slice(at + 4, at + 6)) > 60) return { range: 'time zone offset minute' }
  return at + 6 === text.length ? undefined : { at: at + 6, element: '' }
}

/** Quoted, with the bytes of what is not printable ASCII. */
// upstream: time/format.go, quote
function quoteBytes(text: string): string {
  let quoted = ''
  for (const byte of Buffer.from(text)) {
    if (byte === 34 || byte === 92) quoted += `\\${String.fromCharCode(byte)}`
    else if (byte >= 32 && byte < 128) quoted += String.fromCharCode(byte)
    else quoted += `\\x${byte.toString(16).padStart(2, '0')}`
  }
  return `"${quoted}"`
}

function areDigits(text: string, at: number, count: number): boolean {
  for (let index = at; index < at + count; index++) {
    const code = text.charCodeAt(index)
    if (!(code >= 48 && code <= 57)) return false
  }
  return true
}
