// Releases all packages: packs them, checks the tarballs with publint and attw, installs them outside the repository with
// npm and pnpm, writes versions and the changelog, commits and tags. `--dry-run` prints the plan. It publishes nothing:
// the tarballs are left in release/, with the command that publishes them.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { versionedSources } from './manifests.mjs'
import { installOutside } from './outside.mjs'
import { release } from './release/release.mjs'
import { packAll, tarballErrors } from './tarballs.mjs'
import { root } from './workspace.mjs'

/** What a user writes first. */
const program = `
import { createServer, createTestServer, defineResource, z } from 'pinnace'
const Widget = defineResource({
  group: 'example.dev', version: 'v1', kind: 'Widget', scope: 'Namespaced', schema: z.object({ spec: z.object({ size: z.int32() }) }),
})
const server = await createServer({ resources: [Widget] })
await server.client(Widget).namespace('default').create({ metadata: { name: 'a' }, spec: { size: 1 } })
await server.close()
await (await createTestServer()).close()
`
const target = join(root, 'release')
const dryRun = process.argv.includes('--dry-run')
try {
  const today = new Date().toISOString().slice(0, 10)
  const plan = await release({ root, today, dryRun, sources: versionedSources, check: checkRelease })
  if (!dryRun) {
    console.log(`committed and tagged ${plan.tag}. To publish, where provenance can be signed:`)
    console.log(`  git push --follow-tags && for file in release/*.tgz; do npm publish --provenance "$file"; done`)
  }
} catch (error) {
  console.error(`release: ${error.message}`)
  process.exitCode = 1
}

async function checkRelease({ version }) {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  const tarballs = await packAll(target)
  const errors = []
  for (const path of tarballs.values()) errors.push(...(await tarballErrors(path)))
  if (errors.length > 0) throw new Error(errors.join('\n'))
  console.log(`packed and checked ${tarballs.size} tarballs`)
  for (const manager of ['npm', 'pnpm']) {
    await smokeInstall(manager, tarballs, version)
    console.log(`installed and ran with ${manager}`)
  }
}

/** Installs `pinnace` as a user does, runs its command, and a program that imports it. */
async function smokeInstall(manager, tarballs, version) {
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-smoke-'))
  try {
    await installOutside(folder, { manager, packages: ['pinnace'], tarballs })
    writeFileSync(join(folder, 'program.js'), program)
    const run = (args) => execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    const named = run(['node_modules/pinnace/bin/pinnace.js', '--version'])
    if (named !== `pinnace ${version}\n`) throw new Error(`${manager}: the command says ${named}`)
    run(['program.js'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
