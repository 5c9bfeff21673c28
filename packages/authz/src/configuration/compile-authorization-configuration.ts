import { statSync, type Stats } from 'node:fs'
import { isAbsolute } from 'node:path'
import {
  FieldErrors,
  formatDuration,
  formatFieldErrors,
  isDns1123Subdomain,
  parseDuration,
  type Vocabulary,
} from '@pinnace/meta'
import type { AccessReviewVersion } from '../webhook/access-review.ts'
import type {
  AuthorizationConfiguration,
  AuthorizerConfiguration,
  WebhookConfiguration,
  WebhookConnectionInfo,
} from './authorization-configuration.ts'
import { compileConditions, createRequestEnvironment, type RequestConditions } from './request-conditions.ts'

/** The types of authorizers. */
export type AuthorizerType = 'ABAC' | 'AlwaysAllow' | 'AlwaysDeny' | 'Node' | 'RBAC' | 'Webhook'

/** A validated webhook authorizer. */
export interface CompiledWebhook {
  /** Milliseconds; 0 for no cache. */
  readonly authorizedTtlMs: number
  readonly unauthorizedTtlMs: number
  readonly timeoutMs: number
  readonly version: AccessReviewVersion
  readonly failurePolicy: 'noOpinion' | 'deny'
  /** The path of the kubeconfig; undefined for the connection of a pod to its cluster. */
  readonly kubeconfigFile: string | undefined
  readonly conditions: RequestConditions
}

/** A validated authorizer. */
export type CompiledAuthorizer =
  | { readonly type: Exclude<AuthorizerType, 'Webhook'>; readonly name: string; readonly webhook?: undefined }
  | { readonly type: 'Webhook'; readonly name: string; readonly webhook: CompiledWebhook }

const types: readonly AuthorizerType[] = ['ABAC', 'AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook']

function isType(text: string): text is AuthorizerType {
  return types.some((type) => type === text)
}

/** Validates a configuration and compiles its expressions. Throws a TypeError with the message of kube-apiserver. */
// upstream: apiserver/pkg/apis/apiserver/validation, ValidateAuthorizationConfiguration
export function compileAuthorizationConfiguration(
  { authorizers = [] }: AuthorizationConfiguration,
  vocabulary: Vocabulary,
): readonly CompiledAuthorizer[] {
  const errors = new FieldErrors()
  if (authorizers.length === 0) errors.required('authorizers', 'at least one authorization mode must be defined')
  const environment = createRequestEnvironment(vocabulary)
  const seen = { types: new Set<string>(), names: new Set<string>() }
  const compiled: CompiledAuthorizer[] = []
  for (const [index, authorizer] of authorizers.entries()) {
    const path = `authorizers[${index}]`
    const type = validateIdentity(authorizer, path, { seen, errors })
    if (type === undefined) continue
    const { name = '', webhook } = authorizer
    if (type !== 'Webhook') {
      if (webhook !== undefined) {
        errors.invalid(`${path}.webhook`, 'non-null', 'may only be specified when type=Webhook')
      }
      compiled.push({ type, name })
    } else if (webhook === undefined) errors.required(`${path}.webhook`, 'required when type=Webhook')
    else {
      const context: WebhookContext = { errors, environment }
      compiled.push({ type, name, webhook: compileWebhook(webhook, path, context) })
    }
  }
  if (!errors.isEmpty) throw new TypeError(formatFieldErrors(errors.list))
  for (const { type, name } of compiled) assertName(type, name)
  return compiled
}

/** Validates type and name; the type, unless nothing else can be said of the authorizer. */
function validateIdentity(
  { type = '', name = '' }: AuthorizerConfiguration,
  path: string,
  {
    seen,
    errors,
  }: { readonly seen: { readonly types: Set<string>; readonly names: Set<string> }; readonly errors: FieldErrors },
): AuthorizerType | undefined {
  if (type === '') {
    errors.required(`${path}.type`)
    return undefined
  }
  if (!isType(type)) {
    errors.notSupported(`${path}.type`, type, types)
    return undefined
  }
  if (type !== 'Webhook' && seen.types.has(type)) {
    errors.duplicate(`${path}.type`, type)
    return undefined
  }
  seen.types.add(type)
  const problems = isDns1123Subdomain(name)
  if (name === '') errors.required(`${path}.name`)
  else if (seen.names.has(name)) errors.duplicate(`${path}.name`, name)
  else if (problems.length > 0) {
    errors.invalid(`${path}.name`, name, `authorizer name is invalid: ${problems.join(', ')}`)
  }
  seen.names.add(name)
  return type
}

// upstream: kubeapiserver/authorizer/config.go – metrics have the same names with and without a configuration.
function assertName(type: AuthorizerType, name: string): void {
  if (type !== 'Webhook' && name !== type.toLowerCase()) {
    throw new TypeError(`expected name ${type.toLowerCase()} for authorizer ${type} instead of ${name}`)
  }
}

interface WebhookContext {
  readonly errors: FieldErrors
  readonly environment: ReturnType<typeof createRequestEnvironment>
}

// upstream: ValidateWebhookConfiguration
function compileWebhook(webhook: WebhookConfiguration, path: string, context: WebhookContext): CompiledWebhook {
  const { errors } = context
  const timeoutMs = readMs(webhook.timeout)
  if (timeoutMs === 0) errors.required(`${path}.timeout`)
  else if (timeoutMs > 30_000 || timeoutMs < 0) {
    errors.invalid(`${path}.timeout`, formatDuration(timeoutMs), 'must be > 0s and <= 30s')
  }
  const authorizedTtlMs = readTtl(webhook.authorizedTTL, 300_000, { field: `${path}.authorizedTTL`, errors })
  const unauthorizedTtlMs = readTtl(webhook.unauthorizedTTL, 30_000, { field: `${path}.unauthorizedTTL`, errors })
  validateVersions(webhook, path, errors)
  const { failurePolicy = '', connectionInfo = {}, matchConditions = [] } = webhook
  if (failurePolicy === '') errors.required(`${path}.failurePolicy`)
  else if (failurePolicy !== 'NoOpinion' && failurePolicy !== 'Deny') {
    errors.notSupported(`${path}.failurePolicy`, failurePolicy, ['NoOpinion', 'Deny'])
  }
  validateConnection(connectionInfo, `${path}.connectionInfo`, errors)
  const { cacheAuthorizedRequests = true, cacheUnauthorizedRequests = true } = webhook
  return {
    authorizedTtlMs: cacheAuthorizedRequests ? authorizedTtlMs : 0,
    unauthorizedTtlMs: cacheUnauthorizedRequests ? unauthorizedTtlMs : 0,
    timeoutMs,
    version: webhook.subjectAccessReviewVersion === 'v1beta1' ? 'v1beta1' : 'v1',
    failurePolicy: failurePolicy === 'Deny' ? 'deny' : 'noOpinion',
    kubeconfigFile: connectionInfo.kubeConfigFile,
    conditions: compileConditions(matchConditions, `${path}.matchConditions`, context),
  }
}

function readMs(duration: string = '0s'): number {
  return parseDuration(duration) ?? 0
}

/** A time to live; zero is the default. */
function readTtl(
  duration: string | undefined,
  defaultMs: number,
  { field, errors }: { readonly field: string; readonly errors: FieldErrors },
): number {
  const ttlMs = readMs(duration)
  if (ttlMs < 0) errors.invalid(field, formatDuration(ttlMs), 'must be > 0s')
  return ttlMs === 0 ? defaultMs : ttlMs
}

function validateVersions(webhook: WebhookConfiguration, path: string, errors: FieldErrors): void {
  const { subjectAccessReviewVersion: sent = '', matchConditionSubjectAccessReviewVersion: matched = '' } = webhook
  if (sent === '') errors.required(`${path}.subjectAccessReviewVersion`)
  else if (sent !== 'v1' && sent !== 'v1beta1') {
    errors.notSupported(`${path}.subjectAccessReviewVersion`, sent, ['v1', 'v1beta1'])
  }
  const field = `${path}.matchConditionSubjectAccessReviewVersion`
  if (matched === '') {
    const isNeeded = (webhook.matchConditions ?? []).length > 0
    if (isNeeded) errors.required(field, 'required if match conditions are specified')
  } else if (matched !== 'v1') errors.notSupported(field, matched, ['v1'])
}

function validateConnection(connection: WebhookConnectionInfo, path: string, errors: FieldErrors): void {
  const { type = '', kubeConfigFile } = connection
  const field = `${path}.kubeConfigFile`
  switch (type) {
    case '':
      errors.required(`${path}.type`)
      return
    case 'InClusterConfig':
      if (kubeConfigFile !== undefined) {
        errors.invalid(field, kubeConfigFile, 'can only be set when type=KubeConfigFile')
      }
      return
    case 'KubeConfigFile':
      if (kubeConfigFile === undefined || kubeConfigFile === '') errors.required(field)
      else validateFile(kubeConfigFile, field, errors)
      return
    default: {
      const shown = { Type: type, KubeConfigFile: kubeConfigFile ?? null }
      errors.notSupported(`${path}.type`, shown, ['InClusterConfig', 'KubeConfigFile'])
    }
  }
}

function validateFile(file: string, field: string, errors: FieldErrors): void {
  if (!isAbsolute(file)) {
    errors.invalid(field, file, 'must be an absolute path')
    return
  }
  let stats: Stats
  try {
    stats = statSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'no such file or directory' : 'permission denied'
    errors.invalid(field, file, `error loading file: stat ${file}: ${reason}`)
    return
  }
  if (!stats.isFile()) errors.invalid(field, file, 'must be a regular file')
}
