import { forbidden, type StatusError } from '@pinnace/meta'
import type { AdmissionAttributes } from './attributes.ts'

/** The 403 of a plugin. An object whose name is not known yet goes by what it will begin with. */
// upstream: apiserver/pkg/admission/errors.go, NewForbidden
export function refusal({ resource, name, object }: AdmissionAttributes, reason: string): StatusError {
  return forbidden(resource, name || object?.metadata?.name || object?.metadata?.generateName || 'Unknown', reason)
}
