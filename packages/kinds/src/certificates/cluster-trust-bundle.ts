import { X509Certificate } from 'node:crypto'
import { isDns1123Subdomain, type FieldErrors } from '@pinnace/meta'
import { column, nameColumn } from '@pinnace/resources'
import type { ClusterTrustBundle } from '@pinnace/types/certificates-v1beta1'
import { readPemBlocks, type PemBlock } from '@pinnace/x509'
import type { KindBehavior } from '../kind-behavior.ts'
import { reportEach, sentences } from '../validation/messages.ts'
import { validateSignerName } from '../validation/signer-name.ts'

const maxSize = 1024 * 1024
const field = 'spec.trustBundle'

/** Certificates of authorities that pods can mount. */
// upstream: certificates/validation, ValidateClusterTrustBundle and ValidateClusterTrustBundleUpdate
export const clusterTrustBundle: KindBehavior<ClusterTrustBundle> = {
  // The rules of the name depend on the signer.
  validateName: () => [],
  strategy: {
    validateFirst: validateNames,
    validate(next, errors) {
      validateSigner(next, errors)
      validateBundle(next.spec.trustBundle ?? '', errors)
    },
    validateBetween(next, live, errors) {
      validateSigner(next, errors)
      if (next.spec.trustBundle !== live.spec.trustBundle) validateBundle(next.spec.trustBundle ?? '', errors)
    },
    validateUpdate(next, live, errors) {
      const signer = next.spec.signerName ?? ''
      if (signer !== (live.spec.signerName ?? '')) errors.invalid('spec.signerName', signer, sentences.immutable)
    },
  },
  columns: [nameColumn, column('SignerName', ({ spec }: ClusterTrustBundle) => spec.signerName || '<none>')],
  selectableFields: { 'spec.signerName': ({ spec }) => spec.signerName ?? '' },
}

function validateNames({ metadata, spec }: ClusterTrustBundle, errors: FieldErrors): void {
  const { name, generateName } = metadata
  if (generateName) reportEach(errors, nameErrors(`${generateName}x`, spec), 'metadata.generateName', generateName)
  if (name) reportEach(errors, nameErrors(name, spec), 'metadata.name', name)
}

// upstream: core/validation/names.go, ValidateClusterTrustBundleName
function nameErrors(name: string, { signerName = '' }: ClusterTrustBundle['spec']): readonly string[] {
  if (signerName === '') {
    return name.includes(':')
      ? ['ClusterTrustBundle without signer name must not have ":" in its name']
      : isDns1123Subdomain(name)
  }
  const prefix = `${signerName.replaceAll('/', ':')}:`
  if (name.startsWith(prefix)) return isDns1123Subdomain(name.slice(prefix.length))
  return [`ClusterTrustBundle for signerName ${signerName} must be named with prefix ${prefix}`]
}

function validateSigner({ spec: { signerName = '' } }: ClusterTrustBundle, errors: FieldErrors): void {
  if (signerName !== '') validateSignerName(signerName, 'spec.signerName', errors)
}

// upstream: certificates/validation, validateTrustBundle
function validateBundle(bundle: string, errors: FieldErrors): void {
  if (Buffer.byteLength(bundle) > maxSize) return errors.tooLong(field, maxSize)
  const refuse = (detail: string): void => errors.invalid(field, '<value omitted>', detail)
  const places = new Map<string, number[]>()
  let isMalformed = false
  let index = 0
  for (const block of readPemBlocks(bundle)) {
    const problem = blockProblem(block)
    if (problem === undefined) {
      const key = block.bytes.toString('base64')
      places.set(key, [...(places.get(key) ?? []), index])
    } else {
      isMalformed = true
      refuse(`entry ${index} ${problem}`)
    }
    index++
  }
  if (isMalformed) return undefined
  if (places.size === 0) return refuse('at least one trust anchor must be provided')
  for (const indices of places.values()) {
    if (indices.length > 1) refuse(`duplicate trust anchor (indices [${indices.join(' ')}])`)
  }
  return undefined
}

function blockProblem({ type, headers, bytes }: PemBlock): string | undefined {
  if (type !== 'CERTIFICATE') return `has bad block type: ${type}`
  if (headers.size > 0) return 'has PEM block headers'
  try {
    const certificate = new X509Certificate(bytes)
    if (certificate.raw.length !== bytes.length) return 'does not parse as X.509'
    return certificate.ca ? undefined : 'does not have the CA bit set'
  } catch {
    return 'does not parse as X.509'
  }
}
