import { thenMaybe, quote } from '@pinnace/meta'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { refusal } from '../refusal.ts'
import { createSignerPermission } from './signer-permission.ts'

/** Lets those decide on a certificate request who may `approve` for its signer. */
// upstream: plugin/pkg/admission/certificates/approval
export const certificateApproval: BuiltInPlugin = {
  name: 'CertificateApproval',
  isDefault: true,
  create(context) {
    const may = createSignerPermission(context)
    return {
      name: 'CertificateApproval',
      handles: (operation) => operation === 'UPDATE',
      resources: [{ group: context.vocabulary.group('certificates'), resource: 'certificatesigningrequests' }],
      validate(attributes) {
        if (attributes.subresource !== 'approval') return
        // The stored one: who sends another name of a signer must not be judged by that.
        const { signerName } = (attributes.oldObject as CertificateSigningRequest).spec
        return thenMaybe(may(attributes.user, 'approve', signerName), (allowed) => {
          if (allowed) return
          throw refusal(attributes, `user not permitted to approve requests with signerName ${quote(signerName)}`)
        })
      },
    }
  },
}
