import type { RecordedStep, Recording } from './recording.ts'

/** What may be on the disk after a crash. */
export interface CrashImage {
  /** The step of the recording at which the machine stopped, and what has become of the writes that were not synced. */
  readonly name: string
  readonly bytes: Buffer
  /** The last operation that was acknowledged before the crash; 0 for none. */
  readonly acknowledged: number
}

type Write = RecordedStep & { readonly type: 'write' }

/** What a disk writes at once. */
const sectorBytes = 512

/**
 * The images of crashes at every boundary of a recording. What was synced is in all of them. Of the writes after the last
 * sync there may be none, all, or, `lotteries` times on average, any sectors in any order: a later write without an earlier one, and
 * pages of which a part is old.
 */
export function* crashImages(
  { file, steps }: Recording,
  { lotteries, random }: { readonly lotteries: number; readonly random: () => number },
): Generator<CrashImage> {
  let disk: Buffer = Buffer.from(file)
  let pending: Write[] = []
  let acknowledged = 0
  const image = (name: string, writes: readonly Write[]): CrashImage => ({
    name,
    bytes: writes.reduce(withWrite, Buffer.from(disk)),
    acknowledged,
  })
  for (const [index, step] of steps.entries()) {
    if (step.type === 'acknowledged') acknowledged = step.operation
    else if (step.type === 'sync') {
      disk = pending.reduce(withWrite, disk)
      pending = []
    } else if (step.durable) disk = withWrite(disk, step)
    else pending.push(step)
    // The last of several acknowledgements asks for the most.
    if (step.type === 'acknowledged' && steps[index + 1]?.type === 'acknowledged') continue
    const isPending = step.type === 'write' && !step.durable
    if (!isPending) yield image(`step ${index}, without what was not synced`, [])
    if (pending.length === 0) continue
    yield image(`step ${index}, with all that was not synced`, pending)
    for (let lottery = Math.floor(lotteries + random()); lottery > 0; lottery--) {
      const sectors = pending.flatMap(sectorsOf).filter(() => random() < 0.5)
      yield image(`step ${index}, with sectors of lottery ${lottery}`, sectors)
    }
  }
}

function sectorsOf(write: Write): Write[] {
  const sectors: Write[] = []
  for (let from = 0; from < write.bytes.length;) {
    const to = Math.min(write.bytes.length, from + sectorBytes - ((write.offset + from) % sectorBytes))
    sectors.push({ ...write, offset: write.offset + from, bytes: write.bytes.subarray(from, to) })
    from = to
  }
  return sectors
}

function withWrite(disk: Buffer, { offset, bytes }: Write): Buffer {
  const end = offset + bytes.length
  const next = end > disk.length ? Buffer.concat([disk, Buffer.alloc(end - disk.length)]) : disk
  bytes.copy(next, offset)
  return next
}
