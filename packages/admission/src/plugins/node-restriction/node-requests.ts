import type { ApiObject, Vocabulary } from '@pinnace/meta'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import { DerError, parseCertificateRequest } from '@pinnace/x509'
import { Buffer } from 'node:buffer'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import { refusal } from '../../refusal.ts'
import type { NodeRule } from './node-rule.ts'

/** A node may request node certificates for itself only. */
// upstream: plugin/pkg/admission/noderestriction, admitCSR
export function createNodeRequests({ signers }: Vocabulary): NodeRule {
  return (node, attributes) => {
    if (attributes.operation !== 'CREATE') return
    const { spec } = attributes.object as ApiObject as CertificateSigningRequest
    if (spec?.signerName !== signers.nodeServing && spec?.signerName !== signers.nodeClient) return
    const wanted = `system:node:${node}`
    if (commonName(spec.request ?? '', attributes) === wanted) return
    throw refusal(attributes, `can only create a node CSR with CN=${wanted}`)
  }
}

function commonName(request: string, attributes: AdmissionAttributes): string {
  try {
    return parseCertificateRequest(Buffer.from(request, 'base64')).subject.commonName
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    throw refusal(attributes, `unable to parse csr: ${error.message}`)
  }
}
