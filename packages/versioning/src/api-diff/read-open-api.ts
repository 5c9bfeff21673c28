import { isSchema, type ApiSurface, type JsonSchema, type SurfaceOperation } from './api-surface.ts'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const

/** Deeper than any type that people read, and far from what a stack can bear. */
const maxDepth = 1000

/**
 * Reads an OpenAPI document of version 2 or 3, already parsed. Throws a TypeError for one that is none, that is nested
 * deeper than 1,000 levels, and for parameters, bodies and answers that refer to what is not in it.
 */
export function readOpenApi(document: unknown): ApiSurface {
  const root = objectOf(document, 'the document')
  assertDepth(root)
  const isOld = root['swagger'] === '2.0'
  if (!isOld && !(typeof root['openapi'] === 'string' && root['openapi'].startsWith('3.'))) {
    throw new TypeError('the document is neither OpenAPI 2.0 nor 3.x')
  }
  const types = isOld
    ? objectOf(root['definitions'] ?? {}, 'definitions')
    : objectOf(objectOf(root['components'] ?? {}, 'components')['schemas'] ?? {}, 'components.schemas')
  const operations = new Map<string, SurfaceOperation>()
  for (const [path, value] of Object.entries(objectOf(root['paths'] ?? {}, 'paths'))) {
    const item = follow(root, value, `paths ${path}`)
    const shared = parametersOf(root, item)
    for (const method of methods) {
      if (item[method] === undefined) continue
      const operation = objectOf(item[method], `${method} ${path}`)
      operations.set(`${method.toUpperCase()} ${path}`, readOperation(root, operation, shared, isOld))
    }
  }
  return {
    operations,
    types: Object.keys(types),
    type: (name) => (Object.hasOwn(types, name) ? objectOf(types[name], name) : undefined),
  }
}

function readOperation(
  root: JsonSchema,
  operation: JsonSchema,
  shared: readonly JsonSchema[],
  isOld: boolean,
): SurfaceOperation {
  const parameters = new Map<string, boolean>()
  let body: JsonSchema | undefined
  for (const parameter of [...shared, ...parametersOf(root, operation)]) {
    const place = String(parameter['in'])
    if (place === 'body') body = schemaIn(parameter)
    else parameters.set(`${place} parameter ${String(parameter['name'])}`, parameter['required'] === true)
  }
  if (!isOld) body = contentSchema(follow(root, operation['requestBody'] ?? {}, 'requestBody'))
  const responses = objectOf(operation['responses'] ?? {}, 'responses')
  const success = Object.keys(responses).find((code) => code.startsWith('2'))
  const response = success === undefined ? {} : follow(root, responses[success], `response ${success}`)
  return { body, answer: isOld ? schemaIn(response) : contentSchema(response), parameters }
}

function contentSchema(carrier: JsonSchema): JsonSchema | undefined {
  const content = objectOf(carrier['content'] ?? {}, 'content')
  const chosen = content['application/json'] ?? Object.values(content)[0]
  return chosen === undefined ? undefined : schemaIn(objectOf(chosen, 'content'))
}

function schemaIn(carrier: JsonSchema): JsonSchema | undefined {
  return carrier['schema'] === undefined ? undefined : objectOf(carrier['schema'], 'schema')
}

function parametersOf(root: JsonSchema, carrier: JsonSchema): readonly JsonSchema[] {
  const listed = carrier['parameters']
  return Array.isArray(listed) ? listed.map((parameter) => follow(root, parameter, 'a parameter')) : []
}

/** Resolves a value that refers to another part of the document. */
function follow(root: JsonSchema, value: unknown, called: string): JsonSchema {
  let found = objectOf(value, called)
  const passed = new Set<string>()
  for (let to = found['$ref']; typeof to === 'string'; to = found['$ref']) {
    if (passed.has(to)) throw new TypeError(`${called} refers to itself by ${JSON.stringify(to)}`)
    passed.add(to)
    found = objectOf(lookUp(root, to), `${called}, at ${JSON.stringify(to)},`)
  }
  return found
}

function lookUp(root: JsonSchema, reference: string): unknown {
  const [start, ...names] = reference.split('/')
  return names.reduce<unknown>(
    (at, escaped) => {
      const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~')
      return isSchema(at) && Object.hasOwn(at, name) ? at[name] : undefined
    },
    start === '#' ? root : undefined,
  )
}

function objectOf(value: unknown, called: string): JsonSchema {
  if (!isSchema(value)) throw new TypeError(`${called} is not an object`)
  return value
}

// A document in YAML may lead round in a circle.
function assertDepth(root: JsonSchema): void {
  const open: (readonly [value: object, depth: number])[] = [[root, 1]]
  const deepest = new Map<object, number>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next
    if (depth > maxDepth) throw new TypeError(`the document is nested deeper than ${maxDepth} levels`)
    if ((deepest.get(value) ?? 0) >= depth) continue
    deepest.set(value, depth)
    for (const inner of Object.values(value)) {
      if (typeof inner === 'object' && inner !== null) open.push([inner, depth + 1])
    }
  }
}
