// Writes of a kind defined in code take the input of its schema, answers are its output. Checked by the compiler.
import type { ResourceClient } from '@pinnace/client'
import type { ApiObject } from '@pinnace/meta'
import type { InputOf, ObjectOf, ResourceDefinition } from '@pinnace/resources'
import { defineResource, int32, listMap, z } from '@pinnace/resources/define'
import { expectTypeOf } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'

const Job = defineResource({
  group: 'render.example.dev',
  version: 'v1',
  kind: 'RenderJob',
  scope: 'Namespaced',
  schema: z.object({
    spec: z.object({
      scene: z.string(),
      priority: int32().default(5),
      mode: z.enum(['draft', 'final']).default('draft'),
      steps: listMap(z.object({ name: z.string(), retries: int32().default(3) }), ['name']).optional(),
    }),
    status: z.object({ done: int32() }).optional(),
  }),
  subresources: { status: true },
  prepare(next) {
    expectTypeOf(next.spec.priority).toBeNumber()
  },
})

declare const server: Server
const jobs = server.client(Job).namespace('default')

// Fields with a default are optional in what is written, and present in what is answered.
const job = await jobs.create({ metadata: { name: 'a' }, spec: { scene: 'lake', steps: [{ name: 'one' }] } })
expectTypeOf(job.spec.priority).toEqualTypeOf<number>()
expectTypeOf(job.spec.mode).toEqualTypeOf<'draft' | 'final'>()
expectTypeOf(job.spec.steps?.[0]?.retries).toEqualTypeOf<number | undefined>()
await jobs.apply({ metadata: { name: 'a' }, spec: { scene: 'sea' } }, { fieldManager: 'me' })
// @ts-expect-error scene is required
await jobs.create({ metadata: { name: 'a' }, spec: { priority: 1 } })
// @ts-expect-error frmes is no field
await jobs.create({ metadata: { name: 'a' }, spec: { scene: 'lake', frmes: 1 } })
// @ts-expect-error priority is a number
await jobs.create({ metadata: { name: 'a' }, spec: { scene: 'lake', priority: 'high' } })

// What is answered can be written again.
await jobs.update({ ...job, spec: { ...job.spec, priority: 1 } })
await jobs.updateStatus({ ...job, status: { done: 1 } })
await jobs.update(await jobs.get('a'))

// What is answered has been stored.
expectTypeOf(job.apiVersion).toBeString()
expectTypeOf(job.kind).toBeString()
expectTypeOf(job.metadata.name).toBeString()
expectTypeOf(job.metadata.uid).toBeString()
expectTypeOf(job.metadata.resourceVersion).toBeString()
expectTypeOf(job.metadata.creationTimestamp).toBeString()
expectTypeOf(job.metadata.namespace).toEqualTypeOf<string | undefined>()
const list = await jobs.list()
expectTypeOf(list.metadata.resourceVersion).toBeString()
for (const { metadata } of list.items) expectTypeOf(metadata.name).toBeString()
for await (const { object } of jobs.watch({ resourceVersion: list.metadata.resourceVersion })) {
  expectTypeOf(object.metadata.uid).toBeString()
}
await jobs.delete('a', { preconditions: { uid: job.metadata.uid } })

// The types by themselves.
type RenderJob = ObjectOf<typeof Job>
type RenderJobInput = InputOf<typeof Job>
expectTypeOf<RenderJob['spec']['priority']>().toEqualTypeOf<number>()
expectTypeOf<RenderJobInput['spec']['priority']>().toEqualTypeOf<number | undefined>()
const input: RenderJobInput = { metadata: { name: 'a' }, spec: { scene: 'lake' } }
await jobs.create(input)
expectTypeOf(jobs).toEqualTypeOf<ResourceClient<RenderJob, RenderJobInput>>()

// A definition whose type is lost, and one that is written by its type.
interface Scaler extends ApiObject {
  readonly spec: { readonly min: number }
}
declare const untyped: ResourceDefinition
declare const typed: ResourceDefinition<Scaler>
expectTypeOf(server.client(untyped)).toEqualTypeOf<ResourceClient<ApiObject>>()
expectTypeOf(server.client(typed)).toEqualTypeOf<ResourceClient<Scaler>>()
expectTypeOf<ObjectOf<typeof untyped>>().toEqualTypeOf<ApiObject>()
expectTypeOf<InputOf<typeof untyped>>().toEqualTypeOf<ApiObject>()

// A server is released at the end of a block, and takes definitions as they are.
async function scoped(): Promise<void> {
  await using own = await createServer({ resources: [Job] })
  expectTypeOf(own).toExtend<AsyncDisposable>()
}
await scoped()
