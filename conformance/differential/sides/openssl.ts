import { spawnSync } from 'node:child_process'

/** Runs openssl in a folder. Throws with its message if it fails. */
export function openssl(folder: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`)
}
