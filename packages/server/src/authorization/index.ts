export {
  chainOfModes,
  openConfiguredChain,
  type AuthorizationChain,
  type AuthorizationConfigurationSource,
} from './authorization-chain.ts'
export {
  assertAuthorizationModes,
  authorizationModes,
  type AuthorizationMode,
  type AuthorizationSources,
  type AuthorizationWebhookOptions,
} from './authorization-modes.ts'
export {
  createAuthorization,
  secureModes,
  testingModes,
  type Authorization,
  type AuthorizationFork,
} from './create-authorization.ts'
export { seedPolicy, type PolicyStorage } from './seed-policy.ts'
