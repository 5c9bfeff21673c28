import type { FieldErrors } from '@pinnace/meta'
import type * as z from 'zod'

/** Adds what zod refuses of an object whose schema has nothing left to refuse. */
export function validateWithZod(schema: z.ZodObject, object: object, errors: FieldErrors): void {
  const fields: Record<string, unknown> = {}
  for (const name of Object.keys(schema.shape)) {
    if (Object.hasOwn(object, name)) fields[name] = (object as Record<string, unknown>)[name]
  }
  const result = schema.safeParse(fields)
  for (const { path, message } of result.error?.issues ?? []) {
    errors.invalid(formatPath(path), valueAt(fields, path), message)
  }
}

function formatPath(path: readonly PropertyKey[]): string {
  // upstream: field.Path.String – what is wrong with no field in particular
  if (path.length === 0) return '<nil>'
  let text = ''
  for (const step of path) text += typeof step === 'number' ? `[${step}]` : `${text === '' ? '' : '.'}${String(step)}`
  return text
}

function valueAt(object: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Record<PropertyKey, unknown>)[step]
        : undefined,
    object,
  )
}
