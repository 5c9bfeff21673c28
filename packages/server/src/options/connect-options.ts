import { badRequest, formatGroupVersion, quote, type GroupVersionKind, type RequestInfo } from '@pinnace/meta'
import type { ObjectSchema } from '@pinnace/schema'

/** Reads the options of a connection from its query and the path after the subresource. */
// upstream: apimachinery/pkg/conversion/queryparams, and endpoints/handlers/rest.go, ConnectResource
export function readConnectOptions(
  { query, parts }: RequestInfo,
  kind: GroupVersionKind,
  { fields }: ObjectSchema,
): Record<string, unknown> {
  const options: Record<string, unknown> = { kind: kind.kind, apiVersion: formatGroupVersion(kind) }
  for (const [name, { schema }] of fields) {
    const values = query.getAll(name)
    if (values.length === 0) continue
    const [first = ''] = values
    switch (schema.type) {
      case 'boolean':
        options[name] = first !== '0' && first.toLowerCase() !== 'false'
        break
      case 'integer':
        options[name] = readInteger(first)
        break
      case 'list':
        // upstream: runtime/converter.go, Convert_Slice_string_To_Slice_int32 – `ports=80,81` are two
        options[name] =
          schema.items.type === 'integer' ? values.flatMap((value) => value.split(',').map(readUnsigned)) : values
        break
      default:
        options[name] = first
    }
  }
  if (fields.has('path') && parts.length > 3) options['path'] = `/${parts.slice(3).join('/')}`
  return options
}

// upstream: apimachinery/pkg/conversion/queryparams and runtime/converter.go – ports
function readUnsigned(text: string): number {
  const value = Number(text)
  if (text === '' || !Number.isSafeInteger(value) || value < 0)
    throw badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${quote(text)}: invalid syntax`)
  return value
}

function readInteger(text: string): number {
  const value = Number(text)
  if (text === '' || !Number.isSafeInteger(value))
    throw badRequest(`strconv.ParseInt: parsing ${quote(text)}: invalid syntax`)
  return value
}
