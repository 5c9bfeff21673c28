import type { Attack } from '../attack.ts'
import { many } from '../tools/many.ts'

const values: readonly unknown[] = [null, 0, -1, 1.5, '', 'x', true, [], [null], {}, { a: null }]

/** The paths of all members of an object. */
function pathsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]))]
}

function replaced(value: unknown, [first, ...rest]: readonly string[], by: unknown): unknown {
  if (first === undefined) return by
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === first ? replaced(item, rest, by) : item))
  const members = value as Readonly<Record<string, unknown>>
  return { ...members, [first]: replaced(members[first], rest, by) }
}

const template = {
  metadata: { labels: { a: 'b' } },
  spec: {
    containers: [
      {
        name: 'main',
        image: 'x',
        ports: [{ containerPort: 80 }],
        env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
        resources: { limits: { cpu: '1' } },
        livenessProbe: { httpGet: { path: '/', port: 80 } },
        securityContext: { capabilities: { add: ['NET_ADMIN'] } },
      },
    ],
    volumes: [{ name: 'v', projected: { sources: [{ secret: { name: 's' } }] } }],
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } },
    tolerations: [{ key: 'a', operator: 'Exists' }],
  },
}
const kinds: readonly { readonly path: string; readonly object: object }[] = [
  {
    path: '/apis/apps/v1/namespaces/default/deployments',
    object: {
      metadata: { name: 'n' },
      spec: { selector: { matchLabels: { a: 'b' } }, template, strategy: { rollingUpdate: { maxSurge: 1 } } },
    },
  },
  {
    path: '/api/v1/namespaces/default/pods',
    object: { metadata: { name: 'n', ownerReferences: [{ uid: 'u' }] }, spec: template.spec },
  },
  {
    path: '/api/v1/namespaces/default/services',
    object: {
      metadata: { name: 'n' },
      spec: { ports: [{ port: 80, targetPort: 'x' }], clusterIPs: ['None'], selector: { a: 'b' } },
    },
  },
  {
    path: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
    object: {
      metadata: { name: 'n' },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
    },
  },
  {
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    object: {
      metadata: { name: 'ns.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names: { plural: 'ns', kind: 'N', listKind: 'NList', singular: 'n', categories: ['all'] },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } },
          },
        ],
        conversion: { strategy: 'None' },
      },
    },
  },
]

export const attack: Attack = {
  title: 'objects of 5 kinds, each member replaced by 11 values of another type',
  limits: { cpuMs: 20_000, residentMiB: 300, stopMs: 50 },
  async run(target, judge) {
    const bodies = kinds.flatMap(({ path, object }) =>
      pathsOf(object).flatMap((place) => values.map((by) => ({ path, place, by, body: replaced(object, place, by) }))),
    )
    const step = target.pick(1, 9)
    const chosen = bodies.filter((_, index) => index % step === 0)
    const failures = await many(chosen.length, 8, async (index) => {
      const one = chosen[index]
      if (one === undefined) return undefined
      const { path, place, by, body } = one
      const { status } = await target.send({ method: 'POST', path: `${path}?dryRun=All`, body: JSON.stringify(body) })
      return status >= 200 && status < 500 ? undefined : `${path} ${place.join('.')} = ${JSON.stringify(by)}: ${status}`
    })
    judge.note(`${chosen.length.toLocaleString('en-US')} bodies`)
    for (const failure of failures) judge.expect(failure === undefined, failure ?? '')
  },
}
