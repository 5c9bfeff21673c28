import type { Case, Step } from '../case.ts'

const group = '/apis/resource.k8s.io/v1'

/** Selectors of devices, as they are written in classes, claims and templates. */
export function deviceSelectors(namespace: string): readonly Case[] {
  return [
    { name: 'device selectors', kind: 'deviceclasses', steps: expressions.map((expression) => written([expression])) },
    { name: 'several device selectors', kind: 'deviceclasses', steps: several.map(written) },
    { name: 'selectors of claims', kind: 'resourceclaims', steps: inClaims.flatMap((one) => claims(namespace, one)) },
  ]
}

function written(expressions: readonly string[]): Step {
  const selectors = expressions.map((expression) => ({ cel: { expression } }))
  const body = { metadata: { name: 'written' }, spec: { selectors } }
  return { method: 'POST', path: `${group}/deviceclasses?dryRun=All`, body }
}

function claims(namespace: string, expression: string): readonly Step[] {
  const selectors = [{ cel: { expression } }]
  const exactly = { deviceClassName: 'c', selectors }
  const firstAvailable = [{ name: 'a', deviceClassName: 'c', selectors }]
  const spec = {
    devices: {
      requests: [
        { name: 'r', exactly },
        { name: 's', firstAvailable },
      ],
    },
  }
  const path = `${group}/namespaces/${namespace}`
  return [
    { method: 'POST', path: `${path}/resourceclaims?dryRun=All`, body: { metadata: { name: 'w' }, spec } },
    {
      method: 'POST',
      path: `${path}/resourceclaimtemplates?dryRun=All`,
      body: { metadata: { name: 'w' }, spec: { spec } },
    },
  ]
}

const attribute = "device.attributes['dra.example.com']"
const capacity = "device.capacity['dra.example.com']"
const loop = (inner: string): string => `device.attributes.all(k, ${inner})`
const numbers = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]'
const nested = (depth: number): string => (depth === 0 ? 'true' : `${numbers}.all(v${depth}, ${nested(depth - 1)})`)

const expressions: readonly string[] = [
  'true',
  'false',
  '',
  ' ',
  '1',
  "'x'",
  'null',
  'dyn(true)',
  'device',
  'device.driver',
  'device.attributes',
  'device.capacity',
  'device.none',
  'other',
  'device.driver == ',
  "device.driver == 'dra.example.com'",
  'device.driver == 1',
  "device.driver.startsWith('dra.')",
  "device.driver.matches('[')",
  "device.driver.matches('^dra')",
  attribute,
  `${attribute}.model`,
  `${attribute}.model == 'a'`,
  `${attribute}.size == 5`,
  `${attribute}.on`,
  `!${attribute}.on`,
  `${attribute}.version.isGreaterThan(semver('1.2.3'))`,
  `${attribute}.version.compareTo(semver('1.2.3')) == 0`,
  `${attribute}.version.isGreaterThan(semver('x'))`,
  `${attribute}['model'] == 'a'`,
  `${attribute}[1] == 'a'`,
  "'dra.example.com' in device.attributes",
  `'model' in ${attribute}`,
  `has(${attribute}.model)`,
  'has(device.attributes)',
  'has(device.none)',
  `${attribute}.?model.orValue('x') == 'a'`,
  `${attribute}.?model.hasValue()`,
  "device.attributes[?'dra.example.com'].?model.orValue('') == 'a'",
  `${capacity}.memory == quantity('1Gi')`,
  `${capacity}.memory.compareTo(quantity('1Gi')) >= 0`,
  `${capacity}.memory.isGreaterThan(quantity('1Gi'))`,
  `${capacity}.memory.isLessThan(quantity('x'))`,
  `${capacity}.memory == 3`,
  `${capacity}.memory + 1`,
  `${capacity}.?memory.hasValue()`,
  `quantity('1Gi').isLessThan(${capacity}.memory)`,
  'device.allowMultipleAllocations',
  'device.allowMultipleAllocations == true',
  'device.?allowMultipleAllocations.orValue(false)',
  `cel.bind(dra, ${attribute}, dra.model == 'a' && dra.on)`,
  `cel.bind(dra, ${attribute}, dra.none)`,
  "device.attributes.exists(d, d == 'dra.example.com')",
  "device.attributes.exists(k, v, v.exists(n, w, w == 'a'))",
  'device.attributes.map(k, k).size() > 0',
  'device.attributes.transformList(k, v, v.size()).sum() > 1',
  "device.attributes.transformMap(k, v, k)['x'] == 'x'",
  'size(device.attributes) == 1',
  'device.driver.size() > 3',
  "device.driver + 'x' == 'y'",
  "device.driver.split('.').size() == 3",
  "device.driver.replace('a', 'b') == 'x'",
  "[device.driver, device.driver].join('') == 'x'",
  "sets.contains(['a'], ['a'])",
  'lists.range(3).size() == 3',
  'math.greatest(1, 2) == 2',
  "ip('10.0.0.1').family() == 4",
  "cidr('10.0.0.0/8').prefixLength() == 8",
  "url('https://a.b').getHost() == 'a.b'",
  "duration('x') == duration('1s')",
  "duration('1h') > duration('1s')",
  "timestamp('2020-01-01T00:00:00Z') < timestamp('2021-01-01T00:00:00Z')",
  "int('x') == 1",
  "authorizer.path('/').check('get').allowed()",
  'object.x == 1',
  'self',
  'request.x == 1',
  "semver('1.2.3').major() == 1",
  "isSemver('v1.2.3')",
  "semver('v1.2', true).minor() == 2",
  "format.dns1123Label().validate('a').hasValue()",
  "'%s'.format([device.driver]) == 'x'",
  'type(device) == map',
  'type(device.driver) == string',
  'device == device',
  `${attribute} == ${attribute}`,
  'true ? 1 : 2',
  'true || 1',
  '[1, "a"].size() == 2',
  loop('true'),
  loop(loop('true')),
  loop(loop(loop('true'))),
  'device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, a + b + c != "x")))',
  'device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.capacity.all(d, a + b + c != d))))',
  loop('device.driver.matches("^(a|b)*$")'),
  'device.attributes.all(a, device.attributes[a].all(b, device.attributes.all(c, device.attributes[c].all(d, b != d))))',
  nested(3),
  nested(5),
  nested(6),
  nested(7),
  `${"'0123456789'"}.matches("^(0|1|2|3|4|5)*$")`,
  'device.driver.contains(device.driver)',
  "device.attributes.exists_one(k, k == 'a')",
  'optional.of(true).value()',
  'optional.none().hasValue()',
  `'${'x'.repeat(10 * 1024 - 10)}' == 'y'`,
  `'${'x'.repeat(10 * 1024)}' == 'y'`,
  ' device.driver == "a" ',
  'device.driver == "a"\n&& true',
  'Device{}',
  "jsonpatch.escapeKey('a') == 'a'",
  'variables.x',
  "device.attributes['dra.example.com'].model.x == 1",
  'device.attributes.model',
  'device["driver"] == "a"',
  '1 == 1.0',
  "b'a' == b'a'",
  "device.driver.lowerAscii() == 'a'",
  "regex.replace(device.driver, 'a', 'b') == 'c'",
  "base64.encode(b'a') == 'x'",
]

const several: readonly (readonly string[])[] = [
  [],
  ['true', '1', 'x'],
  Array.from({ length: 32 }, () => 'true'),
  Array.from({ length: 33 }, () => 'true'),
]

const inClaims: readonly string[] = ['true', '1', 'device.none', `${capacity}.memory == 3`, '', nested(6)]
