import type { ApiObject, Vocabulary } from '@pinnace/meta'
import type { BookmarkEvent } from '@pinnace/watch-cache'
import type { ServedResource } from './served-resource.ts'

/** The object of a bookmark: one of the kind of the watch, with a resource version and nothing else of its own. */
export function bookmarkObject(
  { definition: { zeroFields }, gvk, apiVersion, codec }: ServedResource,
  { revision, initialEventsEnd }: BookmarkEvent,
  vocabulary: Vocabulary,
): ApiObject {
  const annotations = {
    ...zeroFields?.metadata?.annotations,
    ...(initialEventsEnd ? { [vocabulary.initialEventsEndAnnotation]: 'true' } : {}),
  }
  const hasAnnotations = Object.keys(annotations).length > 0
  return codec.answered({
    ...zeroFields,
    kind: gvk.kind,
    apiVersion,
    metadata: { resourceVersion: String(revision), ...(hasAnnotations ? { annotations } : {}) },
  })
}
