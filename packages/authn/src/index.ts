export type { Authenticator } from './authenticator.ts'
export { readBearerToken } from './bearer-token.ts'
export { firstAuthenticator } from './first-authenticator.ts'
export { createTokenFileAuthenticator, parseTokenFile, type TokenFileEntry } from './token-file.ts'
