import {
  loadClientAuthorities,
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

/**
 * Authentication options from the flags. Throws an Error whose message begins with the flag of an unusable file; without
 * `checksKeys`, the server throws one for keys and client authorities that it cannot read, which does not name the flag.
 */
export async function toAuthenticationOptions(
  options: CommandOptions,
  checksKeys = true,
): Promise<AuthenticationOptions> {
  const { clientCaFile, tokenAuthFile, bootstrapTokenAuth } = options
  const readKeys = checksKeys ? readPem : readUnchecked
  const requestHeader = await toRequestHeader(options)
  const oidc = await toOidc(options)
  const webhook = await toWebhook(options)
  return {
    serviceAccounts: await toServiceAccounts(options, readKeys),
    ...(clientCaFile === undefined
      ? {}
      : { clientCa: await readKeys('client-ca-file', clientCaFile, loadClientAuthorities) }),
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

function readUnchecked(flag: string, file: string): Promise<string> {
  return readFlagFile(flag, file, (pem) => pem)
}

async function toServiceAccounts(
  options: CommandOptions,
  readKeys: typeof readPem,
): Promise<ServiceAccountTokenOptions> {
  const { serviceAccountKeyFiles: keyFiles = [], serviceAccountSigningKeyFile: signingKeyFile } = options
  const { serviceAccountMaxTokenExpirationMs: maxExpirationMs = 0, serviceAccountIssuers: issuers } = options
  const { serviceAccountJwksUri: jwksUri, serviceAccountLookup: lookup } = options
  const { serviceAccountExtendTokenExpiration: extendExpiration } = options
  const { serviceAccountSigningEndpoint: endpoint } = options
  const keys: string[] = []
  for (const file of keyFiles) keys.push(await readKeys('service-account-key-file', file, loadTokenKeys))
  return {
    keys,
    ...(endpoint === undefined ? {} : { signer: await connectSigner(endpoint) }),
    ...(signingKeyFile === undefined
      ? {}
      : { signingKey: await readKeys('service-account-signing-key-file', signingKeyFile, loadTokenSigningKey) }),
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
