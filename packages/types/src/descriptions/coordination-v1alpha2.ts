import { sameDescriptions } from '../same-descriptions.ts'
import { descriptions as v1beta1 } from './coordination-v1beta1.ts'
import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `coordination/v1alpha2`. */
export const descriptions: TypeDescriptions = sameDescriptions(v1beta1, 'v1alpha2')
