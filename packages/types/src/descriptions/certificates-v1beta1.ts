import { sameDescriptions } from '../same-descriptions.ts'
import { descriptions as v1 } from './certificates-v1.ts'
import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `certificates/v1beta1`: signing requests as in v1, and what has no later version. */
export const descriptions: TypeDescriptions = {
  ...sameDescriptions(v1, 'v1beta1'),
  'certificates.v1beta1.ClusterTrustBundle': {
    '': 'Certificates of authorities that everyone in the cluster may read, and that pods can mount.',
    spec: 'The certificates and the signer they belong to.',
  },
  'certificates.v1beta1.ClusterTrustBundleSpec': {
    '': 'Certificates of authorities.',
    signerName:
      'The signer whose authorities they are. The name of the object then begins with it, with colons for slashes; it cannot be changed.',
    trustBundle: 'The certificates in PEM, without repetition. Their order means nothing.',
  },
  'certificates.v1beta1.PodCertificateRequest': {
    '': 'Asks a signer for a certificate for a pod. The agent of the node creates it and puts the certificate into a volume of the pod.',
    spec: 'What is asked for, and for which pod. It cannot be changed.',
    status: 'The decision and the certificate.',
  },
  'certificates.v1beta1.PodCertificateRequestSpec': {
    '': 'What is asked for, and for which pod.',
    signerName: 'The signer, as a domain and a path.',
    podName: 'The pod by name.',
    podUID: 'The uid of the pod.',
    serviceAccountName: 'The service account of the pod by name.',
    serviceAccountUID: 'The uid of the service account.',
    nodeName: 'The node of the pod by name.',
    nodeUID: 'The uid of the node.',
    maxExpirationSeconds:
      'Seconds for which the certificate may be valid at most: from 3600 on. The default is 86400, a day.',
    pkixPublicKey: 'The public key in the DER form of PKIX.',
    proofOfPossession: 'A signature over the uid of the pod that proves possession of the private key.',
    stubPKCS10Request:
      'A PKCS #10 request without names, with the public key and a signature, for signers that need one.',
    unverifiedUserAnnotations: 'What the author of the pod wants to tell the signer. It is not verified.',
  },
  'certificates.v1beta1.PodCertificateRequestStatus': {
    '': 'What has become of a request.',
    conditions: 'The decision: Issued, Denied or Failed.',
    certificateChain: 'The certificate in PEM, followed by those that link it to its authority.',
    notBefore: 'When the certificate becomes valid.',
    beginRefreshAt: 'When the agent of the node should begin to ask for a new one.',
    notAfter: 'When the certificate ceases to be valid.',
  },
}
