import { builtInResources } from '@pinnace/kinds'
import { kubernetesVocabulary, parseJson } from '@pinnace/meta'
import { createRegistry } from '@pinnace/resources'
import { compileDecoder, createTypeLoader, DecodeError, type ObjectSchema } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import { describe, expect, it } from 'vitest'
import { loadProtobuf } from '../src/index.ts'
import { protobufFixtures } from './protobuf-fixtures.ts'

const { decodeProtobuf, encodeProtobuf, readEnvelope, writeEnvelope } = await loadProtobuf()
const registry = createRegistry(await builtInResources(kubernetesVocabulary), kubernetesVocabulary)

const parse = (json: string): Record<string, unknown> => parseJson(Buffer.from(json)).value as Record<string, unknown>
const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')

function schemaOf({ apiVersion, kind }: { apiVersion: string; kind: string }): ObjectSchema {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  const definition = registry.byGvk({ group: group!, version: version!, kind })
  if (definition !== undefined) return definition.schema()
  return loadType(kind === 'Scale' ? 'autoscaling.v1.Scale' : `meta.v1.${kind}`)
}

const fixtures = protobufFixtures.map(({ json, hex }) => {
  const object = parse(json) as { apiVersion: string; kind: string }
  return { name: `${object.apiVersion} ${object.kind}`, object, sent: bytes(hex), schema: schemaOf(object) }
})

describe('protobuf as Go writes it', () => {
  it.each(fixtures)('reads $name', ({ object, sent, schema }) => {
    const { kind, apiVersion, raw } = readEnvelope(sent)
    expect({ kind, apiVersion, ...compileDecoder(schema)(decodeProtobuf(schema, raw), undefined) }).toEqual(object)
  })

  it.each(fixtures)('writes $name, byte for byte', ({ object, sent, schema }) => {
    expect(Buffer.from(writeEnvelope(schema, object)).toString('hex')).toBe(sent.toString('hex'))
  })

  it.each(fixtures)(
    'refuses $name where it breaks off, or drops what is missing, and never fails otherwise',
    (fixture) => {
      const { raw } = readEnvelope(fixture.sent)
      for (let length = 0; length < raw.length; length++) {
        try {
          decodeProtobuf(fixture.schema, raw.subarray(0, length))
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError)
        }
      }
    },
  )

  it.each(fixtures)(
    'refuses $name with a byte changed, or reads something else, and never fails otherwise',
    (fixture) => {
      const { raw } = readEnvelope(fixture.sent)
      for (let at = 0; at < raw.length; at++) {
        for (const value of [0x00, 0x04, 0x7f, 0x80, 0xff]) {
          const changed = Buffer.from(raw)
          changed[at] = value
          try {
            decodeProtobuf(fixture.schema, changed)
          } catch (error) {
            expect(error).toBeInstanceOf(DecodeError)
          }
        }
      }
    },
  )
})

const load = createTypeLoader([
  {
    T: `text 1 string omitempty
small 2 int32 omitempty
large 3 int64 omitempty
flag 4 boolean omitempty
kept 5 string
pointed 6 int32 omitempty pointer
when 7 time omitempty
micro 8 micro-time omitempty
amount 9 quantity
size 10 int-or-string
wait 11 duration omitempty
raw 12 raw-object omitempty pointer
bytes 13 bytes omitempty
numbers 14 []int64 omitempty
texts 15 []string omitempty
real 16 double omitempty
+ 17 Inner
map 18 map:string omitempty
lists 19 map:[]string omitempty
structs 20 map:Inner omitempty
again 21 T omitempty pointer
unmarked - string omitempty
sizes 22 map:quantity omitempty
blobs 23 map:bytes omitempty`,
    Inner: `inner 1 string omitempty
deep 2 Deep omitempty`,
    Deep: `value 1 int32 omitempty`,
  },
])
const schema = load('T')
const decode = (hex: string): unknown => decodeProtobuf(schema, bytes(hex))
const encode = (object: object): string => Buffer.from(encodeProtobuf(schema, object)).toString('hex')

describe('decodeProtobuf', () => {
  it.each<[string, string, unknown]>([
    ['nothing', '', {}],
    ['text', '0a 02 68 69', { text: 'hi' }],
    ['text that is no UTF-8', '0a 01 ff', { text: '\u{fffd}' }],
    ['a byte-order mark', '0a 03 ef bb bf', { text: '\u{feff}' }],
    ['an empty text that JSON leaves out', '0a 00', {}],
    ['an empty text that JSON keeps', '2a 00', { kept: '' }],
    ['a zero that JSON leaves out', '10 00 18 00 20 00', {}],
    ['a zero behind a pointer', '30 00', { pointed: 0 }],
    ['a negative 32-bit number', '10 ff ff ff ff ff ff ff ff ff 01', { small: -1 }],
    ['a 32-bit number cut to 32 bits', '10 81 80 80 80 10', { small: 1 }],
    ['a 64-bit number', '18 ff ff ff ff ff ff ff 0f', { large: Number.MAX_SAFE_INTEGER }],
    ['a 64-bit number beyond what is exact', '18 80 80 80 80 80 80 80 10', { large: 2n ** 53n }],
    ['the smallest 64-bit number', '18 80 80 80 80 80 80 80 80 80 01', { large: -(2n ** 63n) }],
    ['a flag', '20 01', { flag: true }],
    ['a flag that is written long', '20 82 00', { flag: true }],
    ['a time', '3a 06 08 a7 f7 fd b1 06', { when: '2024-05-11T14:07:35Z' }],
    [
      'a time whose fraction is not looked at',
      '3a 0c 08 a7 f7 fd b1 06 10 c0 8f ae dc 03',
      { when: '2024-05-11T14:07:35Z' },
    ],
    ['no time', '3a 00', { when: null }],
    ['the zero time', '3a 0b 08 80 92 b8 c3 98 fe ff ff ff 01', { when: '0001-01-01T00:00:00Z' }],
    ['a time in microseconds', '42 05 08 01 10 d7 08', { micro: '1970-01-01T00:00:01.000001Z' }],
    ['a quantity', '4a 06 0a 04 35 30 30 6d', { amount: '500m' }],
    ['a quantity of nothing', '4a 00', { amount: '0' }],
    ['a number that may be text', '52 02 10 05', { size: 5 }],
    ['a text that may be a number', '52 07 08 01 1a 03 32 35 25', { size: '25%' }],
    ['a duration', '5a 07 08 80 b0 9d c2 df 01', { wait: '1m0s' }],
    ['a document', '62 09 0a 07 7b 22 61 22 3a 31 7d', { raw: { a: 1 } }],
    ['an empty document', '62 00', { raw: null }],
    ['bytes', '6a 02 00 ff', { bytes: 'AP8=' }],
    ['numbers one by one', '70 01 70 02', { numbers: [1, 2] }],
    ['numbers packed', '72 03 01 80 01', { numbers: [1, 128] }],
    ['numbers both ways', '70 01 72 01 02', { numbers: [1, 2] }],
    ['texts, empty ones too', '7a 01 61 7a 00', { texts: ['a', ''] }],
    ['a real number', '81 01 00 00 00 00 00 00 f8 3f', { real: 1.5 }],
    ['fields of an embedded struct', '8a 01 07 0a 01 78 12 02 08 05', { inner: 'x', deep: { value: 5 } }],
    ['an embedded struct in two parts', '8a 01 03 0a 01 78 8a 01 04 12 02 08 05', { inner: 'x', deep: { value: 5 } }],
    ['a map', '92 01 06 0a 01 61 12 01 62', { map: { a: 'b' } }],
    ['a map entry without a value', '92 01 03 0a 01 61', { map: { a: '' } }],
    ['a map entry without a key', '92 01 03 12 01 62', { map: { '': 'b' } }],
    ['a map entry twice', '92 01 06 0a 01 61 12 01 62 92 01 06 0a 01 61 12 01 63', { map: { a: 'c' } }],
    ['a map of lists', '9a 01 09 0a 01 61 12 04 0a 00 0a 00', { lists: { a: ['', ''] } }],
    ['a map of structs', 'a2 01 05 0a 01 61 12 00', { structs: { a: {} } }],
    ['a map of structs without one', 'a2 01 03 0a 01 61', { structs: { a: {} } }],
    ['a map of quantities without one', 'b2 01 03 0a 01 61', { sizes: { a: '0' } }],
    ['a map of bytes', 'ba 01 06 0a 01 61 12 01 00', { blobs: { a: 'AA==' } }],
    ['a field twice: the last one', '0a 01 61 0a 01 62', { text: 'b' }],
    ['a field twice, zero at last', '0a 01 61 0a 00', {}],
    ['a struct twice: both, merged', 'aa 01 03 0a 01 61 aa 01 02 10 05', { again: { text: 'a', small: 5 } }],
    [
      'unknown fields of every wire type',
      'f0 07 96 01 f9 07 0102030405060708 fa 07 01 00 fd 07 01020304 0a 01 61',
      { text: 'a' },
    ],
    ['an unknown group', 'f3 07 f8 07 01 f4 07 0a 01 61', { text: 'a' }],
  ])('reads %s', (_name, hex, expected) => {
    expect(decode(hex)).toEqual(expected)
  })

  it('keeps __proto__ an ordinary key', () => {
    const { map } = decode('92 01 0e 0a 09 5f5f70726f746f5f5f 12 01 78') as { map: object }
    expect(Object.entries(map)).toEqual([['__proto__', 'x']])
    expect(Object.getPrototypeOf(map)).toBe(Object.prototype)
  })

  it.each<[string, string, string]>([
    ['a text that breaks off', '0a 05 61', 'unexpected EOF'],
    ['a tag that breaks off', '8a', 'unexpected EOF'],
    ['a number that breaks off', '10 80', 'unexpected EOF'],
    ['a number without an end', '18 ff ff ff ff ff ff ff ff ff ff 01', 'proto: integer overflow'],
    ['a length without an end', '0a ff ff ff ff ff ff ff ff ff ff 01', 'proto: integer overflow'],
    ['a length beyond 32 bits', '0a 81 80 80 80 10 61', 'unexpected EOF'],
    ['a negative length', '0a ff ff ff ff ff ff ff ff ff 01', 'unexpected EOF'],
    ['an unknown field longer than its message', 'fa 07 05 00', 'unexpected EOF'],
    ['a real number that breaks off', '81 01 00', 'unexpected EOF'],
    ['a real number that is none', '81 01 00 00 00 00 00 00 f8 7f', 'json: unsupported value: NaN'],
    ['an infinity', '81 01 00 00 00 00 00 00 f0 7f', 'json: unsupported value: Infinity'],
    ['a text that runs over its message', 'aa 01 02 0a 01 61', 'unexpected EOF'],
    ['a number that runs over its message', 'aa 01 02 10 80 01', 'unexpected EOF'],
    ['a packed number that runs over its list', '72 01 80 01', 'unexpected EOF'],
    ['a map key that runs over its entry', '92 01 02 0a 01 61', 'unexpected EOF'],
    ['a number where text belongs', '08 01', 'proto: wrong wireType = 0 for field Text'],
    ['text where a number belongs', '12 01 61', 'proto: wrong wireType = 2 for field Small'],
    ['a number where a struct belongs', 'a8 01 01', 'proto: wrong wireType = 0 for field Again'],
    ['a number where a list of text belongs', '78 01', 'proto: wrong wireType = 0 for field Texts'],
    ['a number where a map belongs', '90 01 01', 'proto: wrong wireType = 0 for field Map'],
    ['the number zero', '02 00', 'proto: T: illegal tag 0 (wire type 2)'],
    ['the end of a group that has not begun', '0c', 'proto: T: wiretype end group for non-group'],
    ['an unknown wire type', '0f', 'proto: illegal wireType 7'],
    ['an int-or-string that is neither', '52 02 08 02', 'impossible IntOrString.Type'],
    ['a year out of range', '3a 07 08 80 83 d1 ff af 07', 'Time.MarshalJSON: year outside of range [0,9999]'],
  ])('refuses %s', (_name, hex, message) => {
    expect(() => decode(hex)).toThrow(new DecodeError(message))
  })

  it('refuses a document that is no JSON', () => {
    expect(() => decode('62 03 0a 01 7b')).toThrow(DecodeError)
    expect(() => decode('62 06 0a 04 6b 38 73 00')).toThrow(DecodeError)
  })

  it('refuses messages nested without end', () => {
    let nested = Buffer.alloc(0)
    for (let depth = 0; depth < 10_000; depth++) {
      const length = [(nested.length & 127) | 128, ((nested.length >> 7) & 127) | 128, nested.length >> 14]
      nested = Buffer.concat([Buffer.from([0xaa, 0x01, ...length]), nested])
    }
    expect(() => decodeProtobuf(schema, nested)).toThrow(new DecodeError('exceeded max depth'))
  })

  it('refuses groups nested without end', () => {
    const groups = Buffer.alloc(20_000, bytes('f3 07'))
    expect(() => decodeProtobuf(schema, groups)).toThrow(DecodeError)
  })
})

describe('encodeProtobuf', () => {
  it('writes what is no pointer though it is absent, in the order of numbers', () => {
    expect(encode({})).toBe(
      '0a00 1000 1800 2000 2a00 3a00 4200 4a030a0130 5206080010001a00 5a020800 81010000000000000000 8a01060a0012020800'.replaceAll(
        ' ',
        '',
      ),
    )
  })

  it.each<[string, object, string]>([
    ['a pointer to zero', { pointed: 0 }, '3000'],
    ['null for a pointer', { raw: null, pointed: null }, ''],
    ['lists not packed', { numbers: [1, -1] }, '700170ffffffffffffffffff01'],
    ['empty lists and maps', { numbers: [], texts: [], map: {} }, ''],
    ['maps sorted by key', { map: { b: '1', a: '2' } }, '9201060a0161120132 9201060a0162120131'],
    ['a map of lists', { lists: { a: ['x'] } }, '9a01080a016112030a0178'],
    ['empty bytes of a map', { blobs: { a: '' } }, 'ba01050a01611200'],
    ['what has no number', { unmarked: 'x', unheard: 1 }, ''],
  ])('writes %s', (_name, object, hex) => {
    const zero = encode({})
    const written = encode(object)
    const expected = hex.replaceAll(' ', '')
    // What is added stands among or behind the zeros.
    expect(written.length).toBe(zero.length + expected.length)
    expect(written).toContain(expected)
  })

  it('writes integers that are exact only as bigints', () => {
    expect(decodeProtobuf(schema, encodeProtobuf(schema, { large: -(2n ** 63n) }))).toMatchObject({
      large: -(2n ** 63n),
    })
    expect(decodeProtobuf(schema, encodeProtobuf(schema, { numbers: [2n ** 63n - 1n] }))).toMatchObject({
      numbers: [2n ** 63n - 1n],
    })
  })
})

describe('readEnvelope', () => {
  it.each<[string, string, string]>([
    ['no bytes', '', 'empty data'],
    [
      'the beginning of the prefix',
      '6b 38',
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    ],
    [
      'JSON',
      '7b 7d 0a 0a 0a',
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    ],
    ['the prefix alone', '6b 38 73 00', 'empty body'],
    ['an envelope that breaks off', '6b 38 73 00 12 05', 'unexpected EOF'],
    ['a type that is a number', '6b 38 73 00 08 01', 'proto: wrong wireType = 0 for field TypeMeta'],
  ])('refuses %s', (_name, hex, message) => {
    expect(() => readEnvelope(bytes(hex))).toThrow(new DecodeError(message))
  })

  it('takes what says nothing of its type', () => {
    expect(readEnvelope(bytes('6b 38 73 00 12 02 0a 00'))).toEqual({ apiVersion: '', kind: '', raw: bytes('0a 00') })
  })
})
