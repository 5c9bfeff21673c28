import {
  loadRemoteService,
  loadTokenKeys,
  loadTokenSigningKey,
  parseTokenFile,
  type ExternalTokenSigner,
} from '@pinnace/authn'
import type { AuthenticationOptions, ServiceAccountTokenOptions } from '@pinnace/server'
import type { CommandOptions } from './flags.ts'
import { readAuthorities, readPem } from './read-authorities.ts'
import { fromFile, readFlagFile } from './read-flag-file.ts'

/** Authentication options from the flags. Throws an Error whose message begins with the flag of an unusable file. */
export async function toAuthenticationOptions(options: CommandOptions): Promise<AuthenticationOptions> {
  const { clientCaFile, tokenAuthFile, bootstrapTokenAuth } = options
  const requestHeader = await toRequestHeader(options)
  const oidc = await toOidc(options)
  const webhook = await toWebhook(options)
  return {
    serviceAccounts: await toServiceAccounts(options),
    ...(clientCaFile === undefined ? {} : { clientCa: await readAuthorities('client-ca-file', clientCaFile) }),
    ...(tokenAuthFile === undefined
      ? {}
      : { tokens: await readFlagFile('token-auth-file', tokenAuthFile, parseTokenFile) }),
    ...(bootstrapTokenAuth === undefined ? {} : { bootstrapTokens: bootstrapTokenAuth }),
    ...(requestHeader === undefined ? {} : { requestHeader }),
    ...(oidc === undefined ? {} : { oidc }),
    ...(options.authenticationConfig === undefined ? {} : { configurationFile: options.authenticationConfig }),
    ...(webhook === undefined ? {} : { webhook }),
  }
}

async function toServiceAccounts(options: CommandOptions): Promise<ServiceAccountTokenOptions> {
  const { serviceAccountKeyFiles: keyFiles = [], serviceAccountSigningKeyFile: signingKeyFile } = options
  const { serviceAccountMaxTokenExpirationMs: maxExpirationMs = 0, serviceAccountIssuers: issuers } = options
  const { serviceAccountJwksUri: jwksUri, serviceAccountLookup: lookup } = options
  const { serviceAccountExtendTokenExpiration: extendExpiration } = options
  const { serviceAccountSigningEndpoint: endpoint } = options
  const keys: string[] = []
  for (const file of keyFiles) keys.push(await readPem('service-account-key-file', file, loadTokenKeys))
  return {
    keys,
    ...(endpoint === undefined ? {} : { signer: await connectSigner(endpoint) }),
    ...(signingKeyFile === undefined
      ? {}
      : { signingKey: await readPem('service-account-signing-key-file', signingKeyFile, loadTokenSigningKey) }),
    ...(issuers === undefined ? {} : { issuers }),
    ...(jwksUri === undefined ? {} : { jwksUri }),
    ...(maxExpirationMs === 0 ? {} : { maxExpirationSeconds: Math.floor(maxExpirationMs / 1000) }),
    ...(extendExpiration === undefined ? {} : { extendExpiration }),
    ...(lookup === undefined ? {} : { lookup }),
  }
}

// gRPC is loaded only for an external signer.
async function connectSigner(endpoint: string): Promise<ExternalTokenSigner> {
  const { connectTokenSigner } = await import('@pinnace/kms')
  return fromFile('service-account-signing-endpoint', endpoint, () => connectTokenSigner({ endpoint }))
}

async function toOidc(options: CommandOptions): Promise<AuthenticationOptions['oidc']> {
  const { oidcIssuerUrl: issuerUrl, oidcClientId: clientId, oidcCaFile: caFile } = options
  if (issuerUrl === undefined || clientId === undefined) return undefined
  const { oidcUsernameClaim: usernameClaim, oidcUsernamePrefix: usernamePrefix } = options
  const { oidcGroupsClaim: groupsClaim, oidcGroupsPrefix: groupsPrefix } = options
  const { oidcRequiredClaims: requiredClaims, oidcSigningAlgorithms: signingAlgorithms } = options
  return {
    issuerUrl,
    clientId,
    ...(caFile === undefined ? {} : { ca: await readAuthorities('oidc-ca-file', caFile) }),
    ...(usernameClaim === undefined ? {} : { usernameClaim }),
    ...(usernamePrefix === undefined ? {} : { usernamePrefix }),
    ...(groupsClaim === undefined ? {} : { groupsClaim }),
    ...(groupsPrefix === undefined ? {} : { groupsPrefix }),
    ...(requiredClaims === undefined ? {} : { requiredClaims: Object.fromEntries(requiredClaims) }),
    ...(signingAlgorithms === undefined ? {} : { signingAlgorithms }),
  }
}

async function toWebhook(options: CommandOptions): Promise<AuthenticationOptions['webhook']> {
  const { tokenWebhookConfigFile: file, tokenWebhookCacheTtlMs: cacheTtlMs, tokenWebhookVersion: version } = options
  if (file === undefined) return undefined
  return {
    remote: await fromFile('authentication-token-webhook-config-file', file, () => loadRemoteService(file)),
    ...(cacheTtlMs === undefined ? {} : { cacheTtlMs }),
    ...(version === undefined ? {} : { version }),
  }
}

async function toRequestHeader(options: CommandOptions): Promise<AuthenticationOptions['requestHeader']> {
  const { requestHeaderClientCaFile: file, requestHeaderUsernameHeaders: usernameHeaders } = options
  if (file === undefined || usernameHeaders === undefined) return undefined
  return {
    clientCa: await readAuthorities('requestheader-client-ca-file', file),
    usernameHeaders,
    allowedNames: options.requestHeaderAllowedNames ?? [],
    uidHeaders: options.requestHeaderUidHeaders ?? [],
    groupHeaders: options.requestHeaderGroupHeaders ?? [],
    extraHeaderPrefixes: options.requestHeaderExtraHeadersPrefix ?? [],
  }
}
