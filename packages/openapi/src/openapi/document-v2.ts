import type { Vocabulary } from '@pinnace/meta'
import type { Operation, PathOperations } from './operation.ts'
import { commonParameters, type QueryParameter } from './parameters.ts'

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
  const { protobufMediaType } = vocabulary
  for (const { path, tag, parameters, operations, hasProtobuf } of paths) {
    const item: Record<string, unknown> = {}
    const common = commonParameters(operations)
    const types = hasProtobuf ? [protobufMediaType] : []
    const own = { tag, vocabulary, common, types }
    for (const operation of operations) item[operation.method] = toOperation(operation, own)
    const shared = [
      ...parameters.map((name) => pathParameters[name]),
      ...(operations[0]?.kind === undefined ? [] : [pretty]),
      ...common.map(toParameter),
    ]
    if (shared.length > 0) item.parameters = shared.sort((a, b) => (a.name < b.name ? -1 : 1))
    into[path] = item
  }
  return into
}

const produces = ['application/json', 'application/yaml']

interface OperationPlace {
  readonly tag: string
  readonly vocabulary: Vocabulary
  /** Parameters that are written at the path. */
  readonly common: readonly QueryParameter[]
  /** Media types of responses beside those of every operation. */
  readonly types: readonly string[]
}

function toOperation(
  operation: Operation,
  { tag, vocabulary, common, types }: OperationPlace,
): Readonly<Record<string, unknown>> {
  const { id, description, action, kind, body, patchTypes, answer, isStream } = operation
  const extension = vocabulary.schemaExtensionPrefix
  const query = operation.parameters
    .filter((parameter) => !common.some(({ name }) => name === parameter.name))
    .map(toParameter)
  return {
    description,
    // upstream: the documents of discovery are installed by routes with media types.
    consumes: kind === undefined ? [...produces, ...types] : (patchTypes ?? ['*/*']),
    produces: answer === undefined ? ['*/*'] : [...produces, ...types, ...(isStream ? streamsOf(types) : [])],
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

// Watches are not YAML.
function streamsOf(types: readonly string[]): readonly string[] {
  return ['application/json', ...types].map((type) => `${type};stream=watch`)
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

function toParameter({ name, type }: QueryParameter): { readonly name: string } & Readonly<Record<string, unknown>> {
  return { name, in: 'query', type, uniqueItems: true }
}

const pretty = { name: 'pretty', in: 'query', type: 'string', uniqueItems: true }

const pathParameters = {
  name: { name: 'name', in: 'path', type: 'string', required: true, uniqueItems: true },
  namespace: { name: 'namespace', in: 'path', type: 'string', required: true, uniqueItems: true },
  path: { name: 'path', in: 'path', type: 'string', required: true, uniqueItems: true },
}
