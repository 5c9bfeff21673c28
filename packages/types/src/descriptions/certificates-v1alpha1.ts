import { someDescriptions } from '../same-descriptions.ts'
import { descriptions as v1beta1 } from './certificates-v1beta1.ts'
import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `certificates/v1alpha1`. */
export const descriptions: TypeDescriptions = someDescriptions(v1beta1, 'v1alpha1', [
  'ClusterTrustBundle',
  'ClusterTrustBundleSpec',
])
