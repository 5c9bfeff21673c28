import { createDescriptions, type Descriptions } from './create-descriptions.ts'

/** Loads the descriptions of all built-in types and their fields, which only documents need. */
export async function loadDescriptions(): Promise<Descriptions> {
  const { allDescriptions, embeddedTypes } = await import('./all-descriptions.ts')
  return createDescriptions(allDescriptions, embeddedTypes)
}
