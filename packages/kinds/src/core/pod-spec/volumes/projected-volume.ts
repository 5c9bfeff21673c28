import { isDns1123Subdomain, validateLabelSelector, type FieldErrors } from '@pinnace/meta'
import type {
  ClusterTrustBundleProjection,
  PodCertificateProjection,
  ProjectedVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from '@pinnace/types/core-v1-volumes'
import { validateDownwardFile, validateItems } from './local-volumes.ts'
import { validateOwnPath } from './relative-path.ts'
import { reportEach, validateFileMode } from '../../../validation/messages.ts'
import { validateSignerName } from '../../../validation/signer-name.ts'

const minTokenSeconds = 600
const maxTokenSeconds = 2 ** 32
const minCertificateSeconds = 3600
const maxCertificateSeconds = 91 * 86_400
const keyTypes = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519']

/** Several sources in one directory. */
// upstream: core/validation, validateProjectedVolumeSource and validateProjectionSources
export function validateProjectedVolume(source: ProjectedVolumeSource, field: string, errors: FieldErrors): void {
  validateFileMode(source.defaultMode, field, 'defaultMode', errors)
  const sources = source.sources ?? []
  const paths = new Set<string>()
  /** Takes a path for a source; upstream reports a clash at the volume, with the name of the later source. */
  const claim = (path: string, owner: string): void => {
    if (path !== '' && paths.has(path)) errors.invalid(field, owner, 'conflicting duplicate paths')
    paths.add(path)
  }
  for (const [index, source] of sources.entries()) {
    const count = validateProjection(source, `${field}.sources[${index}]`, errors, { field, claim })
    if (count > 1) {
      errors.forbidden(`${field}.sources[${index}]`, 'may not specify more than 1 volume type per source')
    }
  }
}

type ClaimPath = (path: string, owner: string) => void

function validateProjection(
  projection: VolumeProjection,
  at: string,
  errors: FieldErrors,
  { field, claim }: { readonly field: string; readonly claim: ClaimPath },
): number {
  const { secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate } = projection
  let count = 0
  for (const [name, source] of [
    ['secret', secret],
    ['configMap', configMap],
  ] as const) {
    if (!source) continue
    count++
    if (!source.name) errors.required(`${at}.${name}.name`)
    validateItems(source.items ?? [], `${at}.${name}`, errors)
    for (const { path } of source.items ?? []) claim(path, source.name ?? '')
  }
  if (downwardAPI) {
    count++
    for (const file of downwardAPI.items ?? []) {
      validateDownwardFile(file, `${at}.downwardAPI`, errors)
      claim(file.path, file.path)
    }
  }
  if (serviceAccountToken) {
    count++
    validateToken(serviceAccountToken, field, `${at}.serviceAccountToken`, errors)
  }
  if (clusterTrustBundle) {
    count++
    validateTrustBundle(clusterTrustBundle, `${at}.clusterTrustBundle`, errors)
    claim(clusterTrustBundle.path, clusterTrustBundle.path)
  }
  if (podCertificate) {
    count++
    validateCertificate(podCertificate, `${at}.podCertificate`, claim, errors)
  }
  return count
}

// upstream: the errors about a token's path name the volume.
function validateToken(token: ServiceAccountTokenProjection, field: string, at: string, errors: FieldErrors): void {
  const { expirationSeconds = 0, path } = token
  if (expirationSeconds < minTokenSeconds) {
    errors.invalid(`${at}.expirationSeconds`, expirationSeconds, 'may not specify a duration less than 10 minutes')
  }
  if (expirationSeconds > maxTokenSeconds) {
    const problem = 'may not specify a duration larger than 2^32 seconds'
    errors.invalid(`${at}.expirationSeconds`, expirationSeconds, problem)
  }
  if (path === '') errors.required(`${field}.path`)
  else validateOwnPath(path, `${field}.path`, errors)
}

function validateTrustBundle(bundle: ClusterTrustBundleProjection, at: string, errors: FieldErrors): void {
  const { name, signerName, labelSelector, path } = bundle
  if (name !== undefined && signerName !== undefined) {
    errors.invalid(at, bundle, 'only one of name and signerName may be used')
  } else if (name !== undefined) {
    if (name === '') errors.required(`${at}.name`, 'must be a valid object name')
    // A bundle of a signer is called SIGNER:NAME, with the signer's slash written as a colon.
    const own = name.slice(name.lastIndexOf(':') + 1)
    const messages = isDns1123Subdomain(own).map((message) => `not a valid clustertrustbundlename: ${message}`)
    reportEach(errors, messages, `${at}.name`, name)
    if (labelSelector) {
      errors.invalid(`${at}.labelSelector`, labelSelector, 'labelSelector must be unset if name is specified')
    }
  } else if (signerName !== undefined) {
    if (signerName === '') errors.required(`${at}.signerName`, 'must be a valid signer name')
    validateSignerName(signerName, `${at}.signerName`, errors)
    if (labelSelector) validateLabelSelector(labelSelector, `${at}.labelSelector`, errors)
  } else {
    errors.required(at, 'either name or signerName must be specified')
  }
  if (path === '') errors.required(`${at}.path`)
  else validateOwnPath(path, `${at}.path`, errors)
}

function validateCertificate(
  certificate: PodCertificateProjection,
  at: string,
  claim: ClaimPath,
  errors: FieldErrors,
): void {
  // Required, but absent where it is empty.
  const { signerName = '', keyType = '', maxExpirationSeconds } = certificate as Partial<PodCertificateProjection>
  validateSignerName(signerName, `${at}.signerName`, errors)
  if (!keyTypes.includes(keyType)) errors.notSupported(`${at}.keyType`, keyType, keyTypes)
  if (maxExpirationSeconds !== undefined) {
    const field = `${at}.maxExpirationSeconds`
    if (maxExpirationSeconds < minCertificateSeconds) {
      errors.invalid(
        field,
        maxExpirationSeconds,
        `if provided, maxExpirationSeconds must be >= ${minCertificateSeconds}`,
      )
    }
    if (maxExpirationSeconds > maxCertificateSeconds) {
      errors.invalid(
        field,
        maxExpirationSeconds,
        `if provided, maxExpirationSeconds must be <= ${maxCertificateSeconds}`,
      )
    }
  }
  const files = (['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const).filter(
    (name) => certificate[name],
  )
  if (files.length === 0) {
    const problem = 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath'
    errors.required(at, problem)
  }
  for (const name of files) {
    const path = certificate[name] ?? ''
    validateOwnPath(path, `${at}.${name}`, errors)
    claim(path, path)
  }
}
