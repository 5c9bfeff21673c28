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
  await row(`first list of ${count} pods, JSON`, list())
  await row(`list of ${count} pods, JSON`, list())
  await row(`list of ${count} pods, metadata`, list(`application/json;as=PartialObjectMetadataList;${meta}`))
  // All of them would take as long as a request may on a busy machine: more than a tenth of a millisecond each in protobuf
  // and as a table, and a millisecond in YAML.
  for (const [name, accept, all] of [
    ['protobuf', 'application/vnd.kubernetes.protobuf', 50_000],
    ['table', `application/json;as=Table;${meta}`, 50_000],
    ['YAML', 'application/yaml', 10_000],
  ]) {
    const some = kit.quick ? all / 100 : all
    await row(`page of ${some.toLocaleString('en')} pods, ${name}`, list(accept, `?limit=${some}`))
  }
  await row(`first list by a label among ${count} pods`, list(undefined, '?labelSelector=slot%3Dslot-7'))
  await row(`list by a field among ${count} pods`, list(undefined, '?fieldSelector=spec.nodeName%3Da'))
  await row(`a snapshot of a server of ${count} pods (fork)`, () => ours.ask('call', { name: 'forkServer' }))
  await row(`compaction of ${count} changes`, () => ours.ask('call', { name: 'compactStore' }))
}
