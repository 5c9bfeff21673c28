// Packs every package as it would be published and asks publint and attw what an installer of the tarball would meet.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { packageManager, root } from './workspace.mjs'

const errors = []
const target = mkdtempSync(join(tmpdir(), 'pinnace-pack-'))
try {
  const built = execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet'], { encoding: 'utf8' })
  if (built !== '') console.log(built)
  const filters = ['--filter', './packages/*']
  await promisify(execFile)('npx', ['--yes', packageManager, '-r', ...filters, 'pack', '--pack-destination', target], {
    cwd: root,
  })
  const tarballs = readdirSync(target).sort()
  if (tarballs.length === 0) errors.push('nothing was packed')
  for (const name of tarballs) await checkTarball(name)
} finally {
  rmSync(target, { recursive: true, force: true })
}
for (const error of errors) console.error(error)
process.exitCode = errors.length === 0 ? 0 : 1

async function checkTarball(name) {
  const path = join(target, name)
  const files = execFileSync('tar', ['-tzf', path], { encoding: 'utf8' }).trim().split('\n')
  for (const wanted of ['package/LICENSE', 'package/README.md', 'package/dist/index.js', 'package/dist/index.d.ts']) {
    if (!files.includes(wanted)) errors.push(`${name} has no ${wanted}`)
  }
  for (const file of files.filter((entry) => /\.tsbuildinfo$|\/test\/|\/\.bundled$/.test(entry))) {
    errors.push(`${name} should not have ${file}`)
  }
  const manifest = JSON.parse(execFileSync('tar', ['-xzOf', path, 'package/package.json'], { encoding: 'utf8' }))
  if (/workspace:|catalog:/.test(JSON.stringify(manifest.dependencies ?? {}))) {
    errors.push(`${name} depends on something only this workspace knows`)
  }
  const bytes = readFileSync(path)
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const { messages } = await publint({ pack: { tarball } })
  for (const message of messages) errors.push(`${name}: publint: ${formatMessage(message, manifest)}`)
  await checkTypes(name, new Uint8Array(tarball))
}

// ESM only is what these packages are: that CommonJS finds ESM, and an old resolver nothing, is no error.
async function checkTypes(name, bytes) {
  const { problems } = await checkPackage(createPackageFromTarballData(bytes))
  for (const problem of problems ?? []) {
    if (['node10', 'node16-cjs'].includes(problem.resolutionKind)) continue
    errors.push(`${name}: attw: ${JSON.stringify(problem)}`)
  }
}
