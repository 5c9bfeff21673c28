import type { AdmissionAttributes, Operation } from './attributes.ts'

/** A rule about objects: it may change them (`admit`), refuse them (`validate`), or both. Refusals are StatusErrors. */
export interface AdmissionPlugin {
  readonly name: string
  handles(operation: Operation): boolean
  admit?(attributes: AdmissionAttributes): Promise<void> | void
  validate?(attributes: AdmissionAttributes): Promise<void> | void
}
