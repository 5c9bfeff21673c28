import { sameDescriptions } from '../same-descriptions.ts'
import { descriptions as v1 } from './resource-v1.ts'
import type { TypeDescriptions } from './type-descriptions.ts'

/** What the types of resource/v1beta2 and their fields are. */
export const descriptions: TypeDescriptions = sameDescriptions(v1, 'v1beta2')
