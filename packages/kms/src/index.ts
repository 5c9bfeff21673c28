export { connectKms, type KmsOptions } from './connect-kms.ts'
