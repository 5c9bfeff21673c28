import { build, type Metafile } from 'esbuild'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../workspace.mjs'

/** A program in a folder of its own that node runs without the workspace. */
export interface BundledProgram extends Disposable {
  readonly folder: string
  readonly file: string
  readonly metafile: Metafile
}

/**
 * Bundles TypeScript that imports packages of the workspace; what is imported dynamically stays in files of its own.
 * Every file of the bundle begins with `prologue`.
 */
export async function bundleProgram(source: string, prologue = ''): Promise<BundledProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-program-'))
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: source, resolveDir: root, sourcefile: 'program.ts', loader: 'ts' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@pinnace/source'],
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);${prologue}`,
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    metafile: true,
    logLevel: 'error',
  })
  return {
    folder,
    file: join(folder, 'stdin.mjs'),
    metafile,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
