import type { CelValue } from './value.ts'

/** Makes a value of CEL from data of the host; copies nothing, views are made as fields are read. */
export type Adapter = (data: unknown) => CelValue
