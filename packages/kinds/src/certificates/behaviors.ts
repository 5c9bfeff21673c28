import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'
import { certificateSigningRequest } from './certificate-signing-request.ts'
import { clusterTrustBundle } from './cluster-trust-bundle.ts'
import { oldCertificateSigningRequest } from './old-certificate-signing-request.ts'
import { podCertificateRequest } from './pod-certificate-request.ts'

/** The behavior of the kinds of certificates. */
export function behaviors({ vocabulary }: BehaviorContext): KindBehaviors {
  return {
    'certificates.v1.CertificateSigningRequest': behaviorOf(certificateSigningRequest),
    'certificates.v1beta1.CertificateSigningRequest': behaviorOf(oldCertificateSigningRequest(vocabulary)),
    'certificates.v1alpha1.ClusterTrustBundle': behaviorOf(clusterTrustBundle),
    'certificates.v1beta1.ClusterTrustBundle': behaviorOf(clusterTrustBundle),
    'certificates.v1beta1.PodCertificateRequest': behaviorOf(podCertificateRequest),
  }
}
