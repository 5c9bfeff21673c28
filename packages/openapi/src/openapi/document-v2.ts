import type { Vocabulary } from '@pinnace/meta'
import type { Operation, PathOperations } from './operation.ts'
import type { QueryParameter } from './parameters.ts'

/** Paths of a version-2 document, by path. */
export type PathItems = Record<string, Readonly<Record<string, unknown>>>

/** The info object of a document. */
export interface DocumentInfo {
  readonly title: string
  readonly version: string
}

/** A version-2 document with these paths and definitions. */
export function toDocumentV2(
  info: DocumentInfo,
  paths: PathItems,
  definitions: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return {
    swagger: '2.0',
    info,
    paths,
    definitions,
    securityDefinitions: {
      BearerToken: { description: 'Bearer Token authentication', type: 'apiKey', name: 'authorization', in: 'header' },
    },
    security: [{ BearerToken: [] }],
  }
}

/** Adds operations to `into`, as version-2 path items. */
// upstream: openapi library, pkg/builder/openapi.go
export function addPathItemsV2(paths: readonly PathOperations[], vocabulary: Vocabulary, into: PathItems): PathItems {
  for (const { path, tag, parameters, operations } of paths) {
    const item: Record<string, unknown> = {}
    for (const operation of operations) item[operation.method] = toOperation(operation, tag, vocabulary)
    const shared = [
      ...parameters.map((name) => pathParameters[name]),
      ...(operations[0]?.kind === undefined ? [] : [pretty]),
    ]
    if (shared.length > 0) item.parameters = shared
    into[path] = item
  }
  return into
}

const produces = ['application/json', 'application/yaml']
const streams = [...produces, 'application/json;stream=watch']

function toOperation(operation: Operation, tag: string, vocabulary: Vocabulary): Readonly<Record<string, unknown>> {
  const { id, description, action, kind, body, patchTypes, answer, isStream } = operation
  const extension = vocabulary.schemaExtensionPrefix
  const query = operation.parameters.map(toParameter)
  return {
    description,
    consumes: patchTypes ?? ['*/*'],
    produces: answer === undefined ? ['*/*'] : isStream ? streams : produces,
    schemes: ['https'],
    tags: [tag],
    operationId: id,
    ...(body === undefined
      ? query.length === 0
        ? {}
        : { parameters: query }
      : { parameters: [toBody(body, operation), ...query] }),
    responses: toResponses(operation),
    ...(action === undefined ? {} : { [`${extension}action`]: action }),
    ...(kind === undefined ? {} : { [`${extension}group-version-kind`]: kind }),
  }
}

function toBody(body: string, { isBodyRequired }: Operation): Readonly<Record<string, unknown>> {
  return {
    name: 'body',
    in: 'body',
    ...(isBodyRequired ? { required: true } : {}),
    schema: { $ref: `#/definitions/${body}` },
  }
}

const statusTexts: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' }
const unauthorized = { description: 'Unauthorized' }

function toResponses({ statuses, answer }: Operation): Readonly<Record<string, unknown>> {
  const schema = answer === undefined ? { type: 'string' } : { $ref: `#/definitions/${answer}` }
  const responses: Record<string, unknown> = {}
  for (const status of statuses) responses[status] = { description: statusTexts[status], schema }
  responses['401'] = unauthorized
  return responses
}

function toParameter({ name, type }: QueryParameter): Readonly<Record<string, unknown>> {
  return { name, in: 'query', type, uniqueItems: true }
}

const pretty = { name: 'pretty', in: 'query', type: 'string', uniqueItems: true }

const pathParameters = {
  name: { name: 'name', in: 'path', type: 'string', required: true, uniqueItems: true },
  namespace: { name: 'namespace', in: 'path', type: 'string', required: true, uniqueItems: true },
  path: { name: 'path', in: 'path', type: 'string', required: true, uniqueItems: true },
}
