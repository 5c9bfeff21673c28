export { createServer } from './create-server.ts'
export type { ClientOptions, Server, ServerCloseOptions } from './server.ts'
export { toExpress, type ExpressMiddleware, type ExpressRequest } from './hosts/express.ts'
export {
  toFastifyPlugin,
  type FastifyBodyParser,
  type FastifyPlugin,
  type FastifyReply,
  type FastifyRequest,
  type FastifyScope,
} from './hosts/fastify.ts'
export { toFetchHandler, type FetchHandler } from './hosts/fetch.ts'
export { toHonoHandler, type HonoContext, type HonoHandler } from './hosts/hono.ts'
export type { HostOptions, HttpHandler } from './hosts/http-handler.ts'
export { createHttpServer, type HttpServerOptions } from './hosts/http-server.ts'
export { toHttp2Listener, type Http2Listener } from './hosts/http2.ts'
export { toKoaMiddleware, type KoaContext, type KoaMiddleware } from './hosts/koa.ts'
export { toNodeListener, type NodeListener, type NodeListenerOptions } from './hosts/node.ts'
export type { OpenStreams } from './hosts/open-streams.ts'
export type { MigrateStorageOptions, StorageMigration } from './storage/migrate-storage.ts'
export type { ServerListening, ServerListenOptions } from './listen-securely.ts'
export { listen, type CloseOptions, type Listening, type ListenOptions, type ServingTls } from './listen.ts'
export { createMetrics, type CreateMetricsOptions, type ReadableMetrics } from './metrics/create-metrics.ts'
export type { Release } from './metrics/metric-life.ts'
export { silentLogger, type Logger } from './logger.ts'
export type { AuthenticationOptions, ServiceAccountTokenOptions } from './authentication/authentication-options.ts'
export {
  authorizationModes,
  type AuthorizationMode,
  type AuthorizationSources,
  type AuthorizationWebhookOptions,
} from './authorization/authorization-modes.ts'
export type { PluginDocument } from '@pinnace/admission'
export type { AdmissionControl, AggregationSettings, RequestSummary, ServerOptions } from './options/server-options.ts'
export { formatKubeconfig, type KubeconfigOptions } from './tls/format-kubeconfig.ts'
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
  type ClientAuthorities,
  type ClientIdentity,
  type VerifiedPeer,
} from '@pinnace/authn'
export type { AuditEvent, AuditLevel, AuditObjectReference, AuditSink, AuditStage } from './audit/audit-event.ts'
export { parseAuditPolicy, type AuditGroupResources, type AuditPolicy, type AuditRule } from './audit/audit-policy.ts'
export { createLogSink, type LineWriter, type LogSinkOptions } from './audit/log-sink.ts'
export { createWebhookSink, type WebhookSinkOptions } from './audit/webhook-sink.ts'
export type { Explanation } from './explain/explanation.ts'
