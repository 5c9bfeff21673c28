import { formatJson, type Vocabulary } from '@pinnace/meta'
import { type DocumentCache, encodeGnostic, type OpenApiDocuments, type ReadyDocument, toReady } from '@pinnace/openapi'
import { mergeDocuments, type SwaggerDocument } from './merge-documents.ts'
import type { RemoteOpenApi } from './remote-open-api.ts'

interface MergedForms {
  readonly own: DocumentCache
  readonly others: readonly SwaggerDocument[]
  readonly document: SwaggerDocument
  json?: ReadyDocument
  protobuf?: ReadyDocument
}

/** Puts the documents of registered servers beside those of this one; kept until one of them is another. */
export function createMergedOpenApi(
  remote: RemoteOpenApi,
  { schemaExtensionPrefix }: Vocabulary,
): (own: DocumentCache) => OpenApiDocuments {
  let newest: MergedForms | undefined
  const formsOf = async (own: DocumentCache): Promise<MergedForms> => {
    const others = await remote.documents()
    if (newest?.own !== own || !isSame(newest.others, others)) {
      const document = mergeDocuments(own.v2(), others, `${schemaExtensionPrefix}group-version-kind`)
      newest = { own, others, document }
    }
    return newest
  }
  return (own) => ({
    async v2Json() {
      const forms = await formsOf(own)
      return (forms.json ??= toReady(Buffer.from(formatJson(forms.document))))
    },
    async v2Protobuf() {
      const forms = await formsOf(own)
      return (forms.protobuf ??= toReady(encodeGnostic(forms.document)))
    },
    async v3Index() {
      const paths = { ...own.v3Paths(), ...(await remote.index()) }
      return toReady(Buffer.from(JSON.stringify({ paths })))
    },
    remote: (path) => remote.document(path),
  })
}

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index])
}
