import { fail } from '../../values/failure.ts'
import { CelDouble, CelUint } from '../../values/numbers.ts'
import { declareStruct, type StructDeclaration, type StructField } from '../../values/struct.ts'
import { durationOf, timestampOf } from '../../values/time.ts'
import {
  anyType,
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  nullableType,
  stringType,
  structType,
  timestampType,
  uintType,
} from '../../values/type.ts'
import { ArrayList, EntryMap, type CelValue, type CelType } from '../../values/value.ts'

// The messages of google.protobuf that CEL knows: wrappers are the basic types with null, JSON is dynamic.

function wrapper(
  name: string,
  type: CelType,
  zero: CelValue,
  convert: (value: CelValue) => CelValue,
): StructDeclaration {
  return {
    name: `google.protobuf.${name}`,
    type: nullableType(type),
    fields: new Map([['value', { type }]]),
    create: (fields) => convert(fields.get('value') ?? zero),
  }
}

const keep = (value: CelValue): CelValue => value

function intOf(value: CelValue): bigint {
  return typeof value === 'number' || typeof value === 'bigint' ? BigInt(value) : 0n
}

function toInt32(value: CelValue): CelValue {
  const int = intOf(value)
  return int === BigInt.asIntN(32, int) ? value : fail('integer overflow')
}

function toUint32(value: CelValue): CelValue {
  return value instanceof CelUint && value.value > 0xffffffffn ? fail('unsigned integer overflow') : value
}

function toFloat(value: CelValue): CelValue {
  return value instanceof CelDouble ? new CelDouble(Math.fround(value.value)) : value
}

const secondsAndNanos: ReadonlyMap<string, StructField> = new Map([
  ['seconds', { type: intType }],
  ['nanos', { type: intType }],
])

function nanosOf(fields: ReadonlyMap<string, CelValue>): bigint {
  return intOf(fields.get('seconds') ?? 0) * 1_000_000_000n + intOf(fields.get('nanos') ?? 0)
}

const valueFields = declareStruct('google.protobuf.Value', {
  null_value: intType,
  number_value: doubleType,
  string_value: stringType,
  bool_value: boolType,
  struct_value: mapType(stringType, dynType),
  list_value: listType(dynType),
}).fields

/** A value with one of its fields; the last one counts. */
function createValue(fields: ReadonlyMap<string, CelValue>): CelValue {
  const last = [...fields].at(-1)
  return last === undefined || last[0] === 'null_value' ? null : last[1]
}

/** The messages of google.protobuf that CEL has values for. */
export const wellKnownStructs: readonly StructDeclaration[] = [
  wrapper('BoolValue', boolType, false, keep),
  wrapper('BytesValue', bytesType, new Uint8Array(), keep),
  wrapper('DoubleValue', doubleType, new CelDouble(0), keep),
  wrapper('FloatValue', doubleType, new CelDouble(0), toFloat),
  wrapper('Int64Value', intType, 0, keep),
  wrapper('Int32Value', intType, 0, toInt32),
  wrapper('UInt64Value', uintType, new CelUint(0n), keep),
  wrapper('UInt32Value', uintType, new CelUint(0n), toUint32),
  wrapper('StringValue', stringType, '', keep),
  {
    name: 'google.protobuf.Timestamp',
    type: timestampType,
    fields: secondsAndNanos,
    create: (fields) => timestampOf(nanosOf(fields)),
  },
  {
    name: 'google.protobuf.Duration',
    type: durationType,
    fields: secondsAndNanos,
    create: (fields) => durationOf(nanosOf(fields)),
  },
  { name: 'google.protobuf.Value', type: dynType, fields: valueFields, create: createValue },
  {
    name: 'google.protobuf.Struct',
    type: mapType(stringType, dynType),
    fields: new Map([['fields', { type: mapType(stringType, dynType) }]]),
    create: (fields) => fields.get('fields') ?? new EntryMap(new Map()),
  },
  {
    name: 'google.protobuf.ListValue',
    type: listType(dynType),
    fields: new Map([['values', { type: listType(dynType) }]]),
    create: (fields) => fields.get('values') ?? new ArrayList([]),
  },
  {
    name: 'google.protobuf.Any',
    type: anyType,
    fields: new Map([
      ['type_url', { type: stringType }],
      ['value', { type: bytesType }],
    ]),
    create: () => fail('conversion error: got invalid empty google.protobuf.Any'),
  },
  declareStruct('google.protobuf.Empty', {}),
  declareStruct('google.protobuf.FieldMask', { paths: { type: listType(stringType), unset: new ArrayList([]) } }),
]

/** Types of google.protobuf that are named, not made. */
export const wellKnownTypes: readonly CelType[] = [structType('google.protobuf.NullValue')]
