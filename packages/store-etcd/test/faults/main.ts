import { parseArgs } from 'node:util'
import { etcdBinary, startEtcd, withoutEtcd } from '../start-etcd.ts'
import { faults, partitions } from './faults.ts'
import { createNetwork } from './network.ts'
import { runRound } from './run-round.ts'

// npm run faults -- --store=etcd --rounds=100 [--fault=TEXT] [--fault-ms=10000] [--seed=1]
const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'etcd' },
    rounds: { type: 'string', default: '100' },
    fault: { type: 'string', default: '' },
    'fault-ms': { type: 'string', default: '1500' },
    seed: { type: 'string', default: '1' },
  },
})
if (values.store !== 'etcd') throw new Error(`--store must be etcd, not ${values.store}`)
if (etcdBinary === undefined) throw new Error(withoutEtcd)
const [rounds, faultMs, firstSeed] = [values.rounds, values['fault-ms'], values.seed].map(Number)
if (!(Number.isInteger(rounds) && Number.isInteger(faultMs) && Number.isInteger(firstSeed))) {
  throw new Error('--rounds, --fault-ms and --seed must be integers')
}

using network = createNetwork(3)
if (network === undefined) {
  console.log('network namespaces need root and ip: no partition is judged, members are only paused')
}
await using etcd = await startEtcd({ members: 3, hosts: network?.hosts ?? [] })
let failed = 0
const all = [...faults, ...(network === undefined ? [] : partitions)]
for (const fault of all.filter(({ name }) => name.includes(values.fault))) {
  let [operations, acknowledged, unknown, events] = [0, 0, 0, 0]
  for (let round = 0; round < (rounds ?? 0); round++) {
    const seed = (firstSeed ?? 0) + round
    const report = await runRound({ etcd, fault, seed, faultMs: faultMs ?? 0 })
    operations += report.operations
    acknowledged += report.acknowledged
    unknown += report.unknown
    events += report.events
    if (report.errors.length > 0) {
      failed++
      console.error(`round ${round} of "${fault.name}", --seed=${seed}:\n${report.errors.join('\n')}`)
    }
  }
  const counts = `${operations} operations, ${acknowledged} writes acknowledged, ${unknown} unknown, ${events} events`
  console.log(`${fault.name}: ${rounds} rounds, ${counts}`)
}
console.log(failed === 0 ? 'no error' : `${failed} rounds with errors`)
process.exitCode = failed === 0 ? 0 : 1
