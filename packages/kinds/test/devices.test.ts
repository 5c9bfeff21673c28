import { describe, expect, it } from 'vitest'
import type { ApiObject } from '@pinnace/meta'
import { cells, create, definitionOf, update, type Loose } from './write.ts'

const group = 'resource.k8s.io/v1'
const claimKind = `${group}/ResourceClaim`
const templateKind = `${group}/ResourceClaimTemplate`
const classKind = `${group}/DeviceClass`
const sliceKind = `${group}/ResourceSlice`

const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const identifier =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')"
const keyForm =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const reference =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"
const list = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index))

const exactly = { deviceClassName: 'c' }
const requests = [
  { name: 'r', exactly },
  { name: 's', firstAvailable: [{ name: 'x', deviceClassName: 'c' }] },
]
const claim = (devices: object): Loose => ({
  metadata: { name: 'a', namespace: 'n' },
  spec: { devices: { requests, ...devices } },
})
const exact = (fields: object): Loose => claim({ requests: [{ name: 'r', exactly: { ...exactly, ...fields } }] })
const toleration = (fields: object): Loose => exact({ tolerations: [fields] })
const config = (opaque?: object): Loose => claim({ config: [{ opaque }] })

describe('what a claim asks for', () => {
  it.each<[string, Loose, string[]]>([
    ['devices of a class', claim({}), []],
    ['nothing', claim({ requests: [] }), []],
    [
      'no class',
      claim({ requests: [{ exactly: {} }] }),
      [`requests[0].name: Invalid value: "": ${label}`, 'requests[0].exactly.deviceClassName: Required value'],
    ],
    [
      'no form of request',
      claim({ requests: [{ name: 'r' }] }),
      ['requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required'],
    ],
    [
      'both forms of request',
      claim({ requests: [{ name: 'r', exactly, firstAvailable: [{}] }] }),
      [
        'requests[0]: Invalid value: null: exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set',
      ],
    ],
    ['the same twice', claim({ requests: [requests[0], requests[0]] }), ['requests[1]: Duplicate value: "r"']],
    [
      'too much',
      claim({ requests: list(33, (index) => ({ name: `r${index}`, exactly })) }),
      ['requests: Too many: 33: must have at most 32 items'],
    ],
    [
      'alternatives without names',
      claim({ requests: [{ name: 'r', firstAvailable: [{}, {}] }] }),
      [
        `requests[0].firstAvailable[0].name: Invalid value: "": ${label}`,
        'requests[0].firstAvailable[0].deviceClassName: Required value',
        `requests[0].firstAvailable[1].name: Invalid value: "": ${label}`,
        'requests[0].firstAvailable[1].deviceClassName: Required value',
        'requests[0].firstAvailable[1]: Duplicate value: ""',
      ],
    ],
    [
      'too many alternatives',
      claim({ requests: [{ name: 'r', firstAvailable: list(9, () => ({})) }] }),
      ['requests[0].firstAvailable: Too many: 9: must have at most 8 items'],
    ],
    [
      'an impossible class',
      exact({ deviceClassName: 'A' }),
      [`requests[0].exactly.deviceClassName: Invalid value: "A": ${subdomain}`],
    ],
    [
      'an unknown mode',
      exact({ allocationMode: 'x' }),
      ['requests[0].exactly.allocationMode: Unsupported value: "x": supported values: "All", "ExactCount"'],
    ],
    [
      'a number of all',
      exact({ allocationMode: 'All', count: 1 }),
      ["requests[0].exactly.count: Invalid value: 1: must not be specified when allocationMode is 'All'"],
    ],
    [
      'fewer than none',
      exact({ count: -1 }),
      ['requests[0].exactly.count: Invalid value: -1: must be greater than zero'],
    ],
    [
      'selectors of nothing',
      exact({ selectors: [{}, { cel: { expression: 'x'.repeat(10_241) } }] }),
      [
        'requests[0].exactly.selectors[0].cel: Required value',
        'requests[0].exactly.selectors[1].cel.expression: Too long: may not be more than 10240 bytes',
      ],
    ],
    [
      'a toleration of a value whatever it is',
      toleration({ operator: 'Exists', value: 'v' }),
      ['requests[0].exactly.tolerations[0].value: Invalid value: "v": must be empty for operator `Exists`'],
    ],
    [
      'an unknown toleration',
      toleration({ key: 'a b', operator: 'x', effect: 'y' }),
      [
        `requests[0].exactly.tolerations[0].key: Invalid value: "a b": ${keyForm}`,
        'requests[0].exactly.tolerations[0].operator: Unsupported value: "x": supported values: "Equal", "Exists"',
        'requests[0].exactly.tolerations[0].effect: Unsupported value: "y": supported values: "NoExecute", "NoSchedule", "None"',
      ],
    ],
    ['devices alike', claim({ constraints: [{ requests: ['r', 's/x', 's'], matchAttribute: 'a.b/c' }] }), []],
    [
      'requests alike that are not there',
      claim({ constraints: [{ requests: ['z', 's/z', 'a/b/c', 'r', 'r'], distinctAttribute: 'a.b/c' }] }),
      [
        `constraints[0].requests[0]: Invalid value: "z": ${reference}`,
        `constraints[0].requests[1]: Invalid value: "s/z": ${reference}`,
        `constraints[0].requests[2]: Invalid value: "a/b/c": ${reference}`,
        'constraints[0].requests[4]: Duplicate value: "r"',
      ],
    ],
    [
      'devices alike in nothing',
      claim({ constraints: [{}] }),
      [
        'constraints[0]: Required value: exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set',
      ],
    ],
    [
      'devices alike in impossible attributes',
      claim({
        constraints: [{ matchAttribute: '1' }, { matchAttribute: '/' }, { distinctAttribute: `b_/${'c'.repeat(33)}` }],
      }),
      [
        `constraints[0].matchAttribute: Invalid value: "1": ${identifier}`,
        'constraints[0].matchAttribute: Invalid value: "1": a fully qualified name must be a domain and a name separated by a slash',
        'constraints[1].matchAttribute: Invalid value: "": the domain must not be empty',
        'constraints[1].matchAttribute: Invalid value: "": the name must not be empty',
        `constraints[2].distinctAttribute: Invalid value: "b_": ${subdomain}`,
        'constraints[2].distinctAttribute: Too long: may not be more than 32 bytes',
      ],
    ],
    ['words for a driver', config({ driver: 'D.example.com', parameters: { a: 1 } }), []],
    ['words for no driver', config(), ['config[0].opaque: Required value']],
    [
      'no words for a driver',
      config({ driver: '' }),
      ['config[0].opaque.driver: Required value', 'config[0].opaque.parameters: Required value'],
    ],
    [
      'too many words for a driver of a long name',
      config({ driver: 'd'.repeat(64), parameters: { a: 'x'.repeat(10_240) } }),
      [
        'config[0].opaque.driver: Too long: may not be more than 63 bytes',
        'config[0].opaque.parameters: Too long: may not be more than 10240 bytes',
      ],
    ],
  ])('%s', (_, object, wanted) => {
    expect(create(claimKind, object).errors).toEqual(wanted.map((text) => `spec.devices.${text}`))
    const template = { metadata: { name: 'a', namespace: 'n' }, spec: { spec: object.spec } }
    expect(create(templateKind, template).errors).toEqual(wanted.map((text) => `spec.spec.devices.${text}`))
  })

  it('is one device, of taints that have the value, unless it says otherwise', () => {
    const tolerations = [{ key: 'k' }]
    const { spec } = create(
      claimKind,
      claim({ requests: [{ name: 'r', exactly: { ...exactly, tolerations } }, requests[1]] }),
    ).object
    const filled = { deviceClassName: 'c', allocationMode: 'ExactCount', count: 1 }
    expect(spec.devices.requests).toEqual([
      { name: 'r', exactly: { ...filled, tolerations: [{ key: 'k', operator: 'Equal' }] } },
      { name: 's', firstAvailable: [{ name: 'x', ...filled }] },
    ])
    expect(
      create(claimKind, exact({ allocationMode: 'All' })).object.spec.devices.requests[0].exactly.count,
    ).toBeUndefined()
  })

  it('does not change', () => {
    const live = create(claimKind, exact({})).object
    const change = (next: Loose): void => void (next.spec.devices.requests[0].exactly.count = 2)
    expect(update(claimKind, live, change).errors).toEqual([
      'spec: Invalid value: {"Devices":{"Requests":[{"Name":"r","Exactly":{"DeviceClassName":"c","Selectors":null,"AllocationMode":"ExactCount","Count":2,"AdminAccess":null,"Tolerations":null,"Capacity":null},"FirstAvailable":null}],"Constraints":null,"Config":null}}: field is immutable',
    ])
    const template = create(templateKind, { metadata: { name: 'a', namespace: 'n' }, spec: { spec: {} } }).object
    const relabel = (next: Loose): void => void (next.spec.metadata = { labels: { a: 'b' } })
    expect(update(templateKind, template, relabel).errors).toEqual([
      'spec: Invalid value: {"labels":{"a":"b"},"Spec":{"Devices":{"Requests":null,"Constraints":null,"Config":null}}}: field is immutable',
    ])
  })

  it('has labels and annotations only, in a template', () => {
    const metadata = { name: 'n', uid: 'u', labels: { 'a b': 'c' }, finalizers: ['x/y'] }
    const { errors } = create(templateKind, { metadata: { name: 'a', namespace: 'n' }, spec: { metadata, spec: {} } })
    expect(errors).toEqual([
      expect.stringContaining('spec.metadata.labels: Invalid value: "a b": name part must consist of'),
      'spec.metadata.name: Forbidden: cannot be set',
      'spec.metadata.uID: Forbidden: cannot be set',
      'spec.metadata.finalizers: Forbidden: cannot be set',
    ])
  })
})

describe('the status of a claim', () => {
  const shareID = '0b6f9d40-1111-4222-8333-444455556666'
  const device = { driver: 'd.example.com', pool: 'p', device: 'e' }
  const allocation = { devices: { results: [{ request: 'r', ...device }] } }
  const live: ApiObject = create(claimKind, claim({})).object
  const put = (status: object, before: ApiObject = live): ReturnType<typeof update> =>
    update(claimKind, before, (next) => void (next.status = status), { subresource: 'status' })
  const reported = (fields: object): object => ({ allocation, devices: [{ ...device, ...fields }] })
  const network = (networkData: object): object => reported({ networkData })

  it.each<[string, object, string[]]>([
    [
      'of an allocation',
      { allocation, reservedFor: [{ resource: 'pods', name: 'p', uid: 'u' }], devices: [device] },
      [],
    ],
    [
      'of no allocation',
      { reservedFor: [{}, {}], devices: [device] },
      [
        ...[0, 1].flatMap((index) =>
          ['resource', 'name', 'uid'].map((field) => `reservedFor[${index}].${field}: Required value`),
        ),
        'reservedFor[1]: Duplicate value: ""',
        'devices[0]: Invalid value: {"Driver":"d.example.com","Pool":"p","Device":"e","ShareID":""}: must be an allocated device in the claim',
        'reservedFor: Forbidden: may not be specified when `allocated` is not set',
      ],
    ],
    [
      'of devices without names',
      { allocation: { devices: { results: [{}], config: [{}] } } },
      [
        `allocation.devices.results[0].request: Invalid value: "": ${label}`,
        `allocation.devices.results[0].request: Invalid value: "": ${reference}`,
        'allocation.devices.results[0].driver: Required value',
        'allocation.devices.results[0].pool: Required value',
        `allocation.devices.results[0].device: Invalid value: "": ${label}`,
        'allocation.devices.config[0].source: Required value',
        'allocation.devices.config[0].opaque: Required value',
      ],
    ],
    [
      'of conditions that are both good and bad',
      {
        allocation: {
          devices: {
            results: [{ request: 'r', ...device, bindingConditions: ['a', 'a'], bindingFailureConditions: ['a'] }],
          },
        },
      },
      [
        'allocation.devices.results[0].bindingConditions[1]: Duplicate value: "a"',
        'allocation.devices.results[0].bindingFailureConditions[0]: Invalid value: "a": bindingFailureConditions must not overlap with bindingConditions',
      ],
    ],
    [
      'of a share with a bad name',
      { allocation: { devices: { results: [{ request: 'r', ...device, shareID: shareID.toUpperCase() }] } } },
      [
        `allocation.devices.results[0].shareID: Invalid value: "${shareID.toUpperCase()}": uid must be in RFC 4122 normalized form, \`xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx\` with lowercase hexadecimal characters`,
      ],
    ],
    [
      'of a share that is none',
      reported({ shareID: 'x' }),
      [
        'devices[0].shareID: Invalid value: "x": error validating uid: invalid UUID length: 1',
        'devices[0]: Invalid value: {"Driver":"d.example.com","Pool":"p","Device":"e","ShareID":"x"}: must be an allocated device in the claim',
      ],
    ],
    ['of an interface', network({ ips: ['10.0.0.1/24', '2001:db8::1/64'] }), []],
    [
      'of addresses in other forms',
      network({ ips: ['10.0.0.1', '010.0.0.1/24', '2001:DB8::1/64', '::ffff:1.2.3.4/120'] }),
      [
        'ips[0]: Invalid value: "10.0.0.1": must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)',
        'ips[1]: Invalid value: "010.0.0.1/24": must be in canonical form ("10.0.0.1/24")',
        'ips[2]: Invalid value: "2001:DB8::1/64": must be in canonical form ("2001:db8::1/64")',
        'ips[3]: Invalid value: "::ffff:1.2.3.4/120": must be in canonical form ("1.2.3.4/24")',
      ].map((text) => `devices[0].networkData.${text}`),
    ],
    [
      'of an interface with a long name',
      network({ interfaceName: 'i'.repeat(257), hardwareAddress: 'h'.repeat(129) }),
      [
        'devices[0].networkData.interfaceName: Too long: may not be more than 256 bytes',
        'devices[0].networkData.hardwareAddress: Too long: may not be more than 128 bytes',
      ],
    ],
  ])('%s', (_, status, wanted) => {
    expect(put(status).errors).toEqual(wanted.map((text) => `status.${text}`))
  })

  it('keeps the allocation, and forgets the status of what is no longer allocated', () => {
    const { object } = put({ allocation, devices: [device] })
    expect(put({ devices: [device] }, object).object.status).toEqual({})
    const other = { devices: { results: [{ request: 'r', ...device, device: 'f' }] } }
    expect(put({ allocation: other }, object).errors).toEqual([
      'status.allocation: Invalid value: {"Devices":{"Results":[{"Request":"r","Driver":"d.example.com","Pool":"p","Device":"f","AdminAccess":null,"Tolerations":null,"BindingConditions":null,"BindingFailureConditions":null,"ShareID":null,"ConsumedCapacity":null}],"Config":null},"NodeSelector":null,"AllocationTimestamp":null}: field is immutable',
    ])
    expect(update(claimKind, object, (next) => void (next.status = {})).object.status).toEqual(object.status)
  })
})

describe('devices for administrators', () => {
  const object = exact({ adminAccess: true })
  const template = { metadata: object.metadata, spec: { spec: object.spec } }
  const namespaceLabels = { 'resource.kubernetes.io/admin-access': 'true' }
  const problem =
    'Forbidden: admin access to devices requires the `resource.kubernetes.io/admin-access: true` label on the containing namespace'

  it.each([
    [claimKind, object],
    [templateKind, template],
  ])('are asked for in namespaces with a label only: %s', (kind, asking) => {
    const { strategy } = definitionOf(kind)
    expect(create(kind, asking).errors).toEqual([`spec.devices.requests[0].adminAccess: ${problem}`])
    expect(create(kind, asking, { namespaceLabels }).errors).toEqual([])
    expect(strategy.needsNamespaceLabels?.(create(kind, asking).object, undefined)).toBe(true)
  })

  it('are given in such namespaces only', () => {
    const results = [{ request: 'r', driver: 'd', pool: 'p', device: 'e', adminAccess: true }]
    const change = (next: Loose): void => void (next.status = { allocation: { devices: { results } } })
    const live = create(claimKind, claim({})).object
    expect(update(claimKind, live, change, { subresource: 'status' }).errors).toEqual([
      `status.allocation.devices.results[0].adminAccess: ${problem}`,
    ])
    const given = update(claimKind, live, change, { subresource: 'status', namespaceLabels })
    expect(given.errors).toEqual([])
    expect(update(claimKind, given.object, change, { subresource: 'status' }).errors).toEqual([])
  })
})

describe('a device class', () => {
  const deviceClass = (spec: object): Loose => ({ metadata: { name: 'a' }, spec })

  it.each<[string, object, string[]]>([
    ['of nothing', {}, []],
    ['of an extended resource', { extendedResourceName: 'example.com/gpu' }, []],
    [
      'of another resource',
      { extendedResourceName: 'cpu' },
      ['extendedResourceName: Invalid value: "cpu": must be a valid extended resource name'],
    ],
    [
      'of empty parts',
      { selectors: [{}, { cel: {} }], config: [{}] },
      [
        'selectors[0].cel: Required value',
        "selectors[1].cel.expression: Invalid value: \"\": compilation failed: ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
        'config[0].opaque: Required value',
      ],
    ],
  ])('%s', (_, spec, wanted) => {
    expect(create(classKind, deviceClass(spec)).errors).toEqual(wanted.map((text) => `spec.${text}`))
  })

  it('keeps parameters that were too long when they were stored', () => {
    const parameters = { a: 'x'.repeat(10_240) }
    const live = {
      ...create(classKind, deviceClass({})).object,
      spec: { config: [{ opaque: { driver: 'd', parameters } }] },
    }
    expect(update(classKind, live, (next) => void (next.spec.extendedResourceName = 'a.b/c')).errors).toEqual([])
    expect(update(classKind, live, (next) => void (next.spec.config[0].opaque.driver = 'e')).errors).toEqual([
      'spec.config[0].opaque.parameters: Too long: may not be more than 10240 bytes',
    ])
  })
})

describe('a resource slice', () => {
  const slice = (spec: object): Loose => ({
    metadata: { name: 'a' },
    spec: { driver: 'd', pool: { name: 'p', resourceSliceCount: 1 }, nodeName: 'n', ...spec },
  })
  const withDevice = (device: object, spec: object = {}): Loose =>
    slice({ devices: [{ name: 'e', ...device }], ...spec })
  const anywhere = { nodeName: undefined, perDeviceNodeSelection: true }
  const term = { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }
  const shared = (requestPolicy: object): Loose =>
    withDevice({ allowMultipleAllocations: true, capacity: { c: { value: '10', requestPolicy } } })
  const nodes = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required'
  const ownNode =
    'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec'

  it.each<[string, Loose, string[]]>([
    ['of a node', slice({}), []],
    [
      'of nothing',
      { metadata: { name: 'a' }, spec: {} },
      [
        '.driver: Required value',
        '.pool.name: Required value',
        '.pool.resourceSliceCount: Invalid value: 0: must be greater than zero',
        `: Required value: ${nodes}`,
      ],
    ],
    [
      'of a pool with a bad name',
      slice({ pool: { name: 'p/Q', resourceSliceCount: 1, generation: -1 } }),
      [
        `.pool.name: Invalid value: "Q": ${subdomain}`,
        '.pool.generation: Invalid value: -1: must be greater than or equal to zero',
      ],
    ],
    [
      'of two kinds of nodes',
      slice({ allNodes: true }),
      [`: Invalid value: "{\`nodeName\`, \`allNodes\`}": ${nodes}, but multiple fields are set`],
    ],
    [
      'of no kind of nodes',
      slice({ nodeName: '', allNodes: false, perDeviceNodeSelection: false }),
      [
        '.nodeName: Invalid value: "": must be either unset or set to a non-empty string',
        '.allNodes: Invalid value: false: must be either unset or set to true',
        '.perDeviceNodeSelection: Invalid value: false: must be either unset or set to true',
        `: Required value: ${nodes}`,
      ],
    ],
    [
      'of nodes of two terms',
      slice({ nodeName: undefined, nodeSelector: { nodeSelectorTerms: [term, term] } }),
      [
        `.nodeSelector.nodeSelectorTerms: Invalid value: [${[0, 1].map(() => '{"MatchExpressions":null,"MatchFields":[{"Key":"metadata.name","Operator":"In","Values":["n"]}]}').join(',')}]: must have exactly one node selector term`,
      ],
    ],
    [
      'of counters and devices',
      withDevice({}, { sharedCounters: [{}] }),
      [
        ': Invalid value: "": only one of `sharedCounters` or `devices` is allowed',
        '.sharedCounters[0].name: Required value',
        '.sharedCounters[0].counters: Required value',
      ],
    ],
    ['of 128 devices', slice({ devices: list(128, (index) => ({ name: `d${index}` })) }), []],
    [
      'of 65 devices with a taint',
      slice({ devices: list(65, () => ({ taints: [{}] })) }),
      ['.devices: Too many: 65: must have at most 64 items'],
    ],
    ['of a device twice', slice({ devices: [{ name: 'e' }, { name: 'e' }] }), ['.devices[1]: Duplicate value: "e"']],
    [
      'of devices that choose nodes',
      slice({ ...anywhere, devices: [{ name: 'e', nodeName: 'n' }, { name: 'f', allNodes: true }, { name: 'g' }] }),
      [`.devices[2]: Required value: ${ownNode}`],
    ],
    [
      'of devices that choose nodes badly',
      slice({
        ...anywhere,
        devices: [
          { name: 'e', nodeName: '', allNodes: false },
          { name: 'f', nodeName: 'n', allNodes: true },
        ],
      }),
      [
        '.devices[0].nodeName: Invalid value: "": must not be empty',
        '.devices[0].allNodes: Invalid value: false: must be either unset or set to true',
        `.devices[0]: Required value: ${ownNode}`,
        `.devices[1]: Invalid value: "{\`nodeName\`, \`allNodes\`}": ${ownNode}`,
      ],
    ],
    [
      'of a device that chooses nodes by itself',
      withDevice({ allNodes: true }),
      [
        '.devices[0]: Invalid value: null: `nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec',
      ],
    ],
    ['of good attributes', withDevice({ attributes: { a: { int: 0 }, 'b.c/d': { version: '1.2.3-a.1+b' } } }), []],
    [
      'of bad attributes',
      withDevice({
        attributes: { a: {}, b: { int: 1, bool: false }, 'c-d': { version: '1.0' }, e: { string: 'é'.repeat(33) } },
      }),
      [
        '.devices[0].attributes[a]: Invalid value: "": exactly one value must be specified',
        '.devices[0].attributes[b]: Invalid value: {"IntValue":1,"BoolValue":false,"StringValue":null,"VersionValue":null,"IntValues":null,"BoolValues":null,"StringValues":null,"VersionValues":null}: exactly one value must be specified',
        `.devices[0].attributes: Invalid value: "c-d": ${identifier}`,
        '.devices[0].attributes[c-d].version: Invalid value: "1.0": must be a string compatible with semver.org spec 2.0.0',
        '.devices[0].attributes[e].string: Too long: may not be more than 64 bytes',
      ],
    ],
    [
      'of too many attributes',
      withDevice({ attributes: Object.fromEntries(list(33, (index) => [`a${index}`, { int: 1 }])) }),
      ['.devices[0]: Invalid value: 33: the total number of attributes and capacities must not exceed 32'],
    ],
    [
      'of bad taints',
      withDevice({ taints: [{}, { key: 'k', value: '-', effect: 'x' }] }),
      [
        '.devices[0].taints[0].key: Invalid value: "": name part must be non-empty',
        `.devices[0].taints[0].key: Invalid value: "": ${keyForm}`,
        '.devices[0].taints[0].effect: Required value',
        expect.stringContaining('.devices[0].taints[1].value: Invalid value: "-": a valid label must be'),
        '.devices[0].taints[1].effect: Unsupported value: "x": supported values: "NoExecute", "NoSchedule", "None"',
      ],
    ],
    [
      'of bad counters',
      withDevice({ consumesCounters: [{ counterSet: 's', counters: { A: {} } }, { counterSet: 's' }] }),
      [
        `.devices[0].consumesCounters[0].counters: Invalid value: "A": ${label}`,
        '.devices[0].consumesCounters[1].counters: Required value',
        '.devices[0].consumesCounters[1]: Duplicate value: "s"',
      ],
    ],
    [
      'of a device that never fails',
      withDevice({ bindingConditions: ['a'], bindingFailureConditions: [] }),
      [
        '.devices[0].bindingFailureConditions: Invalid value: []: bindingFailureConditions are required to use bindingConditions',
      ],
    ],
    [
      'of a device that only fails',
      withDevice({ bindingFailureConditions: ['a'] }),
      [
        '.devices[0].bindingConditions: Invalid value: null: bindingConditions are required to use bindingFailureConditions',
      ],
    ],
    [
      'of a capacity that is not shared',
      withDevice({ capacity: { c: { value: '1', requestPolicy: {} } } }),
      ['.devices[0].capacity[c].requestPolicy: Forbidden: allowMultipleAllocations must be true'],
    ],
    ['of parts in steps', shared({ default: '3', validRange: { min: '1', max: '9', step: '2' } }), []],
    ['of listed parts', shared({ default: '2', validValues: ['1', '2'] }), []],
    [
      'of parts without default',
      shared({ validValues: ['1'] }),
      ['.devices[0].capacity[c].requestPolicy.default: Required value: required when validValues is defined'],
    ],
    [
      'of two kinds of parts',
      shared({ validValues: ['1'], validRange: {} }),
      [
        '.devices[0].capacity[c].requestPolicy: Forbidden: exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time',
      ],
    ],
    [
      'of listed parts that are wrong',
      shared({ default: '3', validValues: ['11', '2', '2'] }),
      [
        '.validValues[1]: Invalid value: "2": values must be sorted in ascending order',
        '.validValues[0]: Invalid value: "11": option is larger than capacity value: 10',
        '.validValues[2]: Duplicate value: "2"',
        '.validValues: Invalid value: "3": default value is not valid according to the requestPolicy',
      ].map((text) => `.devices[0].capacity[c].requestPolicy${text}`),
    ],
    [
      'of parts in impossible steps',
      shared({ default: '2', validRange: { min: '11', max: '12', step: '4' } }),
      [
        '.min: Invalid value: "11": min is larger than capacity value: 10',
        '.min: Invalid value: "2": default is less than min: 11',
        '.max: Invalid value: "12": max is larger than capacity value: 10',
        '.step: Invalid value: "4": one step 15 is larger than capacity value: 10',
        '.step: Invalid value: "2": value is not a multiple of a given step (4) from (11)',
        '.step: Invalid value: "12": value is not a multiple of a given step (4) from (11)',
      ].map((text) => `.devices[0].capacity[c].requestPolicy.validRange${text}`),
    ],
  ])('%s', (_, object, wanted) => {
    expect(create(sliceKind, object).errors).toEqual(
      wanted.map((text) => (typeof text === 'string' ? `spec${text}` : text)),
    )
  })

  it('keeps its driver, pool and node, and taints as they were', () => {
    const live = create(sliceKind, withDevice({})).object
    const change = (next: Loose): void => {
      Object.assign(next.spec, { driver: 'e', nodeName: 'm' })
      next.spec.pool.name = 'q'
    }
    expect(update(sliceKind, live, change).errors).toEqual([
      'spec.pool.name: Invalid value: "q": field is immutable',
      'spec.driver: Invalid value: "e": field is immutable',
      'spec.nodeName: Invalid value: "m": field is immutable',
    ])
    live.spec.devices[0].taints = [{ key: '', effect: 'x', timeAdded: '2026-01-01T00:00:00Z' }]
    expect(update(sliceKind, live, (next) => void (next.spec.pool.generation = 2)).errors).toEqual([])
  })

  it('says when a taint was added, and drops what features say that are off', () => {
    const { object } = create(
      sliceKind,
      withDevice({
        taints: [{ key: 'k', effect: 'None' }],
        attributes: { a: { int: 1, ints: [1] } },
        nodeAllocatableResourceMappings: { cpu: { capacityKey: 'c' } },
      }),
    )
    expect(object.spec.devices[0]).toEqual({
      name: 'e',
      taints: [{ key: 'k', effect: 'None', timeAdded: '2026-01-01T00:00:00Z' }],
      attributes: { a: { int: 1 } },
    })
    const change = (next: Loose): void => void (next.spec.devices[0].nodeAllocatableResourceMappings = { cpu: {} })
    expect(update(sliceKind, object, change).object.metadata.generation).toBe(2)
  })

  it('warns of drivers in upper case, and prints no node as nothing', () => {
    const { warnings } = definitionOf(sliceKind).strategy
    const object = slice({ driver: 'D.example.com', nodeName: undefined })
    expect(warnings?.(object, undefined)).toEqual([
      'spec.driver: driver names should be lowercase; "D.example.com" contains uppercase characters',
    ])
    expect(cells(sliceKind, object)).toMatchObject({ Node: '', Driver: 'D.example.com', Pool: 'p' })
  })
})
