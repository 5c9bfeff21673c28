import { createPauseRows, request, wait } from './kit/longest-pause.mjs'
import { headersOf, podsPath } from './kit/requests.mjs'

export const title = 'Pauses of lists (by the clock: the longest GET /livez, one every 20 ms from another process)'

const meta = 'v=v1;g=meta.k8s.io'

/** Lists of everything, in each form, and by selectors; snapshots and compaction. */
export async function run(kit) {
  const count = kit.quick ? '2,000' : '200,000'
  const ours = await kit.subject('ours', { stored: kit.quick ? 2_000 : 200_000 })
  const row = createPauseRows(kit, ours)
  const list =
    (accept, query = '') =>
    () =>
      request(kit, ours, { path: `${podsPath}${query}`, headers: headersOf(ours.token, accept && { accept }) })
  await row('nothing else for a second', () => wait(1_000))
  await row(`first list of ${count} pods after the start, JSON`, list())
  await row(`list of ${count} pods, JSON`, list())
  for (const [name, accept] of [
    ['protobuf', 'application/vnd.kubernetes.protobuf'],
    ['table', `application/json;as=Table;${meta}`],
    ['metadata', `application/json;as=PartialObjectMetadataList;${meta}`],
  ]) {
    await row(`list of ${count} pods, ${name}`, list(accept))
  }
  // A millisecond each: all of them would take longer than a request may.
  const some = kit.quick ? 200 : 20_000
  await row(`page of ${some.toLocaleString('en')} pods, YAML`, list('application/yaml', `?limit=${some}`))
  await row(`first list by a label among ${count} pods`, list(undefined, '?labelSelector=slot%3Dslot-7'))
  await row(`list by a field among ${count} pods`, list(undefined, '?fieldSelector=spec.nodeName%3Da'))
  await row(`a snapshot of a server of ${count} pods (fork)`, () => ours.ask('call', { name: 'forkServer' }))
  await row(`compaction of ${count} changes`, () => ours.ask('call', { name: 'compactStore' }))
}
