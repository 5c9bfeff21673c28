// Bundles what the launchers of `pinnace envtest` run into dist/ of the package cli: a small program, and the server, each one
// file without imports of other packages, so that a start resolves and reads little, and its compiled code can be cached.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../workspace.mjs'

const packageRoot = join(root, 'packages', 'cli')

/** Packages with native code, of stores that the server of envtest never opens. */
const external = ['lmdb', 'pg', 'pg-native']

/** Writes launcher.cjs, envtest-server.cjs and the licenses of what they contain. */
export async function bundleLauncher(outdir = join(packageRoot, 'dist')) {
  const program = `import { launch } from './src/envtest/launch.ts'
import { standardOutput } from './src/standard-output.ts'
launch(process.argv.slice(2), { folder: __dirname, output: standardOutput }).then((code) => { process.exitCode = code })`
  const inputs = [
    ...(await bundle({ stdin: { contents: program, resolveDir: packageRoot } }, join(outdir, 'launcher.cjs'))),
    ...(await bundle({ entryPoints: ['src/envtest/launched-server.ts'] }, join(outdir, 'envtest-server.cjs'))),
  ]
  writeFileSync(join(outdir, 'launcher-licenses.txt'), licensesOf(inputs))
}

async function bundle(entry, outfile) {
  const { metafile } = await build({
    ...entry,
    absWorkingDir: packageRoot,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // A script with cached code cannot import: modules are required.
    supported: { 'dynamic-import': false },
    conditions: ['@pinnace/source'],
    external,
    // ASCII is read without decoding it.
    charset: 'ascii',
    // Names too: the text is a third and the compiled code a tenth smaller, and both are read at every start.
    minify: true,
    legalComments: 'none',
    // Only the page of the inspector is found by it: the launcher does not use this bundle for it.
    define: { 'import.meta.url': 'undefined' },
    outfile,
    metafile: true,
    logLevel: 'error',
  })
  return Object.keys(metafile.inputs)
}

function licensesOf(inputs) {
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []))
  return [...folders]
    .sort()
    .map((folder) => join(packageRoot, folder))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
      return [
        `${name} ${version} (${license})`,
        ...(file === undefined ? [] : [readFileSync(join(folder, file), 'utf8')]),
      ]
    })
    .map((lines) => lines.join('\n\n'))
    .join('\n\n---\n\n')
}
