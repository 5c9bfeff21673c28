import type { DecodeError, TypeMismatch } from '@pinnace/schema'

/** Why the result of a strategic merge patch is no object of its kind, as kube-apiserver says it. */
// upstream: apimachinery/pkg/runtime/converter.go, fromUnstructured – the result is not decoded from JSON.
export function conversionMessage({ message, mismatch }: DecodeError): string {
  // Values with a text form of their own are decoded from JSON.
  if (mismatch === undefined) return message.replace(/ Go struct field \S+ of type /, ' Go value of type ')
  const { value, kind, goType } = mismatch
  const given = givenKind(value)
  if (kind === 'struct') return `cannot restore struct from: ${given}`
  if (kind === 'slice' || kind === 'map') return `cannot restore ${kind} from ${given}`
  const isNumber = given === 'int64' || given === 'float64'
  return isNumber && kind !== 'bool' ? `cannot convert ${given} to ${goType}` : `unrecognized type: ${kind}`
}

function givenKind(value: unknown): TypeMismatch['kind'] {
  if (Array.isArray(value)) return 'slice'
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'bool'
    case 'number':
      return Number.isInteger(value) ? 'int64' : 'float64'
    case 'bigint':
      return 'int64'
    default:
      return 'map'
  }
}
