export type { Authorizer, AuthorizerAttributes, Decision } from './authorizer.ts'
