import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createTestServer, type TestServer, type TestServerOptions } from '@pinnace/testing'
import { expect } from 'vitest'
import type { FoundKubectl } from './find-kubectls.ts'
import type { Manifest } from './manifests.ts'
import { normalise } from './normalise.ts'
import { startCommand, type Outcome, type Running } from './run-kubectl.ts'
import { splitWords } from './split-words.ts'

/** One client, with a server in this process and a separate folder. */
export interface Kubectl {
  readonly minor: number
  readonly server: TestServer
  /** Where commands run. */
  readonly folder: string
  /** Writes a file into the folder; answers its path. */
  file(name: string, text: string): string
  /** Writes manifests into a file of the folder, as YAML documents that are JSON. */
  manifests(name: string, ...manifests: readonly Manifest[]): string
  /** Objects the server holds already, made without a client: in the namespace `default` where they name none. */
  have(...manifests: readonly Manifest[]): Promise<void>
  /** Runs a command and waits for it; never throws for what it answers. */
  run(command: string, options?: CallOptions): Promise<Outcome>
  /** Runs a command that must succeed; answers what it printed on standard output, as it was. */
  ok(command: string, options?: CallOptions): Promise<string>
  /** A command that must succeed and print exactly this on standard output, and nothing on the other. */
  prints(command: string, stdout: string, options?: CallOptions): Promise<void>
  /** A command that must end with `code`, print exactly this on standard error, and nothing on standard output. */
  fails(command: string, stderr: string, options?: CallOptions & { readonly code?: number }): Promise<void>
  /** A command that must end so, in all three. */
  ends(command: string, outcome: Partial<Outcome>, options?: CallOptions): Promise<void>
  /** Starts a command that goes on by itself. */
  start(command: string): Running
  close(): Promise<void>
}

/** What goes with a command. */
export interface CallOptions {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a server and makes a folder for a client: nothing of the machine's own configuration is seen by it. */
export async function startKubectl(found: FoundKubectl, options: TestServerOptions = {}): Promise<Kubectl> {
  const server = await createTestServer(options)
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  const kubeconfig = join(folder, 'home', 'config')
  const file = (name: string, text: string): string => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }
  file('home/config', await server.kubeconfig())
  const base = {
    PATH: process.env['PATH'],
    HOME: join(folder, 'home'),
    KUBECONFIG: kubeconfig,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
  }
  const start = (command: string, { input, env }: CallOptions = {}): Running => {
    const given = input === undefined ? {} : { input }
    return startCommand(found.path, splitWords(command), { cwd: folder, env: { ...base, ...env }, ...given })
  }
  const run = async (command: string, call?: CallOptions): Promise<Outcome> => await start(command, call).outcome
  const ends = async (command: string, expected: Partial<Outcome>, call?: CallOptions): Promise<void> => {
    const { code, stdout, stderr } = await run(command, call)
    const wanted = { code: 0, stdout: '', stderr: '', ...expected }
    expect({ command, code, stdout: normalise(stdout), stderr: normalise(stderr) }).toEqual({ command, ...wanted })
  }
  return {
    minor: found.minor,
    server,
    folder,
    file,
    manifests: (name, ...manifests) =>
      file(name, manifests.map((manifest) => `---\n${JSON.stringify(manifest)}\n`).join('')),
    have: async (...manifests) => {
      for (const manifest of manifests) await hold(server, manifest)
    },
    run,
    ends,
    start,
    async ok(command, call) {
      const { code, stdout, stderr } = await run(command, call)
      expect({ command, code, stderr: code === 0 ? '' : stderr }).toEqual({ command, code: 0, stderr: '' })
      return stdout
    },
    prints: (command, stdout, call) => ends(command, { stdout }, call),
    fails: (command, stderr, { code = 1, ...call } = {}) => ends(command, { code, stderr }, call),
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function hold(server: TestServer, manifest: Manifest): Promise<void> {
  const { apiVersion = '', kind = '' } = manifest
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  const all = server.client({ apiVersion, kind })
  const { namespace = 'default' } = manifest.metadata as { readonly namespace?: string }
  const clusterScoped = server.registry.byGvk({ group, version, kind })?.scope === 'Cluster'
  await (clusterScoped ? all : all.namespace(namespace)).create(manifest as never)
}
