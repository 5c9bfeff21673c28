export { createConversionWebhooks } from './conversion-webhooks.ts'
export type { CrdServer } from './crd-ports.ts'
export { createCustomResources, type CustomResources, type CustomResourcesFork } from './create-custom-resources.ts'
