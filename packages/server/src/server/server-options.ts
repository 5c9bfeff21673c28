import type { AdmissionControl } from '../admission/admission-control.ts'
import type { RequestSummary } from '../pipeline/request-summary.ts'
import type { AdmissionPlugin, ResolveService } from '@pinnace/admission'
import type { AuditPolicy, AuditSink } from '@pinnace/audit'
import type { Authenticator, TokenAuthenticator } from '@pinnace/authn'
import type { Authorizer } from '@pinnace/authz'
import {
  type Clock,
  type Logger,
  type Metrics,
  platformVocabulary,
  type Random,
  type Vocabulary,
  type VocabularyName,
  vocabularyNamed,
} from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { Encryption, Store } from '@pinnace/store'
import type { MemoryStore } from '@pinnace/store/memory'
import { parseRuntimeConfig, type RuntimeConfig, type FeatureGateSettings } from '@pinnace/versioning'
import type { AuthenticationOptions } from '../authentication/index.ts'
import type {
  AuthorizationConfigurationSource,
  AuthorizationMode,
  AuthorizationSources,
} from '../authorization/index.ts'
import type { ConnectionHandlers, NodeAgentOptions } from '../connections/index.ts'
import type { Explanation } from '../explain/index.ts'

/** A client certificate and its key, PEM. */
export interface ProxyClientCertificate {
  readonly cert: string
  readonly key: string
}

/** Settings for requests to servers that are registered by an APIService. */
export interface AggregationSettings {
  /**
   * Resolves the service of an APIService to an address. Its certificate must be for
   * `<name>.<namespace>.svc` in any case.
   * @default the one of {@link AdmissionControl}; without it the ready endpoints of the service
   */
  readonly resolveService?: ResolveService
  /**
   * The client certificate that requests are forwarded with, to aggregated servers and to peers, PEM
   * (`--proxy-client-cert-file`, `--proxy-client-key-file`). Other servers read from the config map
   * `extension-apiserver-authentication` what to trust: `requestHeader` of {@link AuthenticationOptions}. A function is called for
   * each request; a connection keeps the certificate that it was opened with. @default one of the server's own authority
   */
  readonly proxyClient?: ProxyClientCertificate | (() => ProxyClientCertificate)
}

/** Settings for requests that only other servers over the store can answer. */
export interface PeerSettings {
  /**
   * The authorities of the serving certificates of peers, PEM. Requests for versions that a peer serves, and this server
   * does not, are forwarded to it. @default requests are not forwarded
   */
  readonly ca?: string
  /** The IP address at which peers reach this server. @default the one that it publishes */
  readonly advertiseAddress?: string
  /** The port at which peers reach this server. @default the one that it listens on */
  readonly advertisePort?: number
}

/** Options for `createServer`. The defaults are secure: no request is authenticated, and none is allowed. */
export interface ServerOptions {
  /** The names of API groups, labels and users that contain the product word. @default 'platform' */
  readonly vocabulary?: VocabularyName | Vocabulary
  /** Kinds of the host, served beside the built-in ones. */
  readonly resources?: readonly ResourceDefinition<never>[]
  /** The store of all objects. @default a new memory store */
  readonly store?: Store | MemoryStore
  /**
   * The media type in which objects of built-in kinds are stored: `application/json`, `application/yaml`, or the protobuf of
   * kube-apiserver. Values then have the form that kube-apiserver stores, and all of them can be read. @default JSON; with the
   * resourceVersion in it, if the store can insert that
   */
  readonly storageMediaType?: string
  /** Encrypts objects in the store: `createEncryption` of `@pinnace/encryption`. @default not encrypted */
  readonly encryption?: Encryption
  /**
   * The authority of serving certificates and of the client certificates that the server issues, PEM. Give a server over a
   * durable store the same one at every start. @default a new one in memory
   */
  readonly certificateAuthority?: { readonly cert: string; readonly key: string }
  /** Sources of user information, in addition to client certificates and to tokens that the server has issued. */
  readonly authentication?: AuthenticationOptions
  /** Authenticators of the host, called after those of {@link authentication} and after the token authenticators. */
  readonly authenticators?: readonly Authenticator[]
  /** Authenticators for bearer tokens that the server has not issued. A token that none of them accepts is 401. */
  readonly tokenAuthenticators?: readonly TokenAuthenticator[]
  /** The audiences of this server: a token must be for one of them. @default the issuers of service account tokens */
  readonly apiAudiences?: readonly string[]
  /**
   * The authorization modes, in order, or a structured configuration. `system:masters` is always allowed.
   * @default RBAC; AlwaysAllow in the testing preset
   */
  readonly authorization?: readonly AuthorizationMode[] | AuthorizationConfigurationSource
  /** The policy of the mode ABAC, and the webhook of the mode Webhook. */
  readonly authorizationSources?: AuthorizationSources
  /** Authorizers of the host, called after the modes. */
  readonly authorizers?: readonly Authorizer[]
  /** Admission plugins of the host, called after the built-in ones and before webhooks and quotas. */
  readonly admission?: readonly AdmissionPlugin[]
  /** The built-in admission plugins that are enabled, and their configuration. @default those that are on by default */
  readonly admissionControl?: AdmissionControl
  /** Settings for requests to servers that are registered by an APIService. */
  readonly aggregation?: AggregationSettings
  /** Settings for requests that only other servers over the store can answer. */
  readonly peers?: PeerSettings
  /**
   * The name of this machine, which names the identity lease of the server: servers over one store need different ones.
   * @default that of the operating system
   */
  readonly hostname?: string
  /** Functions that answer logs, commands and forwarded ports of pods instead of the agents of nodes. @default none */
  readonly connections?: ConnectionHandlers
  /** How the server connects to the agents of nodes. @default without a client certificate, and without verification */
  readonly nodeAgent?: NodeAgentOptions
  /** With `testing`, every request is allowed, also without credentials. @default 'secure' */
  readonly preset?: 'secure' | 'testing'
  /** Feature gates by name, on or off. @default by the stage of each feature */
  readonly featureGates?: FeatureGateSettings
  /** The release whose kinds and features are served, `1.33` to `1.36`. @default '1.36' */
  readonly emulatedVersion?: string
  /** The oldest release that other components of the control plane may have. @default the release before the emulated one */
  readonly minCompatibilityVersion?: string
  readonly clock?: Clock
  readonly random?: Random
  readonly logger?: Logger
  /**
   * `true`: the server has metrics of its own, served at `/metrics`, as made by `createMetrics`. Metrics of the host are
   * written to instead. @default false
   */
  readonly metrics?: boolean | Metrics
  /** The audit policy, and the sinks of its events. @default no auditing */
  readonly audit?: { readonly policy: AuditPolicy; readonly sinks: readonly AuditSink[] }
  /** Called with the reason of each decision, for tests and debugging. Not meant for clients. */
  readonly explain?: (explanation: Explanation) => void
  /**
   * Whether the server has the inspector: a web page at `/inspector`, and what it reads under `/inspector/api/`, which is
   * authorized like other non-resource paths. Every request is recorded in bounded memory. @default false
   */
  readonly inspector?: boolean
  /** Called with each request when its response is known. */
  readonly onRequest?: (summary: RequestSummary) => void
  /**
   * Whether requests without credentials belong to the anonymous user. Otherwise they are 401.
   * @default true; false if {@link authorization} contains AlwaysAllow
   */
  readonly anonymous?: boolean
  /** The maximum number of requests in flight; 0 means no limit. @default 400 reading, 200 mutating */
  readonly maxInFlight?: { readonly reading?: number; readonly mutating?: number }
  /** Timeout of the health check `etcd`, milliseconds. @default 2000 */
  readonly storeHealthcheckTimeoutMs?: number
  /** Timeout of the readiness check `etcd-readiness`, milliseconds. @default 2000 */
  readonly storeReadycheckTimeoutMs?: number
  /**
   * Whether the sum of {@link maxInFlight} is distributed over the stored priority levels, and requests are queued by flow
   * schema. Otherwise there is one limit for reads and one for writes. @default true; false in the testing preset
   */
  readonly priorityAndFairness?: boolean
  /** How long after the start `/livez` reports every check as passed, milliseconds. @default 0 */
  readonly livezGracePeriodMs?: number
  /**
   * The groups, versions and resources to serve: `'api/beta=false,batch/v1'`, or the same as an object. Others are not in
   * discovery and OpenAPI, and are 404. @default as declared by each kind
   */
  readonly runtimeConfig?: string | RuntimeConfig
  /**
   * The built-in kinds of the server: `'all'`, or resources named as CRDs are (`pods`, `deployments.apps`, `*.apps`).
   * Namespaces, config maps, roles and bindings, CRDs, APIServices and reviews are always served. Others are not loaded,
   * are not in discovery and OpenAPI, and are 404. @default 'all'
   */
  readonly builtInKinds?: 'all' | readonly string[]
  /**
   * Whether only the kinds of {@link resources} are served, and namespaces if one of them is namespaced: no built-in kind
   * is in discovery and OpenAPI, and their paths are 404. {@link builtInKinds} is then `[]` by default, and
   * {@link runtimeConfig} can serve single ones again (`{ 'rbac.authorization.k8s.io/v1': true }`). @default false
   */
  readonly onlyKinds?: boolean
  /** How long events are kept after their last write, in seconds; 0 until they are deleted. @default 3600 */
  readonly eventTtlSeconds?: number
  /** The range of service addresses. @default 10.96.0.0/12 */
  readonly serviceCidr?: string
}

/** Whether the authorization modes allow every request. */
export function allowsEverything({ authorization }: ServerOptions): boolean {
  return isModes(authorization) && authorization.includes('AlwaysAllow')
}

/** Whether authorization is given as modes. */
export function isModes(authorization: ServerOptions['authorization']): authorization is readonly AuthorizationMode[] {
  return Array.isArray(authorization)
}

/** The runtime configuration of the options, read. */
export function runtimeConfigOf(options: ServerOptions): RuntimeConfig {
  const { runtimeConfig = {}, onlyKinds = false } = options
  const given = typeof runtimeConfig === 'string' ? parseRuntimeConfig(runtimeConfig) : runtimeConfig
  return onlyKinds ? { ...ownKindsOnly(options), ...given } : given
}

function ownKindsOnly({ resources = [] }: ServerOptions): RuntimeConfig {
  if (resources.length === 0) throw new TypeError('onlyKinds needs resources: nothing else would be served')
  const own = resources.filter(({ enabledByDefault = true }) => enabledByDefault)
  return {
    'api/all': false,
    ...(resources.some(({ scope }) => scope === 'Namespaced') ? { '/v1/namespaces': true } : {}),
    ...Object.fromEntries(own.map(({ group, version }) => [`${group}/${version}`, true])),
  }
}

/** The vocabulary of an option: by name, or as it is. */
export function vocabularyOf(option: VocabularyName | Vocabulary | undefined): Vocabulary {
  if (option === undefined) return platformVocabulary
  if (typeof option !== 'string') return option
  return vocabularyNamed(option)
}
