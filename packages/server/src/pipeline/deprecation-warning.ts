import type { VerbContext } from '../verbs/verb-context.ts'
import type { VerbRequest } from '../verbs/verb-handlers.ts'

/**
 * Reports a request for a deprecated version as a warning to the client, in the audit record, and in the metrics. Its text is
 * that of the definition: `built-in-resources.ts` of @pinnace/kinds, `custom-resource/deprecation-warning.ts` of
 * @pinnace/resources. The header is made in `http/headers.ts`.
 */
// upstream: endpoints/installer.go, restfulCreateNamedResource and deprecation handlers; endpoints/metrics, RecordDeprecatedRequest
export function warnOfDeprecation({ vocabulary, deprecated }: VerbContext, request: VerbRequest): void {
  const { definition, gvr } = request.served
  if (definition.deprecation === undefined) return
  const { warning, removedRelease = '' } = definition.deprecation
  const { audit } = vocabulary
  request.warn(warning)
  request.auditContext?.annotate(audit.deprecated, 'true', 'Metadata')
  if (removedRelease !== '') request.auditContext?.annotate(audit.removedRelease, removedRelease, 'Metadata')
  // A subresource that does not exist gets no metric series.
  const subresource = Object.hasOwn(definition.subresources, request.subresource) ? request.subresource : ''
  deprecated.set([gvr.group, gvr.version, gvr.resource, subresource, removedRelease], 1)
}
