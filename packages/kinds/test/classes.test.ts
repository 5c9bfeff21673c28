import { describe, expect, it } from 'vitest'
import { cells, create, definitionOf, update, type Loose } from './write.ts'

const named = (fields: object, name = 'a'): object => ({ metadata: { name }, ...fields })
const warningsOf = (kind: string, object: Loose): readonly string[] | undefined =>
  definitionOf(kind).strategy.warnings?.(object, undefined)

describe('priority classes', () => {
  const kind = 'scheduling.k8s.io/v1/PriorityClass'
  const reserved =
    "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: "

  it.each<[string, object, string[]]>([
    ['a value', named({ value: 10 }), []],
    ['no value', named({}), []],
    ['less than nothing', named({ value: -2_147_483_648 }), []],
    ['the highest value', named({ value: 1_000_000_000 }), []],
    [
      'a higher value',
      named({ value: 1_000_000_001 }),
      ['value: Forbidden: maximum allowed value of a user defined priority is 1000000000'],
    ],
    ['a policy', named({ preemptionPolicy: 'Never' }), []],
    ['an empty policy', named({ preemptionPolicy: '' }), ['preemptionPolicy: Required value']],
    [
      'an unknown policy',
      named({ preemptionPolicy: 'X' }),
      ['preemptionPolicy: Unsupported value: "X": supported values: "PreemptLowerPriority", "Never"'],
    ],
    ['a name of the system', named({ value: 2_000_000_000 }, 'system-cluster-critical'), []],
    ['the other name of the system', named({ value: 2_000_001_000 }, 'system-node-critical'), []],
    [
      'a name of the system and another value',
      named({ value: 1 }, 'system-node-critical'),
      [`${reserved}value of system-node-critical PriorityClass must be 2000001000`],
    ],
    [
      'a name of the system, as a default',
      named({ value: 2_000_000_000, globalDefault: true }, 'system-cluster-critical'),
      [`${reserved}globalDefault of system-cluster-critical PriorityClass must be false`],
    ],
    [
      'a name like those of the system',
      named({}, 'system-x'),
      [`${reserved}system-x is not a known system priority class`],
    ],
  ])('with %s', (_, given, wanted) => {
    expect(create(kind, given).errors).toEqual(wanted)
  })

  it('keep their value and their policy', () => {
    const live = create(kind, named({ value: 1 })).object
    expect(live).toMatchObject({ preemptionPolicy: 'PreemptLowerPriority', metadata: { generation: 1 } })
    const change = (next: Loose): void => {
      next.description = 'd'
      next.globalDefault = true
    }
    expect(update(kind, live, change).errors).toEqual([])
    expect(update(kind, live, (next) => void (next.value = 2)).errors).toEqual([
      'value: Forbidden: may not be changed in an update.',
    ])
    expect(update(kind, live, (next) => void (next.preemptionPolicy = 'Never')).errors).toEqual([
      'preemptionPolicy: Invalid value: "Never": field is immutable',
    ])
  })

  it('print their value', () => {
    expect(cells(kind, named({ value: 7, preemptionPolicy: 'Never' }))).toMatchObject({
      Name: 'a',
      Value: 7,
      'Global-Default': false,
      PreemptionPolicy: 'Never',
    })
    expect(definitionOf(kind).columns.map(({ name }) => name)).toEqual([
      'Name',
      'Value',
      'Global-Default',
      'Age',
      'PreemptionPolicy',
    ])
  })
})

describe('runtime classes', () => {
  const kind = 'node.k8s.io/v1/RuntimeClass'
  const label =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
  const toleration = { key: 'k', operator: 'Exists', effect: 'NoSchedule' }

  it.each<[string, object, string[]]>([
    ['a handler', {}, []],
    ['no handler', { handler: '' }, ['handler: Required value']],
    ['an impossible handler', { handler: 'A' }, [`handler: Invalid value: "A": ${label}`]],
    ['what it costs', { overhead: { podFixed: { cpu: '100m', memory: '1Mi' } } }, []],
    [
      'a cost that is a gain',
      { overhead: { podFixed: { cpu: '-1' } } },
      ['overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
    ],
    [
      'a cost of pods',
      { overhead: { podFixed: { pods: '1' } } },
      ['overhead.limits[pods]: Invalid value: "pods": must be a standard resource for containers'],
    ],
    ['where it can run', { scheduling: { nodeSelector: { a: 'b' }, tolerations: [toleration] } }, []],
    [
      'an impossible label',
      { scheduling: { nodeSelector: { '/': 'b' } } },
      [
        'scheduling.nodeSelector: Invalid value: "/": prefix part must be non-empty',
        'scheduling.nodeSelector: Invalid value: "/": name part must be non-empty',
        `scheduling.nodeSelector: Invalid value: "/": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      ],
    ],
    [
      'an unknown effect',
      { scheduling: { tolerations: [{ ...toleration, effect: 'X' }] } },
      [
        'scheduling.tolerations[0].effect: Unsupported value: "X": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
      ],
    ],
    [
      'tolerations that compare',
      {
        scheduling: {
          tolerations: [
            { key: 'k', operator: 'Lt', value: '5' },
            { key: 'k', operator: 'x' },
          ],
        },
      },
      [
        'scheduling.tolerations[0].operator: Unsupported value: "Lt": supported values: "Equal", "Exists", "Lt", "Gt"',
        'scheduling.tolerations[1].operator: Unsupported value: "x": supported values: "Equal", "Exists"',
      ],
    ],
    [
      'a toleration twice',
      { scheduling: { tolerations: [toleration, toleration] } },
      [
        'scheduling.tolerations[1]: Duplicate value: {"Key":"k","Operator":"Exists","Value":"","Effect":"NoSchedule","TolerationSeconds":null}',
      ],
    ],
  ])('with %s', (_, fields, wanted) => {
    expect(create(kind, named({ handler: 'h', ...fields })).errors).toEqual(wanted)
  })

  it('keep their handler', () => {
    const live = create(kind, named({ handler: 'h' })).object
    expect(update(kind, live, (next) => void (next.scheduling = { nodeSelector: { a: 'b' } })).errors).toEqual([])
    expect(update(kind, live, (next) => void (next.handler = 'i')).errors).toEqual([
      'handler: Invalid value: "i": field is immutable',
    ])
  })

  it('warn of labels that have a successor', () => {
    const nodeSelector = { 'beta.kubernetes.io/os': 'linux', 'node-role.kubernetes.io/master': '', a: 'b' }
    const { object } = create(kind, named({ handler: 'h', scheduling: { nodeSelector } }))
    expect(warningsOf(kind, object)).toEqual([
      'scheduling.nodeSelector: deprecated since v1.14; use "kubernetes.io/os" instead',
      'scheduling.nodeSelector: use "node-role.kubernetes.io/control-plane" instead',
    ])
    expect(cells(kind, object)).toMatchObject({ Handler: 'h' })
  })
})

describe('ingress classes', () => {
  const kind = 'networking.k8s.io/v1/IngressClass'
  const ingressClass = (spec: object): object => named({ spec: { controller: 'a.example/b', ...spec } })
  const parameters = { kind: 'K', name: 'n' }
  const subdomain =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

  it.each<[string, object, string[]]>([
    ['a controller', {}, []],
    ['no controller', { controller: '' }, ['controller: Required value']],
    [
      'a controller without domain',
      { controller: 'b' },
      ['controller: Invalid value: "b": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    ['a controller of an impossible domain', { controller: 'A/b' }, [`controller: Invalid value: "A": ${subdomain}`]],
    [
      'a controller of an impossible path',
      { controller: 'a/b?' },
      [
        `controller: Invalid value: "b?": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')`,
      ],
    ],
    [
      'a controller of a very long name',
      { controller: `a.example/${'b'.repeat(250)}` },
      ['controller: Too long: may not be more than 250 bytes'],
    ],
    ['parameters', { parameters: { ...parameters, apiGroup: 'g.example' } }, []],
    ['parameters of a namespace', { parameters: { ...parameters, scope: 'Namespace', namespace: 'x' } }, []],
    [
      'parameters of nothing',
      { parameters: { kind: '', name: '' } },
      ['parameters.kind: Required value', 'parameters.name: Required value'],
    ],
    [
      'parameters of an impossible name',
      { parameters: { kind: 'a/b', name: '..' } },
      [
        `parameters.kind: Invalid value: "a/b": may not contain '/'`,
        `parameters.name: Invalid value: "..": may not be '..'`,
      ],
    ],
    [
      'parameters of an impossible group',
      { parameters: { ...parameters, apiGroup: 'A' } },
      [`parameters.apiGroup: Invalid value: "A": ${subdomain}`],
    ],
    [
      'an unknown scope',
      { parameters: { ...parameters, scope: 'X' } },
      ['parameters.scope: Unsupported value: "X": supported values: "Cluster", "Namespace"'],
    ],
    [
      'the scope of a namespace without one',
      { parameters: { ...parameters, scope: 'Namespace' } },
      ["parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'"],
    ],
    [
      'a namespace beside the scope of the cluster',
      { parameters: { ...parameters, namespace: 'x' } },
      ["parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'"],
    ],
  ])('with %s', (_, spec, wanted) => {
    expect(create(kind, ingressClass(spec)).errors).toEqual(wanted.map((text) => `spec.${text}`))
  })

  it('keep their controller, and change in what else they say', () => {
    const live = create(kind, ingressClass({ parameters })).object
    expect(live.spec.parameters).toEqual({ ...parameters, scope: 'Cluster' })
    expect(update(kind, live, (next) => void delete next.spec.parameters).object.metadata.generation).toBe(2)
    expect(update(kind, live, (next) => void (next.spec.controller = 'c.example/d')).errors).toEqual([
      'spec.controller: Invalid value: "c.example/d": field is immutable',
    ])
    expect(cells(kind, live)).toMatchObject({ Controller: 'a.example/b', Parameters: 'K/n' })
  })
})

describe('storage classes', () => {
  const kind = 'storage.k8s.io/v1/StorageClass'
  const topology = (...matchLabelExpressions: object[]): object => ({ matchLabelExpressions })
  const zone = (...values: string[]): object => ({ key: 'zone', values })

  it.each<[string, object, string[]]>([
    ['a provisioner', {}, []],
    ['no provisioner', { provisioner: '' }, ['provisioner: Required value']],
    ['a provisioner in capitals', { provisioner: 'A.example/B' }, []],
    [
      'an impossible provisioner',
      { provisioner: 'a/b/c' },
      [
        `provisioner: Invalid value: "a/b/c": a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
      ],
    ],
    [
      'a parameter without name',
      { parameters: { '': 'x' } },
      ['parameters: Invalid value: "": field can not be empty.'],
    ],
    [
      'too many parameters',
      { parameters: Object.fromEntries(Array.from({ length: 513 }, (_, index) => [`k${index}`, ''])) },
      ['parameters: Too long: may not be more than 512 bytes'],
    ],
    [
      'parameters of great length',
      { parameters: { k: 'x'.repeat(256 * 1024) } },
      ['parameters: Too long: may not be more than 262144 bytes'],
    ],
    ['a policy', { reclaimPolicy: 'Retain', volumeBindingMode: 'WaitForFirstConsumer' }, []],
    [
      'a policy that volumes may have, and classes may not',
      { reclaimPolicy: 'Recycle' },
      ['reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"'],
    ],
    [
      'an unknown mode of binding',
      { volumeBindingMode: 'X' },
      ['volumeBindingMode: Unsupported value: "X": supported values: "Immediate", "WaitForFirstConsumer"'],
    ],
    ['places', { allowedTopologies: [topology(zone('a')), topology(zone('b'))] }, []],
    [
      'a place twice',
      { allowedTopologies: [topology(zone('a', 'b')), topology(zone('b', 'a'))] },
      ['allowedTopologies[1].matchLabelExpressions: Duplicate value: ""'],
    ],
    [
      'a place of nothing',
      { allowedTopologies: [{}] },
      ['allowedTopologies[0].matchLabelExpressions: Duplicate value: ""'],
    ],
    [
      'a place without values',
      { allowedTopologies: [topology(zone())] },
      ['allowedTopologies[0].matchLabelExpressions[0].values: Required value'],
    ],
    [
      'a value twice',
      { allowedTopologies: [topology(zone('a', 'a'))] },
      ['allowedTopologies[0].matchLabelExpressions[0].values[1]: Duplicate value: "a"'],
    ],
    [
      'a key twice',
      { allowedTopologies: [topology(zone('a'), zone('b'))] },
      ['allowedTopologies[0].matchLabelExpressions[1].key: Duplicate value: "zone"'],
    ],
  ])('with %s', (_, fields, wanted) => {
    expect(create(kind, named({ provisioner: 'p', ...fields })).errors).toEqual(wanted)
  })

  it.each<[string, object, string[]]>([
    ['parameters', { parameters: { a: 'c' } }, ['parameters: Invalid value: {"a":"c"}: field is immutable']],
    ['provisioner', { provisioner: 'q' }, ['provisioner: Invalid value: "q": field is immutable']],
    ['policy', { reclaimPolicy: 'Retain' }, ['reclaimPolicy: Invalid value: "Retain": field is immutable']],
    [
      'mode of binding',
      { volumeBindingMode: 'WaitForFirstConsumer' },
      ['volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable'],
    ],
  ])('keep their %s', (_, fields, wanted) => {
    const live = create(kind, named({ provisioner: 'p', parameters: { a: 'b' } })).object
    expect(update(kind, live, (next) => void Object.assign(next, fields)).errors).toEqual(wanted)
  })

  it('learn to expand, and where to be', () => {
    const live = create(kind, named({ provisioner: 'p' })).object
    const change = (next: Loose): void => {
      next.allowVolumeExpansion = true
      next.mountOptions = ['ro']
      next.allowedTopologies = [topology(zone('a'))]
    }
    expect(update(kind, live, change).errors).toEqual([])
  })

  it('warn of labels that have a successor', () => {
    const allowedTopologies = [topology({ key: 'failure-domain.beta.kubernetes.io/zone', values: ['a'] })]
    const { object } = create(kind, named({ provisioner: 'p', allowedTopologies }))
    expect(warningsOf(kind, object)).toEqual([
      'allowedTopologies[0].matchLabelExpressions[0].key: deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
    ])
  })

  it('print which of them is the default', () => {
    const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' }
    expect(cells(kind, { metadata: { name: 'a', annotations }, provisioner: 'p' })).toMatchObject({
      Name: 'a (default)',
      Provisioner: 'p',
      ReclaimPolicy: 'Delete',
      VolumeBindingMode: 'Immediate',
      AllowVolumeExpansion: false,
    })
  })
})
