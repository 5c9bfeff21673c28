export { createLazyServer, type LazyServer } from './server/create-lazy-server.ts'
export { createServer } from './server/create-server.ts'
export { enableInspector } from './server/create-server-handle.ts'
export { forkWithOptions, type ForkOptions } from './server/fork-with-options.ts'
export {
  createBatchSink,
  createLogSink,
  createTruncatingSink,
  createWebhookSink,
  parseAuditPolicy,
  type AuditEvent,
  type AuditGroupResources,
  type AuditLevel,
  type AuditLoss,
  type AuditMode,
  type AuditObjectReference,
  type AuditPolicy,
  type AuditRule,
  type AuditSink,
  type AuditStage,
  type BatchSinkOptions,
  type LogSinkOptions,
  type LogWriter,
  type WebhookSinkOptions,
} from '@pinnace/audit'
export type { ClientOptions, Server, ServerCloseOptions } from './server/server.ts'
export {
  createHttpServer,
  listen,
  toExpress,
  toFastifyPlugin,
  toFetchHandler,
  toHonoHandler,
  toHttp2Listener,
  toKoaMiddleware,
  toNodeListener,
  type CloseOptions,
  type ExpressMiddleware,
  type ExpressRequest,
  type FastifyBodyParser,
  type FastifyPlugin,
  type FastifyReply,
  type FastifyRequest,
  type FastifyScope,
  type FetchHandler,
  type HonoContext,
  type HonoHandler,
  type HostOptions,
  type HostUser,
  type Http2Listener,
  type HttpHandler,
  type HttpServerOptions,
  type KoaContext,
  type KoaMiddleware,
  type Listening,
  type ListenOptions,
  type MountOptions,
  type NodeListener,
  type NodeListenerOptions,
  type OpenStreams,
  type NamedCertificate,
  type ServingCertificate,
  type ServingTls,
  type UpgradeListener,
  type UpgradeListenerOptions,
} from '@pinnace/hosts'
export type { MigrateStorageOptions, StorageMigration } from './storage/migrate-storage.ts'
export type {
  ApiList,
  ApiObject,
  Clock,
  GroupResource,
  HttpReply,
  HttpRequest,
  Metrics,
  ObjectMeta,
  OwnerReference,
  PeerCertificate,
  Random,
  Release,
  Status,
  StatusCause,
  StatusDetails,
  StatusReason,
  UserInfo,
  Vocabulary,
  VocabularyName,
} from '@pinnace/meta'
export {
  anonymousUser,
  createVocabulary,
  FieldErrors,
  kubernetesVocabulary,
  platformVocabulary,
  StatusError,
  systemAuthenticated,
  systemClock,
  systemMasters,
  systemRandom,
} from '@pinnace/meta'
export type { ServerListening, ServerListenOptions, ServerTls } from './server/listen-securely.ts'
export { createMetrics, type CreateMetricsOptions, type ReadableMetrics } from '@pinnace/metrics'
export { silentLogger, type Awaitable, type Logger, type RequestInfo } from '@pinnace/meta'
export type { TerminalSize } from '@pinnace/streaming'
export type { Pod } from '@pinnace/types/core-v1'
export type { WatchSink } from '@pinnace/watch-cache'
export type {
  ApplyOptions,
  BuiltInObject,
  CallOptions,
  Client,
  ClientOf,
  ClientOfKind,
  CreateOnlyClient,
  DeleteOptions,
  GetOptions,
  InputFor,
  KindIn,
  KindName,
  KindReference,
  ListOptions,
  LooseInput,
  LooseObject,
  MergePatch,
  Partially,
  PatchOf,
  PatchOptions,
  PatchType,
  ResourceClient,
  Stored,
  StoredList,
  StoredMeta,
  StoredObject,
  StrategicPatch,
  Submitted,
  SubresourceClient,
  TypedEmitter,
  TypedKind,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from '@pinnace/client'
export {
  defineResource,
  type DefinedInput,
  type DefinedObject,
  type DefinedResource,
  type InputOf,
  type LegacyTokenToSign,
  type ObjectOf,
  type Registry,
  type ResourceDefinition,
  type ResourceOptions,
} from '@pinnace/resources'
export type { Encryption, Store } from '@pinnace/store'
export type { MemoryStore } from '@pinnace/store/memory'
export type { RbacExplanation } from '@pinnace/rbac'
export type { FeatureGateSettings, RuntimeConfig } from '@pinnace/versioning'
export type {
  AbacPolicy,
  AuthorizationConfiguration,
  Authorizer,
  AuthorizerAttributes,
  Decision,
  WebhookAuthorizerOptions,
} from '@pinnace/authz'
export type { AuthenticationOptions, ServiceAccountTokenOptions } from './authentication/index.ts'
export {
  authorizationModes,
  type AuthorizationMode,
  type AuthorizationSources,
  type AuthorizationWebhookOptions,
} from './authorization/index.ts'
export type {
  AdmissionPlugin,
  AdmissionStep,
  CalledWebhook,
  ExpressionEngine,
  PluginDocument,
  PluginSelection,
  ResolveService,
} from '@pinnace/admission'
export type { AdmissionControl } from './admission/admission-control.ts'
export {
  ConnectionReset,
  type CertifiedRequest,
  type CredentialRejection,
  type Delivery,
  type InterceptedRequest,
  type Intervention,
  type PlacedInterceptor,
  type RequestInterceptor,
} from './pipeline/interceptor.ts'
export type {
  CommandHandler,
  CommandSession,
  ConnectionHandlers,
  LoggedContainer,
  LogHandler,
  LogRequest,
  NodeAgentOptions,
  PodMatch,
  PortForwardHandler,
  PortForwardSession,
  ServerPods,
} from './connections/index.ts'
export type { RequestSummary } from './pipeline/request-summary.ts'
export type {
  ControllerErrorEvent,
  ListeningEvent,
  ServerEmitter,
  ServerEvents,
  WarningEvent,
  WatchClosedEvent,
  WatchOpenedEvent,
} from './pipeline/server-events.ts'
export type {
  AggregationSettings,
  PeerSettings,
  ProxyClientCertificate,
  ServerOptions,
} from './server/server-options.ts'
export { formatKubeconfig, type KubeconfigOptions } from './tls/format-kubeconfig.ts'
export { createServerKeys, createTokenKey, type ServerKeys, type ServerKeysOptions } from './tls/server-keys.ts'
export {
  createServingCertificates,
  type CertificateAndKey,
  type ClientCertificateRequest,
  type ServingCertificates,
  type ServingCertificatesOptions,
} from './tls/serving-certificates.ts'
export {
  loadClientAuthorities,
  verifyClientCertificate,
  type AuthenticationConfiguration,
  type Authenticator,
  type ClientAuthorities,
  type ClientIdentity,
  type ExternalTokenSigner,
  type OidcOptions,
  type RemoteService,
  type RequestHeaderOptions,
  type TokenAuthenticator,
  type TokenFileEntry,
  type VerifiedPeer,
  type WebhookTokenOptions,
} from '@pinnace/authn'
export type { Explanation } from './explain/index.ts'
