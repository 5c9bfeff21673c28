// Writes and watches over HTTP while connections are cut, and judges what was seen: README.md beside this file.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { writePart } from '../../scripts/pages.mjs'
import { buildPinnace, launchPinnace } from '../differential/sides/pinnace.ts'
import { residentMiB } from '../hostile/run/process-figures.ts'
import { HttpWatch, listObjects } from './http-watch.ts'
import { HttpWriters, judgeObjects } from './http-writers.ts'
import { judgeWatches } from './judge-watches.ts'
import { createDice } from './random.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean' },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('usage: npm run soak -- [--minutes=10] [--seed=1] [--write]')
  process.exitCode = 2
} else process.exitCode = await soak()

async function soak(): Promise<number> {
  buildPinnace()
  const server = await launchPinnace()
  const dice = createDice(seed)
  const side = (name: string): string => (Number(name.at(-1)) % 2 === 0 ? 'left' : 'right')
  const place = { url: () => server.url, path: '/api/v1/namespaces/default/configmaps', token: 'admin-token' }
  const writers = new HttpWriters({ ...place, dice, writers: 12, names: 10, label: side, pauseMs: 60 })
  const watches = Array.from({ length: 20 }, (_, index) => {
    const isSelected = index % 4 === 3
    return new HttpWatch({
      ...place,
      client: `watch ${index}`,
      protocol: index % 2 === 0 ? 'HTTP/1.1' : 'HTTP/2',
      selects: (name) => !isSelected || side(name) === 'left',
      timeoutSeconds: 60 + 10 * index,
      ...(isSelected ? { selector: 'labelSelector=side%3Dleft' } : {}),
    })
  })
  const startMiB = residentMiB(server.pid)
  let mostMiB = startMiB
  try {
    for (const watch of watches) await watch.start()
    writers.start()
    const endMs = performance.now() + minutes * 60_000
    let cuts = 0
    while (performance.now() < endMs) {
      await new Promise((resolve) => setTimeout(resolve, 200 + dice.below(1_500)))
      watches[dice.below(watches.length)]?.cut()
      cuts++
      mostMiB = Math.max(mostMiB, residentMiB(server.pid))
    }
    await writers.stop()
    const mark = await writers.mark()
    const { revision, objects } = await listObjects(place)
    const lateMs = performance.now() + 60_000
    while (watches.some(({ reached }) => reached < mark) && performance.now() < lateMs) {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const histories = watches.map((watch) => watch.history())
    const violations = [
      ...judgeWatches({ histories, writes: writers.acknowledged, final: objects, finalRevision: revision }),
      ...judgeObjects(writers.known, objects),
      ...watches.flatMap(({ errors }) => errors),
      ...writers.errors,
    ]
    const events = histories.flatMap((history) => history.events)
    const bookmarks = events.filter(({ type }) => type === 'BOOKMARK').length
    const opened = watches.reduce((sum, watch) => sum + watch.watches, 0)
    const number = (count: number): string => count.toLocaleString('en-US')
    const sentence = `${new Date().toISOString().slice(0, 10)}, ${minutes} minutes, seed ${seed}, Node.js ${process.version}, ${availableParallelism()} cores: ${number(writers.acknowledged.length)} acknowledged writes of 12 clients, 20 watches (half over HTTP/1.1, half over HTTP/2; a quarter with a selector) that were cut ${number(cuts)} times and opened ${number(opened)} times, ${number(events.length - bookmarks)} events and ${number(bookmarks)} bookmarks: ${violations.length} violations. Resident memory ${Math.round(startMiB)} MiB at the start, ${Math.round(mostMiB)} MiB at most, ${Math.round(residentMiB(server.pid))} MiB at the end.`
    console.log(sentence)
    for (const violation of violations.slice(0, 50)) console.log(`  ${violation}`)
    if (values.write === true) writePart('docs/guide/hardening.md', 'soak', sentence)
    return violations.length > 0 ? 1 : 0
  } finally {
    await Promise.all(watches.map((watch) => watch.stop()))
    await server.kill('SIGKILL')
  }
}
