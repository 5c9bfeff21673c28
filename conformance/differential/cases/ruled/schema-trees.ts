import type { Case, Step } from '../case.ts'

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** Rules below `allOf`, `anyOf`, `oneOf` and `not`, rules over every type of a schema, and what they may cost. */
export function schemaTrees(group: string): readonly Case[] {
  return [
    { name: 'rules in combined schemas', kind: 'crd', steps: stepsOf(group, combined) },
    { name: 'rules over types', kind: 'crd', steps: stepsOf(group, typed) },
  ]
}

function stepsOf(group: string, schemas: Readonly<Record<string, object>>): readonly Step[] {
  return Object.entries(schemas).map(([name, a]) => ({
    method: 'POST',
    path: `${crds}?dryRun=All&fieldManager=${name}`,
    body: crd(group, a),
  }))
}

function crd(group: string, a: object): object {
  const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object', properties: { a } } } }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `trees.${group}` },
    spec: {
      group,
      scope: 'Cluster',
      names: { plural: 'trees', kind: 'Tree' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  }
}

function rules(...texts: readonly string[]): object {
  return { 'x-kubernetes-validations': texts.map((rule) => ({ rule })) }
}

const text = { type: 'string', maxLength: 10 }
const object = { type: 'object', properties: { x: text, n: { type: 'integer' } } }
const list = { type: 'array', maxItems: 5, items: text }
const always = rules('true')

const combined: Readonly<Record<string, object>> = {
  'all-of': { ...text, allOf: [always] },
  'any-of': { ...text, anyOf: [always, { minLength: 1 }] },
  'one-of': { ...text, oneOf: [{ minLength: 1, ...always }] },
  not: { ...text, not: always },
  'below-not': { ...object, not: { properties: { x: always } } },
  'below-all-of': { ...object, allOf: [{ properties: { x: always } }] },
  'below-any-of': { ...object, anyOf: [{ properties: { x: { minLength: 1, ...always } } }] },
  'deep-in-all-of': { ...object, allOf: [{ anyOf: [{ not: { properties: { x: always } } }] }] },
  'items-in-all-of': { ...list, allOf: [{ items: always }] },
  'values-in-all-of': { type: 'object', additionalProperties: text, allOf: [{ additionalProperties: always }] },
  'items-in-not': { ...list, not: { items: always } },
  'rule-beside-all-of': { ...text, allOf: [{ minLength: 1 }], ...rules("self != 'x'") },
  'rule-beside-any-of': { ...object, anyOf: [{ required: ['x'] }, { required: ['n'] }], ...rules('has(self.x)') },
  'rule-beside-not': { ...text, not: { enum: ['a'] }, ...rules("self != 'b'") },
  'length-in-all-of': { type: 'string', allOf: [{ maxLength: 5 }], ...rules('self + self == self') },
  'items-limit-in-all-of': {
    type: 'array',
    items: { type: 'string' },
    allOf: [{ maxItems: 3 }],
    ...rules('self.all(a, self.all(b, a != b))'),
  },
  'wrong-in-all-of': { ...text, allOf: [rules('self.x')] },
  'int-or-string': {
    'x-kubernetes-int-or-string': true,
    anyOf: [{ type: 'integer' }, { type: 'string' }],
    ...rules('type(self) == int'),
  },
  'int-or-string-inside': {
    'x-kubernetes-int-or-string': true,
    anyOf: [{ type: 'integer', ...always }, { type: 'string' }],
  },
  'preserved-in-all-of': { ...object, allOf: [{ 'x-kubernetes-preserve-unknown-fields': true, ...always }] },
  'messages-in-not': { ...text, not: { 'x-kubernetes-validations': [{ rule: 'true', message: 'm' }] } },
  'empty-in-all-of': { ...text, allOf: [{ 'x-kubernetes-validations': [] }] },
}

const every = {
  type: 'object',
  properties: {
    text,
    free: { type: 'string' },
    number: { type: 'number' },
    whole: { type: 'integer' },
    on: { type: 'boolean' },
    when: { type: 'string', format: 'date-time' },
    date: { type: 'string', format: 'date' },
    long: { type: 'string', format: 'duration' },
    bytes: { type: 'string', format: 'byte' },
    port: { 'x-kubernetes-int-or-string': true },
    choice: { type: 'string', enum: ['a', 'bb'] },
    list,
    set: { ...list, 'x-kubernetes-list-type': 'set' },
    keyed: {
      type: 'array',
      maxItems: 4,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: { type: 'object', required: ['k'], properties: { k: text, v: { type: 'integer' } } },
    },
    map: { type: 'object', maxProperties: 4, additionalProperties: text },
    nested: { type: 'object', properties: { deep: { type: 'object', properties: { x: text } } } },
    open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { known: text } },
    embedded: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
    nullable: { type: 'string', nullable: true, maxLength: 5 },
    'a-b': text,
    'a.b': text,
    namespace: text,
    in: text,
    x__y: text,
  },
}

const typed: Readonly<Record<string, object>> = Object.fromEntries(
  [
    "self.text == 'a'",
    'self.text == 1',
    'self.free.contains(self.free)',
    'self.number > 1',
    'self.number > 1.5',
    'self.number == 1',
    'self.whole + 1 > 2',
    'self.whole > 1.5',
    'self.on',
    "self.on == 'true'",
    "self.when > timestamp('2020-01-01T00:00:00Z')",
    "self.when == 'x'",
    'self.date.getFullYear() == 2020',
    "self.long < duration('1h')",
    "self.bytes == b'a'",
    'self.bytes.size() < 5',
    'self.port == 1',
    "self.port == 'x' || self.port == 80",
    'type(self.port) == string',
    'self.port + 1 == 2',
    "self.choice == 'c'",
    "self.choice in ['a', 'b']",
    "self.list.exists(x, x.startsWith('a'))",
    'self.list[0] == self.list[1]',
    'self.list.isSorted()',
    'self.list.max() > self.list.min()',
    'self.list.sum() == 1',
    "self.list.join(',').size() < 10",
    "self.list.indexOf('a') == 0",
    'self.list + self.list == self.list',
    'self.set == self.set',
    "self.set + ['a'] == self.set",
    "self.keyed.exists(i, i.k == 'a' && i.v > 1)",
    'self.keyed.all(i, has(i.v))',
    'self.keyed.map(i, i.v).sum() == 3',
    "self.keyed[0].none == 'x'",
    "self.map.all(k, self.map[k] == 'x')",
    "self.map['a'] == 1",
    "'a' in self.map",
    'self.map.a == "x"',
    'self.map.transformList(k, v, k + v).size() > 1',
    "self.nested.deep.x == 'a'",
    'has(self.nested.deep) && has(self.nested.deep.x)',
    'has(self.none)',
    "self.open.known == 'a'",
    "self.open.other == 'a'",
    "self.embedded.metadata.name == 'a'",
    "self.embedded.kind == 'Pod' && self.embedded.apiVersion == 'v1'",
    'self.embedded.spec.x == 1',
    'self.embedded.metadata.labels.size() == 0',
    'self.nullable == null',
    "self.nullable != 'x'",
    "self.a__dash__b == 'x'",
    "self.a__dot__b == 'x'",
    "self.__namespace__ == 'x'",
    "self.__in__ == 'x'",
    "self.x__underscores__y == 'x'",
    "self.namespace == 'x'",
    'self.in == "x"',
    'oldSelf.whole <= self.whole',
    'self == oldSelf',
    "self.?text.orValue('x') == 'x'",
    'self.?nested.?deep.hasValue()',
    "quantity(self.text).isGreaterThan(quantity('1'))",
    'isQuantity(self.free)',
    'ip(self.text).family() == 4',
    "cidr('10.0.0.0/8').containsIP(self.free)",
    "url(self.free).getScheme() == 'https'",
    "self.free.matches('^[a-z]*$')",
    'self.free.matches(self.text)',
    "self.free.find('[0-9]+') == ''",
    "self.free.findAll('[0-9]+').size() == 1",
    "self.free.replace('a', 'b') == self.free",
    "self.free.split(',').size() < 3",
    'self.text.lowerAscii() == self.text.upperAscii()',
    "self.text.charAt(0) == 'a'",
    "self.text.substring(1, 2) == 'a'",
    "self.text.trim().reverse() == ''",
    "'%s is %d'.format([self.text, self.whole]) == ''",
    "format.named('dns1123Label').hasValue()",
    '!format.dns1123Label().validate(self.text).hasValue()',
    "semver(self.text).isLessThan(semver('1.0.0'))",
    'isSemver(self.text)',
    'sets.contains(self.list, self.set)',
    'math.greatest(1, 2) == 2',
    'cel.bind(t, self.text, t == t)',
    'lists.range(self.whole).size() == 3',
    '[1, 2, 3].sort() == [1, 2, 3]',
    'self.list.sort().distinct().first().hasValue()',
    'self.list.flatten() == []',
    'dyn(self.text) == 1',
    'size(self) == 1',
    'self.exists(k, k == "text")',
    "authorizer.path('/').check('get').allowed()",
    'request.x == 1',
    'object.x == 1',
    'self.list.all(a, self.list.all(b, self.list.all(c, a + b + c == self.free)))',
    'self.free.split("").all(a, self.free.split("").all(b, a == b))',
    'self.list.map(x, self.free + x).join("").contains(self.free)',
  ].map((rule, at) => [`rule-${at}`, { ...every, ...rules(rule) }]),
)
