import { thenMaybe, quote } from '@pinnace/meta'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { refusal } from '../refusal.ts'
import { createSignerPermission } from './signer-permission.ts'

/** Requires the verb `approve` on the signer to approve or deny a certificate signing request. */
// upstream: plugin/pkg/admission/certificates/approval
export const certificateApproval: BuiltInPlugin = {
  name: 'CertificateApproval',
  isDefault: true,
  create(context) {
    const isPermitted = createSignerPermission(context)
    return {
      name: 'CertificateApproval',
      handles: (operation) => operation === 'UPDATE',
      resources: [{ group: context.vocabulary.group('certificates'), resource: 'certificatesigningrequests' }],
      validate(attributes) {
        if (attributes.subresource !== 'approval') return
        // The stored signer name: the request could have another.
        const { signerName } = (attributes.oldObject as CertificateSigningRequest).spec
        return thenMaybe(isPermitted(attributes.user, 'approve', signerName), (allowed) => {
          if (allowed) return
          throw refusal(attributes, `user not permitted to approve requests with signerName ${quote(signerName)}`)
        })
      },
    }
  },
}
