// Fails when docs/diagrams are not those of the code; `--write` makes them anew.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderDiagrams } from './site/render-diagrams.mjs'
import { root } from './workspace.mjs'

const folder = join(root, 'docs', 'diagrams')
mkdirSync(folder, { recursive: true })
for (const [name, svg] of Object.entries(await renderDiagrams())) {
  const path = join(folder, `${name}.svg`)
  if (existsSync(path) && readFileSync(path, 'utf8') === svg) continue
  if (process.argv.includes('--write')) {
    writeFileSync(path, svg)
    console.log(`wrote docs/diagrams/${name}.svg`)
    continue
  }
  console.error(`docs/diagrams/${name}.svg is not that of the code: node scripts/check-diagrams.mjs --write`)
  process.exitCode = 1
}
