import { formatJson, type Vocabulary } from '@pinnace/meta'
import { type DocumentCache, encodeGnostic, type OpenApiDocuments, type ReadyDocument, toReady } from '@pinnace/openapi'
import { mergeDocuments, type SwaggerDocument } from './merge-documents.ts'
import type { RemoteOpenApi } from './remote-open-api.ts'

interface MergedDocument {
  readonly own: DocumentCache
  readonly others: readonly SwaggerDocument[]
  readonly document: SwaggerDocument
  json?: ReadyDocument
  protobuf?: ReadyDocument
}

/** The documents of this server merged with those of others; kept until one of them changes. */
export function createMergedOpenApi(
  remote: RemoteOpenApi,
  { schemaExtensionPrefix }: Vocabulary,
): (own: DocumentCache) => OpenApiDocuments {
  let newest: MergedDocument | undefined
  const merge = async (own: DocumentCache): Promise<MergedDocument> => {
    const others = await remote.documents()
    if (newest?.own !== own || !isSame(newest.others, others)) {
      const document = mergeDocuments(await own.v2(), others, `${schemaExtensionPrefix}group-version-kind`)
      newest = { own, others, document }
    }
    return newest
  }
  return (own) => ({
    async v2Json() {
      const merged = await merge(own)
      return (merged.json ??= toReady(Buffer.from(formatJson(merged.document))))
    },
    async v2Protobuf() {
      const merged = await merge(own)
      return (merged.protobuf ??= toReady(encodeGnostic(merged.document)))
    },
    async v3Index() {
      const paths = { ...(await own.v3Paths()), ...(await remote.index()) }
      return toReady(Buffer.from(JSON.stringify({ paths })))
    },
    remote: (path) => remote.document(path),
  })
}

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index])
}
