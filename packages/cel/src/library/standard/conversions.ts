import {
  bytesToString,
  doubleToInt,
  doubleToString,
  doubleToUint,
  stringToBool,
  stringToBytes,
  stringToDouble,
  stringToDuration,
  stringToInt,
  stringToTimestamp,
  stringToUint,
} from '../../values/convert.ts'
import { toInt, toUint } from '../../values/integers.ts'
import { CelDouble } from '../../values/numbers.ts'
import { CelDuration, divideDown, timestampOf } from '../../values/time.ts'
import { typeOf } from '../../values/type-of.ts'
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  stringType,
  timestampType,
  typeOfType,
  typeParam,
  uintType,
} from '../../values/type.ts'
import type { CelValue, CelType } from '../../values/value.ts'
import { declareFunction, overload, type FunctionDeclaration, type Overload } from '../function.ts'

const billion = 1_000_000_000n
const paramA = typeParam('A')

/** `int(x)`, `string(x)` and the other types as functions. */
export const conversions: readonly FunctionDeclaration[] = [
  declareFunction(
    'type',
    overload('type', [paramA], typeOfType(paramA), (value) => typeOf(value)),
  ),
  declareFunction(
    'dyn',
    overload('to_dyn', [paramA], dynType, (value) => value),
  ),
  declareFunction(
    'bool',
    same('bool_to_bool', boolType),
    overload('string_to_bool', [stringType], boolType, (text) => stringToBool(text)),
  ),
  declareFunction(
    'bytes',
    same('bytes_to_bytes', bytesType),
    overload('string_to_bytes', [stringType], bytesType, (text) => stringToBytes(text)),
  ),
  declareFunction(
    'double',
    same('double_to_double', doubleType),
    overload('int64_to_double', [intType], doubleType, (value) => new CelDouble(Number(value))),
    overload('string_to_double', [stringType], doubleType, (text) => stringToDouble(text)),
    overload('uint64_to_double', [uintType], doubleType, ({ value }) => new CelDouble(Number(value))),
  ),
  declareFunction(
    'duration',
    same('duration_to_duration', durationType),
    overload('int64_to_duration', [intType], durationType, (nanos) => new CelDuration(BigInt(nanos))),
    overload('string_to_duration', [stringType], durationType, (text) => stringToDuration(text)),
  ),
  declareFunction(
    'int',
    same('int64_to_int64', intType),
    overload('double_to_int64', [doubleType], intType, (value) => doubleToInt(value)),
    overload('duration_to_int64', [durationType], intType, ({ nanos }) => toInt(nanos)),
    overload('string_to_int64', [stringType], intType, (text) => stringToInt(text)),
    overload('timestamp_to_int64', [timestampType], intType, ({ nanos }) => toInt(divideDown(nanos, billion))),
    overload('uint64_to_int64', [uintType], intType, ({ value }) => toInt(value)),
  ),
  declareFunction(
    'string',
    same('string_to_string', stringType),
    overload('bool_to_string', [boolType], stringType, (value) => String(value)),
    overload('bytes_to_string', [bytesType], stringType, (bytes) => bytesToString(bytes)),
    overload('double_to_string', [doubleType], stringType, (value) => doubleToString(value)),
    overload('duration_to_string', [durationType], stringType, (value) => value.toString()),
    overload('int64_to_string', [intType], stringType, (value) => String(value)),
    overload('timestamp_to_string', [timestampType], stringType, (value) => value.toString()),
    overload('uint64_to_string', [uintType], stringType, ({ value }) => String(value)),
  ),
  declareFunction(
    'timestamp',
    same('timestamp_to_timestamp', timestampType),
    overload('int64_to_timestamp', [intType], timestampType, (seconds) => timestampOf(BigInt(seconds) * billion)),
    overload('string_to_timestamp', [stringType], timestampType, (text) => stringToTimestamp(text)),
  ),
  declareFunction(
    'uint',
    same('uint64_to_uint64', uintType),
    overload('double_to_uint64', [doubleType], uintType, (value) => doubleToUint(value)),
    overload('int64_to_uint64', [intType], uintType, (value) => toUint(BigInt(value))),
    overload('string_to_uint64', [stringType], uintType, (text) => stringToUint(text)),
  ),
]

function same(id: string, type: CelType): Overload {
  return overload(id, [type], type, (value: CelValue) => value)
}
