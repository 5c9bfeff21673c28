import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { vocabularyNamed } from '@pinnace/meta'
import { createServingCertificates } from '@pinnace/server'
import { eventually } from '@pinnace/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleLauncher } from '../../../scripts/bundler/bundle-launcher.mjs'
import { bundleProgram, type BundledProgram } from '../../../scripts/test/bundle-program.ts'
import { absolutePaths } from '../src/envtest/absolute-paths.ts'
import { usualFlags } from '../src/envtest/try-servers.ts'
import { writeLaunchers } from '../src/envtest/write-launchers.ts'
import { main } from '../src/index.ts'
import { ask, healthOf, patience, startControlPlane, startProgram, type Program } from './fixtures/envtest.ts'

const commandSource = `
import { main } from './packages/cli/src/index.ts'
process.exitCode = await main(process.argv.slice(2))
`

let folder: string
let assets: string
let program: BundledProgram
let command: readonly string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pinnace envtest's-"))
  assets = join(folder, 'assets')
  program = await bundleProgram(commandSource)
  command = [process.execPath, program.file]
  await writeLaunchers(assets, { node: [process.execPath], command: program.file })
}, 120_000)

afterAll(async () => {
  program[Symbol.dispose]()
  await rm(folder, { recursive: true })
})

const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } }

describe('pinnace envtest DIR', () => {
  it('writes the three programs that envtest looks for, and prints the directory', async () => {
    const printed: string[] = []
    const target = join(folder, 'new', 'assets')
    const output = { out: (text: string) => void printed.push(text), err: () => {} }
    expect(await main(['envtest', target], output)).toBe(0)
    expect(printed).toEqual([`${target}\n`])
    expect((await readdir(target)).sort()).toEqual(['etcd', 'kube-apiserver', 'kubectl'])
    for (const name of await readdir(target)) expect((await stat(join(target, name))).mode & 0o777).toBe(0o755)
  })

  it.each([
    [['envtest'], 'envtest needs a directory'],
    [['envtest', 'a', 'b'], 'unexpected argument "b"'],
    [['envtest', '--fast'], 'unknown flag: --fast'],
    [['envtest', 'a', '--daemon'], '--daemon takes no directory'],
    [['envtest', 'run', 'scheduler'], 'envtest runs etcd and kube-apiserver, not "scheduler"'],
  ])('rejects %j', async (args, message) => {
    const printed: string[] = []
    const output = { out: () => {}, err: (text: string) => void printed.push(text) }
    expect(await main(args, output)).toBe(2)
    expect(printed.join('')).toContain(message)
  })
})

describe('the launchers', { timeout: 240_000 }, () => {
  it('run a control plane as controller-runtime starts it, which ends with SIGTERM and leaves nothing behind', async () => {
    await using plane = await startControlPlane({ assets })
    expect((await ask(plane, 'POST', '/api/v1/namespaces', namespace)).status).toBe(201)
    const service = { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } }
    const made = await ask(plane, 'POST', '/api/v1/namespaces/team/services', service)
    expect(made.body).toMatch(/"clusterIP":"10\.0\.0\.\d+"/)
    expect((await ask(plane, 'GET', '/.well-known/openid-configuration')).body).toContain(`"issuer":"${plane.url}/"`)
    // Nothing runs beside the server.
    expect((await ask(plane, 'DELETE', '/api/v1/namespaces/team')).body).toContain('"phase":"Terminating"')
    expect(existsSync(join(plane.directory, 'pinnace.kubeconfig'))).toBe(false)
    for (const program of [plane.apiServer, plane.etcd]) program.child.kill('SIGTERM')
    expect(await plane.apiServer.exited()).toBe(0)
    expect(await plane.etcd.exited()).toBe(0)
    expect(await healthOf(`${plane.url}/healthz`)).toBeUndefined()
  })

  it('have the flags of kube-apiserver at the start of a line of --help, and no --insecure-port', async () => {
    await using help = startProgram(join(assets, 'kube-apiserver'), ['--help'], {})
    expect(await help.exited()).toBe(0)
    for (const flag of ['secure-port', 'tls-cert-file', 'cert-dir', 'allow-privileged', 'etcd-servers']) {
      expect(help.text()).toMatch(new RegExp(`^\\s*--${flag}\\b`, 'm'))
    }
    expect(help.text()).not.toContain('insecure-port')
  })

  it('exit with 2 and the reason for a flag that is refused', async () => {
    await using refused = startProgram(join(assets, 'kube-apiserver'), ['--egress-selector-config-file=x'], {})
    expect(await refused.exited()).toBe(2)
    expect(refused.text()).toBe(
      'pinnace: --egress-selector-config-file is not supported: the server has one network\nsee "command-arguments" in docs/errors.md\n',
    )
  })

  it('run the kubectl of the PATH', async () => {
    const tools = join(folder, 'tools')
    await mkdir(tools, { recursive: true })
    await writeFile(join(tools, 'kubectl'), '#!/bin/sh\necho "real $1"\n')
    await chmod(join(tools, 'kubectl'), 0o755)
    const path = [assets, tools, process.env['PATH']].join(':')
    await using kubectl = startProgram(join(assets, 'kubectl'), ['version'], { PATH: path })
    expect(await kubectl.exited()).toBe(0)
    expect(kubectl.text()).toBe('real version\n')
  })
})

const isCachedProgram = fileURLToPath(new URL('fixtures/load-cached.ts', import.meta.url))

async function isCached(file: string, cache: string): Promise<string> {
  const hooks = new URL('../../../conformance/differential/typescript.mjs', import.meta.url).href
  const args = ['--conditions=@pinnace/source', '--import', hooks, isCachedProgram, file, cache]
  return (await promisify(execFile)(process.execPath, args)).stdout
}

describe('the launchers of a built package', { timeout: 240_000 }, () => {
  let bundles: string
  let built: string

  beforeAll(async () => {
    bundles = join(folder, 'bundles')
    built = join(folder, 'built')
    await mkdir(bundles)
    await bundleLauncher(bundles)
    await writeLaunchers(built, { node: [process.execPath], command: program.file, bundles })
  }, 120_000)

  it('run a control plane with the code that was compiled before, and without it', async () => {
    const cache = join(built, 'kube-apiserver.cache')
    const file = join(bundles, 'envtest-server.cjs')
    expect(await isCached(file, cache)).toBe('true')
    expect(await isCached(file, join(folder, 'none'))).toBe('false')
    for (const change of [() => undefined, () => writeFile(cache, 'x'.repeat(5000)), () => rm(cache)]) {
      await change()
      await using plane = await startControlPlane({ assets: built })
      expect((await ask(plane, 'POST', '/api/v1/namespaces', namespace)).status).toBe(201)
      plane.apiServer.child.kill('SIGTERM')
      expect(await plane.apiServer.exited()).toBe(0)
    }
  })

  it('exit with 2 and the reason for a flag that is refused', async () => {
    await using refused = startProgram(join(built, 'kube-apiserver'), ['--egress-selector-config-file=x'], {})
    expect(await refused.exited()).toBe(2)
    expect(refused.text()).toContain('pinnace: --egress-selector-config-file is not supported')
    await using help = startProgram(join(built, 'kube-apiserver'), ['--help'], {})
    expect(await help.exited()).toBe(0)
    expect(help.text()).toMatch(/^ *--secure-port\b/m)
  })

  it('use the warm process of their command', async () => {
    const env = { TMPDIR: await mkdtemp(join(folder, 't-')) }
    await using daemon = startProgram(process.execPath, [program.file, 'envtest', '--daemon'], env)
    await eventually(() => daemon.text().includes('ready') || daemon.child.exitCode !== null, true, patience)
    await using plane = await startControlPlane({ assets: built, env })
    daemon.child.kill('SIGKILL')
    expect(await plane.apiServer.exited()).toBe(1)
    expect(plane.apiServer.text()).toContain('the warm process of envtest has ended')
  })

  it('import nothing, which a script with cached code cannot: webhooks are called', async () => {
    const text = await readFile(join(bundles, 'envtest-server.cjs'), 'utf8')
    expect(text.match(/(?<![.\w"'` -])import\(.{0,40}/g) ?? []).toEqual([])
    await using plane = await startControlPlane({ assets: built })
    const url = 'https://127.0.0.1:1/deny'
    const made = await ask(plane, 'POST', '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {
      metadata: { name: 'deny' },
      webhooks: [
        {
          name: 'deny.example.dev',
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          clientConfig: { url },
          rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['namespaces'] }],
        },
      ],
    })
    expect(made.status).toBe(201)
    expect((await ask(plane, 'POST', '/api/v1/namespaces', namespace)).body).toContain('connect: connection refused')
  })

  it('come with the licenses of the packages in them', async () => {
    const text = await readFile(join(bundles, 'launcher-licenses.txt'), 'utf8')
    for (const name of ['js-yaml', 'zod', 'prom-client']) expect(text).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, 'm'))
  })
})

describe('pinnace envtest --daemon', { timeout: 240_000 }, () => {
  async function startDaemon(
    ...flags: readonly string[]
  ): Promise<{ readonly daemon: Program; env: NodeJS.ProcessEnv }> {
    const env = { TMPDIR: await mkdtemp(join(folder, 't-')) }
    const [file = '', ...args] = command
    const daemon = startProgram(file, [...args, 'envtest', '--daemon', ...flags], env)
    await eventually(() => daemon.text().includes('ready') || daemon.child.exitCode !== null, true, patience)
    return { daemon, env }
  }

  it('starts a separate server for each launcher, and stops it with the launcher, even if that is killed', async () => {
    const { daemon, env } = await startDaemon()
    await using _daemon = daemon
    const [directory = ''] = await readdir(env['TMPDIR'] ?? '')
    expect(directory).toBe(`pinnace-envtest-${userInfo().uid}`)
    expect((await stat(join(env['TMPDIR'] ?? '', directory))).mode & 0o777).toBe(0o700)

    await using first = await startControlPlane({ assets, env })
    await using second = await startControlPlane({ assets, env, flags: ['--tls-min-version', 'VersionTLS13'] })
    expect((await ask(first, 'POST', '/api/v1/namespaces', namespace)).status).toBe(201)
    expect((await ask(second, 'GET', '/api/v1/namespaces/team')).status).toBe(404)

    first.apiServer.child.kill('SIGTERM')
    expect(await first.apiServer.exited()).toBe(0)
    expect(await healthOf(`${first.url}/healthz`)).toBeUndefined()
    expect(await healthOf(`${second.url}/healthz`)).toBe(200)
    second.apiServer.child.kill('SIGKILL')
    await eventually(() => healthOf(`${second.url}/healthz`), undefined, patience)
    daemon.child.kill('SIGTERM')
    expect(await daemon.exited()).toBe(0)
    expect(await readdir(join(env['TMPDIR'] ?? '', directory))).toEqual([])
  })

  it('gives every server the objects of its own flags, not those of another', async () => {
    const { daemon, env } = await startDaemon()
    await using _daemon = daemon
    await using usual = await startControlPlane({ assets, env })
    await using again = await startControlPlane({ assets, env })
    await using other = await startControlPlane({ assets, env, flags: ['--service-cluster-ip-range=10.9.0.0/24'] })
    for (const [plane, address] of [
      [usual, '10.0.0.1'],
      [again, '10.0.0.1'],
      [other, '10.9.0.1'],
    ] as const) {
      const service = await ask(plane, 'GET', '/api/v1/namespaces/default/services/kubernetes')
      expect(service.body).toContain(`"clusterIP":"${address}"`)
      const authentication = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication'
      expect((await ask(plane, 'GET', authentication)).body).toContain(JSON.stringify(plane.clientCa).slice(1, -1))
      const endpoints = await ask(plane, 'GET', '/api/v1/namespaces/default/endpoints/kubernetes')
      expect(endpoints.body).toContain(`"port":${new URL(plane.url).port},`)
      expect(endpoints.body.match(/"port":/g)).toHaveLength(1)
      expect((await ask(plane, 'GET', '/.well-known/openid-configuration')).body).toContain(`"issuer":"${plane.url}/"`)
    }
  })

  it('keeps apart the servers of two projects that start at once with different flags', async () => {
    const { daemon, env } = await startDaemon()
    await using _daemon = daemon
    const start = (...flags: readonly string[]): ReturnType<typeof startControlPlane> =>
      startControlPlane({ assets, env, flags })
    const planes = await Promise.all([
      start(),
      start(),
      start('--disable-admission-plugins=NamespaceLifecycle'),
      start('--runtime-config=apps/v1=false'),
    ])
    const [usual, second, unguarded, withoutApps] = planes
    const configMap = { metadata: { name: 'a' } }
    try {
      // The administrators are those of other authorities.
      const stranger = { ...usual, administrator: second.administrator }
      expect((await ask(stranger, 'GET', '/api/v1/namespaces')).status).toBe(401)
      for (const plane of planes) expect((await ask(plane, 'GET', '/api/v1/namespaces')).status).toBe(200)
      const into = '/api/v1/namespaces/none/configmaps'
      const statuses = [usual, second, unguarded].map(
        async (plane) => (await ask(plane, 'POST', into, configMap)).status,
      )
      expect(await Promise.all(statuses)).toEqual([404, 404, 201])
      expect((await ask(withoutApps, 'GET', '/apis/apps/v1')).status).toBe(404)
      expect((await ask(usual, 'GET', '/apis/apps/v1')).status).toBe(200)
      const requests = async (plane: (typeof planes)[number]): Promise<number> =>
        (await ask(plane, 'GET', '/metrics')).body.match(/^apiserver_request_total\{verb="POST"/gm)?.length ?? 0
      expect([await requests(usual), await requests(withoutApps)]).toEqual([1, 0])
    } finally {
      for (const plane of planes) await plane[Symbol.asyncDispose]()
    }
  })

  it('reports what is wrong to the launcher', async () => {
    const { daemon, env } = await startDaemon()
    await using _daemon = daemon
    await using wrong = startProgram(join(assets, 'kube-apiserver'), ['--client-ca-file=none.crt'], env, folder)
    expect(await wrong.exited()).toBe(1)
    expect(wrong.text()).toContain(`--client-ca-file: ENOENT: no such file or directory, open '${folder}/none.crt'`)
    await writeFile(join(folder, 'empty.key'), '')
    const flags = [
      '--secure-port=0',
      '--service-account-key-file=empty.key',
      '--service-account-issuer=https://a.example',
    ]
    await using empty = startProgram(join(assets, 'kube-apiserver'), [...usualFlags, ...flags], env, folder)
    expect(await empty.exited()).toBe(1)
    expect(empty.text()).toMatch(/^pinnace: --service-account-key-file/)
    const vocabulary = vocabularyNamed('kubernetes')
    const directory = join(folder, 'mixed')
    await mkdir(directory)
    const [{ cert }, { key }] = [createServingCertificates({ vocabulary }), createServingCertificates({ vocabulary })]
    await writeFile(join(directory, 'apiserver.crt'), cert)
    await writeFile(join(directory, 'apiserver.key'), key)
    const mixedFlags = [...usualFlags, '--secure-port=0', `--cert-dir=${directory}`]
    await using mixed = startProgram(join(assets, 'kube-apiserver'), mixedFlags, env, folder)
    expect(await mixed.exited()).toBe(1)
    expect(mixed.text()).toMatch(/^pinnace: --cert-dir: .*apiserver\.key.* is not the key of .*apiserver\.crt/)
  })

  it('stops by itself when it is not used; launchers then run their server themselves', async () => {
    const { daemon, env } = await startDaemon('--idle-timeout=10ms')
    await using _daemon = daemon
    expect(await daemon.exited()).toBe(0)
    await using plane = await startControlPlane({ assets, env })
    expect((await ask(plane, 'GET', '/api/v1/namespaces/default')).status).toBe(200)
  })

  it('is not waited for by a launcher if it does not answer', async () => {
    const { daemon, env } = await startDaemon()
    await using _daemon = daemon
    daemon.child.kill('SIGSTOP')
    await using plane = await startControlPlane({ assets, env })
    expect((await ask(plane, 'POST', '/api/v1/namespaces', namespace)).status).toBe(201)
    // Awake again, it leaves the server of the launcher alone.
    daemon.child.kill('SIGCONT')
    await using next = await startControlPlane({ assets, env })
    expect((await ask(next, 'GET', '/api/v1/namespaces/team')).status).toBe(404)
    expect((await ask(plane, 'GET', '/api/v1/namespaces/team')).status).toBe(200)
  })

  it('does not use a directory that others can access', async () => {
    const env = { TMPDIR: await mkdtemp(join(folder, 't-')) }
    const shared = join(env.TMPDIR, `pinnace-envtest-${userInfo().uid}`)
    await mkdir(shared)
    await chmod(shared, 0o777)
    await using launcher = startProgram(join(assets, 'kube-apiserver'), ['--secure-port=0'], env)
    expect(await launcher.exited()).toBe(1)
    expect(launcher.text()).toContain(`${shared} must be a directory that only this user can access: remove it`)
  })

  it('is sent absolute paths', () => {
    const args = [
      '--cert-dir=certs',
      '--tls-cert-file',
      'a.crt',
      '--audit-log-path=-',
      '--runtime-config=apps/v1=false',
      '--authorization-config=authz.yaml',
      '--tls-sni-cert-key=c,k:a.example',
    ]
    expect(absolutePaths([...args, '--secure-port', '1'], '/work')).toEqual([
      '--cert-dir=/work/certs',
      '--tls-cert-file',
      '/work/a.crt',
      '--audit-log-path=-',
      '--runtime-config=apps/v1=false',
      '--authorization-config=/work/authz.yaml',
      '--tls-sni-cert-key=/work/c,/work/k:a.example',
      '--secure-port',
      '1',
    ])
  })
})
