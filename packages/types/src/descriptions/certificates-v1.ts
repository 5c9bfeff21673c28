import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `certificates/v1`. */
export const descriptions: TypeDescriptions = {
  'certificates.v1.CertificateSigningRequest': {
    '': 'Asks a signer for a certificate. Someone approves the request, the signer issues the certificate into the status.',
    spec: 'What is asked for, and who asks. Everything after the creation is fixed.',
    status: 'Whether the request was approved, and the certificate.',
  },
  'certificates.v1.CertificateSigningRequestCondition': {
    '': 'A decision about a request.',
    type: 'Approved, Denied or Failed. A request has not both Approved and Denied, and these cannot be removed.',
    status: 'True. Other values are not allowed for the types above.',
    reason: 'A CamelCase word for programs that says why.',
    message: 'A sentence for people that says why.',
    lastUpdateTime: 'When the condition was last changed.',
    lastTransitionTime: 'When the status last changed. Set by the server if it is missing.',
  },
  'certificates.v1.CertificateSigningRequestSpec': {
    '': 'What is asked for. The fields about the user are filled in by the server.',
    request: 'A PKCS #10 request in a PEM block of the type CERTIFICATE REQUEST.',
    signerName:
      'The signer, as a domain and a path: "example.com/signer". It decides what is allowed in a request and what becomes of it.',
    expirationSeconds:
      'Seconds for which the certificate should be valid, at least 600. The signer may issue it for another time.',
    usages: 'What the key may be used for, such as "client auth" or "digital signature".',
    username: 'Who created the request.',
    uid: 'The uid of the user who created the request.',
    groups: 'The groups of the user who created the request.',
    extra: 'Further data about the user who created the request.',
  },
  'certificates.v1.CertificateSigningRequestStatus': {
    '': 'What has become of a request.',
    conditions: 'The decisions about the request.',
    certificate:
      'The certificate in PEM, followed by those that link it to its authority. It cannot be changed once it is there.',
  },
}
