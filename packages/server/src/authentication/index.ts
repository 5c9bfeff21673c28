export type { AuthenticationOptions, ServiceAccountTokenOptions } from './authentication-options.ts'
export { createAuthentication, type Authentication } from './create-authentication.ts'
export type { TokenObjects } from './token-objects.ts'
