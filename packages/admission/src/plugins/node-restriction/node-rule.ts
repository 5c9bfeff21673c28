import type { Awaitable } from '@pinnace/meta'
import type { AdmissionAttributes } from '../../attributes.ts'

/** What a node may do with a resource. Throws the refusal. */
export type NodeRule = (node: string, attributes: AdmissionAttributes) => Awaitable<void>
