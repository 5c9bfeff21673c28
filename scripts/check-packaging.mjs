// Packs every package as it would be published and asks publint and attw what an installer of the tarball would meet.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
  await checkTypes(name, path)
}

// ESM only is what these packages are, so a CommonJS resolver finding ESM is no error.
async function checkTypes(name, path) {
  const attw = join(root, 'node_modules', '.bin', 'attw')
  try {
    await promisify(execFile)(attw, [path, '--profile', 'esm-only', '--format', 'ascii', '--no-emoji', '--no-color'])
  } catch (error) {
    errors.push(`${name}: attw: ${error.stdout || error.stderr || error.message}`)
  }
}
