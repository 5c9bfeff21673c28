import type { Vocabulary } from '@pinnace/meta'
import { nodeClientRule, nodeServingRule } from './request-rules.ts'
import type { SigningRequest } from './signer.ts'

/** A sort of request that is approved for those who may create it. */
export interface RequestRecogniser {
  /** `create` on this subresource of certificate signing requests is what the requester must be allowed. */
  readonly subresource: string
  /** The message of the condition Approved; its reason is AutoApproved. */
  readonly message: string
  recognises(request: SigningRequest): boolean
}

/** A node's agent, or who makes one, asks for its client certificate. */
// upstream: pkg/controller/certificates/approver/sarapprove.go, isNodeClientCert
export function isNodeClientCert({ signerName, request, usages }: SigningRequest, vocabulary: Vocabulary): boolean {
  return signerName === vocabulary.signers.nodeClient && nodeClientRule(request, usages) === undefined
}

/** A node's agent asks for its own next client certificate. */
// upstream: pkg/controller/certificates/approver/sarapprove.go, isSelfNodeClientCert
export function isSelfNodeClientCert(request: SigningRequest, vocabulary: Vocabulary): boolean {
  return request.user.username === request.request.subject.commonName && isNodeClientCert(request, vocabulary)
}

/** A node's agent asks for its own serving certificate. Nothing approves those by itself: it takes knowing the node. */
// upstream: pkg/apis/certificates/helpers.go, IsKubeletServingCSR
export function isNodeServingCert({ signerName, request, usages }: SigningRequest, vocabulary: Vocabulary): boolean {
  return signerName === vocabulary.signers.nodeServing && nodeServingRule(request, usages) === undefined
}

/** What is approved without anybody looking, in the order it is tried. */
// upstream: pkg/controller/certificates/approver/sarapprove.go, recognizers
export function requestRecognisers(vocabulary: Vocabulary): readonly RequestRecogniser[] {
  const { nodeAgent } = vocabulary
  return [
    {
      subresource: 'selfnodeclient',
      message: `Auto approving self ${nodeAgent} client certificate after SubjectAccessReview.`,
      recognises: (request) => isSelfNodeClientCert(request, vocabulary),
    },
    {
      subresource: 'nodeclient',
      message: `Auto approving ${nodeAgent} client certificate after SubjectAccessReview.`,
      recognises: (request) => isNodeClientCert(request, vocabulary),
    },
  ]
}
