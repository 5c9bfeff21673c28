import { generateKeyPairSync } from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A server that was started here. */
export interface Started {
  readonly url: string
  readonly pid?: number | undefined
  stop(): Promise<void>
}

/** The command of Pinnace in a process of its own. */
export interface StartedPinnace extends Started {
  readonly pid: number
  /** Ends the process, and resolves when it has ended. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** The exit code of the process, once it has ended; null after a signal. */
  readonly exited: Promise<number | null>
}

/** Options of {@link launchPinnace}. */
export interface LaunchOptions {
  /** Flags beside those that both servers have, or in place of them. */
  readonly flags?: readonly string[]
  /** Options of node. */
  readonly nodeFlags?: readonly string[]
  /** A file that standard error is appended to. */
  readonly log?: string
  /** The file of the command of another build. @default that of this checkout */
  readonly bin?: string
  /** The most file descriptors of the process; needs `prlimit`. */
  readonly descriptors?: number
}

/** The flags that both servers are started with, and their tokens. */
export const tokenFile: string = fileURLToPath(new URL('tokens.csv', import.meta.url))
export const issuer = 'https://kubernetes.default.svc.cluster.local'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The flags of the command of Pinnace that correspond to those of kube-apiserver, and further ones, which replace them. */
function pinnaceFlags(folder: string, more: readonly string[]): string[] {
  const own = [
    '--vocabulary=kubernetes',
    '--secure-port=0',
    `--write-kubeconfig=${join(folder, 'kubeconfig')}`,
    '--controllers=-*',
    '--simulated-nodes=0',
    `--token-auth-file=${tokenFile}`,
    '--authorization-mode=Node,RBAC',
    `--service-account-issuer=${issuer}`,
    `--service-account-signing-key-file=${join(folder, 'accounts.key')}`,
    // As of kube-apiserver: an address of documentation.
    '--advertise-address=192.0.2.1',
  ]
  return withFlags(own, more)
}

/** The flags, and further ones in place of those of the same name. */
export function withFlags(own: readonly string[], more: readonly string[]): string[] {
  const nameOf = (flag: string): string => flag.slice(0, flag.indexOf('='))
  const replaced = new Set(more.map(nameOf))
  return [...own.filter((flag) => !replaced.has(nameOf(flag))), ...more]
}

/** Tokens of service accounts are signed as by kube-apiserver, which has no key of its own. */
function makeAccountKey(folder: string): void {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(join(folder, 'accounts.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }))
}

/** Builds the command and starts it on a free port, with further flags. */
export async function startPinnace(flags: readonly string[] = []): Promise<StartedPinnace> {
  buildPinnace()
  return launchPinnace({ flags })
}

let isBuilt = false

/** Builds the command, once in a process. */
export function buildPinnace(): void {
  if (isBuilt) return
  isBuilt = true
  spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet'], { stdio: 'inherit' })
}

/** Starts the command, which has been built, on a free port. */
export async function launchPinnace(options: LaunchOptions = {}): Promise<StartedPinnace> {
  const { flags = [], nodeFlags = [], log, descriptors } = options
  const { bin = join(root, 'packages', 'cli', 'bin', 'pinnace.js') } = options
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-differential-'))
  makeAccountKey(folder)
  const limit = descriptors === undefined ? [] : ['prlimit', `--nofile=${descriptors}:${descriptors}`]
  const [file, ...args] = [...limit, process.execPath, ...nodeFlags, bin, ...pinnaceFlags(folder, flags)]
  const errors = log === undefined ? 'ignore' : openSync(log, 'a')
  const child = spawn(file ?? '', args, { stdio: ['ignore', 'pipe', errors] })
  if (errors !== 'ignore') closeSync(errors)
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  // It must not outlive a judge that is interrupted.
  const onExit = (): void => void child.kill('SIGKILL')
  process.once('exit', onExit)
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await exited
    process.off('exit', onExit)
    rmSync(folder, { recursive: true, force: true })
  }
  const { stdout } = child
  if (stdout === null) throw new TypeError('standard output must be a pipe')
  for await (const line of createInterface({ input: stdout })) {
    const [, url] = /^serving (\S+)/.exec(line) ?? []
    if (url === undefined) continue
    stdout.resume()
    return { url, pid: child.pid ?? 0, exited, kill, stop: () => kill('SIGTERM') }
  }
  await kill('SIGKILL')
  throw new Error(`pinnace did not start${log === undefined ? '' : `: ${readFileSync(log, 'utf8')}`}`)
}
