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
import type { Store } from '@pinnace/store'
import type { MemoryStore } from '@pinnace/store/memory'
import { parseRuntimeConfig, type RuntimeConfig, type FeatureGateSettings } from '@pinnace/versioning'
import type { AuthenticationOptions } from '../authentication/index.ts'
import type { AuthorizationMode, AuthorizationSources } from '../authorization/index.ts'
import type { Explanation } from '../explain/index.ts'

/** How other servers are reached that are registered with this one. */
export interface AggregationSettings {
  /**
   * Where the service of a registration is reached. Its certificate must still be that of `<name>.<namespace>.svc`.
   * @default that of {@link AdmissionControl}; without it the ready endpoints of the service
   */
  readonly resolveService?: ResolveService
}

/** Options for `createServer`. Left out, everything is secure: no user is known and nobody may do anything. */
export interface ServerOptions {
  /** How identifiers that carry the product word are spelled. @default 'platform' */
  readonly vocabulary?: VocabularyName | Vocabulary
  /** A host's own kinds, beside the built-in ones. */
  readonly resources?: readonly ResourceDefinition<never>[]
  /** Where objects are kept. @default a new memory store */
  readonly store?: Store | MemoryStore
  /**
   * The authority of serving certificates and of the client certificates that the server issues, PEM. Give a server over a
   * durable store the same one at every start. @default a new one in memory
   */
  readonly certificateAuthority?: { readonly cert: string; readonly key: string }
  /** Who is believed, beside client certificates and tokens the server issued itself. */
  readonly authentication?: AuthenticationOptions
  /** Who is asked who a request is from, after everything of {@link authentication} and the tokens. */
  readonly authenticators?: readonly Authenticator[]
  /** Who is asked whose a bearer token is, after the server itself; a token nobody knows is refused. */
  readonly tokenAuthenticators?: readonly TokenAuthenticator[]
  /** What tokens must be good for, one of them. @default the issuers of service-account tokens */
  readonly apiAudiences?: readonly string[]
  /** Who decides, in this order, after `system:masters`. @default RBAC; AlwaysAllow in the testing preset */
  readonly authorization?: readonly AuthorizationMode[]
  /** What the modes ABAC and Webhook need. */
  readonly authorizationSources?: AuthorizationSources
  /** A host's own authorizers, asked after the modes. */
  readonly authorizers?: readonly Authorizer[]
  /** Admission plugins of the host, after the built-in ones and before webhooks and quotas. */
  readonly admission?: readonly AdmissionPlugin[]
  /** Which of the built-in admission plugins run, and what they are told. @default those that are on by default */
  readonly admissionControl?: AdmissionControl
  /** How other servers are reached that are registered with this one, by an APIService. */
  readonly aggregation?: AggregationSettings
  /** `testing`: every request may do everything, and one nobody has named is let in. @default 'secure' */
  readonly preset?: 'secure' | 'testing'
  /** Features that are on or off, by the name of their gate. @default as the stage of each has it */
  readonly featureGates?: FeatureGateSettings
  readonly clock?: Clock
  readonly random?: Random
  readonly logger?: Logger
  /**
   * Where the server counts: `true` makes metrics that `/metrics` answers with, as `createMetrics` does; a host's own are
   * counted into. @default false – nowhere
   */
  readonly metrics?: boolean | Metrics
  /** Writes down who did what. @default nothing is written */
  readonly audit?: { readonly policy: AuditPolicy; readonly sinks: readonly AuditSink[] }
  /** Told why of every decision; for tests and for searching, never for callers. @default nobody is told */
  readonly explain?: (explanation: Explanation) => void
  /** Told of every request once its answer is known. */
  readonly onRequest?: (summary: RequestSummary) => void
  /**
   * Take requests nobody has named as the anonymous user; else they are refused with 401.
   * @default true, and false where {@link authorization} has AlwaysAllow
   */
  readonly anonymous?: boolean
  /** Most requests under way at once; 0 is any number. @default 400 reading, 200 mutating */
  readonly maxInFlight?: { readonly reading?: number; readonly mutating?: number }
  /** So long after the start `/livez` takes every check for passed, milliseconds. @default 0 */
  readonly livezGracePeriodMs?: number
  /**
   * Which groups, versions and resources are served: `'api/beta=false,batch/v1'`, or the same as an object. What is off
   * is in no discovery and no OpenAPI document, and 404. @default as each is declared
   */
  readonly runtimeConfig?: string | RuntimeConfig
  /**
   * The built-in kinds of the server: `'all'`, or resources named as CRDs are (`pods`, `deployments.apps`, `*.apps`).
   * Namespaces, config maps, roles and bindings, CRDs, APIServices and reviews are always there. The code of kinds that
   * are not selected is not loaded; they are in no discovery and no OpenAPI document, and 404. @default 'all'
   */
  readonly builtInKinds?: 'all' | readonly string[]
  /** Addresses given to services. @default 10.96.0.0/12 */
  readonly serviceCidr?: string
}

/** The runtime configuration of an option, read. */
export function runtimeConfigOf({ runtimeConfig = {} }: ServerOptions): RuntimeConfig {
  return typeof runtimeConfig === 'string' ? parseRuntimeConfig(runtimeConfig) : runtimeConfig
}

/** The vocabulary of an option: by name, or as it is. */
export function vocabularyOf(option: VocabularyName | Vocabulary | undefined): Vocabulary {
  if (option === undefined) return platformVocabulary
  if (typeof option !== 'string') return option
  return vocabularyNamed(option)
}
