import { sameDescriptions } from '../same-descriptions.ts'
import { descriptions as v1 } from './admission-v1.ts'
import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `admission/v1beta1`, which are those of v1. */
export const descriptions: TypeDescriptions = sameDescriptions(v1, 'v1beta1')
