import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A server that was started here. */
export interface Started {
  readonly url: string
  stop(): Promise<void>
}

/** The flags that both servers are started with, and their tokens. */
export const tokenFile: string = fileURLToPath(new URL('tokens.csv', import.meta.url))
export const issuer = 'https://kubernetes.default.svc.cluster.local'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The flags of the command of Pinnace that correspond to those of kube-apiserver. */
function pinnaceFlags(folder: string): string[] {
  return [
    '--vocabulary=kubernetes',
    '--secure-port=0',
    `--write-kubeconfig=${join(folder, 'kubeconfig')}`,
    '--controllers=-*',
    `--token-auth-file=${tokenFile}`,
    '--authorization-mode=Node,RBAC',
    `--service-account-issuer=${issuer}`,
  ]
}

/** Builds the command and starts it on a free port. */
export async function startPinnace(): Promise<Started> {
  spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet'], { stdio: 'inherit' })
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-differential-'))
  const command = join(root, 'packages', 'cli', 'bin', 'pinnace.js')
  const child = spawn(process.execPath, [command, ...pinnaceFlags(folder)], { stdio: ['ignore', 'pipe', 'ignore'] })
  // It must not outlive a judge that is interrupted.
  process.once('exit', () => child.kill())
  const stop = async (): Promise<void> => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^serving (\S+)/.exec(line) ?? []
    if (url === undefined) continue
    child.stdout.resume()
    return { url, stop }
  }
  await stop()
  throw new Error('pinnace did not start')
}
