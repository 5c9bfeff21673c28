import { readUrl } from '@pinnace/cel'
import type { FieldErrors } from '@pinnace/meta'
import { readCertificates } from './read-certificates.ts'
import type { IssuerConfiguration } from './authentication-configuration.ts'

/** Validates an issuer at `path`. Its URL must not be one of `disallowed`. */
// upstream: apiserver/pkg/apis/apiserver/validation, validateIssuer
export function validateIssuer(
  issuer: IssuerConfiguration,
  path: string,
  { errors, disallowed }: { readonly errors: FieldErrors; readonly disallowed: readonly string[] },
): void {
  const { url = '', discoveryURL = '', certificateAuthority = '', egressSelectorType = '' } = issuer
  if (url === '') errors.required(`${path}.url`)
  else {
    if (disallowed.includes(url)) {
      const listed = disallowed.toSorted().join(' ')
      errors.invalid(`${path}.url`, url, `URL must not overlap with disallowed issuers: [${listed}]`)
    }
    validateUrl(url, `${path}.url`, errors)
  }
  if (discoveryURL !== '') {
    const isSame = url !== '' && url.replace(/\/+$/, '') === discoveryURL.replace(/\/+$/, '')
    if (isSame) errors.invalid(`${path}.discoveryURL`, discoveryURL, 'discoveryURL must be different from URL')
    validateUrl(discoveryURL, `${path}.discoveryURL`, errors)
  }
  validateAudiences(issuer, path, errors)
  const problem = certificateAuthority === '' ? undefined : readCertificates(certificateAuthority)
  if (problem !== undefined) errors.invalid(`${path}.certificateAuthority`, '<omitted>', problem)
  if (!['', 'controlplane', 'cluster'].includes(egressSelectorType)) {
    errors.invalid(
      `${path}.egressSelectorType`,
      egressSelectorType,
      'egress selector must be either controlplane or cluster',
    )
  }
}

function validateUrl(text: string, field: string, errors: FieldErrors): void {
  const url = readUrl(text)
  if ('error' in url) {
    errors.invalid(field, text, url.error)
    return
  }
  if (url.scheme !== 'https') errors.invalid(field, text, 'URL scheme must be https')
  if (url.user !== '') errors.invalid(field, text, 'URL must not contain a username or password')
  if (url.query !== '') errors.invalid(field, text, 'URL must not contain a query')
  if (url.fragment !== '') errors.invalid(field, text, 'URL must not contain a fragment')
}

function validateAudiences(issuer: IssuerConfiguration, path: string, errors: FieldErrors): void {
  const { audiences = [], audienceMatchPolicy: policy = '' } = issuer
  const field = `${path}.audiences`
  if (audiences.length === 0) {
    errors.required(field, `at least one ${field} is required`)
    return
  }
  const seen = new Set<string>()
  for (const [index, audience] of audiences.entries()) {
    if (audience === '') errors.required(`${field}[${index}]`)
    if (seen.has(audience)) errors.duplicate(`${field}[${index}]`, audience)
    seen.add(audience)
  }
  if (policy === 'MatchAny') return
  if (audiences.length > 1) {
    const reason = 'audienceMatchPolicy must be MatchAny for multiple audiences'
    errors.invalid(`${path}.audienceMatchPolicy`, policy, reason)
  } else if (policy !== '') {
    const reason = 'audienceMatchPolicy must be empty or MatchAny for single audience'
    errors.invalid(`${path}.audienceMatchPolicy`, policy, reason)
  }
}
