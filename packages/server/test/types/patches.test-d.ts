// Patches are typed by the kind and the format. Checked by the compiler.
import type { JsonPatchOperation } from '@pinnace/client'
import { expectTypeOf } from 'vitest'
import type { Server } from '../../src/index.ts'

declare const server: Server
declare const labels: Readonly<Record<string, string>> | undefined
const deployments = server.client({ apiVersion: 'apps/v1', kind: 'Deployment' }).namespace('default')

// A merge patch is any part of the object; null removes a field, undefined leaves it.
await deployments.patch('web', { spec: { replicas: 3 } })
await deployments.patch('web', { metadata: { labels: { app: null } } })
await deployments.patch('web', { metadata: { labels } })
await deployments.patchStatus('web', { status: { observedGeneration: 9 } }, { fieldManager: 'me' })
expectTypeOf((await deployments.patch('web', {})).metadata.uid).toBeString()
// @ts-expect-error replcas is no field
await deployments.patch('web', { spec: { replcas: 3 } })
// @ts-expect-error replicas is a number
await deployments.patch('web', { spec: { replicas: '3' } })
// @ts-expect-error a merge patch is an object
await deployments.patch('web', [{ op: 'remove', path: '/spec/replicas' }])
// @ts-expect-error a list is replaced as a whole: its items need their required fields
await deployments.patch('web', { spec: { template: { spec: { containers: [{ image: 'a' }] } } } })

// A JSON patch is a list of operations.
const operations: readonly JsonPatchOperation[] = [
  { op: 'test', path: '/spec/replicas', value: 1 },
  { op: 'replace', path: '/spec/replicas', value: 3 },
  { op: 'remove', path: '/metadata/labels/app' },
  { op: 'move', from: '/metadata/labels/a', path: '/metadata/labels/b' },
]
await deployments.patch('web', operations, { type: 'json' })
await deployments.patch('web', [{ op: 'add', path: '/metadata/labels/a', value: 'b' }], { type: 'json' })
// @ts-expect-error a JSON patch is a list
await deployments.patch('web', { spec: { replicas: 3 } }, { type: 'json' })
// @ts-expect-error there is no such operation
await deployments.patch('web', [{ op: 'delete', path: '/spec' }], { type: 'json' })
// @ts-expect-error add needs a value
await deployments.patch('web', [{ op: 'add', path: '/spec' }], { type: 'json' })

// A strategic merge patch has parts of items and directives.
const byName = { spec: { template: { spec: { containers: [{ name: 'web', image: 'b' }] } } } }
await deployments.patch('web', byName, { type: 'strategic' })
await deployments.patch('web', { spec: { strategy: { $patch: 'replace', type: 'Recreate' } } }, { type: 'strategic' })
// @ts-expect-error replicas is a number
await deployments.patch('web', { spec: { replicas: '3' } }, { type: 'strategic' })
// @ts-expect-error there is no such format
await deployments.patch('web', {}, { type: 'yaml' })
