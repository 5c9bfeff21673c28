export { createBackOff, type BackOff, type BackOffOptions } from './back-off.ts'
export {
  createClientOver,
  type Client,
  type ClientOverOptions,
  type KindName,
  type PartialObjectMetadata,
} from './client.ts'
export { createClient, type CreateClientOptions, type RemoteClient } from './create-client.ts'
export { fixedCredentials, type Credential, type Credentials } from './credentials/credentials.ts'
export { createDiscoveryClient, type DiscoveryClient, type DiscoveryClientOptions } from './discovery-client.ts'
export {
  createLeaderElector,
  type ElectorState,
  type LeaderElector,
  type LeaderElectorOptions,
} from './election/leader-elector.ts'
export type { Lease, LeaseSpec } from './election/lease.ts'
export { createEventQueue, type EventQueue, type EventQueueOptions } from './event-queue.ts'
export { createEventRecorder, type EventRecorder, type EventRecorderOptions } from './events/event-recorder.ts'
export { referenceTo, type ObjectReference } from './events/object-reference.ts'
export type { EventSeries, Happening, RecordedEvent } from './events/recorded-event.ts'
export { ConnectionError } from './http/connection-error.ts'
export type { Endpoint } from './http/http-connection.ts'
export { createHttpTransport, type HttpTransport, type HttpTransportOptions } from './http/http-transport.ts'
export type { Impersonation } from './http/impersonation.ts'
export { createInformer, type InformerOptions } from './informer/create-informer.ts'
export type { Informer, InformerEvents, InformerHandler } from './informer/informer.ts'
export type { BuiltInObject, ClientOf, ClientOfKind, KindIn, KindReference, InputFor, TypedKind } from './kind-types.ts'
export type { JsonPatchOperation, MergePatch, PatchOf, PatchType, StrategicPatch } from './patch-types.ts'
export type { LooseInput, LooseObject, Stored, StoredList, StoredMeta, StoredObject } from './stored-object.ts'
export { objectKey, parseObjectKey, type IndexValues, type ObjectStore } from './informer/object-store.ts'
export {
  createSharedInformers,
  type InformerOfKind,
  type InformerScope,
  type SharedInformers,
  type SharedInformersOptions,
} from './informer/shared-informers.ts'
export { deleteOptionsBody, readParameters, writeParameters, type QueryParameters } from './request-parameters.ts'
export {
  applyManifests,
  type AppliedManifests,
  type ApplyManifestsOptions,
  type ManifestFailure,
} from './manifests/apply-manifests.ts'
export { parseManifests, type Manifest } from './manifests/parse-manifests.ts'
export { resourcePath, withQuery } from './http/resource-path.ts'
export { runWorkers, type Workers, type WorkersOptions } from './queue/run-workers.ts'
export { createWorkQueue, type WorkQueue, type WorkQueueOptions } from './queue/work-queue.ts'
export {
  createResourceClient,
  type CreateOnlyClient,
  type Partially,
  type ResourceClient,
  type ResourceClientOptions,
  type Submitted,
  type SubresourceClient,
} from './resource-client.ts'
export { TypedEmitter, type EventArguments, type TypedEmitterOptions, type TypedEventSource } from './typed-emitter.ts'
export type { DiscoveredResource, ResourceIdentity } from './resource-identity.ts'
export type {
  ApplyOptions,
  CallOptions,
  DeleteOptions,
  DiscoverOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  ResourceTarget,
  Transport,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from './transport.ts'
