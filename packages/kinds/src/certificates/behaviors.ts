import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'
import { certificateSigningRequest } from './certificate-signing-request.ts'
import { oldCertificateSigningRequest } from './old-certificate-signing-request.ts'

/** The behavior of the kinds of certificates. */
export function behaviors({ vocabulary }: BehaviorContext): KindBehaviors {
  return {
    'certificates.v1.CertificateSigningRequest': behaviorOf(certificateSigningRequest),
    'certificates.v1beta1.CertificateSigningRequest': behaviorOf(oldCertificateSigningRequest(vocabulary)),
  }
}
