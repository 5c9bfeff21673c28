import { FieldErrors, isSemanticEqual, quote, type Mutable } from '@pinnace/meta'
import { column, nameColumn, type UpdateAccess } from '@pinnace/resources'
import type { PodCertificateRequest } from '@pinnace/types/certificates-v1beta1'
import { formatLabels } from '../columns/format.ts'
import { goValue } from '../go-values/go-value.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { statusOnlySubresource } from '../status-subresource.ts'
import { sentences } from '../validation/messages.ts'
import { validateCertificateRequest } from './validate-pod-certificate-request.ts'
import { validateIssue } from './validate-issued-certificate.ts'

/** Requests for certificates of pods. */
// upstream: registry/certificates/podcertificaterequest/strategy.go
export const podCertificateRequest: KindBehavior<PodCertificateRequest> = {
  strategy: {
    defaults({ spec }: Mutable<PodCertificateRequest>) {
      if (spec !== undefined) spec.maxExpirationSeconds ??= 86_400
    },
    validate: ({ spec }, errors, { vocabulary }) => validateCertificateRequest(spec, errors, vocabulary),
    validateUpdate(next, live, errors) {
      if (isSemanticEqual(next.spec, live.spec)) return
      const value = goValue('certificates.v1beta1.PodCertificateRequestSpec', next.spec)
      errors.invalid('spec', value, sentences.immutable)
    },
  },
  subresources: {
    status: {
      ...statusOnlySubresource,
      strategy: {
        ...statusOnlySubresource.strategy,
        resetFields: [['spec']],
        authorizeUpdate: authorizeSigner,
        validateUpdate: (next, live, errors, { clock, vocabulary }) =>
          validateIssue(next, live, errors, { now: clock.now(), vocabulary }),
      },
    },
  },
  columns: [
    nameColumn,
    column('PodName', ({ spec }: PodCertificateRequest) => spec.podName),
    column('ServiceAccountName', ({ spec }: PodCertificateRequest) => spec.serviceAccountName),
    column('NodeName', ({ spec }: PodCertificateRequest) => spec.nodeName),
    column('SignerName', ({ spec }: PodCertificateRequest) => spec.signerName),
    column('State', stateOf),
    column('UnverifiedUserAnnotations', ({ spec }: PodCertificateRequest) =>
      formatLabels(spec.unverifiedUserAnnotations),
    ),
  ],
  selectableFields: {
    'spec.nodeName': ({ spec }) => spec.nodeName,
    'spec.signerName': ({ spec }) => spec.signerName,
  },
  // upstream: apis/certificates/v1beta1/conversion.go – its field labels are these and the name.
  selectsNamespace: false,
}

function stateOf({ status }: PodCertificateRequest): string {
  const decided = status?.conditions?.findLast(({ type }) => ['Issued', 'Denied', 'Failed'].includes(type))
  return decided?.type ?? 'Pending'
}

/** A change of the status takes the verb `sign` on the signer. */
async function authorizeSigner(
  next: PodCertificateRequest,
  live: PodCertificateRequest,
  errors: FieldErrors,
  access: UpdateAccess,
): Promise<void> {
  if (isSemanticEqual(next.status, live.status)) return
  const problems = new FieldErrors()
  validateIssue(next, live, problems, undefined)
  // upstream: permission is asked for once the status is valid.
  if (!problems.isEmpty) return
  const { signerName } = live.spec
  const names = [signerName, `${signerName.slice(0, signerName.indexOf('/'))}/*`]
  for (const name of names) {
    const permission = { verb: 'sign', resource: 'signers', subresource: '', namespace: '', name }
    if ((await access.refusal(permission)) === undefined) return
  }
  const { username } = access.user
  errors.forbidden(
    'spec.signerName',
    `User ${quote(username)} is not permitted to "sign" for signer ${quote(signerName)}`,
  )
}
