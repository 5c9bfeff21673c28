import { isDns1123Label, isDns1123Subdomain, type FieldErrors } from '@pinnace/meta'
import type { PodResourceClaim } from '@pinnace/types/core-v1-pods'
import { reportEach } from '../../../validation/messages.ts'
import { goValue } from '../../../go-values/go-value.ts'

/** Claims on devices a pod brings with it; `at` is the path of the list. */
// upstream: core/validation, validatePodResourceClaims
export function validateResourceClaims(claims: readonly PodResourceClaim[], at: string, errors: FieldErrors): void {
  const names = new Set<string>()
  for (const [index, claim] of claims.entries()) {
    const { name, resourceClaimName, resourceClaimTemplateName } = claim
    const field = `${at}[${index}]`
    const printed = (): unknown => goValue('core.v1.PodResourceClaim', claim)
    if (name === '') errors.required(`${field}.name`)
    else if (names.has(name)) errors.duplicate(`${field}.name`, name)
    else reportEach(errors, isDns1123Label(name), `${field}.name`, name)
    if (name !== '') names.add(name)
    if (resourceClaimName !== undefined && resourceClaimTemplateName !== undefined) {
      errors.invalid(
        field,
        printed(),
        'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
      )
    }
    if (resourceClaimName === undefined && resourceClaimTemplateName === undefined) {
      errors.invalid(field, printed(), 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`')
    }
    if (resourceClaimName !== undefined) {
      reportEach(errors, isDns1123Subdomain(resourceClaimName), `${field}.resourceClaimName`, resourceClaimName)
    }
    if (resourceClaimTemplateName !== undefined) {
      const messages = isDns1123Subdomain(resourceClaimTemplateName)
      reportEach(errors, messages, `${field}.resourceClaimTemplateName`, resourceClaimTemplateName)
    }
  }
}
