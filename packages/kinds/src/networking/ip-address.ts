import { isDns1123Subdomain, isPathSegmentName, isSemanticEqual, type FieldErrors } from '@pinnace/meta'
import type { IPAddress, ParentReference } from '@pinnace/types/networking-v1'
import { isCanonicalIp } from '../core/strict-ip.ts'
import { ipAddressColumns } from '../columns/networking.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { validateSegment } from './object-reference.ts'
import { goValue } from '../go-values/go-value.ts'
import { reportEach, sentences } from '../validation/messages.ts'

/** Addresses that something has, which is what each refers to, for good. Their names are the addresses. */
// upstream: networking/validation, ValidateIPAddress and ValidateIPAddressUpdate
export const ipAddress: KindBehavior<IPAddress> = {
  validateName: (name) => isCanonicalIp(name),
  generateName: (prefix) => prefix,
  columns: ipAddressColumns,
  strategy: {
    validate: validateParent,
    validateUpdate(next, live, errors) {
      validateParent(next, errors)
      const parent = next.spec?.parentRef
      if (isSemanticEqual(parent, live.spec?.parentRef)) return
      errors.invalid('spec.parentRef', goValue('*networking.v1.ParentReference', parent), sentences.immutable)
    },
  },
}

function validateParent({ spec }: IPAddress, errors: FieldErrors): void {
  const at = 'spec.parentRef'
  const parent = spec?.parentRef as ParentReference | undefined
  if (!parent) return errors.required(at)
  const { group = '', resource = '', name = '', namespace = '' } = parent
  if (group !== '') reportEach(errors, isDns1123Subdomain(group), `${at}.group`, group)
  validateSegment(resource, `${at}.resource`, errors)
  validateSegment(name, `${at}.name`, errors)
  if (namespace !== '') reportEach(errors, isPathSegmentName(namespace), `${at}.namespace`, namespace)
  return undefined
}
