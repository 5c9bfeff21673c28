import { formatJson } from '@pinnace/meta'
import { layouts } from './layouts.ts'
import { unifiedDiff } from './unified-diff.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * A value as kube-apiserver prints it in messages: a struct has all of its fields, under their names in Go. `type` is a
 * struct of the layouts, or a list (`[]Volume`), map (`{}q`) or pointer (`*Affinity`) of one.
 */
// upstream: field.Error.ErrorBody, which prints values of the internal version with json.Marshal
export function goValue(type: string, value: unknown): unknown {
  const given = value ?? undefined
  if (type.startsWith('*')) return given === undefined ? null : type === '*' ? given : goValue(type.slice(1), given)
  if (type.startsWith('[]')) {
    if (!Array.isArray(given)) return null
    return type === '[]' ? given : given.map((item) => goValue(type.slice(2), item))
  }
  if (type.startsWith('{}')) return given === undefined ? null : goMap(type.slice(2), given as Fields)
  const zero = zeros[type]
  if (zero !== undefined) return given ?? zero.value
  return goStruct(type, (given ?? {}) as Fields)
}

/** A struct of plain fields as `%+v` prints it: `{Name:a HostPort:0}`. */
export function goText(type: string, value: unknown): string {
  const fields = Object.entries(goValue(type, value) as Fields)
  return `{${fields.map(([name, field]) => `${name}:${String(field)}`).join(' ')}}`
}

/** The diff of two values as kube-apiserver prints it. */
export function goDiff(type: string, before: unknown, after: unknown): string {
  return unifiedDiff(indented(type, before), indented(type, after))
}

const zeros: Readonly<Record<string, { readonly value: unknown }>> = {
  s: { value: '' },
  i: { value: 0 },
  b: { value: false },
  q: { value: '0' },
  t: { value: null },
  '@': { value: 0 },
  y: { value: null },
  '?': { value: null },
}

function indented(type: string, value: unknown): string {
  const text = JSON.stringify(JSON.parse(formatJson(goValue(type, value))), null, 1)
  return text.replaceAll(/[<>&\u2028\u2029]/g, escape)
}

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function goMap(type: string, value: Fields): Fields {
  const entries = Object.keys(value).sort()
  return Object.fromEntries(entries.map((key) => [key, type === '' ? value[key] : goValue(type, value[key])]))
}

function goStruct(type: string, value: Fields): Fields {
  const fields = type === 'PodSpec' ? internalPodSpec(value) : value
  const known = new Map(Object.keys(fields).map((key) => [key.toLowerCase(), key]))
  const result: Record<string, unknown> = {}
  fillStruct(result, type, fields, known)
  return result
}

function fillStruct(
  result: Record<string, unknown>,
  type: string,
  value: Fields,
  known: ReadonlyMap<string, string>,
): void {
  for (const item of (layouts[type] ?? '').split(' ')) {
    if (item === '+ObjectMeta') addMetadata(result, value)
    else if (item.startsWith('+')) fillStruct(result, item.slice(1), value, known)
    else {
      const [label = '', fieldType = ''] = item.split(':')
      const [name = '', field = name] = label.split('=')
      const key = known.get(field.toLowerCase())
      result[name] = goValue(fieldType, key === undefined ? undefined : value[key])
    }
  }
}

/** Metadata has its names in JSON, and leaves out what is empty. */
function addMetadata(result: Record<string, unknown>, { metadata }: Fields): void {
  if (typeof metadata === 'object' && metadata !== null) Object.assign(result, metadata)
}

const hostFields = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'] as const

/** The namespaces of the host are part of the security context, which there always is. */
// upstream: apis/core/v1/conversion.go, Convert_v1_PodSpec_To_core_PodSpec
function internalPodSpec(spec: Fields): Fields {
  const host = Object.fromEntries(hostFields.map((name) => [name, spec[name]]))
  return { ...spec, securityContext: { ...host, ...(spec['securityContext'] as Fields | undefined) } }
}
