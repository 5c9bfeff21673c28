import type { FieldErrors } from '@pinnace/meta'
import type { DeviceClaim } from '@pinnace/types/resource-v1'
import { validateLabelName } from './names.ts'

/** The requests of a claim, each with the names of its alternatives. */
export type RequestNames = ReadonlyMap<string, ReadonlySet<string>>

/** The names that parts of a claim may refer to. */
// upstream: resource/validation, gatherRequestNames
export function requestNamesOf({ requests }: DeviceClaim): RequestNames {
  return new Map(
    (requests ?? []).map(({ name, firstAvailable }) => [name, new Set((firstAvailable ?? []).map((sub) => sub.name))]),
  )
}

const badReference =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"

/** The name of a request of the claim, with a slash and that of an alternative or not. */
// upstream: resource/validation, validateRequestNameRef
export function validateRequestReference(
  reference: string,
  field: string,
  errors: FieldErrors,
  names: RequestNames,
): void {
  const segments = reference.split('/')
  if (segments.length > 2) return errors.invalid(field, reference, badReference)
  for (const segment of segments) validateLabelName(segment, field, errors)
  const [request = '', alternative] = segments
  const found = names.get(request)
  const isKnown = found !== undefined && (alternative === undefined || found.has(alternative))
  return isKnown ? undefined : errors.invalid(field, reference, badReference)
}
