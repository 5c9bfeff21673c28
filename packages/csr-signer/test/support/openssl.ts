import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs OpenSSL on texts that it sees as files; what it prints, or the error it ends with. */
export function openssl(files: Readonly<Record<string, string>>, ...args: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'csr-signer-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const { status, stdout, stderr, error } = spawnSync('openssl', args, {
      cwd: folder,
      encoding: 'utf8',
      timeout: 15_000,
    })
    if (error !== undefined) throw error
    if (status !== 0) throw new Error(`openssl ${args.join(' ')}: ${stderr}`)
    return stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether this machine has OpenSSL. Where it has none, the library makes what OpenSSL would have made. */
export const hasOpenssl: boolean = spawnSync('openssl', ['version'], { timeout: 15_000 }).status === 0
