import type { ApiSurface, JsonSchema, SurfaceOperation } from './api-surface.ts'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const

/**
 * Reads an OpenAPI document of version 2 or 3, already parsed. Throws a TypeError for one that is none, and for
 * references out of the document.
 */
export function readOpenApi(document: unknown): ApiSurface {
  const root = objectOf(document, 'the document')
  const isOld = root['swagger'] === '2.0'
  if (!isOld && !(typeof root['openapi'] === 'string' && root['openapi'].startsWith('3.'))) {
    throw new TypeError('the document is neither OpenAPI 2.0 nor 3.x')
  }
  const types = isOld
    ? objectOf(root['definitions'] ?? {}, 'definitions')
    : objectOf(objectOf(root['components'] ?? {}, 'components')['schemas'] ?? {}, 'components.schemas')
  const operations = new Map<string, SurfaceOperation>()
  for (const [path, value] of Object.entries(objectOf(root['paths'] ?? {}, 'paths'))) {
    const item = objectOf(value, `paths ${path}`)
    const shared = listOf(item['parameters'])
    for (const method of methods) {
      if (item[method] === undefined) continue
      const operation = objectOf(item[method], `${method} ${path}`)
      operations.set(`${method.toUpperCase()} ${path}`, readOperation(operation, shared, isOld))
    }
  }
  return {
    operations,
    types: Object.keys(types),
    type: (name) => (Object.hasOwn(types, name) ? (types[name] as JsonSchema) : undefined),
  }
}

function readOperation(operation: JsonSchema, shared: readonly JsonSchema[], isOld: boolean): SurfaceOperation {
  const parameters = new Map<string, boolean>()
  let body: JsonSchema | undefined
  for (const parameter of [...shared, ...listOf(operation['parameters'])]) {
    const place = String(parameter['in'])
    if (place === 'body') body = parameter['schema'] as JsonSchema
    else parameters.set(`${place} parameter ${String(parameter['name'])}`, parameter['required'] === true)
  }
  if (!isOld) body = contentSchema(operation['requestBody'])
  const responses = objectOf(operation['responses'] ?? {}, 'responses')
  const success = Object.keys(responses).find((code) => code.startsWith('2'))
  const response = success === undefined ? undefined : (responses[success] as JsonSchema)
  const answer = isOld ? (response?.['schema'] as JsonSchema | undefined) : contentSchema(response)
  return { body, answer, parameters }
}

function contentSchema(carrier: unknown): JsonSchema | undefined {
  const content = (carrier as JsonSchema | undefined)?.['content'] as Readonly<Record<string, JsonSchema>> | undefined
  if (content === undefined) return undefined
  const json = content['application/json'] ?? Object.values(content)[0]
  return json?.['schema'] as JsonSchema | undefined
}

function objectOf(value: unknown, called: string): JsonSchema {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${called} is not an object`)
  return value as JsonSchema
}

function listOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? (value as readonly JsonSchema[]) : []
}
