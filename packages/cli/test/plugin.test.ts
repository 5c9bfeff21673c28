import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyManifests, createClient, parseManifests } from '@pinnace/client'
import { createServer } from '@pinnace/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { main } from '../src/main.ts'
import { captureOutput } from './fixtures/capture-output.ts'

const project = join(import.meta.dirname, 'fixtures', 'plugin-project')
const file = join(project, 'src', 'plugins.ts')

let folder: string
const closes: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-plugin-'))
})
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
  await rm(folder, { recursive: true })
})

/** A server with a port, and a client that uses it. */
async function serve(options: Parameters<typeof createServer>[0] = {}) {
  const server = await createServer({ vocabulary: 'kubernetes', ...options })
  closes.push(() => server.close())
  const { kubeconfig } = await server.listen()
  const path = join(folder, 'cluster.kubeconfig')
  await writeFile(path, kubeconfig)
  const client = await createClient({ kubeconfig, vocabulary: 'kubernetes' })
  closes.push(() => client.close())
  const configMaps = client.resource({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
  return { server, client, path, configMaps }
}

describe('pinnace plugin dev', () => {
  it('has a cluster call the plugins of a file until SIGTERM, and reports each call', async () => {
    const { client, path, configMaps } = await serve()
    const output = captureOutput()
    const code = main(['plugin', 'dev', file, '--kubeconfig', path], output)
    await output.until('ValidatingWebhookConfiguration data-required-dev')
    expect(output.text()).toMatch(/^serving https:\/\/127\.0\.0\.1:\d+\nhttps:\/\/127\.0\.0\.1:\d+ calls it by:\n/)

    const created = await configMaps.create({ metadata: { name: 'a' }, data: { k: 'v' } })
    expect(created.metadata.labels).toEqual({ team: 'none' })
    expect(output.text()).toContain('/team-label/mutate CREATE "configmaps/default/a" by "admin": allowed, 1 changes\n')

    const namespaces = client.resource({ apiVersion: 'v1', kind: 'Namespace' })
    await namespaces.patch('default', { metadata: { labels: { strict: 'yes' } } })
    await expect(configMaps.create({ metadata: { name: 'b' } })).rejects.toThrow(
      'admission webhook "data-required.admission.local" denied the request: data is required',
    )
    expect(output.text()).toContain('denied, "data is required"')

    process.emit('SIGTERM')
    expect(await code).toBe(0)
    const left = await client
      .resource({ apiVersion: 'admissionregistration.k8s.io/v1', kind: 'MutatingWebhookConfiguration' })
      .list()
    expect(left.items).toEqual([])
    await configMaps.create({ metadata: { name: 'b' } })
  })

  it('leaves nothing in a cluster that refuses a configuration', async () => {
    const { client, path } = await serve({
      admission: [
        {
          name: 'NoValidating',
          handles: () => true,
          validate({ resource }) {
            if (resource.resource === 'validatingwebhookconfigurations') throw new Error('no')
          },
        },
      ],
    })
    const output = captureOutput()
    expect(await main(['plugin', 'dev', file, `--kubeconfig=${path}`], output)).toBe(1)
    const kind = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'MutatingWebhookConfiguration' } as const
    expect((await client.resource(kind).list()).items).toEqual([])
  })
})

describe('pinnace plugin build', () => {
  it('writes manifests that a cluster accepts, and a certificate under which it calls the plugins', async () => {
    let port = 0
    const { client, configMaps } = await serve({
      admissionControl: { resolveService: () => ({ host: '127.0.0.1', port }) },
    })
    const out = join(folder, 'deploy')
    const args = ['--output', out, '--name=rules', '--namespace=guard', '--image=registry.test/rules:1']
    const built = captureOutput()
    expect([await main(['plugin', 'build', file, ...args], built), built.text()]).toEqual([0, expect.any(String)])
    expect(built.text()).toContain('kubectl rollout status --namespace guard deployment rules')
    expect((await stat(join(out, 'manifests.yaml'))).mode & 0o777).toBe(0o600)

    const text = await readFile(join(out, 'manifests.yaml'), 'utf8')
    const manifests = await parseManifests(text, 'manifests.yaml')
    expect(manifests.map(({ object }) => object.kind).join(' ')).toBe(
      'Namespace ServiceAccount ClusterRole ClusterRoleBinding Secret Service Deployment',
    )
    const applied = await applyManifests(client, manifests, { fieldManager: 'test' })
    expect(applied.failures).toEqual([])

    const secret = await client.resource({ apiVersion: 'v1', kind: 'Secret' }).namespace('guard').get('rules')
    const tls = await Promise.all(
      ['tls.crt', 'tls.key'].map(async (key) => {
        await writeFile(join(folder, key), Buffer.from(secret.data?.[key] ?? '', 'base64'))
        return join(folder, key)
      }),
    )
    const served = captureOutput()
    const files = [`--tls-cert-file=${tls[0]}`, `--tls-private-key-file=${tls[1]}`]
    const code = main(['plugin', 'serve', file, ...files, '--port=0'], served)
    closes.push(async () => process.emit('SIGTERM') && (await code))
    port = Number(new URL((await served.until('\n')).slice('serving '.length).trim()).port)

    const webhooks = await parseManifests(await readFile(join(out, 'webhooks.yaml'), 'utf8'), 'webhooks.yaml')
    expect((await applyManifests(client, webhooks, { fieldManager: 'test' })).failures).toEqual([])
    const created = await configMaps.create({ metadata: { name: 'a' }, data: { k: 'v' } })
    expect(created.metadata.labels).toEqual({ team: 'none' })
    const own = client.resource({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('guard')
    expect((await own.create({ metadata: { name: 'a' } })).metadata.labels).toBeUndefined()
  })

  it('writes a Containerfile that copies the folder of the file, and no private key', async () => {
    const output = captureOutput()
    await main(['plugin', 'build', file, `--output=${join(folder, 'deploy')}`], output)
    const text = await readFile(join(folder, 'deploy', 'Containerfile'), 'utf8')
    expect(text).toContain('RUN npm install --omit=dev')
    expect(text).toContain('COPY ["src","./src/"]')
    expect(text).toContain('USER node')
    expect(text).toContain('"node_modules/pinnace/bin/pinnace.js","plugin","serve","src/plugins.ts"')
    const inside = captureOutput()
    expect(await main(['plugin', 'build', file, `--output=${join(project, 'src', 'out')}`], inside)).toBe(1)
    expect(inside.text()).toContain('would be in the image, with the private key')
  })

  it('needs a project that depends on the command', async () => {
    await writeFile(join(folder, 'package.json'), '{"dependencies":{}}')
    const output = captureOutput()
    expect(await main(['plugin', 'build', join(folder, 'plugins.js')], output)).toBe(1)
    expect(output.text()).toContain('its dependencies need "pinnace"')
  })
})

describe('pinnace plugin', () => {
  it.each<[readonly string[], string]>([
    [['buid', 'a.ts'], 'unknown command: plugin buid; did you mean build?'],
    [['dev'], 'plugin dev takes one file, not 0'],
    [['dev', 'a', 'b'], 'plugin dev takes one file, not 2'],
    [['dev', 'a', '--contxt=b'], 'unknown flag: --contxt; did you mean --context?'],
    [['dev', 'a', '--port'], '--port needs a value'],
    [['dev', 'a', '--vocabulary=x'], '--vocabulary must be one of kubernetes, platform, not "x"'],
    [['build', 'a', '--name=A'], '--name must be a DNS label such as admission-plugins, not "A"'],
    [['serve', 'a'], 'plugin serve requires --tls-cert-file'],
  ])('rejects %j', async (args, message) => {
    const output = captureOutput()
    expect(await main(['plugin', ...args], output)).toBe(2)
    expect(output.text()).toBe(`pinnace: ${message}\nsee "command-arguments" in docs/errors.md\n`)
  })

  it('explains itself, and names a file without plugins', async () => {
    const output = captureOutput()
    expect(await main(['plugin', 'dev', '--help'], output)).toBe(0)
    expect(output.text()).toContain('Usage: pinnace plugin build FILE [flags]')
    const { path } = await serve()
    const none = join(import.meta.dirname, 'fixtures', 'capture-output.ts')
    const failed = captureOutput()
    expect(await main(['plugin', 'dev', none, `--kubeconfig=${path}`], failed)).toBe(1)
    expect(failed.text()).toContain('exports no admission plugin')
  })
})
