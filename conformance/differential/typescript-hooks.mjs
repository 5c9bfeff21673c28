// Removes the types of `.ts` files when they are loaded. What was made of a file is kept in node_modules: other processes that
// load the same text do not make it again.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'typescript-hooks')
const { version } = createRequire(import.meta.url)('esbuild/package.json')
const options = { loader: 'ts', target: 'node20' }

/** A loader hook of node. */
export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !new URL(url).pathname.endsWith('.ts')) return nextLoad(url, context)
  const file = fileURLToPath(url)
  return { format: 'module', source: await withoutTypes(file, await readFile(file)), shortCircuit: true }
}

async function withoutTypes(sourcefile, source) {
  const hash = createHash('sha256')
    .update(`${version}\n${JSON.stringify(options)}\n${sourcefile}\n`)
    .update(source)
  const kept = join(folder, `${hash.digest('hex')}.js`)
  try {
    return await readFile(kept)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  const { transform } = await import('esbuild')
  const { code } = await transform(source, { ...options, sourcefile })
  await mkdir(folder, { recursive: true })
  const part = `${kept}.${process.pid}`
  await writeFile(part, code)
  await rename(part, kept)
  return code
}
