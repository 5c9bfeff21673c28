import type { Normalized } from './normalize.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * An answer that is an OpenAPI document, without the descriptions: they are written by hand, in words of our own or not
 * at all. The name of a shared parameter contains a hash of its description: the parameter itself is compared instead.
 */
export function withoutDescriptions(answer: Normalized): Normalized {
  const { body } = answer
  if (!isObject(body) || !(typeof body['swagger'] === 'string' || typeof body['openapi'] === 'string')) return answer
  const { parameters, ...rest } = body
  const shared = isObject(parameters) ? parameters : {}
  const different = new Set(Object.values(shared).map((parameter) => JSON.stringify(strip(parameter, shared))))
  return {
    ...answer,
    body: {
      ...(strip(rest, shared) as Json),
      ...(parameters === undefined ? {} : { parameters: [...different].sort() }),
    },
  }
}

const parameterPrefix = '#/parameters/'

function strip(value: unknown, shared: Json, inProperties = false): unknown {
  if (Array.isArray(value)) return value.map((item) => strip(item, shared))
  if (!isObject(value)) return value
  const { $ref } = value
  if (typeof $ref === 'string' && $ref.startsWith(parameterPrefix))
    return { shared: strip(shared[$ref.slice(parameterPrefix.length)], shared) }
  const kept = Object.entries(value).filter(
    ([name, child]) => inProperties || name !== 'description' || typeof child !== 'string',
  )
  return Object.fromEntries(
    kept.map(([name, child]) => [name, strip(child, shared, !inProperties && name === 'properties')]),
  )
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
