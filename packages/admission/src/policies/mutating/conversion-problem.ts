import { formatGroupVersion, type GroupVersionKind } from '@pinnace/meta'
import type { ObjectSchema, Schema } from '@pinnace/schema'

const wrongNumber = /^json: cannot unmarshal (.+) into Go struct field \w+\.(\S+) of type (\w+)$/

/** Why a merged object cannot be read as one of its kind, in the words of kube-apiserver. */
// upstream: apimachinery/pkg/runtime/converter.go, FromUnstructured; apiserver/pkg/endpoints – the converter of patches
export function conversionProblem(kind: GroupVersionKind, schema: ObjectSchema, message: string): string {
  const groupVersion = kind.group === '' ? `/${kind.version}` : formatGroupVersion(kind)
  return `unable to convert unstructured object to ${groupVersion}, Kind=${kind.kind}: ${reasonOf(schema, message)}`
}

function reasonOf(schema: ObjectSchema, message: string): string {
  if (message.startsWith('illegal base64 data')) return `error decoding from json: ${message}`
  const [, value = '', path = '', type = ''] = wrongNumber.exec(message) ?? []
  if (path === '') return message
  if (schemaAt(schema, path.split('.'))?.type === 'int-or-string') {
    return `json: cannot unmarshal ${value} into Go value of type ${type}`
  }
  return value.startsWith('number ') ? `cannot convert float64 to ${type}` : message
}

/** The schema of a path, which names no items of lists. */
function schemaAt(schema: Schema | undefined, [name, ...rest]: readonly string[]): Schema | undefined {
  if (schema?.type === 'list') return schemaAt(schema.items, name === undefined ? [] : [name, ...rest])
  if (name === undefined || schema === undefined) return schema
  if (schema.type === 'object') return schemaAt(schema.fields.get(name)?.schema, rest)
  return schema.type === 'map' ? schemaAt(schema.values, rest) : undefined
}
