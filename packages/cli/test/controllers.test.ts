import { createAuthority, createCertificateRequest, createPrivateKeyPem } from '@pinnace/csr-signer'
import { systemClock as clock, systemRandom as random } from '@pinnace/meta'
import { eventually } from '@pinnace/testing'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as httpsRequest } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseFlags, type CommandOptions } from '../src/flags.ts'
import { run } from '../src/run.ts'
import { readControllerFiles } from '../src/start-command-controllers.ts'

const election = ['--leader-elect', '--leader-elect-lease-duration=6s', '--leader-elect-renew-deadline=4s']

describe('the authorities of single signers', () => {
  it('are read from the files of their flags; signers without one do not sign', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signers-'))
    try {
      const { certificatePem, privateKeyPem } = await createAuthority({ commonName: 'signer', random, clock })
      const [cert, key] = [join(folder, 'ca.crt'), join(folder, 'ca.key')]
      await writeFile(cert, certificatePem)
      await writeFile(key, privateKeyPem)
      const options = parseFlags([
        `--cluster-signing-kube-apiserver-client-cert-file=${cert}`,
        `--cluster-signing-kube-apiserver-client-key-file=${key}`,
      ]) as CommandOptions
      const { signingAuthority } = await readControllerFiles(options)
      expect(Object.keys(signingAuthority ?? {})).toEqual(['apiserverClient'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('controller flags', () => {
  it.each<[readonly string[], object]>([
    [
      ['--controllers=*,-namespace-controller', '--controllers', 'tokencleaner'],
      { controllers: ['*', '-namespace-controller', 'tokencleaner'] },
    ],
    [['--controllers=-*'], { controllers: ['-*'] }],
    [
      ['--cluster-signing-cert-file=c', '--cluster-signing-key-file=k'],
      { clusterSigningCertFile: 'c', clusterSigningKeyFile: 'k' },
    ],
    [
      ['--cluster-signing-kubelet-client-cert-file=c', '--cluster-signing-kubelet-client-key-file=k'],
      { clusterSigning: { 'kubelet-client': { cert: 'c', key: 'k' } } },
    ],
    [['--cluster-signing-duration=24h'], { clusterSigningDurationMs: 86_400_000 }],
    [['--root-ca-file=ca'], { rootCaFile: 'ca' }],
    [['--terminated-pod-gc-threshold=0'], { terminatedPodThreshold: 0 }],
    [['--controllers=*,-job', '--simulated-nodes=2'], { controllers: ['*', '-job'], simulatedNodes: 2 }],
    [
      [
        ...election,
        '--leader-elect-retry-period=1s',
        '--leader-elect-resource-name=n',
        '--leader-elect-resource-namespace=default',
      ],
      {
        leaderElect: true,
        leaderElectLeaseDurationMs: 6000,
        leaderElectRenewDeadlineMs: 4000,
        leaderElectRetryPeriodMs: 1000,
        leaderElectName: 'n',
        leaderElectNamespace: 'default',
      },
    ],
  ])('parses %j', (args, expected) => {
    expect(parseFlags(args)).toMatchObject(expected)
  })

  it.each([
    [['--controllers=*,nonsense'], '--controllers: "nonsense" is not in the list of known controllers'],
    [
      ['--cluster-signing-cert-file=c'],
      '--cluster-signing-cert-file and --cluster-signing-key-file must be set together',
    ],
    [
      ['--cluster-signing-legacy-unknown-cert-file=c'],
      '--cluster-signing-legacy-unknown-cert-file and --cluster-signing-legacy-unknown-key-file must be set together',
    ],
    [
      [
        '--cluster-signing-cert-file=c',
        '--cluster-signing-key-file=k',
        '--cluster-signing-kubelet-serving-cert-file=c',
        '--cluster-signing-kubelet-serving-key-file=k',
      ],
      '--cluster-signing-kubelet-serving-cert-file and --cluster-signing-kubelet-serving-key-file cannot be combined with --cluster-signing-cert-file',
    ],
    [
      ['--cluster-signing-key-file=k'],
      '--cluster-signing-cert-file and --cluster-signing-key-file must be set together',
    ],
    [['--cluster-signing-duration=9m'], '--cluster-signing-duration must be at least 10m, not "9m"'],
    [['--terminated-pod-gc-threshold=-1'], '--terminated-pod-gc-threshold must be a non-negative integer, not "-1"'],
    [['--controllers=*,-job', '--simulated-nodes=0'], '--controllers: "job" is not in the list of known controllers'],
    [
      ['--simulated-nodes=0', '--simulated-stages=s.yaml'],
      '--simulated-stages cannot be combined with --simulated-nodes=0',
    ],
    [['--simulated-nodes=5001'], '--simulated-nodes must be at most 5000'],
    [['--leader-elect-retry-period=1s'], '--leader-elect-retry-period requires --leader-elect'],
    [
      ['--leader-elect=false', '--leader-elect-resource-name=n'],
      '--leader-elect-resource-name requires --leader-elect',
    ],
    [
      ['--leader-elect', '--leader-elect-renew-deadline=15s'],
      '--leader-elect-lease-duration must be greater than --leader-elect-renew-deadline',
    ],
    [['--leader-elect', '--leader-elect-retry-period=0'], '--leader-elect-retry-period must be greater than zero'],
    [
      ['--leader-elect', '--leader-elect-retry-period=9s'],
      '--leader-elect-renew-deadline must be greater than 1.2 times --leader-elect-retry-period',
    ],
  ])('rejects %j', (args, message) => {
    expect(() => parseFlags(args)).toThrow(message)
  })
})

describe('the command', () => {
  let folder: string
  let stop = (): Promise<void> => Promise.resolve()

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pinnace-cli-'))
  })

  afterEach(async () => {
    await stop()
    stop = () => Promise.resolve()
    await rm(folder, { recursive: true })
  })

  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }

  interface Asking {
    readonly method?: string
    readonly body?: object
    readonly as?: { readonly cert: string; readonly key: string }
  }

  // oxlint-disable-next-line no-explicit-any -- tests read any shape of any answer
  type Ask = (path: string, asking?: Asking) => Promise<{ readonly status: number; readonly json: any }>

  /** Starts the command with these flags; what is returned asks it, as the administrator. */
  async function start(...args: string[]): Promise<Ask> {
    const config = join(folder, 'config')
    const base = ['--secure-port=0', '--vocabulary=kubernetes', `--write-kubeconfig=${config}`]
    const silent = { out: (): void => {}, err: (): void => {} }
    const { url, ca, close } = await run(parseFlags([...base, ...args]) as CommandOptions, silent)
    stop = () => close()
    const text = await readFile(config, 'utf8')
    const field = (name: string): string =>
      Buffer.from(new RegExp(`${name}: "?([A-Za-z0-9+/=]+)`).exec(text)![1]!, 'base64').toString()
    const admin = { cert: field('client-certificate-data'), key: field('client-key-data') }
    return (path, { method = 'GET', body, as = admin } = {}) =>
      new Promise((resolve, reject) => {
        const headers = { 'content-type': 'application/json' }
        const request = httpsRequest(url + path, { ca, agent: false, method, headers, ...as }, (response) => {
          let answer = ''
          response.on('data', (chunk) => (answer += chunk))
          response.on('end', () => resolve({ status: response.statusCode!, json: JSON.parse(answer) }))
        })
        request.on('error', reject)
        request.end(body && JSON.stringify(body))
      })
  }

  it('runs workloads on simulated nodes with --simulated-nodes only', async () => {
    const ask = await start('--simulated-nodes=2')
    await eventually(async () => (await ask('/api/v1/namespaces/default/serviceaccounts/default')).status, 200)
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image: 'example.dev/web:1' }] },
    }
    const deployments = '/apis/apps/v1/namespaces/default/deployments'
    const selector = { matchLabels: { app: 'web' } }
    const body = { metadata: { name: 'web' }, spec: { replicas: 2, selector, template } }
    expect((await ask(deployments, { method: 'POST', body })).status).toBe(201)
    await eventually(async () => (await ask(`${deployments}/web`)).json.status?.availableReplicas, 2)
    expect((await ask('/api/v1/nodes')).json.items).toHaveLength(2)
  })

  it('advances pods by the stages of --simulated-stages, and refuses a file that it cannot read', async () => {
    const stage = `apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata: { name: run }
spec:
  resourceRef: { kind: Pod }
  selector: { matchExpressions: [{ key: .status.phase, operator: NotIn, values: [Running] }] }
  next: { statusTemplate: '{ phase: Running, message: {{ .metadata.name }} runs }' }
`
    const ask = await start('--simulated-nodes=1', `--simulated-stages=${await file('stages.yaml', stage)}`)
    await eventually(async () => (await ask('/api/v1/namespaces/default/serviceaccounts/default')).status, 200)
    const body = { metadata: { name: 'one' }, spec: { containers: [{ name: 'main', image: 'i:1' }] } }
    expect((await ask('/api/v1/namespaces/default/pods', { method: 'POST', body })).status).toBe(201)
    await eventually(
      async () => (await ask('/api/v1/namespaces/default/pods/one')).json.status,
      (status) => status.phase === 'Running' && status.message === 'one runs',
    )
    await stop()
    stop = () => Promise.resolve()
    const bad = await file('bad.yaml', stage.replace('.status.phase', '.status | keys'))
    await expect(start(`--simulated-stages=${bad}`)).rejects.toThrow(
      `--simulated-stages: ${bad}: stage "run", query ".status | keys": "keys" is not supported`,
    )
  })

  const namespaces = '/api/v1/namespaces'
  const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests'

  /** Asks for a certificate, approves the request, and waits for what the signer makes of it. */
  async function certificateOf(ask: Ask, commonName: string): Promise<{ readonly cert: string; readonly key: string }> {
    const key = await createPrivateKeyPem()
    const pem = await createCertificateRequest({ commonName, organizations: ['devs'], privateKeyPem: key })
    const { json: asked } = await ask(requests, {
      method: 'POST',
      body: {
        metadata: { name: commonName },
        spec: {
          request: Buffer.from(pem).toString('base64'),
          signerName: 'kubernetes.io/kube-apiserver-client',
          usages: ['client auth'],
        },
      },
    })
    const conditions = [{ type: 'Approved', status: 'True', reason: 'ByTheTest' }]
    await ask(`${requests}/${commonName}/approval`, { method: 'PUT', body: { ...asked, status: { conditions } } })
    const { json } = await eventually(
      () => ask(`${requests}/${commonName}`),
      (found) => found.json.status.certificate !== undefined,
    )
    return { cert: Buffer.from(json.status.certificate, 'base64').toString(), key }
  }

  const whoIs = async (ask: Ask, as: { readonly cert: string; readonly key: string }): Promise<unknown> => {
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
    const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
    const { status, json } = await ask(path, { method: 'POST', body: review, as })
    return status === 201 ? [json.status.userInfo.username, json.status.userInfo.groups] : status
  }

  it('runs the default controllers: service accounts, root certificates, namespace deletion, certificate signing', async () => {
    const ask = await start()
    await ask(namespaces, { method: 'POST', body: { metadata: { name: 'team' } } })
    const inTeam = async (resource: string): Promise<readonly unknown[]> =>
      (await ask(`${namespaces}/team/${resource}`)).json.items
    await eventually(
      () => inTeam('serviceaccounts'),
      (found) => found.length === 1,
    )
    await eventually(
      () => inTeam('configmaps'),
      (found) => found.length === 1,
    )
    expect(await whoIs(ask, await certificateOf(ask, 'jane'))).toEqual(['jane', ['devs', 'system:authenticated']])
    await ask(`${namespaces}/team`, { method: 'DELETE' })
    await eventually(async () => (await ask(`${namespaces}/team`)).status, 404)
  })

  it('runs each controller as its service account with --use-service-account-credentials', async () => {
    const ask = await start('--use-service-account-credentials')
    await ask(namespaces, { method: 'POST', body: { metadata: { name: 'team' } } })
    const configMap = `${namespaces}/team/configmaps/kube-root-ca.crt`
    const { json } = await eventually(
      () => ask(configMap),
      ({ status }) => status === 200,
    )
    expect(json.metadata.managedFields[0].manager).toBe('kube-controller-manager')
    await ask(`${namespaces}/team`, { method: 'DELETE' })
    await eventually(async () => (await ask(`${namespaces}/team`)).status, 404)
  })

  it('runs no controllers with --controllers=-*', async () => {
    const ask = await start('--controllers=-*')
    await ask(namespaces, { method: 'POST', body: { metadata: { name: 'team' } } })
    await ask(`${namespaces}/team`, { method: 'DELETE' })
    expect((await ask(`${namespaces}/team`)).json.status.phase).toBe('Terminating')
    expect((await ask('/api/v1/serviceaccounts')).json.items).toEqual([])
  })

  it('signs with the authority and the maximum lifetime of its flags', async () => {
    const authority = await createAuthority({ commonName: 'clients', clock, random })
    const cert = await file('cert', authority.certificatePem)
    const key = await file('key', authority.privateKeyPem)
    const ask = await start(
      `--cluster-signing-cert-file=${cert}`,
      `--cluster-signing-key-file=${key}`,
      '--cluster-signing-duration=1h',
      `--client-ca-file=${cert}`,
      `--root-ca-file=${cert}`,
    )
    const jane = await certificateOf(ask, 'jane')
    const certificate = new X509Certificate(jane.cert)
    expect(certificate.verify(new X509Certificate(authority.certificatePem).publicKey)).toBe(true)
    expect(Date.parse(certificate.validTo)).toBeLessThanOrEqual(clock.now() + 3_600_000)
    expect(await whoIs(ask, jane)).toEqual(['jane', ['devs', 'system:authenticated']])
    const path = `${namespaces}/default/configmaps/kube-root-ca.crt`
    await eventually(async () => (await ask(path)).status, 200)
    expect((await ask(path)).json.data).toEqual({ 'ca.crt': authority.certificatePem })
  })

  it('starts controllers when it is elected leader', async () => {
    const ask = await start(...election, '--leader-elect-retry-period=1s')
    await eventually(
      () => ask('/api/v1/serviceaccounts'),
      (found) => found.json.items.length === 4,
    )
    const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases'
    expect((await ask(`${leases}/controllers`)).json.spec.leaseDurationSeconds).toBe(6)
  })

  it('stops serving when it cannot write the kubeconfig', async () => {
    const probe = createServer()
    await new Promise<void>((resolve) => void probe.listen(0, '127.0.0.1', resolve))
    const { port } = probe.address() as AddressInfo
    await new Promise((resolve) => void probe.close(resolve))
    const nowhere = join(folder, 'no', 'such', 'folder')
    await expect(start(`--secure-port=${port}`, `--write-kubeconfig=${nowhere}`)).rejects.toThrow('ENOENT')
    await start(`--secure-port=${port}`)
  })

  it('does not start with unusable files', async () => {
    const authority = await createAuthority({ commonName: 'clients', clock, random })
    const cert = await file('cert', authority.certificatePem)
    const other = await file('key', await createPrivateKeyPem())
    const empty = await file('empty', 'nothing')
    const signing = (certFile: string, keyFile: string): string[] => [
      `--cluster-signing-cert-file=${certFile}`,
      `--cluster-signing-key-file=${keyFile}`,
    ]
    await expect(start(...signing(cert, other))).rejects.toThrow(
      /^--cluster-signing-key-file: .*: tls: private key does not match public key$/,
    )
    await expect(start(...signing(cert, join(folder, 'none')))).rejects.toThrow(/^--cluster-signing-key-file: ENOENT/)
    await expect(start(...signing(empty, other))).rejects.toThrow(
      /^--cluster-signing-cert-file: .*data does not contain any valid RSA or ECDSA certificates$/,
    )
    await expect(start(`--root-ca-file=${empty}`)).rejects.toThrow(
      'data does not contain any valid RSA or ECDSA certificates',
    )
  })
})
