import { parseArgs } from 'node:util'
import { etcdBinary, startEtcd, withoutEtcd, type Etcd } from '../start-etcd.ts'
import { createDisks } from './disks.ts'
import { faults, fullDisks, partitions, type Fault } from './faults.ts'
import { createNetwork } from './network.ts'
import { runRound } from './run-round.ts'

// npm run faults -- --store=etcd --rounds=100 [--fault=TEXT] [--fault-ms=10000] [--seed=1]
const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'etcd' },
    rounds: { type: 'string', default: '100' },
    fault: { type: 'string', default: '' },
    'fault-ms': { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
})
if (values.store !== 'etcd') throw new Error(`--store must be etcd, not ${values.store}`)
if (etcdBinary === undefined) throw new Error(withoutEtcd)
const [rounds = 0, faultMs = 0, firstSeed = 0] = [values.rounds, values['fault-ms'], values.seed].map(Number)
if (!(Number.isInteger(rounds) && Number.isInteger(faultMs) && Number.isInteger(firstSeed))) {
  throw new Error('--rounds, --fault-ms and --seed must be integers')
}
const defaultMs = 1_500
const chosen = ({ name }: Fault): boolean => name.includes(values.fault)
let failed = 0

async function judge(fault: Fault, etcds: () => AsyncIterable<Etcd>): Promise<void> {
  let [round, operations, acknowledged, unknown, events] = [0, 0, 0, 0, 0]
  for await (const etcd of etcds()) {
    const seed = firstSeed + round
    const lastsMs = faultMs > 0 ? faultMs : (fault.longMs ?? defaultMs)
    const id = `${fault.name}-${round}`
    const report = await runRound({ etcd, fault, id, seed, faultMs: lastsMs })
    operations += report.operations
    acknowledged += report.acknowledged
    unknown += report.unknown
    events += report.events
    if (report.errors.length > 0) {
      failed++
      console.error(`round ${round} of "${fault.name}", --seed=${seed}:\n${report.errors.join('\n')}`)
    }
    round++
    if (round % 10 === 0) console.log(`${fault.name}: ${round} of ${rounds} rounds, ${operations} operations`)
  }
  const counts = `${operations} operations, ${acknowledged} writes acknowledged, ${unknown} unknown, ${events} events`
  console.log(`${fault.name}: ${round} rounds, ${counts}`)
}

async function judgeMembers(): Promise<void> {
  using network = createNetwork(3)
  if (network === undefined) {
    console.log('network namespaces need root and ip: no partition is judged, members are only paused')
  }
  await using etcd = await startEtcd({ members: 3, hosts: network?.hosts ?? [] })
  async function* sameEtcd(): AsyncIterable<Etcd> {
    for (let round = 0; round < rounds; round++) yield etcd
  }
  for (const fault of [...faults, ...(network === undefined ? [] : partitions)].filter(chosen)) {
    await judge(fault, sameEtcd)
  }
}

/** The disks are small: after some rounds etcd starts anew on empty ones. */
const roundsOfDisks = 5

async function* newEtcds(): AsyncIterable<Etcd> {
  for (let round = 0; round < rounds; round += roundsOfDisks) {
    using mounted = createDisks(3)
    if (mounted === undefined) return
    await using etcd = await startEtcd({ members: 3, disks: mounted.disks })
    for (let count = round; count < Math.min(rounds, round + roundsOfDisks); count++) yield etcd
  }
}

async function judgeDisks(): Promise<void> {
  const probe = createDisks(1)
  probe?.[Symbol.dispose]()
  if (probe === undefined) console.log('file systems need root and mount: no full disk is judged')
  else for (const fault of fullDisks.filter(chosen)) await judge(fault, newEtcds)
}

if ([...faults, ...partitions].some(chosen)) await judgeMembers()
if (fullDisks.some(chosen)) await judgeDisks()
console.log(failed === 0 ? 'no error' : `${failed} rounds with errors`)
process.exitCode = failed === 0 ? 0 : 1
