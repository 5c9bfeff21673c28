// Packs every package as it would be published and asks publint and attw what an installer of the tarball would meet.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packAll, tarballErrors } from './tarballs.mjs'

const errors = []
const target = mkdtempSync(join(tmpdir(), 'pinnace-pack-'))
try {
  const tarballs = await packAll(target)
  if (tarballs.size === 0) errors.push('nothing was packed')
  for (const path of tarballs.values()) errors.push(...(await tarballErrors(path)))
} finally {
  rmSync(target, { recursive: true, force: true })
}
for (const error of errors) console.error(error)
process.exitCode = errors.length === 0 ? 0 : 1
