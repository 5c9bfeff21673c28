// Asks Pinnace and kube-apiserver the same and compares the answers: README.md beside this file.
import { readFileSync, writeFileSync } from 'node:fs'
import { areas } from './cases/areas.ts'
import type { Area } from './cases/case.ts'
import { connect } from './judge/connect.ts'
import { judgeAreas, type AskBoth } from './judge/judge.ts'
import { formatCauses, formatExplained, formatFigures } from './judge/report.ts'
import { writeRecording, type AnsweredCase } from './judge/recording.ts'
import { inGroups, inServers, recordedAreas, recordedContext } from './judge/replay.ts'
import { runCase } from './judge/run-case.ts'
import { runReplay } from './run-replay.ts'
import { writePage } from './judge/write-page.ts'
import { compareWithList, createVerdict, type Explanation, type Unexplained, type Verdict } from './judge/verdict.ts'
import { readOptions, usage, type Options } from './options.ts'
import { startSides, type Sides } from './sides/start-sides.ts'

/** The release of the recordings. */
const assumedVersion = '1.36.3'

const replayUnexplainedFile = new URL('recorded/unexplained.json', import.meta.url)
const unexplainedFile = new URL('unexplained.json', import.meta.url)

const options = readOptions(process.argv.slice(2), process.env)
if (options.help) console.log(usage)
else process.exitCode = await main(options)

async function main(options: Options): Promise<number> {
  if (options.replay) return replay(options)
  const verdict = createVerdict(readJson<Explanation[]>(new URL('explained.json', import.meta.url)))
  const recorded = new Map<string, AnsweredCase[]>()
  let version = assumedVersion
  for (const group of inServers(areas)) {
    const chosen = group.filter(({ name }) => options.areas?.includes(name) !== false)
    const [first] = chosen
    if (first === undefined) continue
    if (first.servers !== undefined && options.original !== undefined) {
      console.log(`not judged: ${first.name} needs servers with other flags, which are started without --original`)
      continue
    }
    const sides = await startSides(options, first.servers)
    if (sides === undefined) {
      console.log(
        'not judged: kube-apiserver and etcd are not here. Build them (README.md) and set PINNACE_ORIGINAL=FOLDER',
      )
      return 0
    }
    try {
      if (options.record) await record(sides, chosen, recorded)
      else await judge(sides, chosen, { options, verdict })
      if (first.servers === undefined) version = await versionOf(sides.original)
    } finally {
      await sides.stop()
    }
  }
  if (!options.record) return conclude(verdict, options, version)
  for (const [area, cases] of recorded) writeRecording(area, cases)
  return 0
}

async function judge(
  { original, pinnace, prefix, words }: Sides,
  chosen: readonly Area[],
  { options, verdict }: { readonly options: Options; readonly verdict: Verdict },
): Promise<void> {
  const sides = { original: connect('original', original, words), pinnace: connect('pinnace', pinnace, words) }
  const ask: AskBoth = async (area, one) => {
    const named = { ...one, name: `${area} ${one.name}`.replaceAll(prefix, 'px') }
    const [left, right] = await Promise.all([
      runCase(sides.original, named, prefix),
      runCase(sides.pinnace, named, prefix),
    ])
    return left.flatMap((answered, at) => {
      const other = right[at]
      return other === undefined ? [] : [{ original: answered, pinnace: other }]
    })
  }
  const { minutes, every, kinds } = options
  const selection = {
    inFlight: 4,
    ...(minutes === undefined ? {} : { until: Date.now() + minutes * 60_000 }),
    ...(kinds === undefined ? {} : { kinds }),
  }
  await judgeAreas(chosen, { prefix, every }, selection, { ask, tell: (comparison) => verdict.tell(comparison) })
  sides.original.close()
  sides.pinnace.close()
}

/** Keeps the answers of kube-apiserver that the replay compares with. */
async function record(
  { original, prefix, words }: Sides,
  chosen: readonly Area[],
  recorded: Map<string, AnsweredCase[]>,
): Promise<void> {
  const side = connect('original', original, words)
  const ask: AskBoth = async (area, one) => {
    const name = `${area} ${one.name}`.replaceAll(prefix, 'px')
    const answers = await runCase(side, { ...one, name }, prefix)
    recorded.set(area, [...(recorded.get(area) ?? []), { name, answers }])
    return []
  }
  const context = { ...recordedContext, prefix }
  for (const group of inGroups(recordedAreas(chosen))) {
    await Promise.all(group.map((area) => judgeAreas([area], context, { inFlight: 4 }, { ask, tell: () => {} })))
  }
  side.close()
}

/** Compares Pinnace with the recorded answers. */
async function replay(options: Options): Promise<number> {
  const explanations = readJson<Explanation[]>(new URL('explained.json', import.meta.url))
  const { verdict, missing } = await runReplay(explanations, options)
  if (options.group)
    console.log(
      `${formatCauses(verdict, options.examples, options.filter)}\n\n${formatExplained(verdict, options.examples)}\n`,
    )
  console.log(formatFigures(verdict.figures))
  if (missing.length > 0) console.log(`${missing.length} requests are not recorded, the first: ${missing[0]}`)
  if (options.write) writeFileSync(replayUnexplainedFile, `${JSON.stringify(verdict.unexplained(), undefined, 1)}\n`)
  const { grown } = compareWithList(verdict.unexplained(), readJson<Unexplained>(replayUnexplainedFile))
  for (const line of grown.slice(0, 20)) console.error(`not in recorded/unexplained.json: ${line}`)
  return grown.length === 0 ? 0 : 1
}

/** The release of kube-apiserver: `1.36.3`. */
async function versionOf(url: string): Promise<string> {
  const side = connect('original', url)
  const { text } = await side.send({ method: 'GET', path: '/version' })
  side.close()
  const { gitVersion } = JSON.parse(text) as { gitVersion: string }
  // A binary that is built without the flags of a release does not know which one it is.
  return gitVersion.includes('0.0.0') ? assumedVersion : gitVersion.replace(/^v/, '')
}

/** Prints what was found and compares it with the lists; the exit code. */
function conclude(
  verdict: Verdict,
  { group, examples, filter, json, write, areas: chosen, kinds, every, minutes }: Options,
  version: string,
): number {
  if (group) console.log(`${formatCauses(verdict, examples, filter)}\n\n${formatExplained(verdict, examples)}\n`)
  console.log(formatFigures(verdict.figures))
  if (json !== undefined) {
    const causes = [...verdict.causes.values()].map((cause) => ({ ...cause, kinds: Object.fromEntries(cause.kinds) }))
    writeFileSync(json, `${JSON.stringify(causes, undefined, 1)}\n`)
  }
  const isWhole = chosen === undefined && kinds === undefined && every === 1 && minutes === undefined
  const found = verdict.unexplained()
  const listed = readJson<Unexplained>(unexplainedFile)
  const { grown, gone } = compareWithList(found, listed)
  if (write && isWhole) {
    writeFileSync(unexplainedFile, `${JSON.stringify(found, undefined, 1)}\n`)
    const explanations = readJson<Explanation[]>(new URL('explained.json', import.meta.url))
    const date = new Date().toISOString().slice(0, 10)
    writePage({ areas, figures: verdict.figures, explanations, version, date })
    return 0
  }
  const unused = isWhole
    ? verdict.unusedExplanations().map(({ difference }) => `explained.json: nothing differs by ${difference}`)
    : []
  const failures = [...grown.map((line) => `not in unexplained.json: ${line}`), ...unused]
  if (isWhole) failures.push(...gone.map((line) => `unexplained.json is too long, write it with --write: ${line}`))
  for (const failure of failures.slice(0, 20)) console.error(failure)
  if (failures.length > 20) console.error(`and ${failures.length - 20} more`)
  return failures.length === 0 ? 0 : 1
}

function readJson<T>(file: URL): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}
