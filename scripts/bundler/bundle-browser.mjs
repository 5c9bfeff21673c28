// Bundles the server for browsers into packages/browser/dist: every package, with stand-ins for the modules of Node.
import { copyFileSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from '../workspace.mjs'

const packageRoot = join(root, 'packages', 'browser')

/** The stand-ins for the modules of Node, below packages/browser/node. */
export const standIns = {
  buffer: 'buffer',
  crypto: 'crypto',
  child_process: 'files',
  fs: 'files',
  'fs/promises': 'files',
  dns: 'network',
  'dns/promises': 'network',
  http: 'network',
  http2: 'network',
  https: 'network',
  net: 'network',
  tls: 'network',
  path: 'path',
  stream: 'streams',
  'stream/promises': 'streams',
  events: 'system',
  os: 'system',
  util: 'system',
  zlib: 'system',
}

/** Packages that a page cannot use, and that are loaded by an option only. */
const absentPackages = ['prom-client']

/**
 * The options of a bundle that contains the server.
 *
 * @type {import('esbuild').BuildOptions & { metafile: true }}
 */
export const browserBundle = {
  absWorkingDir: packageRoot,
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  conditions: ['@pinnace/source'],
  inject: ['node/globals.ts'],
  charset: 'utf8',
  legalComments: 'none',
  metafile: true,
  logLevel: 'error',
  plugins: [{ name: 'stand-ins', setup: standInsPlugin }],
}

/** Writes dist/index.js and the files it loads, and removes those of an earlier build. Returns what they import: nothing. */
export async function bundleBrowser() {
  rmSync(join(packageRoot, 'dist', 'bundle'), { recursive: true, force: true })
  const { metafile } = await build({
    ...browserBundle,
    entryPoints: { index: 'src/index.ts' },
    outdir: 'dist',
    chunkNames: 'bundle/[name]-[hash]',
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  return imports.filter(({ external }) => external === true).map(({ path }) => path)
}

/** Where {@link bundlePlayground} writes. */
export const playgroundFolder = join(packageRoot, 'dist', 'playground')

/** Preact is a dependency of the bundler. */
const preact = dirname(createRequire(fileURLToPath(import.meta.url)).resolve('preact/package.json'))

/** Writes the playground, a static page that contains the server: any web server can serve the folder. */
export async function bundlePlayground(folder = playgroundFolder) {
  rmSync(folder, { recursive: true, force: true })
  const page = join(packageRoot, 'page')
  await build({
    ...browserBundle,
    entryPoints: { playground: join(page, 'main.tsx') },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    alias: { preact },
    outdir: folder,
    chunkNames: 'server/[name]-[hash]',
  })
  await build({ entryPoints: [join(page, 'playground.css')], minify: true, outdir: folder, logLevel: 'error' })
  copyFileSync(join(page, 'index.html'), join(folder, 'index.html'))
}

/** The size of the bundle as it is transferred. */
export function browserSize() {
  const dist = join(packageRoot, 'dist')
  const files = ['index.js', ...readdirSync(join(dist, 'bundle')).map((name) => join('bundle', name))]
  const all = files.map((name) => readFileSync(join(dist, name)))
  return {
    bytes: sum(all.map((file) => file.length)),
    gzipBytes: sum(all.map((file) => gzipSync(file).length)),
    brotliBytes: sum(all.map((file) => brotliCompressSync(file).length)),
  }
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

function standInsPlugin({ onResolve, onLoad }) {
  onResolve({ filter: /^node:/ }, ({ path }) => {
    const name = standIns[path.slice('node:'.length)]
    if (name === undefined)
      return { errors: [{ text: `${path} has no stand-in in scripts/bundler/bundle-browser.mjs` }] }
    return { path: join(packageRoot, 'node', `${name}.ts`) }
  })
  onResolve({ filter: new RegExp(`^(?:${absentPackages.join('|')})$`) }, ({ path }) => ({ path, namespace: 'absent' }))
  onLoad({ filter: /.*/, namespace: 'absent' }, ({ path }) => ({
    contents: `throw new Error(${JSON.stringify(`${path} is not available in a browser`)})`,
  }))
}
