import { platformVocabulary, type ApiObject, type Mutable } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes, PluginContext } from '../../../src/index.ts'
import { podSecurity } from '../../../src/plugins/pod-security/pod-security.ts'
import { judgeOf, type Judge, type Stored, type Verdict } from '../../support/judge.ts'
import { podRequest } from '../../support/pods.ts'
import { hardened } from './support.ts'

const label = 'pod-security.kubernetes.io'
const labels = (said: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(said).map(([name, value]) => [`${label}/${name}`, value]))
const annotations = labels
const namespaceOf = (said: Readonly<Record<string, string>>, name = 'default'): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels: { other: 'x', ...labels(said) } },
})

interface Scene {
  /** Labels of the namespace. */
  readonly asks?: Readonly<Record<string, string>>
  readonly defaults?: Readonly<Record<string, string>>
  readonly exemptions?: Readonly<Record<string, readonly string[]>>
  readonly pods?: readonly ApiObject[]
  readonly context?: Partial<PluginContext>
}

const open = ({ asks = {}, defaults, exemptions, pods = [], context = {} }: Scene = {}): Promise<Judge> =>
  judgeOf(podSecurity, {
    stored: [
      { group: '', resource: 'namespaces', object: namespaceOf(asks) },
      ...pods.map((object): Stored => ({ group: '', resource: 'pods', object })),
    ],
    ...(defaults === undefined && exemptions === undefined
      ? {}
      : {
          configuration: {
            apiVersion: 'pod-security.admission.config.k8s.io/v1',
            kind: 'PodSecurityConfiguration',
            defaults,
            exemptions,
          },
        }),
    ...context,
  })
const judge = async (scene: Scene, over: Partial<AdmissionAttributes> = {}, spec: object = {}): Promise<Verdict> =>
  (await open(scene)).judge(podRequest({ spec: { hostPID: true, ...spec } }, over))

describe('a pod', () => {
  it('is allowed at the level privileged', async () => {
    expect(await judge({})).toMatchObject({
      refusal: undefined,
      warnings: [],
      annotations: annotations({ 'enforce-policy': 'privileged:latest' }),
    })
  })

  it('is refused for a violation of the enforced level', async () => {
    const { refusal, warnings, annotations: noted } = await judge({ asks: { enforce: 'baseline', warn: 'baseline' } })
    expect(refusal).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message: 'pods "a" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostPID=true)',
      details: { name: 'a', kind: 'pods' },
    })
    expect(warnings).toEqual([])
    expect(noted).toEqual(annotations({ 'enforce-policy': 'baseline:latest' }))
  })

  it('is audited and warned of for violations of the other levels', async () => {
    const asks = { enforce: 'privileged', audit: 'baseline', 'audit-version': 'v1.20', warn: 'restricted' }
    const { refusal, warnings, annotations: noted } = await judge({ asks: { ...asks, 'warn-version': 'v1.7' } })
    expect(refusal).toBeUndefined()
    expect(warnings).toEqual([
      'would violate PodSecurity "restricted:v1.7": host namespaces (hostPID=true), runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true)',
    ])
    expect(noted).toEqual(
      annotations({
        'enforce-policy': 'privileged:latest',
        'audit-violations': 'would violate PodSecurity "baseline:v1.20": host namespaces (hostPID=true)',
      }),
    )
  })

  it('is audited if it is refused', async () => {
    const { annotations: noted, refusal } = await judge({ asks: { enforce: 'baseline', audit: 'baseline' } })
    expect(refusal).toBeDefined()
    expect(noted).toEqual(
      annotations({
        'enforce-policy': 'baseline:latest',
        'audit-violations': 'would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)',
      }),
    )
  })

  it('names the generateName of an object in refusals', async () => {
    const object = { ...podRequest({ spec: { hostPID: true } }).object, metadata: { generateName: 'a-', name: 'a-x' } }
    const { refusal } = await judge(
      { asks: { enforce: 'baseline' } },
      { name: '', object: object as Mutable<ApiObject> },
    )
    expect(refusal.message).toContain('pods "a-x" is forbidden: violates')
  })

  it('uses the configured defaults for a namespace without labels', async () => {
    const defaults = { enforce: 'baseline', 'enforce-version': 'v1.25' }
    expect((await judge({ defaults })).refusal.message).toContain('violates PodSecurity "baseline:v1.25"')
    expect((await judge({ defaults, asks: { enforce: 'privileged' } })).refusal).toBeUndefined()
    expect((await judge({ defaults, asks: { 'enforce-version': 'latest' } })).refusal.message).toContain(
      '"baseline:latest"',
    )
  })

  it.each([
    ['namespace', { namespaces: ['default'] }, {}],
    ['user', { usernames: ['u'] }, {}],
    ['runtimeClass', { runtimeClasses: ['r'] }, { runtimeClassName: 'r' }],
  ])('is not called because of its %s', async (why, exemptions, spec) => {
    const {
      refusal,
      warnings,
      annotations: noted,
    } = await judge({ asks: { enforce: 'restricted', warn: 'restricted', audit: 'restricted' }, exemptions }, {}, spec)
    expect([refusal, warnings, noted]).toEqual([undefined, [], annotations({ exempt: why })])
  })

  it('enforces restricted for invalid existing labels', async () => {
    const asks = { enforce: 'x', audit: 'y', 'warn-version': 'v2.0', warn: 'baseline' }
    const { refusal, annotations: noted } = await judge({ asks })
    expect(refusal.message).toContain('violates PodSecurity "restricted:latest": host namespaces (hostPID=true), ')
    expect(noted[`${label}/error`]).toBe(
      `Failed to parse policy: [metadata.labels[${label}/enforce]: Invalid value: "x": must be one of privileged, baseline, restricted, metadata.labels[${label}/audit]: Invalid value: "y": must be one of privileged, baseline, restricted, metadata.labels[${label}/warn-version]: Invalid value: "v2.0": must be "latest" or "v1.x"]`,
    )
    expect(noted[`${label}/audit-violations`]).toBeUndefined()
  })

  it('is refused if its namespace does not exist', async () => {
    const { refusal, annotations: noted } = await judge({}, { namespace: 'none' })
    expect(refusal).toMatchObject({
      code: 500,
      reason: 'InternalError',
      message: 'Internal error occurred: failed to lookup namespace "none"',
    })
    expect(noted).toEqual(
      annotations({
        error: 'Internal error occurred: failed to lookup namespace "none": namespaces "none" not found',
      }),
    )
  })

  it.each(['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status'])(
    'is not looked at through its %s',
    async (subresource) => {
      const { refusal, annotations: noted } = await judge({ asks: { enforce: 'baseline' } }, { subresource })
      expect([refusal, noted]).toEqual([undefined, {}])
    },
  )

  it.each(['DELETE', 'CONNECT'] as const)('is not checked for %s', async (operation) => {
    expect((await judge({ asks: { enforce: 'baseline' } }, { operation })).refusal).toBeUndefined()
  })
})

describe('an update of a pod', () => {
  const seccomp = 'container.seccomp.security.alpha.kubernetes.io/c'
  const pod = (spec: object = {}, metadata: object = {}): Mutable<ApiObject> =>
    podRequest({ spec: { hostPID: true, ...spec }, metadata }).object!
  const update = async (next: Mutable<ApiObject>, subresource = ''): Promise<string | undefined> => {
    const court = await open({ asks: { enforce: 'baseline' } })
    const over = { operation: 'UPDATE', subresource, object: next, oldObject: pod() } as const
    return (await court.judge(podRequest({}, over))).refusal?.message
  }
  const refused = 'pods "a" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostPID=true)'

  it.each([
    ['nothing', pod()],
    ['a label', pod({}, { labels: { a: 'b' } })],
    ['another annotation', pod({}, { annotations: { a: 'b' } })],
    ['a toleration', pod({ tolerations: [{ operator: 'Exists' }] })],
  ])('is not evaluated if it changes %s', async (_what, next) => {
    expect(await update(next)).toBeUndefined()
  })

  it.each([
    ['an image', pod({ containers: [{ name: 'c', image: 'j' }] })],
    ['containers', pod({ containers: [] })],
    ['init containers', pod({ initContainers: [{ name: 'i', image: 'i' }] })],
    ['a seccomp annotation', pod({}, { annotations: { [seccomp]: 'x' } })],
  ])('is evaluated if it changes %s', async (_what, next) => {
    expect(await update(next)).toBe(refused)
  })

  it('is evaluated if it adds an ephemeral container', async () => {
    expect(await update(pod({ ephemeralContainers: [{ name: 'e', image: 'i' }] }), 'ephemeralcontainers')).toBe(refused)
  })

  it('is not evaluated if the ephemeral containers are the same', async () => {
    const court = await open({ asks: { enforce: 'baseline' } })
    const same = pod({ ephemeralContainers: [{ name: 'e', image: 'i' }] })
    const over = { operation: 'UPDATE', object: same, oldObject: same } as const
    expect((await court.judge(podRequest({}, over))).refusal).toBeUndefined()
  })
})

describe('the template of', () => {
  const template = { spec: { hostPID: true, containers: [{ name: 'c', image: 'i' }] } }
  const inSpec = { spec: { template } }
  const inJob = { spec: { jobTemplate: { spec: { template } } } }
  const asks = { enforce: 'baseline', warn: 'baseline', audit: 'baseline' }
  const request = (group: string, resource: string, object: object): Partial<AdmissionAttributes> => ({
    resource: { group, version: 'v1', resource },
    object: { metadata: { name: 'x' }, ...object } as Mutable<ApiObject>,
  })

  it.each([
    ['', 'replicationcontrollers', inSpec],
    ['', 'podtemplates', { template }],
    ['apps', 'deployments', inSpec],
    ['apps', 'replicasets', inSpec],
    ['apps', 'statefulsets', inSpec],
    ['apps', 'daemonsets', inSpec],
    ['batch', 'jobs', inSpec],
    ['batch', 'cronjobs', inJob],
  ])('%s %s is audited and warned of, not refused', async (group, resource, object) => {
    const court = await open({ asks })
    const { refusal, warnings, annotations: noted } = await court.judge(request(group, resource, object))
    const text = 'would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)'
    expect([refusal, warnings, noted]).toEqual([undefined, [text], annotations({ 'audit-violations': text })])
  })

  it.each([
    ['is not looked at through a subresource', { subresource: 'scale' }, {}],
    ['is not looked at where it is not there', { object: { metadata: { name: 'x' }, spec: {} } as ApiObject }, {}],
    ['is let in where its namespace is not there', { namespace: 'none' }, { error: expect.any(String) }],
  ])('a deployment %s', async (_what, over, noted) => {
    const court = await open({ asks })
    const verdict = await court.judge({ ...request('apps', 'deployments', inSpec), ...over } as object)
    expect([verdict.refusal, verdict.warnings, verdict.annotations]).toEqual([undefined, [], annotations(noted)])
  })

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['enforced', { enforce: 'baseline' }, 'baseline:latest'],
    ['enforced, at its version', { enforce: 'baseline', 'enforce-version': 'v1.24' }, 'baseline:v1.24'],
    ['enforced, at its own version', { enforce: 'baseline', 'warn-version': 'v1.20' }, 'baseline:v1.20'],
    ['its own', { enforce: 'restricted', warn: 'privileged' }, ''],
  ])('a deployment is warned of at the level that is %s', async (_what, labels, level) => {
    const court = await open({ asks: labels })
    const { warnings, annotations: noted } = await court.judge(request('apps', 'deployments', inSpec))
    const text = `would violate PodSecurity "${level}": host namespaces (hostPID=true)`
    expect([warnings, noted]).toEqual([level === '' ? [] : [text], {}])
  })

  it('ignores other resources', async () => {
    const court = await open({ asks })
    expect((await court.judge(request('other', 'deployments', inSpec))).warnings).toEqual([])
  })
})

describe('a namespace', () => {
  const request = (
    asks: Readonly<Record<string, string>>,
    before?: Readonly<Record<string, string>>,
    over: Partial<AdmissionAttributes> = {},
  ): Partial<AdmissionAttributes> => ({
    operation: before === undefined ? 'CREATE' : 'UPDATE',
    kind: { group: '', version: 'v1', kind: 'Namespace' },
    resource: { group: '', version: 'v1', resource: 'namespaces' },
    namespace: 'default',
    name: 'default',
    object: namespaceOf(asks) as Mutable<ApiObject>,
    oldObject: before === undefined ? undefined : namespaceOf(before),
    ...over,
  })
  const podNamed = (name: string, spec: object, controller?: string): ApiObject =>
    ({
      metadata: {
        name,
        namespace: 'default',
        ...(controller === undefined
          ? {}
          : { ownerReferences: [{ apiVersion: 'v1', kind: 'K', name: 'o', uid: controller, controller: true }] }),
      },
      spec: { containers: [hardened('c')], ...spec },
    }) as ApiObject

  it.each([
    [{ enforce: 'x' }, 'enforce', '"x"', 'must be one of privileged, baseline, restricted'],
    [{ audit: '' }, 'audit', '""', 'must be one of privileged, baseline, restricted'],
    [{ 'warn-version': '1.2' }, 'warn-version', '"1.2"', 'must be "latest" or "v1.x"'],
    [{ 'enforce-version': 'v1.01' }, 'enforce-version', '"v1.01"', 'must be "latest" or "v1.x"'],
    [{ 'audit-version': 'v1.x' }, 'audit-version', '"v1.x"', 'must be "latest" or "v1.x"'],
  ])('is refused with %j', async (asks, name, value, message) => {
    const { refusal } = await (await open()).judge(request(asks as unknown as Record<string, string>))
    const field = `metadata.labels[${label}/${name}]`
    expect(refusal).toMatchObject({
      code: 422,
      reason: 'Invalid',
      message: `Namespace "default" is invalid: ${field}: Invalid value: ${value}: ${message}`,
      details: {
        name: 'default',
        kind: 'Namespace',
        causes: [{ reason: 'FieldValueInvalid', message: `Invalid value: ${value}: ${message}`, field }],
      },
    })
  })

  it('keeps invalid existing labels, and refuses new ones', async () => {
    const court = await open()
    expect((await court.judge(request({ enforce: 'x' }, { enforce: 'x' }))).refusal).toBeUndefined()
    expect((await court.judge(request({ enforce: 'x', warn: 'y' }, { enforce: 'x' }))).refusal.message).toContain(
      'is invalid: [metadata.labels[',
    )
  })

  it('is warned of pods that violate a stricter level', async () => {
    const pods = [
      podNamed('b', { hostPID: true }),
      podNamed('a', { hostPID: true }),
      podNamed('c', { hostPID: true }),
      podNamed('z', { hostPID: true, hostNetwork: true, volumes: [{ name: 'v', hostPath: {} }] }),
      podNamed('e', { containers: [{ name: 'c', securityContext: { privileged: true } }] }),
      podNamed('f', { containers: [{ name: 'c', securityContext: { privileged: true } }] }),
      podNamed('good', {}),
      podNamed('exempt', { hostIPC: true, runtimeClassName: 'r' }),
    ]
    const court = await open({ pods, exemptions: { runtimeClasses: ['r'] } })
    const { refusal, warnings } = await court.judge(request({ enforce: 'baseline' }, {}))
    expect(refusal).toBeUndefined()
    expect(warnings).toEqual([
      'existing pods in namespace "default" violate the new PodSecurity enforce level "baseline:latest"',
      'a (and 2 other pods): host namespaces',
      'e (and 1 other pod): privileged',
      'z: host namespaces, hostPath volumes',
    ])
  })

  it.each([
    ['the level is the same', { enforce: 'baseline', warn: 'restricted' }, { enforce: 'baseline' }],
    ['the level is laxer', { enforce: 'baseline' }, { enforce: 'restricted' }],
    ['nothing is asked any more', { enforce: 'privileged', 'enforce-version': 'v1.1' }, { enforce: 'restricted' }],
  ])('is not warned if %s', async (_what, asks, before) => {
    const court = await open({ pods: [podNamed('a', { hostPID: true })] })
    const next = asks as unknown as Record<string, string>
    expect((await court.judge(request(next, before as Record<string, string>))).warnings).toEqual([])
  })

  it('is warned of pods if only the version changes', async () => {
    const court = await open({ pods: [podNamed('a', { hostPID: true })] })
    const asks = { enforce: 'baseline', 'enforce-version': 'v1.20' }
    expect((await court.judge(request(asks, { enforce: 'restricted' }))).warnings).toHaveLength(2)
  })

  it('checks a limited number of pods, one of each controller first', async () => {
    const pods = Array.from({ length: 3000 }, (_, index) => podNamed(`a${index}`, {}, 'same'))
    const court = await open({ pods: [...pods, podNamed('z', { hostPID: true }), podNamed('y', {}, 'same')] })
    expect((await court.judge(request({ enforce: 'baseline' }, {}))).warnings).toEqual([
      'new PodSecurity enforce level only checked against the first 3000 of 3002 existing pods',
      'existing pods in namespace "default" violate the new PodSecurity enforce level "baseline:latest"',
      'z: host namespaces',
    ])
  })

  it.each([
    ['a second', undefined, 400, 3],
    ['half of what the request has left', 600, 150, 2],
  ])('checks its pods for %s', async (_what, deadlineMs, stepMs, looked) => {
    let now = 0
    const clock = { now: () => 0, monotonic: () => now, after: () => ({ cancel: () => {} }), soon: () => {} }
    const slow = (name: string): ApiObject => {
      // Judging this one takes its time.
      const spec = Object.defineProperty({ containers: [] }, 'hostPID', { get: () => ((now += stepMs), false) })
      return { metadata: { name }, spec } as unknown as ApiObject
    }
    const objects = { get: () => undefined, list: () => ['a', 'b', 'c', 'd', 'e'].map(slow) }
    const court = await open({ context: { clock, objects: objects as unknown as PluginContext['objects'] } })
    const over = deadlineMs === undefined ? {} : { deadlineMs }
    expect((await court.judge(request({ enforce: 'baseline' }, {}, over))).warnings).toEqual([
      `new PodSecurity enforce level only checked against the first ${looked} of 5 existing pods`,
    ])
  })

  it('stops checking pods when the client disconnects', async () => {
    const court = await open({ pods: ['a', 'b', 'c'].map((name) => podNamed(name, { hostPID: true })) })
    const { warnings } = await court.judge(request({ enforce: 'baseline' }, {}, { signal: AbortSignal.abort() }))
    expect(warnings[0]).toContain('checked against the first 1 of 3 existing pods')
  })

  it('is warned if pods cannot be listed', async () => {
    const failures: unknown[] = []
    const objects = { get: () => undefined, list: () => Promise.reject(new Error('no store')) }
    const context = {
      objects: objects as unknown as PluginContext['objects'],
      onError: (error: unknown): void => void failures.push(error),
    }
    const court = await open({ context })
    const { warnings, refusal } = await court.judge(request({ enforce: 'baseline' }, {}))
    expect([warnings, refusal]).toEqual([
      ['failed to list pods while checking new PodSecurity enforce level'],
      undefined,
    ])
    expect(failures).toEqual([new Error('no store')])
  })

  it('is warned that its labels are ignored if it is exempt', async () => {
    const court = await open({ exemptions: { namespaces: ['default'] } })
    const asks = { enforce: 'baseline', 'audit-version': 'v1.1', warn: 'restricted', 'warn-version': 'v1.2' }
    const text =
      'namespace "default" is exempt from Pod Security, and the policy (enforce=baseline:latest, warn=restricted:v1.2) will be ignored'
    expect((await court.judge(request(asks))).warnings).toEqual([text])
    expect((await court.judge(request(asks, {}))).warnings).toEqual([text])
    expect((await court.judge(request({ enforce: 'privileged' }))).warnings).toEqual([])
    expect((await court.judge(request({}, undefined))).warnings).toEqual([])
  })

  it('is not checked for a subresource', async () => {
    const court = await open()
    expect((await court.judge(request({ enforce: 'x' }, {}, { subresource: 'status' }))).refusal).toBeUndefined()
  })
})

describe('the configuration', () => {
  const base = { apiVersion: 'pod-security.admission.config.k8s.io/v1', kind: 'PodSecurityConfiguration' }

  it.each(['v1', 'v1beta1', 'v1alpha1'])('may be of version %s', async (version) => {
    const configuration = { ...base, apiVersion: `pod-security.admission.config.k8s.io/${version}` }
    await expect(judgeOf(podSecurity, { configuration })).resolves.toBeDefined()
  })

  it.each([
    [
      { ...base, kind: 'Other' },
      'PodSecurity: the configuration must be a PodSecurityConfiguration of pod-security.admission.config.k8s.io/v1 or PodSecurityConfiguration of pod-security.admission.config.k8s.io/v1beta1 or PodSecurityConfiguration of pod-security.admission.config.k8s.io/v1alpha1, not "Other" of "pod-security.admission.config.k8s.io/v1"',
    ],
    [{ ...base, other: 1 }, 'PodSecurity: unknown field "other"'],
    [{ ...base, defaults: { enforced: 'x' } }, 'PodSecurity: defaults: unknown field "enforced"'],
    [{ ...base, defaults: { warn: 1 } }, 'PodSecurity: defaults.warn must be a string, not 1'],
    [
      { ...base, defaults: { enforce: 'x' } },
      'PodSecurity: defaults.enforce: Invalid value: "x": must be one of privileged, baseline, restricted',
    ],
    [
      { ...base, defaults: { 'audit-version': 'v2' } },
      'PodSecurity: defaults.audit-version: Invalid value: "v2": must be "latest" or "v1.x"',
    ],
    [{ ...base, exemptions: { users: [] } }, 'PodSecurity: exemptions: unknown field "users"'],
    [{ ...base, exemptions: { usernames: 'a' } }, 'PodSecurity: exemptions.usernames must be a list'],
    [{ ...base, exemptions: { usernames: ['a', ''] } }, 'PodSecurity: exemptions.usernames[1]: Required value'],
    [
      { ...base, exemptions: { namespaces: ['a', 'b', 'a'] } },
      'PodSecurity: exemptions.namespaces[2]: Duplicate value: "a"',
    ],
    [
      { ...base, exemptions: { runtimeClasses: ['a', 'a'], usernames: ['b', 'b'] } },
      'PodSecurity: [exemptions.runtimeClasses[1]: Duplicate value: "a", exemptions.usernames[1]: Duplicate value: "b"]',
    ],
  ])('is refused: %j', async (configuration, message) => {
    await expect(judgeOf(podSecurity, { configuration })).rejects.toThrow(new TypeError(message))
  })

  it('is refused with invalid namespace names', async () => {
    const configuration = { ...base, exemptions: { namespaces: ['A'] } }
    await expect(judgeOf(podSecurity, { configuration })).rejects.toThrow(
      'PodSecurity: exemptions.namespaces[0]: Invalid value: "A": a lowercase RFC 1123 label must consist of',
    )
  })
})

describe('another vocabulary', () => {
  it('has its own spelling of labels, annotations and the configuration', async () => {
    const own = 'pod-security.platform.io'
    const object: ApiObject = {
      metadata: { name: 'default', labels: { [`${own}/enforce-version`]: 'v1.0', [`${label}/enforce`]: 'privileged' } },
    }
    const court = await judgeOf(podSecurity, {
      vocabulary: platformVocabulary,
      stored: [{ group: '', resource: 'namespaces', object }],
      configuration: {
        apiVersion: 'pod-security.admission.config.platform.io/v1',
        kind: 'PodSecurityConfiguration',
        defaults: { enforce: 'baseline' },
      },
    })
    const notes = { 'container.apparmor.security.beta.platform.io/c': 'unconfined' }
    const seccomp = { 'seccomp.security.alpha.platform.io/pod': 'unconfined' }
    const { refusal, annotations: noted } = await court.judge(
      podRequest({ metadata: { annotations: { ...notes, ...seccomp } } }),
    )
    expect(refusal.message).toBe(
      'pods "a" is forbidden: violates PodSecurity "baseline:v1.0": forbidden AppArmor profile (annotation must not set AppArmor profile type to "container.apparmor.security.beta.platform.io/c="unconfined""), seccompProfile (forbidden annotation seccomp.security.alpha.platform.io/pod="unconfined")',
    )
    expect(noted).toEqual({ [`${own}/enforce-policy`]: 'baseline:v1.0' })
  })
})
