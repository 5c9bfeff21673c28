import { FieldErrors, isEqualJson, type ApiObject, type ObjectMeta } from '@pinnace/meta'
import { validateAnnotations, validateLabels } from '@pinnace/resources'

type Fields = Readonly<Record<string, unknown>>

/**
 * A converted object with its original metadata: a webhook may only change labels and annotations. An error message if
 * what it returned is not valid.
 */
// upstream: apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go, restoreObjectMeta
export function restoreMetadata(original: ApiObject, answer: Fields): ApiObject | string {
  const given = answer['metadata']
  if (given === undefined) return 'missing metadata in converted object'
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return `invalid metadata of type ${goType(given)} in converted object`
  }
  const metadata: Record<string, unknown> = { ...original.metadata }
  for (const field of ['labels', 'annotations'] as const) {
    const value = (given as Fields)[field]
    if (value === undefined || value === null) {
      delete metadata[field]
      continue
    }
    if (typeof value !== 'object' || Array.isArray(value)) {
      return `invalid metadata.${field} of type ${goType(value)} in converted object`
    }
    for (const [key, item] of Object.entries(value)) {
      if (typeof item !== 'string') {
        return `metadata.${field}[${key}] must be a string, but is ${goType(item)} in converted object`
      }
    }
    const problem = isEqualJson(value, original.metadata[field])
      ? undefined
      : problemOf(field, value as Record<string, string>)
    if (problem !== undefined) return problem
    metadata[field] = value
  }
  return { ...answer, metadata: metadata as ObjectMeta } as ApiObject
}

function problemOf(field: 'labels' | 'annotations', value: Readonly<Record<string, string>>): string | undefined {
  const errors = new FieldErrors()
  if (field === 'labels') validateLabels(value, 'metadata.labels', errors)
  else validateAnnotations(value, 'metadata.annotation', errors)
  const lines = errors.list.map(({ field: at, message }) => `${at}: ${message}`)
  return lines.length < 2 ? lines[0] : `[${lines.join(', ')}]`
}

function goType(value: unknown): string {
  if (value === null) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'object') return 'map[string]interface {}'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  return typeof value === 'boolean' ? 'bool' : typeof value
}
