import { isDeepStrictEqual } from 'node:util'
import type { Kind } from '../differential/cases/kinds.ts'
import type { Side } from '../differential/judge/answer.ts'
import { connect } from '../differential/judge/connect.ts'
import type { Started } from '../differential/sides/pinnace.ts'
import { compareObjects, type Objects, type ShownObject } from '../shared-etcd/compare-objects.ts'
import { changeObjects, createObjects, listObjects } from '../shared-etcd/objects.ts'
import { startTraffic } from './traffic.ts'

/** Options of {@link judgeUpgrade}. */
export interface UpgradeOptions {
  /** Both start over the same store. */
  readonly startOld: () => Promise<Started>
  readonly startNext: () => Promise<Started>
  readonly kinds: readonly Kind[]
  readonly seed: number
  /** How long clients write and watch in each phase, in milliseconds. */
  readonly phaseMs: number
}

/** What {@link judgeUpgrade} has seen. */
export interface UpgradeReport {
  readonly violations: readonly string[]
  /** Objects that were compared. */
  readonly objects: number
  readonly writes: number
  readonly events: number
}

/**
 * Replaces a server by one of another release while both run over one store and clients write and watch: both must show
 * the same objects, whichever has written them; a write by one must leave what only the other has set; and watches that
 * move between them must see every change once.
 */
export async function judgeUpgrade(options: UpgradeOptions): Promise<UpgradeReport> {
  const { seed, phaseMs } = options
  // A write at v1 moves a metric of an autoscaler, as in kube-apiserver: the same object is written at v2.
  const kinds = options.kinds.filter(({ groupVersion }) => groupVersion !== 'autoscaling/v1')
  const violations: string[] = []
  const phase = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, phaseMs))
  const old = await options.startOld()
  const ofOld = connect('original', old.url)
  const traffic = await startTraffic(ofOld, old, seed)
  try {
    await createObjects(ofOld, kinds, 'turn0')
    await phase()
    const next = await options.startNext()
    const ofNext = connect('original', next.url)
    try {
      traffic.use([old, next])
      const before = await listObjects(ofOld, kinds)
      violations.push(...(await differencesBetween('of the old release', before, ofNext, kinds)))
      await createObjects(ofNext, kinds, 'turn1')
      violations.push(...(await lostByChanges('the new release', ofNext, ofNext, kinds)))
      // Its changes must keep what the new release has stored.
      violations.push(...(await lostByChanges('the old release', ofOld, ofNext, kinds)))
      const both = await listObjects(ofOld, kinds)
      violations.push(...(await differencesBetween('of both releases', both, ofNext, kinds)))
      await phase()
      traffic.use([next])
      await old.stop()
      await createObjects(ofNext, kinds, 'turn2')
      violations.push(...(await differencesBetween('after the upgrade', both, ofNext, kinds)))
      await phase()
      violations.push(...(await traffic.judge()))
      return { violations, objects: both.size, writes: traffic.writes, events: traffic.events }
    } finally {
      ofNext.close()
      await traffic.stop()
      await next.stop()
    }
  } finally {
    ofOld.close()
    await traffic.stop()
    await old.stop()
  }
}

async function differencesBetween(
  name: string,
  before: Objects,
  side: Side,
  kinds: readonly Kind[],
): Promise<readonly string[]> {
  const { lines } = compareObjects(before, await listObjects(side, kinds))
  return lines.filter((line) => !isWrittenMeanwhile(line)).map((line) => `${name}: ${line}`)
}

/** Has a server label every object, and compares the rest of the objects as another one shows them. */
async function lostByChanges(
  name: string,
  writer: Side,
  reader: Side,
  kinds: readonly Kind[],
): Promise<readonly string[]> {
  const before = await listObjects(reader, kinds)
  const changed = await changeObjects(writer, before)
  if (changed === 0) return [`${name} has changed nothing`]
  const found = await listObjects(reader, kinds)
  const lost = [...before].filter(([path, object]) => {
    const other = found.get(path)
    if (isWrittenMeanwhile(path)) return false
    return other === undefined || !isDeepStrictEqual(withoutChange(object), withoutChange(other))
  })
  return lost.map(([path]) => `${path} has lost something by a change of ${name}`)
}

/** Servers maintain the conditions of flow schemas. The traffic writes in a namespace of its own, and servers renew their leases. */
function isWrittenMeanwhile(path: string): boolean {
  return (
    path.includes('/flowschemas/') ||
    path.includes('/namespaces/upgrade/') ||
    path.includes('/namespaces/kube-system/leases/')
  )
}

function withoutChange({ metadata, ...members }: ShownObject): object {
  const {
    resourceVersion: _version,
    labels: _labels,
    managedFields: _fields,
    generation: _generation,
    ...rest
  } = metadata
  return { ...members, metadata: rest }
}
