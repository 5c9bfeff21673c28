import { join } from 'node:path'
import { build } from 'esbuild'

/** Bundles a program of this folder from the sources of the workspace into one file. */
export async function bundle(name: string, outfile: string): Promise<void> {
  const require = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url ?? 'file:///');`
  await build({
    entryPoints: [join(import.meta.dirname, name)],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2023',
    conditions: ['@pinnace/source'],
    banner: { js: require },
    outfile,
    logLevel: 'error',
  })
}
