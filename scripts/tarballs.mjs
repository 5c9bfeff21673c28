// The packages as they would be published: packed by pnpm, and looked at as an installer of the tarball would.
import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packageManager, root } from './workspace.mjs'

const run = promisify(execFile)

/** Builds and packs every package into a folder; paths of tarballs by the name of their package. */
export async function packAll(target) {
  const built = await run(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet'])
  if (built.stdout !== '') console.log(built.stdout)
  const filters = ['--filter', './packages/*']
  await run('npx', ['--yes', packageManager, '-r', ...filters, 'pack', '--pack-destination', target], { cwd: root })
  const paths = readdirSync(target)
    .filter((name) => name.endsWith('.tgz'))
    .sort()
    .map((name) => join(target, name))
  return new Map(paths.map((path) => [packedManifest(path).name, path]))
}

/** What is wrong with a tarball, one sentence each. */
export async function tarballErrors(path) {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const errors = []
  const files = execFileSync('tar', ['-tzf', path], { encoding: 'utf8' }).trim().split('\n')
  for (const wanted of ['package/LICENSE', 'package/README.md', 'package/dist/index.js', 'package/dist/index.d.ts']) {
    if (!files.includes(wanted)) errors.push(`${name} has no ${wanted}`)
  }
  for (const file of files.filter((entry) => /\.tsbuildinfo$|\/test\/|\/\.bundled$/.test(entry))) {
    errors.push(`${name} should not have ${file}`)
  }
  const manifest = packedManifest(path)
  if (/workspace:|catalog:/.test(JSON.stringify(manifest.dependencies ?? {}))) {
    errors.push(`${name} depends on something only this workspace knows`)
  }
  const bytes = readFileSync(path)
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const { publint } = await import('publint')
  const { formatMessage } = await import('publint/utils')
  const { messages } = await publint({ pack: { tarball } })
  for (const message of messages) errors.push(`${name}: publint: ${formatMessage(message, manifest)}`)
  return [...errors, ...(await typeErrors(name, new Uint8Array(tarball)))]
}

/** The manifest in a tarball. */
export function packedManifest(path) {
  return JSON.parse(execFileSync('tar', ['-xzOf', path, 'package/package.json'], { encoding: 'utf8' }))
}

/** The entry for tests of jest in CommonJS, which are JavaScript: it has no types. */
const jestEntry = './jest'

// ESM only is what these packages are: that CommonJS finds ESM, and an old resolver nothing, is no error.
async function typeErrors(name, bytes) {
  const { checkPackage, createPackageFromTarballData } = await import('@arethetypeswrong/core')
  const { problems } = await checkPackage(createPackageFromTarballData(bytes))
  return (problems ?? [])
    .filter(({ resolutionKind }) => !['node10', 'node16-cjs'].includes(resolutionKind))
    .filter(({ entrypoint }) => entrypoint !== jestEntry)
    .map((problem) => `${name}: attw: ${JSON.stringify(problem)}`)
}
