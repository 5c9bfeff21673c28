import { StatusError, unsupportedMediaType } from '@pinnace/meta'
import { parseContentType } from '@pinnace/versioning'
import type { RawBody } from '../request/raw-body.ts'
import type { ServedResource } from '../storage/served-resource.ts'

/** The format of a patch. Server-side apply is a separate verb. */
export type PatchType = 'json' | 'merge' | 'strategic'

/** The body of a PATCH request. */
export interface Patch {
  readonly type: PatchType | 'apply'
  readonly body: RawBody
}

const patchTypes: Readonly<Record<string, Patch['type']>> = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
}

/** The format of a patch by its media type. Throws 415; strategic merge patch is for built-in kinds only. */
export function patchTypeOf(contentType: string | undefined, { definition }: ServedResource): Patch['type'] {
  if (definition.builtIn) assertRouteConsumes(contentType)
  const supported = Object.keys(patchTypes).filter((type) => definition.builtIn || patchTypes[type] !== 'strategic')
  const mediaType = parseContentType(contentType, supported)
  const type = patchTypes[mediaType]
  if (type === undefined) throw unsupportedMediaType(mediaType, supported)
  return type
}

// upstream: emicklei/go-restful, Route.matchesContentType – the routes of built-in resources, whose patches name a type.
function assertRouteConsumes(contentType = ''): void {
  const isNamed = contentType.split(',').some((entry) => {
    const semicolon = entry.indexOf(';')
    return Object.hasOwn(patchTypes, (semicolon < 0 ? entry : entry.slice(0, semicolon)).trim())
  })
  if (!isNamed) throw new StatusError('UnsupportedMediaType', '415: Unsupported Media Type', { details: {} })
}
