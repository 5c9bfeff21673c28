import { systemMasters, type ApiObject } from '@pinnace/meta'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import { DerError, parseCertificateRequest, type CertificateRequest } from '@pinnace/x509'
import { Buffer } from 'node:buffer'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { refusal } from '../refusal.ts'

/** Refuses requests for a client certificate in the group `system:masters`. */
// upstream: plugin/pkg/admission/certificates/subjectrestriction
export const certificateSubjectRestriction: BuiltInPlugin = {
  name: 'CertificateSubjectRestriction',
  isDefault: true,
  create({ vocabulary }) {
    const { apiserverClient } = vocabulary.signers
    return {
      name: 'CertificateSubjectRestriction',
      handles: (operation) => operation === 'CREATE',
      resources: [{ group: vocabulary.group('certificates'), resource: 'certificatesigningrequests' }],
      validate(attributes) {
        const { spec } = attributes.object as ApiObject as CertificateSigningRequest
        if (attributes.subresource !== '' || spec.signerName !== apiserverClient) return
        if (!read(spec.request, attributes).subject.organizations.includes(systemMasters)) return
        const reason = `use of ${apiserverClient} signer with ${systemMasters} group is not allowed`
        throw refusal(attributes, reason)
      },
    }
  },
}

function read(request: string, attributes: AdmissionAttributes): CertificateRequest {
  try {
    return parseCertificateRequest(Buffer.from(request, 'base64'))
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    throw refusal(attributes, `failed to parse CSR: ${error.message}`)
  }
}
