import { thenMaybe, isEqualJson, quote, type ApiObject } from '@pinnace/meta'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { refusal } from '../refusal.ts'
import { createSignerPermission } from './signer-permission.ts'

/** Requires the verb `sign` on the signer to set the certificate or the conditions of a certificate signing request. */
// upstream: plugin/pkg/admission/certificates/signing
export const certificateSigning: BuiltInPlugin = {
  name: 'CertificateSigning',
  isDefault: true,
  create(context) {
    const isPermitted = createSignerPermission(context)
    return {
      name: 'CertificateSigning',
      handles: (operation) => operation === 'UPDATE',
      resources: [{ group: context.vocabulary.group('certificates'), resource: 'certificatesigningrequests' }],
      validate(attributes) {
        if (attributes.subresource !== 'status') return
        const live = attributes.oldObject as CertificateSigningRequest
        const { status = {} } = attributes.object as ApiObject as CertificateSigningRequest
        const isSame =
          (status.certificate ?? '') === (live.status?.certificate ?? '') &&
          isEqualJson(status.conditions ?? [], live.status?.conditions ?? [])
        if (isSame) return
        const { signerName } = live.spec
        return thenMaybe(isPermitted(attributes.user, 'sign', signerName), (allowed) => {
          if (allowed) return
          throw refusal(attributes, `user not permitted to sign requests with signerName ${quote(signerName)}`)
        })
      },
    }
  },
}
