import type { Vocabulary } from '@pinnace/meta'
import type { Operation, PathOperations } from './operation.ts'
import { commonParameters, type QueryParameter } from './parameters.ts'
import type { ParameterV2, SharedParameters } from './shared-parameters.ts'

/** Paths of a version-2 document, by path. */
export type PathItems = Record<string, Readonly<Record<string, unknown>>>

/** The info object of a document. */
export interface DocumentInfo {
  readonly title: string
  readonly version: string
}

/** The members of a version-2 document that depend on what is served. */
export interface DocumentParts {
  readonly paths: PathItems
  readonly definitions: Readonly<Record<string, unknown>>
  readonly parameters: Readonly<Record<string, unknown>>
}

/** A version-2 document with these paths, definitions and parameters. */
export function toDocumentV2(
  info: DocumentInfo,
  { paths, definitions, parameters }: DocumentParts,
): Readonly<Record<string, unknown>> {
  return {
    swagger: '2.0',
    info,
    paths,
    definitions,
    parameters,
    securityDefinitions: {
      BearerToken: { description: 'Bearer Token authentication', type: 'apiKey', name: 'authorization', in: 'header' },
    },
    security: [{ BearerToken: [] }],
  }
}

/** What the path items of a version-2 document are made with. */
export interface PathContextV2 {
  readonly vocabulary: Vocabulary
  readonly shared: SharedParameters
}

/** Adds operations to `into`, as version-2 path items. */
// upstream: openapi library, pkg/builder/openapi.go
export function addPathItemsV2(
  paths: readonly PathOperations[],
  { vocabulary, shared }: PathContextV2,
  into: PathItems,
): PathItems {
  for (const { path, tag, parameters, operations } of paths) {
    const item: Record<string, unknown> = {}
    const common = commonParameters(operations)
    const own = { tag, extension: vocabulary.schemaExtensionPrefix, common, shared }
    for (const operation of operations) item[operation.method] = toOperation(operation, own)
    const ofPath: readonly ParameterV2[] = [
      ...parameters.map((name) => pathParameters[name]),
      ...(operations.some(isConnection) || operations[0]?.kind === undefined ? [] : [pretty]),
      ...common.map(toParameter),
    ]
    if (ofPath.length > 0) item.parameters = [...ofPath].sort(byName).map((parameter) => shared.share(parameter))
    into[path] = item
  }
  return into
}

/** Connections have no `pretty`. */
export function isConnection({ action }: Operation): boolean {
  return action === 'connect'
}

interface OperationPlace {
  readonly tag: string
  readonly extension: string
  /** Parameters that are written at the path. */
  readonly common: readonly QueryParameter[]
  readonly shared: SharedParameters
}

function toOperation(
  operation: Operation,
  { tag, extension, common, shared }: OperationPlace,
): Readonly<Record<string, unknown>> {
  const { id, description, action, kind, body, consumes, produces } = operation
  const parameters = [
    ...(body === undefined ? [] : [toBody(body, operation)]),
    ...operation.parameters.filter((parameter) => !common.some(({ name }) => name === parameter.name)).map(toParameter),
  ]
  return {
    description,
    ...(consumes === undefined ? {} : { consumes }),
    produces,
    schemes: ['https'],
    tags: [tag],
    operationId: id,
    ...(parameters.length === 0 ? {} : { parameters: parameters.map((parameter) => shared.share(parameter)) }),
    responses: toResponses(operation),
    ...(action === undefined ? {} : { [`${extension}action`]: action }),
    ...(kind === undefined ? {} : { [`${extension}group-version-kind`]: kind }),
  }
}

function toBody(body: string, { isBodyRequired }: Operation): ParameterV2 {
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

function toParameter({ name, type }: QueryParameter): ParameterV2 {
  return { uniqueItems: true, type, name, in: 'query' }
}

function toPathParameter(name: string): ParameterV2 {
  return { uniqueItems: true, type: 'string', name, in: 'path', required: true }
}

const pretty = toParameter({ name: 'pretty', type: 'string' })
const pathParameters = {
  name: toPathParameter('name'),
  namespace: toPathParameter('namespace'),
  path: toPathParameter('path'),
}

// The path parameter and the query parameter of a proxy have one name.
function byName(left: ParameterV2, right: ParameterV2): number {
  if (left.name !== right.name) return left.name < right.name ? -1 : 1
  return left.in < right.in ? -1 : left.in > right.in ? 1 : 0
}
