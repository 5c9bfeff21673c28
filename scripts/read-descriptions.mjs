// Reads the descriptions of types: packages/types/src/descriptions/*.ts, which are written by hand.
import { build } from 'esbuild'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

/** Where the descriptions are, from the root of the workspace. */
const descriptionsFolder = 'packages/types/src/descriptions'

/** The names of the files, and their texts by type and field, merged. */
export async function readDescriptions() {
  const folder = join(root, descriptionsFolder)
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && name !== 'type-descriptions.ts')
    .map((name) => name.slice(0, -'.ts'.length))
    .sort()
  const contents = files.map((file) => `export { descriptions as '${file}' } from './${file}.ts'`).join('\n')
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
  })
  const code = Buffer.from(outputFiles[0].contents).toString('base64')
  const modules = await import(`data:text/javascript;base64,${code}`)
  const texts = {}
  for (const file of files) {
    for (const [type, own] of Object.entries(modules[file])) {
      if (Object.hasOwn(texts, type)) throw new Error(`${file} describes ${type}, and so does another file`)
      texts[type] = own
    }
  }
  return { files, texts }
}
