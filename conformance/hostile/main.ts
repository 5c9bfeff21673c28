// Asks kube-apiserver the hostile requests and writes down its answers: README.md beside this file.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { expectedFile, readExpected, type Expectation } from './expected.ts'
import { areas } from './requests/areas.ts'
import { prepare, tokens } from './scene.ts'
import { sendRaw } from './send-raw.ts'

const { values } = parseArgs({
  options: { original: { type: 'string' }, pinnace: { type: 'string' }, write: { type: 'boolean' } },
})
if (values.original === undefined) {
  console.log('usage: npm run hostile:original -- --original=URL [--pinnace=URL] [--write]')
  process.exitCode = 2
} else process.exitCode = await record(values.original)

async function record(original: string): Promise<number> {
  await prepare(original)
  if (values.pinnace !== undefined) await prepare(values.pinnace)
  const before = readExpected()
  const after: Record<string, Record<string, Expectation>> = {}
  let changed = 0
  for (const [area, requests] of Object.entries(areas)) {
    after[area] = {}
    for (const request of requests) {
      const known = before[area]?.[request.name]
      const { status } = await sendRaw(original, request, tokens)
      const here = values.pinnace === undefined ? known?.here : (await sendRaw(values.pinnace, request, tokens)).status
      if (known?.status !== status || (values.pinnace !== undefined && here !== (known.here ?? known.status))) {
        changed++
        console.log(`${area}: ${request.name}: ${status}, was ${known?.status}; here ${here}`)
      }
      const differs = here !== undefined && here !== status
      after[area][request.name] = { status, ...(differs ? { here, why: known?.why ?? '' } : {}) }
    }
  }
  if (values.write === true) writeFileSync(expectedFile, `${JSON.stringify(after, null, 2)}\n`)
  console.log(`${changed} differ from expected.json`)
  return changed > 0 && values.write !== true ? 1 : 0
}
