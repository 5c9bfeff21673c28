// Parts of pages that are made from the code: they stand between `<!-- NAME -->` and `<!-- /NAME -->`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

/** The text of a part, without the markers. */
export function readPart(page, name) {
  return placeOf(page, name).part
}

/** Replaces a part. */
export function writePart(page, name, text) {
  const { before, after } = placeOf(page, name)
  writeFileSync(join(root, page), `${before}${text}\n${after}`)
}

function placeOf(page, name) {
  const text = readFileSync(join(root, page), 'utf8')
  const begin = `<!-- ${name} -->\n`
  const start = text.indexOf(begin)
  const end = text.indexOf(`<!-- /${name} -->`)
  if (start === -1 || end < start) throw new Error(`${page} has no part ${name}`)
  const from = start + begin.length
  return { before: text.slice(0, from), part: text.slice(from, end).trimEnd(), after: text.slice(end) }
}
