import { expect, it } from 'vitest'
import { storedKinds } from '../differential/cases/kinds.ts'
import { launchPinnace, type Started } from '../differential/sides/pinnace.ts'
import { judgeUpgrade } from './judge-upgrade.ts'
import { sharedStores } from './shared-stores.ts'

// The old release is this one as it emulates 1.35: the kinds, versions and fields of that release. `npm run
// conformance:upgrade` takes a build of an earlier commit instead.
it.each([...sharedStores])(
  'a rolling upgrade over %s loses nothing and shows every change once',
  async (_, open) => {
    await using store = await open()
    const start = (host: string, flags: readonly string[]): Promise<Started> =>
      launchPinnace({ fromSources: true, flags: [...store.flags, `--hostname-override=${host}`, ...flags] })
    const { violations, objects, writes, events } = await judgeUpgrade({
      startOld: () => start('old', ['--emulated-version=1.35']),
      startNext: () => start('next', []),
      kinds: await storedKinds(),
      seed: 1,
      phaseMs: 2_000,
    })
    expect(violations).toEqual([])
    expect([objects > 100, writes > 50, events > 8 * 50]).toEqual([true, true, true])
  },
  600_000,
)

it('needs etcd or PostgreSQL', () => {
  if (sharedStores.size === 0) console.warn('neither etcd nor PostgreSQL was found; nothing was judged')
})
