import type { Vocabulary } from '@pinnace/meta'
import { isConnection, type DocumentInfo, type PathItems } from './document-v2.ts'
import type { Operation, PathOperations } from './operation.ts'
import { commonParameters, type QueryParameter } from './parameters.ts'

/** A version-3 document of one group version. */
export function toDocumentV3(
  info: DocumentInfo,
  paths: PathItems,
  schemas: Readonly<Record<string, unknown>>,
  isCustom: boolean,
): Readonly<Record<string, unknown>> {
  return {
    openapi: '3.0.0',
    info,
    paths,
    components: {
      schemas,
      // upstream: the documents of custom resources have none.
      ...(isCustom ? {} : { securitySchemes }),
    },
  }
}

const securitySchemes = {
  BearerToken: { type: 'apiKey', description: 'Bearer Token authentication', name: 'authorization', in: 'header' },
}

/** Adds operations to `into`, as version-3 path items. */
// upstream: openapi library, pkg/builder3/openapi.go
export function addPathItemsV3(paths: readonly PathOperations[], vocabulary: Vocabulary, into: PathItems): PathItems {
  const extension = vocabulary.schemaExtensionPrefix
  for (const { path, tag, parameters, operations } of paths) {
    const item: Record<string, unknown> = {}
    const common = commonParameters(operations)
    const own = { tag, extension, common }
    for (const operation of operations) item[operation.method] = toOperation(operation, own)
    const shared = [
      ...parameters.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', uniqueItems: true },
      })),
      ...(operations.some(isConnection) || operations[0]?.kind === undefined ? [] : [pretty]),
      ...common.map(toParameter),
    ]
    if (shared.length > 0) item.parameters = shared.sort((a, b) => (a.name < b.name ? -1 : 1))
    into[path] = item
  }
  return into
}

const pretty = { name: 'pretty', in: 'query', schema: { type: 'string', uniqueItems: true } }

function toParameter({ name, type }: QueryParameter): { readonly name: string } & Readonly<Record<string, unknown>> {
  return { name, in: 'query', schema: { type, uniqueItems: true } }
}

interface OperationPlace {
  readonly tag: string
  readonly extension: string
  /** Parameters that are written at the path. */
  readonly common: readonly QueryParameter[]
}

function toOperation(
  operation: Operation,
  { tag, extension, common }: OperationPlace,
): Readonly<Record<string, unknown>> {
  const { id, description, action, kind, body, consumes = [], isBodyRequired } = operation
  const parameters = operation.parameters.filter((parameter) => !common.some(({ name }) => name === parameter.name))
  return {
    tags: [tag],
    description,
    operationId: id,
    ...(parameters.length === 0
      ? {}
      : {
          parameters: parameters.map(toParameter),
        }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            content: contentOf(consumes, refer(body)),
            ...(isBodyRequired ? { required: true } : {}),
          },
        }),
    responses: toResponses(operation),
    ...(action === undefined ? {} : { [`${extension}action`]: action }),
    ...(kind === undefined ? {} : { [`${extension}group-version-kind`]: kind }),
  }
}

const statusTexts: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' }
const unauthorized = { description: 'Unauthorized' }

function toResponses({ statuses, answer, produces }: Operation): Readonly<Record<string, unknown>> {
  const content = contentOf(produces, answer === undefined ? { type: 'string' } : refer(answer))
  const responses: Record<string, unknown> = {}
  for (const status of statuses) responses[status] = { description: statusTexts[status], content }
  responses['401'] = unauthorized
  return responses
}

function contentOf(types: readonly string[], schema: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(types.map((type) => [type, { schema }]))
}

function refer(name: string): object {
  return { $ref: `#/components/schemas/${name}` }
}
