export { createAuthenticatorNames, explainAccess } from './explain-access.ts'
export type { Explanation } from './explanation.ts'
