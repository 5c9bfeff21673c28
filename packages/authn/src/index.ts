export type { Authenticator } from './authenticator.ts'
