export { createConversionWebhooks, type ConversionWebhooks } from './conversion-webhooks.ts'
export type { CrdServer, CustomResourceObjects, OpenResources } from './crd-ports.ts'
export {
  createCustomResources,
  type CustomResources,
  type CustomResourcesFork,
  type CustomResourcesOptions,
} from './create-custom-resources.ts'
