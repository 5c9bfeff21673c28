import type { RequestInfo } from '@pinnace/meta'
import type { AuditEvent } from './audit-event.ts'

/** What a body says about the object that a request is for. */
export interface ReferencedObject {
  readonly name?: string | undefined
  readonly namespace?: string | undefined
  readonly uid?: string | undefined
  readonly resourceVersion?: string | undefined
}

/** The `objectRef` of an event; nothing for a path that is not a resource's. */
// upstream: apiserver/pkg/audit/request.go, LogRequestObject – the path comes first.
export function toObjectReference(info: RequestInfo, object: ReferencedObject = {}): Pick<AuditEvent, 'objectRef'> {
  if (!info.isResourceRequest) return {}
  const { resource, group, version, subresource } = info
  const namespace = info.namespace || (object.namespace ?? '')
  const name = info.name || (object.name ?? '')
  const { uid = '', resourceVersion = '' } = object
  return {
    objectRef: {
      resource,
      ...(namespace === '' ? {} : { namespace }),
      ...(name === '' ? {} : { name }),
      ...(uid === '' ? {} : { uid }),
      ...(group === '' ? {} : { apiGroup: group }),
      apiVersion: version,
      ...(resourceVersion === '' ? {} : { resourceVersion }),
      ...(subresource === '' ? {} : { subresource }),
    },
  }
}
