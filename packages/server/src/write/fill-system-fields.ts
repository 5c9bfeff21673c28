import { formatTime, generateName, type ApiObject } from '@pinnace/meta'
import { placeInNamespace } from '../request/place.ts'
import { wipeSystemFields } from '../request/wipe-system-fields.ts'
import type { Draft } from '../storage/draft.ts'
import type { Write } from './change.ts'
import { assertVersionOfLive } from './optimistic-concurrency.ts'

/** Sets the metadata that only the server may set. */
// upstream: registry/rest/create.go and update.go, meta.go FillObjectMetaSystemFields
export function fillSystemFields(change: Write): void {
  change.next.kind = change.scope.served.gvk.kind
  change.next.apiVersion = change.scope.served.apiVersion
  if (change.live === undefined) fillNew(change)
  else keepFromLive(change, change.live.object)
}

// upstream: registry/rest/create.go and update.go – admission may have moved the object.
function fillNew({ server, scope, next }: Write): void {
  const { metadata } = next
  wipeSystemFields(next)
  metadata.uid = server.random.uid()
  metadata.creationTimestamp = formatTime(server.clock.now())
  placeInNamespace(next, scope)
  if ((metadata.name ?? '') === '' && metadata.generateName) {
    const { generateName: generate = (prefix: string) => generateName(prefix, server.random) } = scope.served.definition
    metadata.name = generate(metadata.generateName)
  }
}

function keepFromLive({ scope, next }: Write, live: ApiObject): void {
  const { metadata } = next
  assertVersionOfLive(scope, next, live)
  // Another uid, which only a patch can propose, is refused by the validation.
  if ((metadata.uid ?? '') === '') keep(metadata, live.metadata, 'uid')
  keep(metadata, live.metadata, 'creationTimestamp')
  keep(metadata, live.metadata, 'generation')
  keep(metadata, live.metadata, 'resourceVersion')
  placeInNamespace(next, scope)
  if (live.metadata.deletionTimestamp !== undefined) keep(metadata, live.metadata, 'deletionTimestamp')
  // Another grace period is refused by the validation.
  const { deletionGracePeriodSeconds } = live.metadata
  if (deletionGracePeriodSeconds !== undefined) metadata.deletionGracePeriodSeconds ??= deletionGracePeriodSeconds
}

function keep<K extends keyof Draft['metadata']>(
  metadata: Draft['metadata'],
  live: ApiObject['metadata'],
  key: K,
): void {
  if (live[key] === undefined) delete metadata[key]
  else metadata[key] = live[key] as NonNullable<Draft['metadata'][K]>
}
