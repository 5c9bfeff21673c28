export { createInspection, type Inspection } from './create-inspection.ts'
export { createUserSources, type UserSources } from './user-sources.ts'
