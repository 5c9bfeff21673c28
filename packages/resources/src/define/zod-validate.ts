import type { FieldErrors } from '@pinnace/meta'
import type * as z from 'zod'

/** Adds what zod refuses of an object whose schema has nothing left to refuse. */
export function validateWithZod(schema: z.ZodObject, object: object, errors: FieldErrors): void {
  const fields: Record<string, unknown> = {}
  for (const name of Object.keys(schema.shape)) {
    if (Object.hasOwn(object, name)) fields[name] = (object as Record<string, unknown>)[name]
  }
  for (const { path, message } of issuesOf(schema, fields)) {
    errors.invalid(formatPath(path), valueAt(fields, path), message)
  }
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

function issuesOf(schema: z.ZodObject, fields: object): readonly Issue[] {
  try {
    return (schema.safeParse(fields).error?.issues ?? []).flatMap((issue) => flatten(issue, []))
  } catch (error) {
    // A type that contains itself is judged by recursion.
    if (error instanceof RangeError) return [{ path: [], message: 'is nested too deeply' }]
    throw error
  }
}

/** The issues of the option of a union that fits best, in place of one that names none. */
function flatten(issue: z.core.$ZodIssue, around: readonly PropertyKey[]): readonly Issue[] {
  const path = [...around, ...issue.path]
  const best = issue.code === 'invalid_union' ? bestOption(issue.errors) : undefined
  if (best === undefined) return [{ path, message: issue.message }]
  return best.flatMap((inner) => flatten(inner, path))
}

function bestOption(options: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined {
  // An option of another type does not fit at all.
  const distance = (issues: readonly z.core.$ZodIssue[]): number =>
    issues.length + (issues.some(({ path }) => path.length === 0) ? 1000 : 0)
  return options.reduce<readonly z.core.$ZodIssue[] | undefined>(
    (best, issues) => (best === undefined || distance(issues) < distance(best) ? issues : best),
    undefined,
  )
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
