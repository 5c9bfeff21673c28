import { describe, expect, it } from 'vitest'
import { compileDecoder, createTypeLoader, DecodeError } from '../src/index.ts'
import { load } from './types.ts'

function decode(type: string, text: string | object): unknown {
  return compileDecoder(load(type))(typeof text === 'string' ? JSON.parse(text) : structuredClone(text))
}

function decodeError(type: string, value: string | object): string {
  try {
    decode(type, value)
  } catch (error) {
    expect(error).toBeInstanceOf(DecodeError)
    return (error as DecodeError).message
  }
  return 'no error'
}

function unknownFields(type: string, value: object): readonly string[] {
  const paths: string[] = []
  compileDecoder(load(type))(structuredClone(value), (path) => paths.push(path))
  return paths
}

const emptyTemplate = { metadata: {}, spec: { containers: null } }

describe('decoding under Go semantics', () => {
  describe('what was not given', () => {
    it.each<[string, string, object, object]>([
      [
        'fills structs of an empty object, recursively',
        'apps.v1.Deployment',
        {},
        { metadata: {}, spec: { selector: null, template: emptyTemplate, strategy: {} }, status: {} },
      ],
      ['writes a missing list that is not omitempty as null', 'rbac.v1.Role', {}, { rules: null }],
      ['keeps an empty list that is not omitempty', 'rbac.v1.Role', { rules: [] }, { rules: [] }],
      [
        'drops an empty list that is omitempty',
        'core.v1.PodSpec',
        { containers: null, volumes: [] },
        { containers: null },
      ],
      ['writes missing items of a list as an empty list', 'core.v1.SecretList', {}, { metadata: {}, items: [] }],
      [
        'writes null items of a list as an empty list',
        'core.v1.SecretList',
        { items: null },
        { metadata: {}, items: [] },
      ],
      ['fills scalars that are not omitempty', 'core.v1.ContainerPort', {}, { containerPort: 0 }],
      ['writes int-or-string always', 'core.v1.ServicePort', { port: 1 }, { port: 1, targetPort: 0 }],
      ['writes quantities always', 'core.v1.ResourceField', { resource: 'a' }, { resource: 'a', divisor: '0' }],
      [
        'writes times that are no pointers as null',
        'apps.v1.Condition',
        { type: 'a' },
        { type: 'a', lastUpdateTime: null },
      ],
      ['leaves omitzero times out', 'meta.v1.ObjectMeta', { creationTimestamp: null }, {}],
      ['leaves the zero time out of omitzero', 'meta.v1.ObjectMeta', { creationTimestamp: '0001-01-01T00:00:00Z' }, {}],
      ['writes pointers that are not omitempty as null', 'x.v1.Tree', {}, { link: null }],
      ['reads null as not given', 'apps.v1.Rolling', { maxSurge: null }, {}],
      [
        'reads a null struct as an empty one',
        'core.v1.Container',
        { name: 'a', resources: null },
        { name: 'a', resources: {} },
      ],
      [
        'reads null in a map of strings as empty',
        'meta.v1.LabelSelector',
        { matchLabels: { a: null } },
        { matchLabels: { a: '' } },
      ],
      [
        'reads null in a list of strings as empty',
        'core.v1.Container',
        { name: 'a', args: [null, 'x'] },
        { name: 'a', args: ['', 'x'], resources: {} },
      ],
      [
        'reads null in a list of structs as the zero struct',
        'core.v1.PodSpec',
        { containers: [null] },
        { containers: [{ name: '', resources: {} }] },
      ],
      ['reads null among quantities as zero', 'core.v1.Resources', { limits: { cpu: null } }, { limits: { cpu: '0' } }],
    ])('%s', (_, type, value, expected) => {
      expect(decode(type, value)).toEqual(expected)
    })
  })

  describe('zero values', () => {
    it.each<[string, string, object, object]>([
      ['drops the empty string', 'core.v1.EnvVar', { name: 'a', value: '' }, { name: 'a' }],
      ['keeps the empty string where omitempty is not said', 'core.v1.EnvVar', { name: '' }, { name: '' }],
      ['drops false', 'core.v1.Container', { name: 'a', resources: {}, stdin: false }, { name: 'a', resources: {} }],
      ['drops 0', 'x.v1.Tree', { id: 0, link: 'a' }, { link: 'a' }],
      ['drops an int64 0', 'meta.v1.ObjectMeta', { generation: 0 }, {}],
      [
        'keeps a pointer to 0',
        'meta.v1.ObjectMeta',
        { deletionGracePeriodSeconds: 0 },
        { deletionGracePeriodSeconds: 0 },
      ],
      [
        'keeps a pointer to false',
        'meta.v1.OwnerReference',
        { uid: 'u', controller: false },
        { uid: 'u', controller: false },
      ],
      ['drops empty lists', 'meta.v1.ObjectMeta', { finalizers: [] }, {}],
      ['drops empty maps', 'meta.v1.ObjectMeta', { labels: {} }, {}],
      [
        'keeps a pointer to an empty struct',
        'core.v1.PodSpec',
        { containers: [{}], securityContext: {} },
        { containers: [{ name: '', resources: {} }], securityContext: {} },
      ],
      [
        'drops a zero double',
        'core.v1.Secret',
        { metadata: {}, raw: {}, bits: 1, weight: 0 },
        { metadata: {}, raw: {}, bits: 1 },
      ],
      [
        'drops empty bytes',
        'core.v1.Secret',
        { metadata: {}, raw: {}, bits: 1, cert: '' },
        { metadata: {}, raw: {}, bits: 1 },
      ],
      [
        'writes an absent raw object as null',
        'core.v1.Secret',
        { metadata: {}, bits: 1 },
        { metadata: {}, bits: 1, raw: null },
      ],
    ])('%s', (_, type, value, expected) => {
      expect(decode(type, value)).toEqual(expected)
    })
  })

  describe('text forms', () => {
    it.each<[unknown, string]>([
      ['500m', '500m'],
      ['1000m', '1'],
      ['1024Mi', '1Gi'],
      ['0.5', '500m'],
      [' 2 ', '2'],
      [1, '1'],
      [0.25, '250m'],
      ['1e3', '1e3'],
      ['999Gi', '999Gi'],
    ])('writes the quantity %j as %s', (given, expected) => {
      expect(decode('core.v1.Resources', { limits: { cpu: given } })).toEqual({ limits: { cpu: expected } })
    })

    it.each<[unknown, string]>([
      ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
      ['2026-01-02T03:04:05.999Z', '2026-01-02T03:04:05Z'],
      ['2026-01-02T03:04:05+02:00', '2026-01-02T01:04:05Z'],
    ])('writes the time %s as %s', (given, expected) => {
      expect(decode('meta.v1.ObjectMeta', { deletionTimestamp: given })).toEqual({ deletionTimestamp: expected })
    })

    it('keeps microseconds of micro times', () => {
      const value = { type: 'a', lastUpdateTime: null, renewTime: '2026-01-02T03:04:05.000001Z' }
      expect(decode('apps.v1.Condition', value)).toEqual(value)
    })

    it('writes durations as Go does', () => {
      expect(decode('core.v1.Secret', { wait: '90m' })).toMatchObject({ wait: '1h30m0s' })
    })

    it('takes an int or a string for int-or-string', () => {
      for (const maxSurge of [0, 5, '25%', '']) expect(decode('apps.v1.Rolling', { maxSurge })).toEqual({ maxSurge })
    })

    it('canonicalises base64 and keeps what is canonical', () => {
      const data = { a: 'aGVsbG8=', b: '', c: 'aGVs\nbG8=', d: 'QR==' }
      expect(decode('core.v1.Secret', { data })).toMatchObject({
        data: { a: 'aGVsbG8=', b: '', c: 'aGVsbG8=', d: 'QQ==' },
      })
    })

    it('reads a list of numbers as bytes', () => {
      expect(decode('core.v1.Secret', { cert: [104, 105] })).toMatchObject({ cert: 'aGk=' })
    })
  })

  describe('refusals', () => {
    const member = 'json: cannot unmarshal'
    it.each<[string, string, string | object, string]>([
      [
        'a string for an int32',
        'apps.v1.Deployment',
        { spec: { replicas: '3' } },
        `${member} string into Go struct field DeploymentSpec.spec.replicas of type int32`,
      ],
      [
        'an int32 out of range',
        'apps.v1.Deployment',
        { spec: { replicas: 3000000000 } },
        `${member} number 3000000000 into Go struct field DeploymentSpec.spec.replicas of type int32`,
      ],
      [
        'a fraction for an int32',
        'apps.v1.Deployment',
        { spec: { replicas: 1.5 } },
        `${member} number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32`,
      ],
      [
        'a list for a struct',
        'apps.v1.Deployment',
        { spec: [] },
        `${member} array into Go struct field Deployment.spec of type v1.DeploymentSpec`,
      ],
      [
        'a string for a list',
        'core.v1.PodSpec',
        { containers: 'a' },
        `${member} string into Go struct field PodSpec.containers of type []v1.Container`,
      ],
      [
        'a string for a list item',
        'apps.v1.Deployment',
        { spec: { template: { spec: { containers: ['a'] } } } },
        `${member} string into Go struct field PodSpec.spec.template.spec.containers of type v1.Container`,
      ],
      [
        'a number for a string, deep',
        'apps.v1.Deployment',
        { spec: { template: { spec: { containers: [{ name: 'a', env: [{ name: 'x', value: 1 }] }] } } } },
        `${member} number into Go struct field EnvVar.spec.template.spec.containers.env.value of type string`,
      ],
      [
        'a number for a label',
        'apps.v1.Deployment',
        { metadata: { labels: { a: 1 } } },
        `${member} number into Go struct field ObjectMeta.metadata.labels of type string`,
      ],
      [
        'a boolean for a label',
        'meta.v1.ObjectMeta',
        { labels: { a: true } },
        `${member} bool into Go struct field ObjectMeta.labels of type string`,
      ],
      [
        'a list for a map',
        'meta.v1.ObjectMeta',
        { labels: [] },
        `${member} array into Go struct field ObjectMeta.labels of type map[string]string`,
      ],
      [
        'a string for a boolean',
        'core.v1.PodSpec',
        { hostNetwork: 'true' },
        `${member} string into Go struct field PodSpec.hostNetwork of type bool`,
      ],
      [
        'an object for a string',
        'core.v1.Container',
        { name: {} },
        `${member} object into Go struct field Container.name of type string`,
      ],
      [
        'a number in a list of strings',
        'core.v1.Container',
        { args: ['a', 1] },
        `${member} number into Go struct field Container.args of type string`,
      ],
      [
        'a fraction in a list of int64',
        'core.v1.PodSecurityContext',
        { supplementalGroups: [1.5] },
        `${member} number 1.5 into Go struct field PodSecurityContext.supplementalGroups of type int64`,
      ],
      [
        'a list for a map of quantities',
        'core.v1.Resources',
        { limits: [] },
        `${member} array into Go struct field Resources.limits of type v1.ResourceList`,
      ],
      [
        'a string in a map of lists',
        'core.v1.Secret',
        { extra: { a: 'b' } },
        `${member} string into Go struct field Secret.extra of type v1.ExtraValue`,
      ],
      [
        'a byte out of range',
        'core.v1.Secret',
        { bits: 256 },
        `${member} number 256 into Go struct field Secret.bits of type uint8`,
      ],
      [
        'a string for a double',
        'core.v1.Secret',
        { weight: '1' },
        `${member} string into Go struct field Secret.weight of type float64`,
      ],
      [
        'a number for bytes',
        'core.v1.Secret',
        { data: { a: 1 } },
        `${member} number into Go struct field Secret.data of type []uint8`,
      ],
      [
        'a number for a time',
        'meta.v1.ObjectMeta',
        { deletionTimestamp: 5 },
        `${member} number into Go struct field ObjectMeta.deletionTimestamp of type string`,
      ],
      [
        'a fraction for int-or-string',
        'apps.v1.Rolling',
        { maxSurge: 1.5 },
        `${member} number 1.5 into Go struct field Rolling.maxSurge of type int32`,
      ],
      [
        'an object for int-or-string',
        'apps.v1.Rolling',
        { maxSurge: {} },
        `${member} object into Go struct field Rolling.maxSurge of type int32`,
      ],
      ['a list for the object', 'apps.v1.Deployment', [], `${member} array into Go value of type v1.Deployment`],
      ['text for the object', 'apps.v1.Deployment', '"x"', `${member} string into Go value of type v1.Deployment`],
      [
        'a quantity without a number',
        'core.v1.Resources',
        { limits: { cpu: 'abc' } },
        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
      ],
      [
        'an empty quantity',
        'core.v1.Resources',
        { limits: { cpu: '' } },
        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
      ],
      [
        'an object for a quantity',
        'core.v1.Resources',
        { limits: { cpu: {} } },
        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
      ],
      ['an unknown suffix', 'core.v1.Resources', { limits: { cpu: '1mm' } }, "unable to parse quantity's suffix"],
      [
        'text for a time',
        'meta.v1.ObjectMeta',
        { deletionTimestamp: 'abc' },
        'parsing time "abc" as "2006-01-02T15:04:05Z07:00": cannot parse "abc" as "2006"',
      ],
      [
        'an empty time',
        'meta.v1.ObjectMeta',
        { deletionTimestamp: '' },
        'parsing time "" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "2006"',
      ],
      [
        'a date for a time',
        'meta.v1.ObjectMeta',
        { deletionTimestamp: '2026-01-02' },
        'parsing time "2026-01-02" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"',
      ],
      [
        'a month 13',
        'meta.v1.ObjectMeta',
        { deletionTimestamp: '2026-13-02T00:00:00Z' },
        'parsing time "2026-13-02T00:00:00Z": month out of range',
      ],
      [
        'a 31st of February',
        'meta.v1.ObjectMeta',
        { deletionTimestamp: '2026-02-31T00:00:00Z' },
        'parsing time "2026-02-31T00:00:00Z": day out of range',
      ],
      [
        'text after a time',
        'meta.v1.ObjectMeta',
        { deletionTimestamp: '2026-01-02T00:00:00Zx' },
        'parsing time "2026-01-02T00:00:00Zx": extra text: "x"',
      ],
      [
        'a micro time without fraction',
        'apps.v1.Condition',
        { renewTime: '2026-01-02T00:00:00Z' },
        'parsing time "2026-01-02T00:00:00Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"',
      ],
      ['a duration without unit', 'core.v1.Secret', { wait: 'soon' }, 'time: invalid duration "soon"'],
      ['base64 with a stranger', 'core.v1.Secret', { data: { a: 'a$bc' } }, 'illegal base64 data at input byte 1'],
      ['base64 without padding', 'core.v1.Secret', { data: { a: 'aGVsbG8' } }, 'illegal base64 data at input byte 4'],
      ['base64 of the URL alphabet', 'core.v1.Secret', { data: { a: 'ab-_' } }, 'illegal base64 data at input byte 2'],
      ['base64 padded too early', 'core.v1.Secret', { data: { a: 'a===' } }, 'illegal base64 data at input byte 1'],
      ['base64 with half a padding', 'core.v1.Secret', { data: { a: 'aG=' } }, 'illegal base64 data at input byte 3'],
      [
        'base64 with something after the padding',
        'core.v1.Secret',
        { data: { a: 'aG==aG==' } },
        'illegal base64 data at input byte 4',
      ],
    ])('refuses %s', (_, type, value, message) => {
      expect(decodeError(type, value)).toBe(message)
    })

    it('keeps int64 beyond 2^53 exactly, and refuses beyond 2^63', () => {
      const decoder = compileDecoder(load('core.v1.PodSecurityContext'))
      expect(decoder({ runAsUser: 9223372036854775807n })).toEqual({ runAsUser: 9223372036854775807n })
      expect(() => decoder({ runAsUser: 9223372036854775808n })).toThrow(
        'json: cannot unmarshal number 9223372036854775808 into Go struct field PodSecurityContext.runAsUser of type int64',
      )
    })

    it('answers nesting deeper than the stack as an error of the client', () => {
      let deep: object = {}
      for (let level = 0; level < 200_000; level++) deep = { children: [deep] }
      expect(() => compileDecoder(load('x.v1.Tree'))(deep)).toThrow(new DecodeError('exceeded max depth'))
    })

    it('can be used again after a refusal', () => {
      const decoder = compileDecoder(load('apps.v1.Deployment'))
      for (let round = 0; round < 2; round++) {
        expect(() => decoder({ spec: { replicas: 'x' } })).toThrow(/field DeploymentSpec\.spec\.replicas of/)
      }
    })
  })

  describe('unknown fields', () => {
    it('drops them and reports their paths in document order', () => {
      expect(
        unknownFields('apps.v1.Deployment', {
          foo: 1,
          spec: {
            foo: null,
            template: { spec: { containers: [{ name: 'a' }, { name: 'b', bar: {}, ports: [{ hostPorts: 1 }] }] } },
          },
          metadata: { nam: 'x' },
        }),
      ).toEqual([
        'foo',
        'spec.foo',
        'spec.template.spec.containers[1].bar',
        'spec.template.spec.containers[1].ports[0].hostPorts',
        'metadata.nam',
      ])
    })

    it('names map keys in paths', () => {
      expect(unknownFields('x.v1.Tree', { props: { 'a.b': { nope: 1 } } })).toEqual(['props.a.b.nope'])
    })

    it('is case-sensitive', () => {
      expect(unknownFields('meta.v1.ObjectMeta', { Name: 'x' })).toEqual(['Name'])
    })

    it('drops them silently when no report function is given', () => {
      expect(decode('meta.v1.ObjectMeta', { name: 'x', nam: 'y' })).toEqual({ name: 'x' })
    })

    it('keeps whatever is in a raw object', () => {
      const raw = { any: [null, { thing: 0 }], empty: '' }
      expect(decode('core.v1.Secret', { raw })).toMatchObject({ raw })
    })
  })

  describe('hostile keys', () => {
    it('keeps __proto__ and constructor as map keys', () => {
      const text = '{"matchLabels":{"__proto__":"a","constructor":"b","toString":"c"}}'
      expect(JSON.stringify(decode('meta.v1.LabelSelector', text))).toBe(text)
    })

    it('reads null under __proto__ as empty', () => {
      expect(JSON.stringify(decode('meta.v1.LabelSelector', '{"matchLabels":{"__proto__":null}}'))).toBe(
        '{"matchLabels":{"__proto__":""}}',
      )
    })

    it('drops __proto__ as a field', () => {
      const decoded = decode('meta.v1.ObjectMeta', '{"__proto__":{"polluted":true},"name":"x"}')
      expect(JSON.stringify(decoded)).toBe('{"name":"x"}')
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    })
  })

  it('edits in place and keeps the order of known fields', () => {
    const value = JSON.parse(
      '{"status":{},"kind":"Deployment","spec":{"strategy":{},"template":{"spec":{"containers":null},"metadata":{}},"selector":{}},"metadata":{},"apiVersion":"apps/v1"}',
    )
    const before = JSON.stringify(value)
    expect(compileDecoder(load('apps.v1.Deployment'))(value)).toBe(value)
    expect(JSON.stringify(value)).toBe(before)
  })

  it('is idempotent', () => {
    const decoder = compileDecoder(load('apps.v1.Deployment'))
    const once = JSON.stringify(decoder({ spec: { replicas: 0, paused: false }, metadata: { labels: { a: null } } }))
    expect(JSON.stringify(decoder(JSON.parse(once)))).toBe(once)
  })
})

describe('errors about types', () => {
  const load = createTypeLoader([
    {
      'a.v1.Outer': 'name 1 string\nmiddle 2 a.v1.Middle omitempty pointer',
      'a.v1.Middle': '+ 1 a.v1.Inner\npolicy 2 string go=v1.Policy\nmodes 3 []string go=v1.Mode',
      'a.v1.Inner': '+ 1 a.v1.Core\nsize 2 int32',
      'a.v1.Core': 'level 1 string go=v1.Level',
    },
  ])
  const decode = compileDecoder(load('a.v1.Outer'))

  it.each<[object, string]>([
    [{ policy: 5 }, 'number into Go struct field Middle.middle.policy of type v1.Policy'],
    [{ modes: 'x' }, 'string into Go struct field Middle.middle.modes of type []v1.Mode'],
    [{ modes: [5] }, 'number into Go struct field Middle.middle.modes of type v1.Mode'],
    [{ size: 'x' }, 'string into Go struct field Middle.middle.Inner.size of type int32'],
    [{ level: 5 }, 'number into Go struct field Middle.middle.Inner.Core.level of type v1.Level'],
  ])('name types and embedded structs as Go does: %j', (middle, message) => {
    expect(() => decode({ middle })).toThrow(`json: cannot unmarshal ${message}`)
  })

  it('of unknown fields do not name embedded structs', () => {
    const unknown: string[] = []
    decode({ middle: { level: '', nope: 1 } }, (path) => unknown.push(path))
    expect(unknown).toEqual(['middle.nope'])
  })
})
