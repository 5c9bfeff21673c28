// Replaces a server of an earlier build by one of this checkout while both run over one store:
//   npm run conformance:upgrade [-- --old=FOLDER]
// Without a folder, the earlier release is this one as it emulates 1.35. FOLDER is a checkout of an earlier commit in which `npm run setup` and `npm run build` were run.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { storedKinds } from '../differential/cases/kinds.ts'
import { buildPinnace, launchPinnace } from '../differential/sides/pinnace.ts'
import { judgeUpgrade } from './judge-upgrade.ts'
import { sharedStores } from './shared-stores.ts'

const { values } = parseArgs({
  options: {
    old: { type: 'string' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '20' },
  },
})
process.exitCode = await main(values.old === undefined ? undefined : join(values.old, 'packages/cli/bin/pinnace.js'))

async function main(bin: string | undefined): Promise<number> {
  if (bin !== undefined && !existsSync(bin)) {
    console.error(`${bin} does not exist: run \`npm run setup\` and \`npm run build\` in that checkout`)
    return 2
  }
  if (sharedStores.size === 0) console.log('neither etcd nor PostgreSQL was found; nothing was judged')
  const old = bin === undefined ? { flags: ['--emulated-version=1.35'] } : { bin, flags: [] }
  buildPinnace()
  const kinds = await storedKinds()
  let failures = 0
  for (const [name, open] of sharedStores) {
    await using store = await open()
    const { violations, objects, writes, events } = await judgeUpgrade({
      startOld: () => launchPinnace({ ...old, flags: [...store.flags, ...old.flags, '--hostname-override=old'] }),
      startNext: () => launchPinnace({ flags: [...store.flags, '--hostname-override=next'] }),
      kinds,
      seed: Number(values.seed),
      phaseMs: Number(values.seconds) * 1_000,
    })
    console.log(`${name}: ${objects} objects, ${writes} writes, ${events} events: ${violations.length} violations`)
    for (const violation of violations.slice(0, 50)) console.log(`  ${violation}`)
    failures += violations.length
  }
  if (sharedStores.size === 0) console.log('not judged: neither etcd nor PostgreSQL was found')
  return failures === 0 ? 0 : 1
}
