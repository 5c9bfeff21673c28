// Bundles the page of the inspector into dist/page: one script, one style sheet and the document that names them.
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from '../workspace.mjs'

/** Preact is a dependency of the bundler, so that `npm start` installs it without the tools of development. */
const preact = dirname(createRequire(fileURLToPath(import.meta.url)).resolve('preact/package.json'))

/** Writes dist/page of the package `inspector`. */
export async function bundlePage() {
  const packageRoot = join(root, 'packages', 'inspector')
  const target = join(packageRoot, 'dist', 'page')
  mkdirSync(target, { recursive: true })
  await build({
    absWorkingDir: packageRoot,
    entryPoints: { inspector: 'page/main.tsx' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    alias: { preact },
    charset: 'utf8',
    legalComments: 'none',
    outdir: 'dist/page',
    logLevel: 'error',
  })
  await build({
    absWorkingDir: packageRoot,
    entryPoints: ['page/inspector.css'],
    minify: true,
    outdir: 'dist/page',
    logLevel: 'error',
  })
  copyFileSync(join(packageRoot, 'page', 'index.html'), join(target, 'index.html'))
}

/** The size of the page as it is transferred, compressed. */
export function pageSizeBytes() {
  const folder = join(root, 'packages', 'inspector', 'dist', 'page')
  const sizes = pageNames.map((name) => gzipSync(readFileSync(join(folder, name))).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}

const pageNames = ['index.html', 'inspector.css', 'inspector.js']
