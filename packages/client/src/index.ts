export { createEventQueue, type EventQueue } from './event-queue.ts'
export {
  createResourceClient,
  type Partially,
  type ResourceClient,
  type Submitted,
  type SubresourceClient,
} from './resource-client.ts'
export type {
  ApplyOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  ResourceTarget,
  Transport,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from './transport.ts'
