// Starts kube-apiserver and Pinnace one after the other over one etcd, and compares the objects that they show; then both
// together, as peers:
//   PINNACE_ORIGINAL=FOLDER npm run conformance:etcd
import { storedKinds, type Kind } from '../differential/cases/kinds.ts'
import { connect } from '../differential/judge/connect.ts'
import { startOriginalStore, type OriginalStore } from '../differential/sides/original.ts'
import { startPinnace, type Started } from '../differential/sides/pinnace.ts'
import { compareObjects, type Objects } from './compare-objects.ts'
import { createObjects, listObjects, changeObjects } from './objects.ts'
import { judgePeers } from './peers.ts'

process.exitCode = await main(process.env['PINNACE_ORIGINAL'])

async function main(binaries: string | undefined): Promise<number> {
  const store = await startOriginalStore(binaries)
  if (store === undefined) {
    console.log(
      'not judged: kube-apiserver and etcd are not here. Set PINNACE_ORIGINAL to the folder of their binaries',
    )
    return 0
  }
  try {
    const differences = (await judge(store, await storedKinds())) + (await judgePeers(store))
    return differences === 0 ? 0 : 1
  } finally {
    await store.stop()
  }
}

/** One server after the other: each shows what the one before has shown, and changes it. */
async function judge(store: OriginalStore, kinds: readonly Kind[]): Promise<number> {
  const pinnace = (mediaType: string): Promise<Started> =>
    startPinnace([`--etcd-servers=${store.url}`, '--etcd-compaction-interval=0', `--storage-media-type=${mediaType}`])
  const turns: readonly (readonly [string, () => Promise<Started>])[] = [
    ['kube-apiserver', () => store.startServer()],
    ['pinnace, JSON', () => pinnace('application/json')],
    ['kube-apiserver again', () => store.startServer()],
    ['pinnace, protobuf', () => pinnace('application/vnd.kubernetes.protobuf')],
    ['kube-apiserver at last', () => store.startServer()],
  ]
  let before: Objects = new Map()
  let differences = 0
  for (const [turn, [name, start]] of turns.entries()) {
    const server = await start()
    const side = connect('original', server.url)
    try {
      const found = await listObjects(side, kinds)
      const { lines, same, changed } = compareObjects(before, found)
      differences += lines.length
      console.log(`${name}: ${same} objects are as before, ${changed} were changed at its start`)
      for (const line of lines) console.log(`  ${line}`)
      const created = await createObjects(side, kinds, `turn${turn}`)
      const updated = await changeObjects(side, found)
      console.log(`${name}: created ${created}, updated ${updated}`)
      before = await listObjects(side, kinds)
    } finally {
      side.close()
      await server.stop()
    }
  }
  console.log(differences === 0 ? 'no difference' : `${differences} differences`)
  return differences
}
