// Built-in kinds are typed by their apiVersion and kind. Checked by the compiler: `npm run check -- --only=types`.
import type { CreateOnlyClient, LooseObject, ResourceClient, Stored } from '@pinnace/client'
import type { ApiObject, Vocabulary } from '@pinnace/meta'
import type { Deployment } from '@pinnace/types/apps-v1'
import type { SubjectAccessReview } from '@pinnace/types/authorization-v1'
import type { Lease } from '@pinnace/types/coordination-v1'
import type { ConfigMap, Pod, Secret, ServiceAccount } from '@pinnace/types/core-v1'
import type { Ingress } from '@pinnace/types/networking-v1'
import { expectTypeOf } from 'vitest'
import type { Server } from '../../src/index.ts'

interface Scaler extends ApiObject {
  readonly spec: { readonly min: number }
}

declare const server: Server
declare const vocabulary: Vocabulary
declare const dynamic: { readonly apiVersion: string; readonly kind: string }

// A built-in kind, by its name alone.
const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' })
expectTypeOf(configMaps).toEqualTypeOf<ResourceClient<ConfigMap>>()
expectTypeOf((await configMaps.get('a')).data).toEqualTypeOf<Readonly<Record<string, string>> | undefined>()
expectTypeOf(server.client({ apiVersion: 'apps/v1', kind: 'Deployment' })).toEqualTypeOf<ResourceClient<Deployment>>()
expectTypeOf(server.connect().resource({ apiVersion: 'v1', kind: 'Pod' })).toEqualTypeOf<ResourceClient<Pod>>()

// Groups of the domain of either vocabulary, or of any.
expectTypeOf(server.client({ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress' })).toEqualTypeOf<
  ResourceClient<Ingress>
>()
expectTypeOf(server.client({ apiVersion: 'networking.platform.io/v1', kind: 'Ingress' })).toEqualTypeOf<
  ResourceClient<Ingress>
>()
expectTypeOf(server.client({ apiVersion: `${vocabulary.group('coordination')}/v1`, kind: 'Lease' })).toEqualTypeOf<
  ResourceClient<Lease>
>()

// Two kinds: one client of either.
declare const either: 'Secret' | 'ServiceAccount'
expectTypeOf(server.client({ apiVersion: 'v1', kind: either })).toEqualTypeOf<ResourceClient<Secret | ServiceAccount>>()

// A wrong pair.
// @ts-expect-error there is no such kind in v1
server.client({ apiVersion: 'v1', kind: 'ConfigMapp' })
// @ts-expect-error deployments are in apps/v1
server.client({ apiVersion: 'v1', kind: 'Deployment' })
// @ts-expect-error ingresses are not in storage
server.client({ apiVersion: 'storage.k8s.io/v1', kind: 'Ingress' })
// @ts-expect-error a config map is no pod
server.client<Pod>({ apiVersion: 'v1', kind: 'ConfigMap' })
// @ts-expect-error a config map is no pod
server.connect().resource<Pod>({ apiVersion: 'v1', kind: 'ConfigMap' })
expectTypeOf(server.client<Pod>({ apiVersion: 'v1', kind: 'Pod' })).toEqualTypeOf<ResourceClient<Pod>>()

// Fields of the kind.
await configMaps.create({ metadata: { name: 'a' }, data: { color: 'blue' } })
// @ts-expect-error config maps have no spec
await configMaps.create({ metadata: { name: 'a' }, spec: {} })
// @ts-expect-error data is text
await configMaps.create({ metadata: { name: 'a' }, data: { size: 1 } })

// Kinds that are created and answered only.
const reviews = server.client({ apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview' })
expectTypeOf(reviews).toEqualTypeOf<CreateOnlyClient<SubjectAccessReview>>()
expectTypeOf(await reviews.create({ metadata: {}, spec: { user: 'ada' } })).toEqualTypeOf<SubjectAccessReview>()
// @ts-expect-error reviews are not stored
await reviews.list()

// Unknown kinds take and answer loose objects, or the type that is given.
const backups = server.client({ apiVersion: 'example.dev/v1', kind: 'Backup' })
const nightly = await backups.create({ metadata: { name: 'nightly' }, spec: { target: 'db' } })
expectTypeOf(nightly).toExtend<Stored<LooseObject>>()
expectTypeOf(nightly.spec).toBeUnknown()
expectTypeOf(nightly.metadata.name).toBeString()
declare const anyObject: ApiObject
await backups.create(anyObject)
await backups.patch('nightly', { spec: { target: 'other' } })
await backups.apply({ metadata: { name: 'nightly' }, spec: { target: 'other' } }, { fieldManager: 'me' })
expectTypeOf(server.client<Scaler>({ apiVersion: 'example.dev/v1', kind: 'Scaler' })).toEqualTypeOf<
  ResourceClient<Scaler>
>()
expectTypeOf((await server.client(dynamic).get('a')).metadata.uid).toBeString()

// Informers.
const pods = server.connect()
declare const informers: import('@pinnace/client').SharedInformers
expectTypeOf(informers.informer({ apiVersion: 'v1', kind: 'Pod' }).store.list()).toEqualTypeOf<readonly Stored<Pod>[]>()
// @ts-expect-error there is no such kind in v1
informers.informer({ apiVersion: 'v1', kind: 'Podd' })
expectTypeOf(pods.resource({ apiVersion: 'v1', kind: 'Pod' }).namespace('a')).toEqualTypeOf<ResourceClient<Pod>>()
