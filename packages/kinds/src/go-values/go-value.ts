import { escapeHtml, formatJson } from '@pinnace/meta'
import { compileEncoder, emptiedMember, zeroStruct, type Field, type ObjectSchema, type Schema } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import { fieldNames, internalStructs, type InternalStruct } from './internal-structs.ts'
import { unifiedDiff } from './unified-diff.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * A value as kube-apiserver prints it in messages: its internal structs have no names for the wire, and nothing of them
 * is left out. `type` is the name of a type, `core.v1.Pod`, or a list (`[]core.v1.Volume`), map (`map:quantity`) or
 * pointer (`*core.v1.Affinity`) of one.
 */
// upstream: field.Error.ErrorBody, which prints values of the internal version with json.Marshal
export function goValue(type: string, value: unknown): unknown {
  if (!type.startsWith('*')) return form(value, schemaOf(type))
  return value === undefined || value === null ? null : form(value, schemaOf(type.slice(1)))
}

/** A struct of plain fields as `%+v` prints it: `{Name:a HostPort:0}`. */
export function goText(type: string, value: unknown): string {
  const fields = Object.entries(goValue(type, value) as Json)
  return `{${fields.map(([name, field]) => `${name}:${String(field)}`).join(' ')}}`
}

/** The diff of two values as kube-apiserver prints it. */
export function goDiff(type: string, before: unknown, after: unknown): string {
  return unifiedDiff(indented(type, before), indented(type, after))
}

function indented(type: string, value: unknown): string {
  return escapeHtml(JSON.stringify(JSON.parse(formatJson(goValue(type, value))), null, 1))
}

function schemaOf(type: string): Schema {
  if (type.startsWith('[]')) return { type: 'list', items: schemaOf(type.slice(2)) }
  if (type === 'map:quantity') return { type: 'map', values: { type: 'string', format: 'quantity' } }
  if (type === 'map:string') return { type: 'map', values: { type: 'string' } }
  return loadType(type)
}

function form(value: unknown, schema: Schema): unknown {
  if (value === undefined || value === null) return zeroOf(schema)
  switch (schema.type) {
    case 'object':
      return structForm(value as Json, schema)
    case 'list':
      return (value as readonly unknown[]).map((item) => form(item, schema.items))
    case 'map': {
      const entries = Object.entries(value as Json).sort(([a], [b]) => (a < b ? -1 : 1))
      return Object.fromEntries(entries.map(([key, item]) => [key, form(item, schema.values)]))
    }
    default:
      return value
  }
}

function zeroOf(schema: Schema): unknown {
  switch (schema.type) {
    case 'object':
      return structForm({}, schema)
    case 'string':
      if (schema.format === undefined) return ''
      return schema.format === 'quantity' ? '0' : null
    case 'integer':
    case 'number':
    case 'int-or-string':
      return 0
    case 'boolean':
      return false
    default:
      return null
  }
}

function structForm(value: Json, schema: ObjectSchema): Json {
  // Types of meta/v1 have one struct for both.
  if (schema.name?.startsWith('meta.v1.') === true) return wireForm(value, schema)
  const differs = internalStructs[schema.name ?? '']
  const written: Record<string, unknown> = schema.name === podSecurityContext ? hostFields({}) : {}
  for (const field of internalFields(schema, differs)) {
    const item = memberOf(value, field.name)
    // Metadata is embedded: its fields stand among those of the struct.
    if (field.schema.type === 'object' && field.schema.name === 'meta.v1.ObjectMeta') {
      Object.assign(written, form(item, field.schema))
      continue
    }
    const name = differs?.names?.[field.name] ?? fieldNames[field.name] ?? capitalize(field.name)
    const isNull = item === undefined && field.pointer === true && differs?.values?.includes(field.name) !== true
    written[name] = isNull ? null : form(item, field.schema)
  }
  if (schema.name === 'core.v1.PodSpec') written['SecurityContext'] = hostSecurityContext(value, written)
  return written
}

// A list that the type requires is empty in an object without it, but null in Go.
function memberOf(value: Json, name: string): unknown {
  const item = value[name] ?? undefined
  const isEmpty = item === undefined || (Array.isArray(item) && item.length === 0)
  return isEmpty ? emptiedMember(value, name) : item
}

function wireForm(value: Json, schema: ObjectSchema): Json {
  return compileEncoder(schema, { keepsEmptyLists: true })({ ...zeroStruct(schema), ...value })
}

const podSecurityContext = 'core.v1.PodSecurityContext'

/** The namespaces of the host are part of the security context of a pod, which there always is. */
// upstream: apis/core/v1/conversion.go, Convert_v1_PodSpec_To_core_PodSpec
function hostSecurityContext(spec: Json, { SecurityContext: written }: Json): Json {
  const context = (written ?? structForm({}, loadType(podSecurityContext))) as Json
  return { ...context, ...hostFields(spec) }
}

function hostFields({
  hostNetwork,
  hostPID,
  hostIPC,
  shareProcessNamespace,
  hostUsers,
}: Json): Record<string, unknown> {
  return {
    HostNetwork: hostNetwork ?? false,
    HostPID: hostPID ?? false,
    HostIPC: hostIPC ?? false,
    ShareProcessNamespace: shareProcessNamespace ?? null,
    HostUsers: hostUsers ?? null,
  }
}

function internalFields({ fields }: ObjectSchema, differs: InternalStruct | undefined): readonly Field[] {
  const { before = {}, without = [] } = differs ?? {}
  const list = [...fields.values()].filter(({ name }) => !without.includes(name))
  for (const [name, next] of Object.entries(before)) {
    const [field] = list.splice(indexOf(list, name), 1)
    if (field !== undefined) list.splice(indexOf(list, next), 0, field)
  }
  return list
}

function indexOf(list: readonly Field[], wanted: string): number {
  return list.findIndex(({ name }) => name === wanted)
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
