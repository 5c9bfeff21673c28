// The links between the pages.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { filesBelow, root } from './workspace.mjs'

/** Every page, as a path from the root. */
export function pages() {
  return filesBelow('.', '.md')
}

/** Links of a page that lead nowhere, one sentence each. Links out of the repository are not followed. */
export function brokenLinks(page) {
  const errors = []
  const text = withoutCode(readFileSync(join(root, page), 'utf8'))
  for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue
    const [path, anchor] = target.split('#')
    const file = path === '' ? page : normalize(join(dirname(page), path))
    if (!existsSync(join(root, file))) errors.push(`${page}: ${target} leads nowhere`)
    else if (anchor !== undefined && !anchorsOf(file).has(anchor)) errors.push(`${page}: ${target} has no such heading`)
  }
  return errors
}

function anchorsOf(file) {
  if (statSync(join(root, file)).isDirectory() || !file.endsWith('.md')) return new Set()
  const headings = withoutCode(readFileSync(join(root, file), 'utf8')).matchAll(/^#{1,6} (.+)$/gm)
  return new Set([...headings].map(([, title]) => anchorOf(title)))
}

function anchorOf(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

function withoutCode(text) {
  return text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '')
}
