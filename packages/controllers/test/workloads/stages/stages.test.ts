import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { parseStages, podStages, simulateWorkloads, type Stage } from '../../../src/index.ts'
import { deployment, isRolledOut, startCluster, template, type Loose } from '../support.ts'

const podKind = { apiVersion: 'v1', kind: 'Pod' }

function withContainer(name: string, more: object = {}): Loose {
  return { metadata: { name, ...more }, spec: { containers: [{ name: 'main', image: 'i:1' }] } }
}

/** A running pod with the label fails after the time of its annotation, as in a chart that tests restarts. */
const chaos = `
apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata: { name: fails-late }
spec:
  resourceRef: { apiGroup: v1, kind: Pod }
  selector:
    matchLabels: { chaos: "true" }
    matchExpressions:
    - { key: .metadata.deletionTimestamp, operator: DoesNotExist }
    - { key: .status.phase, operator: In, values: [Running] }
    - { key: '.status.conditions.[] | select( .type == "Ready" ) | .status', operator: In, values: ["True"] }
  weight: 1
  delay:
    durationMilliseconds: 1000
    durationFrom: { expressionFrom: '.metadata.annotations["example.dev/fails-after"]' }
  next:
    event: { type: Warning, reason: Chaos, message: "{{ .metadata.name }} has failed" }
    statusTemplate: |
      {{ $now := Now }}
      phase: Failed
      reason: {{ or ( index ( or .metadata.annotations dict ) "example.dev/reason" ) "Chaos" | Quote }}
      containerStatuses:
      {{ range $index, $item := .spec.containers }}
      - name: {{ $item.name | Quote }}
        image: {{ $item.image | Quote }}
        imageID: ""
        ready: false
        restartCount: 0
        state: { terminated: { exitCode: 3, startedAt: {{ $now | Quote }}, finishedAt: {{ $now | Quote }} } }
      {{ end }}
`

describe('stages of pods', () => {
  it('as data of the package roll out a Deployment, complete a Job, and end deleted pods', async () => {
    await using cluster = await startCluster({ nodes: 2, stages: podStages })
    await cluster.of('Deployment').create(deployment({ replicas: 3, template: template({ app: 'web' }) }))
    await cluster.waitFor('Deployment', 'web', isRolledOut)
    const pods = await cluster.pods('app=web')
    expect(pods.map(({ status }) => status.podIP)).toEqual([...new Set(pods.map(({ status }) => status.podIP))])
    expect(pods[0].status).toMatchObject({ phase: 'Running', containerStatuses: [{ name: 'main', ready: true }] })

    const job = {
      metadata: { name: 'once' },
      spec: { template: { spec: { restartPolicy: 'OnFailure', containers: [{ name: 'main', image: 'i:1' }] } } },
    }
    await cluster.of('Job').create(job)
    await cluster.waitFor('Job', 'once', ({ status }) => status?.succeeded === 1)

    await cluster.of('Deployment').patch('web', { spec: { replicas: 0 } })
    await eventually(async () => (await cluster.pods('app=web')).length, 0)
    expect(cluster.failures).toEqual([])
  })

  it('of kwok are imported: selectors, delays from annotations, events and status templates', async () => {
    await using cluster = await startCluster({ stages: [...podStages, ...(await parseStages(chaos))] })
    const annotations = { 'example.dev/fails-after': '30s', 'example.dev/reason': 'Tired' }
    await cluster.of('Pod').create(withContainer('tired', { labels: { chaos: 'true' }, annotations }))
    await cluster.of('Pod').create(withContainer('quick', { labels: { chaos: 'true' } }))
    await cluster.of('Pod').create(withContainer('calm'))
    for (const name of ['tired', 'quick', 'calm']) {
      await cluster.waitFor('Pod', name, ({ status }) => status?.phase === 'Running')
    }
    await cluster.clock.advance(1000)
    expect(await cluster.waitFor('Pod', 'quick', ({ status }) => status.phase === 'Failed')).toMatchObject({
      status: { reason: 'Chaos', containerStatuses: [{ name: 'main', state: { terminated: { exitCode: 3 } } }] },
    })
    await cluster.clock.advance(28_999)
    expect(await cluster.of('Pod').get('tired')).toMatchObject({ status: { phase: 'Running' } })
    await cluster.clock.advance(1)
    await cluster.waitFor('Pod', 'tired', ({ status }) => status.phase === 'Failed' && status.reason === 'Tired')
    expect(await cluster.of('Pod').get('calm')).toMatchObject({ status: { phase: 'Running' } })
    await eventually(
      () => cluster.events(),
      (events) => events.includes('Chaos: quick has failed'),
    )
    expect(cluster.failures).toEqual([])
  })

  it('are chosen by weight, and wait between the delay and the jitter', async () => {
    const failing: Stage = {
      name: 'fails',
      resource: podKind,
      weight: 1_000_000_000,
      selector: { matchExpressions: [{ key: '.status.startTime', operator: 'DoesNotExist' }] },
      delay: { ms: 10_000, jitterMs: 20_000 },
      steps: [{ patch: { root: 'status', subresource: 'status', template: 'phase: Failed' } }],
    }
    await using cluster = await startCluster({ stages: [...podStages, failing] })
    await cluster.of('Pod').create(withContainer('one'))
    await cluster.waitFor('Pod', 'one', ({ spec }) => spec.nodeName !== undefined)
    await cluster.clock.advance(9_999)
    expect((await cluster.of('Pod').get('one')).status.phase).toBe('Pending')
    await cluster.clock.advance(10_001)
    await cluster.waitFor('Pod', 'one', ({ status }) => status.phase === 'Failed')
  })

  it('add and remove finalizers, and delete', async () => {
    const finalizer = 'example.dev/held'
    const stages: readonly Stage[] = [
      {
        name: 'hold',
        resource: podKind,
        selector: {
          matchExpressions: [
            { key: '.metadata.deletionTimestamp', operator: 'DoesNotExist' },
            { key: '.metadata.finalizers', operator: 'DoesNotExist' },
          ],
        },
        steps: [{ finalizers: { add: [finalizer] } }],
      },
      {
        name: 'release',
        resource: podKind,
        selector: {
          matchExpressions: [
            { key: '.metadata.deletionTimestamp', operator: 'Exists' },
            { key: '.metadata.finalizers[]', operator: 'In', values: [finalizer] },
          ],
        },
        delay: { ms: 5000 },
        steps: [
          {
            finalizers: { remove: [finalizer] },
            event: { reason: 'Killing', message: 'Stopping {{ .metadata.name }}' },
          },
          { delete: true },
        ],
      },
    ]
    await using cluster = await startCluster({ stages })
    await cluster.of('Pod').create(withContainer('held'))
    await cluster.waitFor('Pod', 'held', ({ metadata }) => metadata.finalizers?.includes(finalizer) === true)
    await cluster.of('Pod').delete('held')
    await cluster.clock.advance(4999)
    expect(await cluster.of('Pod').get('held')).toMatchObject({ metadata: { finalizers: [finalizer] } })
    await cluster.clock.advance(1)
    await eventually(async () => (await cluster.pods()).length, 0)
    await eventually(
      () => cluster.events(),
      (events) => events.includes('Killing: Stopping held'),
    )
    expect(cluster.failures).toEqual([])
  })

  it('with functions patch with what these return', async () => {
    const stages: readonly Stage[] = [
      {
        name: 'run',
        resource: podKind,
        selector: { matchExpressions: [{ key: '.status.podIP', operator: 'DoesNotExist' }] },
        steps: [
          {
            patch: {
              root: 'status',
              subresource: 'status',
              template: (pod, { now, podIp }) => ({ phase: 'Running', startTime: now, podIP: podIp(pod) }),
            },
          },
        ],
      },
    ]
    await using cluster = await startCluster({ stages })
    await cluster.of('Pod').create(withContainer('one'))
    const { status } = await cluster.waitFor('Pod', 'one', (pod) => pod.status?.phase === 'Running')
    expect(status).toMatchObject({ podIP: '10.244.0.1', startTime: '2030-01-01T00:00:00Z' })
  })

  it('whose template fails are reported, and the pod stays as it is', async () => {
    const stages: readonly Stage[] = [
      {
        name: 'bad',
        resource: podKind,
        steps: [{ patch: { root: 'status', subresource: 'status', template: 'phase: {{ .spec.none.field }}' } }],
      },
    ]
    await using cluster = await startCluster({ stages })
    await cluster.of('Pod').create(withContainer('one'))
    await eventually(
      () => cluster.failures,
      (failures) => failures.some((one) => one.includes('no value has no field "field"')),
    )
    expect((await cluster.of('Pod').get('one')).status.phase).toBe('Pending')
  })

  it('that match again at once are made once a second', async () => {
    const stages: readonly Stage[] = [
      {
        name: 'again',
        resource: podKind,
        steps: [
          {
            patch: {
              template:
                'metadata: { annotations: { count: {{ index (or .metadata.annotations dict) "count" | int | add1 | quote }} } }',
            },
          },
        ],
      },
    ]
    await using cluster = await startCluster({ stages })
    await cluster.of('Pod').create(withContainer('one'))
    await cluster.waitFor('Pod', 'one', ({ metadata }) => metadata.annotations?.count === '1')
    await cluster.clock.advance(999)
    expect((await cluster.of('Pod').get('one')).metadata.annotations.count).toBe('1')
    await cluster.clock.advance(1)
    await cluster.waitFor('Pod', 'one', ({ metadata }) => metadata.annotations.count === '2')
  })
})

describe('stages of nodes and other kinds', () => {
  const node = `
apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata: { name: node-ready }
spec:
  resourceRef: { kind: Node }
  selector:
    matchExpressions:
    - { key: '.status.conditions.[] | select( .type == "Ready" ) | .status', operator: NotIn, values: ["True"] }
  delay: { durationMilliseconds: 3000 }
  next:
    statusTemplate: |
      conditions:
      {{ range NodeConditions }}
      - lastHeartbeatTime: {{ Now | Quote }}
        lastTransitionTime: {{ Now | Quote }}
        {{ YAML . 1 }}
      {{ end }}
      allocatable:
      {{ with .status.allocatable }}
      {{ YAML . 1 }}
      {{ else }}
        cpu: 1k
      {{ end }}
`
  it('make nodes ready when the stage says so, and pods wait for that', async () => {
    await using cluster = await startCluster({ nodes: 1, stages: await parseStages(node) })
    await cluster.of('Pod').create(withContainer('one'))
    await cluster.waitFor('Pod', 'one', ({ status }) => status?.conditions?.[0]?.reason === 'Unschedulable')
    expect((await cluster.of('Node').get('node-1')).status.conditions ?? []).toEqual([])
    await cluster.clock.advance(3000)
    const ready = await cluster.waitFor('Node', 'node-1', ({ status }) => status.conditions?.length === 4)
    expect(ready.status.allocatable).toMatchObject({ cpu: '32' })
    await cluster.waitFor('Pod', 'one', ({ status }) => status?.phase === 'Running')
    expect(cluster.failures).toEqual([])
  })

  it('change custom resources, also of a CRD that is created later', async () => {
    const stages: readonly Stage[] = [
      {
        name: 'ready',
        resource: { apiVersion: 'example.dev/v1', kind: 'Database' },
        selector: { matchExpressions: [{ key: '.status.phase', operator: 'NotIn', values: ['Ready'] }] },
        delay: { ms: 1000 },
        steps: [
          {
            patch: {
              root: 'status',
              subresource: 'status',
              template: 'phase: Ready\nhost: {{ .metadata.name }}.{{ .metadata.namespace }}',
            },
          },
        ],
      },
    ]
    await using cluster = await startCluster({ stages })
    const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
    await cluster.server
      .client<Loose>({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' })
      .create({
        metadata: { name: 'databases.example.dev' },
        spec: {
          group: 'example.dev',
          scope: 'Namespaced',
          names: { plural: 'databases', singular: 'database', kind: 'Database' },
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: { openAPIV3Schema: open },
              subresources: { status: {} },
            },
          ],
        },
      })
    const identity = {
      group: 'example.dev',
      version: 'v1',
      resource: 'databases',
      kind: 'Database',
      scope: 'Namespaced',
    } as const
    const databases = cluster.server.client<Loose>(identity).namespace('default')
    await eventually(
      () =>
        databases.create({ metadata: { name: 'orders' } }).then(
          () => true,
          () => false,
        ),
      true,
    )
    const ready = await eventually(
      async () => {
        await cluster.clock.advance(1000)
        return databases.get('orders')
      },
      ({ status }: Loose) => status?.phase === 'Ready',
    )
    expect(ready.status).toEqual({ phase: 'Ready', host: 'orders.default' })
    expect(cluster.failures).toEqual([])
  })
})

describe('a stage is refused', () => {
  const head = 'apiVersion: kwok.x-k8s.io/v1alpha1\nkind: Stage\nmetadata: { name: s }\n'
  it.each([
    [
      'by its kind',
      'apiVersion: v1\nkind: Pod\nmetadata: { name: p }',
      'v1 Pod is not a Stage of kwok, version v1alpha1',
    ],
    ['without a selector', `${head}spec: { resourceRef: { kind: Pod }, next: {} }`, 'selector is required'],
    [
      'with an expression in CEL',
      `${head}spec: { resourceRef: { kind: Pod }, selector: { matchExpressions: [{ cel: { expression: "true" } }] }, next: {} }`,
      'matchExpressions[0]: "cel" is not supported',
    ],
    [
      'with impersonation',
      `${head}spec: { resourceRef: { kind: Pod }, selector: {}, next: { statusPatchAs: { username: u } } }`,
      '"statusPatchAs" is not supported',
    ],
    [
      'with a function of jq',
      `${head}spec: { resourceRef: { kind: Pod }, selector: { matchExpressions: [{ key: ".a | test(1)", operator: Exists }] }, next: {} }`,
      'stage "s", query ".a | test(1)": "test" is not supported',
    ],
    [
      'with a function of templates',
      `${head}spec: { resourceRef: { kind: Pod }, selector: {}, next: { statusTemplate: "{{ regexFind 1 }}" } }`,
      'stage "s", template: the function "regexFind" is not supported',
    ],
    [
      'with an operator that does not exist',
      `${head}spec: { resourceRef: { kind: Pod }, selector: { matchExpressions: [{ key: ".a", operator: Like }] }, next: {} }`,
      'operator "Like" is not supported',
    ],
  ])('%s', async (_, text, message) => {
    await expect(parseStages(text)).rejects.toThrow(message)
  })

  it('when workloads are simulated, not later', () => {
    const stages: readonly Stage[] = [{ name: 'bad', resource: podKind, weightFrom: '.a | tonumber', steps: [] }]
    expect(() => simulateWorkloads({ stages })).toThrow(
      'stage "bad", query ".a | tonumber": "tonumber" is not supported',
    )
  })
})

it('reads the newer form of kwok, with steps and jq', async () => {
  const [stage] = await parseStages(`
apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata: { name: new }
spec:
  resourceRef: { apiGroup: v1, kind: Pod }
  selector: { matchExpressions: [{ jq: { key: .status.phase, operator: Exists } }] }
  weightFrom: { jq: { expression: .metadata.annotations.weight } }
  delay: { durationFrom: { jq: { expression: .metadata.annotations.wait } }, jitterDurationMilliseconds: 5 }
  steps:
  - event: { type: Normal, reason: R, message: m }
  - patch: { root: status, subresource: status, type: strategic, template: "phase: Running" }
  - delete: true
`)
  expect(stage).toMatchObject({
    weightFrom: '.metadata.annotations.weight',
    delay: { from: '.metadata.annotations.wait', jitterMs: 5 },
    steps: [{ event: { reason: 'R' } }, { patch: { type: 'strategic', root: 'status' } }, { delete: true }],
  })
})
