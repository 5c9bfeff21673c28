export { connectKms, type KmsOptions } from './connect-kms.ts'
export { connectTokenSigner, type TokenSignerOptions } from './connect-token-signer.ts'
