import type { Awaitable } from '@pinnace/meta'
import type { AdmissionAttributes } from '../../admission-attributes.ts'

/** Restricts requests of a node for one resource; throws the refusal. */
export type NodeRule = (node: string, attributes: AdmissionAttributes) => Awaitable<void>
