// Kills a process that writes a store, or the command under load, again and again, and checks what is left:
//   npm run crash [-- --store=lmdb|postgres] [--kills=1000] [--seed=1]
//   npm run crash -- --command [--store=lmdb|postgres|etcd] [--kills=100] [--seed=1]
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './workspace.mjs'

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'lmdb' },
    command: { type: 'boolean', default: false },
    kills: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
const { kills = values.command ? '100' : '1000' } = values
const test = `packages/${values.command ? 'cli' : `store-${values.store}`}/test/crash.test.ts`
if (!/^[a-z]+$/.test(values.store) || !existsSync(join(root, test))) {
  console.error(`--store=${values.store}: there is no ${test}`)
  process.exit(2)
}
if (!/^[1-9]\d*$/.test(kills) || !/^\d+$/.test(values.seed)) {
  console.error('--kills must be a positive number, --seed a number')
  process.exit(2)
}
const env = { ...process.env, PINNACE_KILLS: kills, PINNACE_SEED: values.seed, PINNACE_STORE: values.store }
const vitest = ['vitest', 'run', '--config', 'conformance/vitest.config.ts', test]
process.exit(spawnSync('npx', vitest, { cwd: root, env, stdio: 'inherit' }).status ?? 1)
