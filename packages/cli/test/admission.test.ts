import { Buffer } from 'node:buffer'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpsServer, request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kubernetesVocabulary } from '@pinnace/meta'
import { createServingCertificates } from '@pinnace/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseFlags, type CommandOptions } from '../src/flags.ts'
import { main } from '../src/index.ts'
import { run } from '../src/run.ts'

let folder: string
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-cli-'))
})

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await rm(folder, { recursive: true })
})

const file = async (name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

// Tests read any shape of any answer.
// oxlint-disable-next-line no-explicit-any
type Json = any

/** Starts the command with these flags; what is returned posts as an administrator. */
async function start(
  ...args: string[]
): Promise<(path: string, body: object) => Promise<{ status: number; json: Json }>> {
  const tokens = await file('tokens', 'sesame,ali,u1,"system:masters"\n')
  const base = ['--secure-port=0', '--vocabulary=kubernetes', `--write-kubeconfig=${join(folder, 'config')}`]
  const silent = { out: (): void => {}, err: (): void => {} }
  const options = parseFlags([...base, `--token-auth-file=${tokens}`, ...args]) as CommandOptions
  const { url, ca, close } = await run(options, silent)
  closing.push(close)
  return (path, body) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: 'Bearer sesame', 'content-type': 'application/json' }
      const request = httpsRequest(url + path, { ca, agent: false, method: 'POST', headers }, (response) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode!, json: JSON.parse(text) }))
      })
      request.on('error', reject)
      request.end(JSON.stringify(body))
    })
}

const pod = { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } }
const seconds = ({ json }: { json: Json }): readonly [string, number][] =>
  json.spec.tolerations.map((one: Json) => [one.key, one.tolerationSeconds])

describe('the command', () => {
  it('does not run disabled plugins', async () => {
    const body = { metadata: { name: 'a' } }
    const missing = '/api/v1/namespaces/none/configmaps'
    const post = await start()
    expect((await post(missing, body)).status).toBe(404)
    const lax = await start('--disable-admission-plugins=NamespaceLifecycle,ServiceAccount')
    expect((await lax(missing, body)).status).toBe(201)
  })

  it('takes toleration seconds from flags', async () => {
    const post = await start(
      '--disable-admission-plugins=ServiceAccount',
      '--default-not-ready-toleration-seconds=10',
      '--default-unreachable-toleration-seconds=20',
    )
    expect(seconds(await post('/api/v1/namespaces/default/pods', pod))).toEqual([
      ['node.kubernetes.io/not-ready', 10],
      ['node.kubernetes.io/unreachable', 20],
    ])
  })

  it('takes plugin configuration from a file; a flag takes precedence', async () => {
    const config = await file(
      'admission.yaml',
      [
        'apiVersion: apiserver.config.k8s.io/v1',
        'kind: AdmissionConfiguration',
        'plugins:',
        '  - name: DefaultTolerationSeconds',
        '    configuration:',
        '      defaultNotReadyTolerationSeconds: 1',
        '      defaultUnreachableTolerationSeconds: 2',
      ].join('\n'),
    )
    const post = await start(
      '--disable-admission-plugins=ServiceAccount',
      `--admission-control-config-file=${config}`,
      '--default-unreachable-toleration-seconds=3',
    )
    expect(seconds(await post('/api/v1/namespaces/default/pods', pod)).map(([, value]) => value)).toEqual([1, 3])
  })

  it('authenticates to webhooks with the kubeconfig of its admission configuration', async () => {
    const certificates = createServingCertificates({ vocabulary: kubernetesVocabulary })
    const seen: (string | undefined)[] = []
    const webhooks = createHttpsServer(certificates, (request, response) => {
      seen.push(request.headers.authorization)
      let text = ''
      request.on('data', (chunk) => (text += chunk))
      request.on('end', () => {
        const { apiVersion, kind, request: asked } = JSON.parse(text)
        response.end(JSON.stringify({ apiVersion, kind, response: { uid: asked.uid, allowed: true } }))
      })
    })
    await new Promise<void>((resolve) => void webhooks.listen(0, '127.0.0.1', resolve))
    closing.push(
      async () => webhooks.closeAllConnections(),
      () => new Promise((end) => void webhooks.close(end)),
    )
    const { port } = webhooks.address() as AddressInfo
    await file('users.yaml', `{"users":[{"name":"127.0.0.1:${port}","user":{"token":"open"}}]}`)
    await file(
      'validating.yaml',
      'apiVersion: apiserver.config.k8s.io/v1\nkind: WebhookAdmissionConfiguration\nkubeConfigFile: users.yaml\n',
    )
    const config = await file(
      'admission.yaml',
      'apiVersion: apiserver.k8s.io/v1alpha1\nkind: AdmissionConfiguration\nplugins:\n- name: ValidatingAdmissionWebhook\n  path: validating.yaml\n',
    )
    const post = await start(`--admission-control-config-file=${config}`)
    const rules = [{ operations: ['*'], apiGroups: [''], apiVersions: ['*'], resources: ['configmaps'] }]
    const caBundle = Buffer.from(certificates.ca).toString('base64')
    const clientConfig = { url: `https://127.0.0.1:${port}/`, caBundle }
    const group = 'admissionregistration.k8s.io/v1'
    await post(`/apis/${group}/validatingwebhookconfigurations`, {
      metadata: { name: 'one' },
      webhooks: [{ name: 'a.example.com', admissionReviewVersions: ['v1'], sideEffects: 'None', rules, clientConfig }],
    })
    expect((await post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } })).status).toBe(201)
    // Controllers write config maps too.
    expect([...new Set(seen)]).toEqual(['Bearer open'])
  })

  it.each<[string, string, string]>([
    ['[]', 'an AdmissionConfiguration must be an object', ''],
    [
      '{kind: AdmissionConfiguration, apiVersion: v1}',
      'expected an AdmissionConfiguration of apiserver.config.k8s.io/v1 or apiserver.k8s.io/v1alpha1, got AdmissionConfiguration of v1',
      '',
    ],
    ['plugin: []', 'unknown field "plugin"', 'head'],
    ['plugins: [{name: Priority, config: {}}]', 'unknown field "plugins[0].config"', 'head'],
    ['plugins: [{path: a}]', 'plugins[0].name must be the name of a plugin', 'head'],
    ['plugins: [{name: Priority, path: none.yaml}]', 'plugins[0].path: ENOENT', 'head'],
    [
      'plugins: [{name: Priority, path: a, configuration: {}}]',
      'plugins[0]: path and configuration exclude each other',
      'head',
    ],
    [
      'plugins: [{name: Priority}, {name: Priority}]',
      'plugins[1].name: admission plugin "Priority" is configured twice',
      'head',
    ],
  ])('exits 1 for the admission configuration %s', async (text, message, head) => {
    const start = head === '' ? '' : 'apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n'
    const lines: string[] = []
    const output = { out: (line: string) => void lines.push(line), err: (line: string) => void lines.push(line) }
    const config = await file('admission.yaml', start + text)
    const args = ['--secure-port=0', '--vocabulary=kubernetes', `--admission-control-config-file=${config}`]
    expect(await main(args, output)).toBe(1)
    expect(lines.join('')).toContain(`pinnace: --admission-control-config-file: ${config}: ${message}`)
  })

  it.each<[string, string]>([
    ['--enable-admission-plugins=Nope', '--enable-admission-plugins plugin "Nope" is unknown'],
    ['--disable-admission-plugins=Nope', '--disable-admission-plugins plugin "Nope" is unknown'],
    [
      '--default-not-ready-toleration-seconds=-1',
      '--default-not-ready-toleration-seconds must be a non-negative integer',
    ],
  ])('rejects %s', (flag, message) => {
    expect(() => parseFlags([flag])).toThrow(message)
  })

  it('rejects a plugin that is both enabled and disabled', () => {
    expect(() => parseFlags(['--enable-admission-plugins=Priority', '--disable-admission-plugins=Priority'])).toThrow(
      'Priority in --enable-admission-plugins and --disable-admission-plugins overlapped',
    )
  })
})
