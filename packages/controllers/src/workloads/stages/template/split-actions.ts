/** A part of the text of a template: text, or what stands between `{{` and `}}`. */
export interface TemplatePart {
  readonly type: 'text' | 'action'
  readonly text: string
}

/** Splits a template. A dash beside the braces removes white space of the text on that side; comments are left out. */
// upstream: text/template – {{- and -}} need white space beside the dash
export function splitActions(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = []
  let rest = template
  let trimsNext = false
  const addText = (text: string, trimsEnd: boolean): void => {
    const left = trimsNext ? text.trimStart() : text
    const trimmed = trimsEnd ? left.trimEnd() : left
    if (trimmed !== '') parts.push({ type: 'text', text: trimmed })
  }
  for (;;) {
    const start = rest.indexOf('{{')
    if (start < 0) {
      addText(rest, false)
      return parts
    }
    const trimsBefore = isTrim(rest.slice(start + 2, start + 4))
    addText(rest.slice(0, start), trimsBefore)
    const inside = rest.slice(start + (trimsBefore ? 3 : 2))
    const end = endOfAction(inside)
    const trimsAfter = /\s-$/.test(inside.slice(0, end))
    const text = inside.slice(0, trimsAfter ? end - 1 : end).trim()
    if (!(text.startsWith('/*') && text.endsWith('*/'))) parts.push({ type: 'action', text })
    trimsNext = trimsAfter
    rest = inside.slice(end + 2)
  }
}

function isTrim(two: string): boolean {
  return two.startsWith('-') && two.slice(1).trim() === '' && two.length === 2
}

/** Where the braces that end an action stand: braces in a quoted text or in a comment do not count. */
function endOfAction(text: string): number {
  if (text.trimStart().startsWith('/*')) {
    const end = text.indexOf('*/')
    const braces = end < 0 ? -1 : text.indexOf('}}', end)
    if (braces >= 0) return braces
    throw new TypeError('unclosed comment')
  }
  let quote: string | undefined
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (quote !== undefined) {
      if (character === '\\' && quote !== '`') at++
      else if (character === quote) quote = undefined
    } else if (character === '"' || character === '`' || character === "'") quote = character
    else if (text.startsWith('}}', at)) return at
  }
  throw new TypeError('unclosed action')
}
