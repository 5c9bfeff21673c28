export { createInspection, type Inspection } from './create-inspection.ts'
export type { RequestTrace } from './request-trace.ts'
