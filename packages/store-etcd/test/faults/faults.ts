import type { Store } from '@pinnace/store'
import { askGateway } from '../ask-gateway.ts'
import type { Etcd, Member } from '../start-etcd.ts'

/** Something that happens to an etcd of several members while it is in use. */
export interface Fault {
  readonly name: string
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
    async run(etcd, _, lastsMs) {
      const leader = await leaderOf(etcd)
      leader.pause()
      await pause(lastsMs)
      leader.resume()
    },
  },
  {
    name: 'the member that is in use is paused',
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
