import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@pinnace/client'
import { eventually } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseFlags, type CommandOptions } from '../src/flags.ts'
import { mergeKubeconfig } from '../src/merge-kubeconfig.ts'
import { run } from '../src/run.ts'

let folder: string
const stops: (() => Promise<void>)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-load-'))
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await rm(folder, { recursive: true })
})

async function start(...args: string[]): Promise<{ kubeconfig: string; text: string }> {
  const kubeconfig = join(folder, 'own.kubeconfig')
  const options = parseFlags(['--secure-port=0', `--write-kubeconfig=${kubeconfig}`, '--simulated-nodes=0', ...args])
  let text = ''
  const listening = await run(options as CommandOptions, { out: (line) => void (text += line), err: () => {} })
  stops.push(() => listening.close())
  return { kubeconfig, text }
}

const widgets = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.dev}
spec:
  group: example.dev
  scope: Namespaced
  names: {kind: Widget, plural: widgets}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}
`

describe('--load', () => {
  it('applies manifests in any order, of files, directories and lists', async () => {
    const manifests = join(folder, 'manifests', 'below')
    await mkdir(manifests, { recursive: true })
    await writeFile(
      join(manifests, '1.yaml'),
      `{apiVersion: example.dev/v1, kind: Widget, metadata: {name: w, namespace: shop}, spec: {size: 1}}\n---\n`,
    )
    await writeFile(join(manifests, '2.yml'), widgets)
    await writeFile(
      join(manifests, '3.json'),
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'List',
        items: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }],
      }),
    )
    await writeFile(join(manifests, 'notes.txt'), 'not a manifest')
    const { kubeconfig } = await start(`--load=${join(folder, 'manifests')}`)
    const client = await createClient({ kubeconfigFiles: [kubeconfig], vocabulary: 'kubernetes' })
    const identity = (await client.discover()).find(({ kind }) => kind === 'Widget')
    const stored = await client.resource(identity!).namespace('shop').get('w')
    expect(stored.metadata.managedFields?.[0]).toMatchObject({ manager: 'pinnace-load', operation: 'Apply' })
    await client.close()
  })

  it.each([
    ['kind: ConfigMap', 'document 1: apiVersion is required'],
    ['{apiVersion: v1, kind: ConfigMap}', 'document 1: metadata.name is required'],
    [
      '{apiVersion: v1, kind: Nothing, metadata: {name: a}}',
      'document 1: Nothing a: no matches for kind "Nothing" in version "v1"',
    ],
    [
      '{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, dat: {}}',
      'document 1: ConfigMap a: failed to create typed patch object',
    ],
    ['a: b: c', 'bad indentation'],
  ])('refuses %j before it serves', async (text, message) => {
    const file = join(folder, 'bad.yaml')
    await writeFile(file, text)
    const error = await start(`--load=${file}`).then(
      () => undefined,
      (reason: Error) => reason.message,
    )
    expect(error).toContain('--load: ')
    expect(error).toContain(message)
  })

  it('names a path that is not there', async () => {
    await expect(start(`--load=${join(folder, 'none')}`)).rejects.toThrow(/^--load: .*none/)
  })

  it('applies changed files again with --watch', async () => {
    const file = join(folder, 'a.yaml')
    const manifest = (value: string): string =>
      `{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: ${value}}}`
    await writeFile(file, manifest('one'))
    const { kubeconfig } = await start(`--load=${file}`, '--watch')
    const client = await createClient({ kubeconfigFiles: [kubeconfig], vocabulary: 'kubernetes' })
    const configMaps = client.resource({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    await writeFile(file, manifest('two'))
    await eventually(
      () => configMaps.get('a'),
      (stored) => JSON.stringify(stored).includes('two'),
    )
    await client.close()
    expect(() => parseFlags(['--watch'])).toThrow('--watch requires --load')
  })
})

describe('--kubeconfig-merge', () => {
  it('adds its context, keeps others, and makes it the current one', async () => {
    const file = join(folder, 'home', 'config')
    await mkdir(join(folder, 'home'))
    const other = { clusters: [{ name: 'work', cluster: { server: 'https://work.example' } }], contexts: [], users: [] }
    await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'Config', 'current-context': 'work', ...other }))
    await start(`--kubeconfig-merge=${file}`)
    const { load } = await import('js-yaml')
    const merged = load(await readFile(file, 'utf8')) as Record<string, readonly { name: string }[]>
    expect(merged['clusters']?.map(({ name }) => name)).toEqual(['work', 'kubernetes'])
    expect(merged['current-context']).toBe('kubernetes')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('replaces entries of the same name, creates the file, and refuses what is no kubeconfig', async () => {
    const own = (server: string): string =>
      `{kind: Config, current-context: p, clusters: [{name: p, cluster: {server: ${server}}}], users: [], contexts: []}`
    const file = join(folder, 'new', 'config')
    await mergeKubeconfig(file, own('https://one'))
    await mergeKubeconfig(file, own('https://two'))
    const text = await readFile(file, 'utf8')
    expect(text).toContain('https://two')
    expect(text).not.toContain('https://one')
    await writeFile(file, 'kind: Pod')
    await expect(mergeKubeconfig(file, own('https://one'))).rejects.toThrow('kind must be Config')
    await writeFile(file, 'clusters: [{cluster: {}}]')
    await expect(mergeKubeconfig(file, own('https://one'))).rejects.toThrow('clusters[0].name is required')
  })
})

describe('a server that cannot start', () => {
  it('names the flag of a port in use, of a missing address, and of a file that cannot be written', async () => {
    const taken = createTcpServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as AddressInfo
    await expect(start(`--secure-port=${port}`)).rejects.toThrow(
      `--secure-port: port ${port} of 127.0.0.1 is in use; use another --secure-port, or --secure-port=0 for any free port`,
    )
    await new Promise((resolve) => taken.close(resolve))
    await expect(start('--bind-address=192.0.2.7')).rejects.toThrow(
      '--bind-address: this machine has no address 192.0.2.7',
    )
    await expect(start('--write-kubeconfig=/none/x')).rejects.toThrow(/^--write-kubeconfig: .*\/none\/x/)
  })
})

describe('hints', () => {
  it('are quoted for the shell, and end by themselves', async () => {
    await mkdir(join(folder, 'my files'))
    const { text } = await start(`--write-kubeconfig=${join(folder, 'my files', 'k')}`)
    expect(text).toContain(`kubectl --kubeconfig '${join(folder, 'my files', 'k')}' get namespaces`)
    expect(text).not.toContain('--watch')
    expect(text).not.toContain('create deployment')
  })
})
