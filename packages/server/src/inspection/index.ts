export { createInspection, type Inspection } from './create-inspection.ts'
export type { RequestTrace } from './request-trace.ts'
export { createUserSources, type UserSources } from './user-sources.ts'
