import type { Vocabulary } from '@pinnace/meta'
import { nodeClientRule, nodeServingRule } from './signer-request-rules.ts'
import type { SigningRequest } from './signer.ts'

/** A type of request that is approved automatically if its user is authorized. */
export interface RequestRecognizer {
  /** The requester must be allowed `create` on this subresource of certificatesigningrequests. */
  readonly subresource: string
  /** The message of the condition Approved; its reason is AutoApproved. */
  readonly message: string
  recognizes(request: SigningRequest): boolean
}

/** Whether a client certificate of a kubelet is requested, by the kubelet or by a user that sets it up. */
// upstream: pkg/controller/certificates/approver/sarapprove.go, isNodeClientCert
export function isNodeClientCert({ signerName, request, usages }: SigningRequest, vocabulary: Vocabulary): boolean {
  return signerName === vocabulary.signers.nodeClient && nodeClientRule(request, usages) === undefined
}

/** Whether a kubelet requests its own next client certificate. */
// upstream: pkg/controller/certificates/approver/sarapprove.go, isSelfNodeClientCert
export function isSelfNodeClientCert(request: SigningRequest, vocabulary: Vocabulary): boolean {
  return request.user.username === request.request.subject.commonName && isNodeClientCert(request, vocabulary)
}

/** Whether a serving certificate of a kubelet is requested. These are not approved automatically. */
// upstream: pkg/apis/certificates/helpers.go, IsKubeletServingCSR
export function isNodeServingCert({ signerName, request, usages }: SigningRequest, vocabulary: Vocabulary): boolean {
  return signerName === vocabulary.signers.nodeServing && nodeServingRule(request, usages) === undefined
}

/** The types of requests that are approved automatically, in the order in which they are tried. */
// upstream: pkg/controller/certificates/approver/sarapprove.go, recognizers
export function requestRecognizers(vocabulary: Vocabulary): readonly RequestRecognizer[] {
  const { nodeAgent } = vocabulary
  return [
    {
      subresource: 'selfnodeclient',
      message: `Auto approving self ${nodeAgent} client certificate after SubjectAccessReview.`,
      recognizes: (request) => isSelfNodeClientCert(request, vocabulary),
    },
    {
      subresource: 'nodeclient',
      message: `Auto approving ${nodeAgent} client certificate after SubjectAccessReview.`,
      recognizes: (request) => isNodeClientCert(request, vocabulary),
    },
  ]
}
