import type { Vocabulary } from '@pinnace/meta'
import type { DocumentInfo, PathItems } from './document-v2.ts'
import type { Operation, PathOperations } from './operation.ts'

/** A version-3 document of one group version. */
export function toDocumentV3(
  info: DocumentInfo,
  paths: PathItems,
  schemas: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return {
    openapi: '3.0.0',
    info,
    paths,
    components: {
      schemas,
      securitySchemes: {
        BearerToken: {
          type: 'apiKey',
          description: 'Bearer Token authentication',
          name: 'authorization',
          in: 'header',
        },
      },
    },
  }
}

/** Adds operations to `into`, as version-3 path items. */
// upstream: openapi library, pkg/builder3/openapi.go
export function addPathItemsV3(paths: readonly PathOperations[], vocabulary: Vocabulary, into: PathItems): PathItems {
  for (const { path, tag, parameters, operations } of paths) {
    const item: Record<string, unknown> = {}
    for (const operation of operations) item[operation.method] = toOperation(operation, tag, vocabulary)
    const shared = [
      ...parameters.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', uniqueItems: true },
      })),
      ...(operations[0]?.kind === undefined ? [] : [pretty]),
    ]
    if (shared.length > 0) item.parameters = shared
    into[path] = item
  }
  return into
}

const pretty = { name: 'pretty', in: 'query', schema: { type: 'string', uniqueItems: true } }
const answerTypes = ['application/json', 'application/yaml']
const streamTypes = ['application/json', 'application/json;stream=watch', 'application/yaml']

function toOperation(operation: Operation, tag: string, vocabulary: Vocabulary): Readonly<Record<string, unknown>> {
  const { id, description, action, kind, body, patchTypes, isBodyRequired, parameters } = operation
  const extension = vocabulary.schemaExtensionPrefix
  return {
    tags: [tag],
    description,
    operationId: id,
    ...(parameters.length === 0
      ? {}
      : {
          parameters: parameters.map(({ name, type }) => ({ name, in: 'query', schema: { type, uniqueItems: true } })),
        }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            content: contentOf(patchTypes ?? ['*/*'], refer(body)),
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

function toResponses({ statuses, answer, isStream }: Operation): Readonly<Record<string, unknown>> {
  const content =
    answer === undefined
      ? contentOf(['*/*'], { type: 'string' })
      : contentOf(isStream ? streamTypes : answerTypes, refer(answer))
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
