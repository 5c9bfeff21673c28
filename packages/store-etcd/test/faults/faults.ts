import type { Store } from '@pinnace/store'
import { askGateway } from '../ask-gateway.ts'
import type { Etcd, Member } from '../start-etcd.ts'

/** Something that happens to an etcd of several members while it is in use. */
export interface Fault {
  readonly name: string
  /** How long it lasts in the long form. @default 1500 */
  readonly longMs?: number
  /** Ends after the fault is over, and all members run again. */
  readonly run: (etcd: Etcd, store: Store, lastsMs: number) => Promise<void>
}

/** Faults of any etcd of three members. */
export const faults: readonly Fault[] = [
  {
    name: 'the leader is killed',
    async run(etcd, _, lastsMs) {
      const leader = await leaderOf(etcd)
      await leader.kill()
      await pause(lastsMs)
      leader.start()
    },
  },
  {
    name: 'the leader is paused',
    longMs: 10_000,
    async run(etcd, _, lastsMs) {
      const leader = await leaderOf(etcd)
      leader.pause()
      await pause(lastsMs)
      leader.resume()
    },
  },
  {
    name: 'the member that is in use is paused',
    longMs: 10_000,
    async run(etcd, _, lastsMs) {
      const [member] = etcd.members
      member?.pause()
      await pause(lastsMs)
      member?.resume()
    },
  },
  {
    name: 'all members are killed',
    async run(etcd, _, lastsMs) {
      await Promise.all(etcd.members.map((member) => member.kill()))
      await pause(lastsMs)
      for (const member of etcd.members) member.start()
    },
  },
  {
    name: 'history is compacted again and again',
    async run(_, store, lastsMs) {
      const end = performance.now() + lastsMs
      while (performance.now() < end) {
        const revision = await store.revision()
        if (revision > 20n) await store.compact(revision - 20n)
        await pause(20)
      }
    },
  },
  {
    name: 'there is no space',
    async run(etcd, _, lastsMs) {
      // What a member does whose database has reached its quota.
      const { members } = (await askGateway(etcd, 'cluster/member/list', {})) as {
        readonly members: readonly { readonly ID: string }[]
      }
      const alarm = { memberID: members[0]?.ID, alarm: 'NOSPACE' }
      await askGateway(etcd, 'maintenance/alarm', { action: 'ACTIVATE', ...alarm })
      await pause(lastsMs)
      await askGateway(etcd, 'maintenance/alarm', { action: 'DEACTIVATE', ...alarm })
    },
  },
]

/** Faults of members with hosts in a network of their own. */
export const partitions: readonly Fault[] = [
  {
    name: 'the leader is cut off from the other members',
    run: (etcd, _, lastsMs) => cutLeader(etcd, 'members', lastsMs),
  },
  {
    name: 'the leader is cut off from members and clients',
    run: (etcd, _, lastsMs) => cutLeader(etcd, 'everything', lastsMs),
  },
]

/** Faults of members whose data are on a disk of their own. etcd ends when it cannot write. */
export const fullDisks: readonly Fault[] = [
  {
    name: 'the disk of the leader is full',
    async run(etcd, store, lastsMs) {
      const leader = await leaderOf(etcd)
      await fillDisks([leader], 1, store, lastsMs)
    },
  },
  {
    name: 'the disks of all members are full',
    // Without a majority, the last member writes nothing.
    run: (etcd, store, lastsMs) => fillDisks(etcd.members, 2, store, lastsMs),
  },
]

const largeValue = { bytes: Buffer.alloc(256 * 1024, 'x') }
const maxLargeValues = 200

/** Fills disks, writes until as many members have ended, and starts them again when there is space. */
async function fillDisks(members: readonly Member[], ended: number, store: Store, lastsMs: number): Promise<void> {
  const began = performance.now()
  for (const { disk } of members) {
    if (disk === undefined) throw new TypeError('the member has no disk')
    disk.fill()
  }
  // What is written anew needs space; what is replaced may find it in the file.
  for (let count = 0; members.filter(({ isDown }) => isDown).length < ended; count++) {
    if (count === maxLargeValues) throw new Error('the members have not run out of space')
    try {
      await store.put('/large', largeValue)
    } catch {
      await pause(20)
    }
  }
  await pause(Math.max(0, began + lastsMs - performance.now()))
  for (const { disk } of members) disk?.free()
  await Promise.all(members.map((member) => member.kill()))
  for (const member of members) member.start()
}

async function cutLeader(etcd: Etcd, from: 'members' | 'everything', lastsMs: number): Promise<void> {
  const { host } = await leaderOf(etcd)
  if (host === undefined) throw new TypeError('the member has no host')
  host.cut(from)
  await pause(lastsMs)
  host.heal()
}

async function leaderOf(etcd: Etcd): Promise<Member> {
  for (let attempt = 0; attempt < 100; attempt++) {
    for (const member of etcd.members) {
      const status = await statusOf(member.url)
      if (status !== undefined && status.leader === status.header.member_id) return member
    }
    await pause(100)
  }
  throw new Error('etcd has no leader')
}

async function statusOf(
  url: string,
): Promise<{ readonly leader: string; readonly header: { readonly member_id: string } } | undefined> {
  try {
    const response = await fetch(`${url}/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(1_000),
    })
    return (await response.json()) as { leader: string; header: { member_id: string } }
  } catch {
    return undefined
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
