import type { RewrittenLink } from './link-rewriter.ts'

// upstream: apimachinery/pkg/util/proxy/transport.go, atomsToAttrs
/** The attributes that are links, by the name of their element. */
const linkAttributes: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['href']],
  ['applet', ['codebase']],
  ['area', ['href']],
  ['audio', ['src']],
  ['base', ['href']],
  ['blockquote', ['cite']],
  ['body', ['background']],
  ['button', ['formaction']],
  ['command', ['icon']],
  ['del', ['cite']],
  ['embed', ['src']],
  ['form', ['action']],
  ['frame', ['longdesc', 'src']],
  ['head', ['profile']],
  ['html', ['manifest']],
  ['iframe', ['longdesc', 'src']],
  ['img', ['longdesc', 'src', 'usemap']],
  ['input', ['src', 'usemap', 'formaction']],
  ['ins', ['cite']],
  ['link', ['href']],
  ['object', ['classid', 'codebase', 'data', 'usemap']],
  ['q', ['cite']],
  ['script', ['src']],
  ['source', ['src']],
  ['video', ['poster', 'src']],
])

/** A name, and a value in double quotes, in single quotes or without quotes. */
const attribute =
  /([^\t\n\f\r />][^\t\n\f\r />=]*)(?:([\t\n\f\r ]*=[\t\n\f\r ]*)(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'][^\t\n\f\r >]*)))?/g

/** Rewrites the links of a start tag, a string of bytes. What is no link keeps its bytes. */
export function rewriteTag(tag: string, name: string, rewrite: (link: string) => RewrittenLink): string {
  const links = linkAttributes.get(name)
  if (links === undefined) return tag
  const start = 1 + name.length
  const attributes = tag
    .slice(start)
    .replace(attribute, (whole: string, key: string, equals?: string, ...values: readonly (string | undefined)[]) => {
      const value = values[0] ?? values[1] ?? values[2]
      if (equals === undefined || value === undefined || !links.includes(key.toLowerCase())) return whole
      const text = fromBytes(decodeReferences(value))
      const result = rewrite(text)
      if ('error' in result || result.link === text) return whole
      return `${key}${equals}"${toBytes(result.link).replaceAll('"', '&#34;')}"`
    })
  return tag.slice(0, start) + attributes
}

/** Named character references of what delimits the parts of a URL, and of quotes. */
const delimiters: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  sol: '/',
  bsol: '\\',
  colon: ':',
  quest: '?',
  num: '#',
  percnt: '%',
  commat: '@',
  period: '.',
  lsqb: '[',
  lbrack: '[',
  rsqb: ']',
  rbrack: ']',
  Tab: '\t',
  NewLine: '\n',
}

/**
 * Replaces the references to characters that matter for rewriting. Others, `&amp;` among them, are text that a rewritten
 * link has too.
 */
function decodeReferences(value: string): string {
  if (!value.includes('&')) return value
  return value.replace(
    /&(?:#(\d{1,7});?|#[xX]([0-9a-fA-F]{1,6});?|([A-Za-z]+);)/g,
    (whole: string, decimal?: string, hex?: string, name = '') => {
      if (decimal === undefined && hex === undefined) return delimiters[name] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10)
      const character = code > 0x10_ff_ff ? '\u{fffd}' : String.fromCodePoint(code)
      return character === '&' ? '&amp;' : toBytes(character)
    },
  )
}

function fromBytes(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString()
}

function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}
