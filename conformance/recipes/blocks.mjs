// Blocks of docs/guide/other-languages.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'guide', 'other-languages.md'), 'utf8')

/** The first block in a language below a heading. */
export function blockBelow(heading, language) {
  const start = page.indexOf(`\n## ${heading}\n`)
  if (start === -1) throw new Error(`other-languages.md has no heading "${heading}"`)
  const end = page.indexOf('\n## ', start + 1)
  const part = page.slice(start, end === -1 ? undefined : end)
  const opening = `\`\`\`${language}\n`
  const from = part.indexOf(opening)
  if (from === -1) throw new Error(`"${heading}" of other-languages.md has no block in ${language}`)
  return part.slice(from + opening.length, part.indexOf('```', from + opening.length))
}
