// Diagrams stand in the page itself, so that they have its colors, light or dark.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A plugin of markdown-it; `docs` is the folder of the pages. */
export function inlineDiagrams(md, docs) {
  const image = md.renderer.rules.image
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const token = tokens[index]
    const source = token.attrGet('src') ?? ''
    if (!source.includes('diagrams/')) return image(tokens, index, options, env, self)
    const file = join(dirname(env.path ?? join(docs, 'index.md')), source)
    const svg = readFileSync(file, 'utf8').replace(/<style>[\s\S]*?<\/style>/, '')
    const label = md.utils.escapeHtml(token.content)
    return `<span v-pre class="diagram">${svg.replace('<svg', `<svg role="img" aria-label="${label}"`).trim()}</span>`
  }
}
