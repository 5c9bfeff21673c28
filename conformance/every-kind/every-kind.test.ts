import { readFileSync } from 'node:fs'
import { createServer, type Server } from '@pinnace/server'
import { afterAll, describe, expect, it } from 'vitest'
import { checks, readRevision } from './checks.ts'
import { collectionPath } from './requests.ts'
import { formatRow, rowsOf } from './rows.ts'
import { bindJane } from './rules.ts'
import { prerequisitesOf, sampleOf, type Sample } from './samples.ts'
import { send } from './send.ts'
import { readServedKinds, type ServedKind } from './served-kinds.ts'

/** The rows that no test covers, a line each below a heading. The list may only shrink. */
const uncoveredFile = new URL('../uncovered.txt', import.meta.url)
const uncovered = readFileSync(uncoveredFile, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

const base = await createServer({
  vocabulary: 'kubernetes',
  runtimeConfig: 'api/beta',
  admissionControl: { disable: ['ServiceAccount'] },
  tokenAuthenticators: [
    (token) => ({ user: { username: token, groups: token === 'admin' ? ['system:masters'] : [], extra: {} } }),
  ],
})
await bindJane(base)
const servedKinds = await readServedKinds(base)
afterAll(() => base.close())

describe('every row that is not listed in conformance/uncovered.txt holds', () => {
  it.each(servedKinds.map((served) => [`${served.groupVersion} ${served.resource}`, served] as const))(
    '%s',
    async (_name, served) => {
      const outcomes = await runRows(served)
      const failures = [...outcomes].filter(([row, error]) => error !== undefined && !uncovered.includes(row))
      expect(failures.map(([row, error]) => `${row}: ${String(error)}`)).toEqual([])
      const repaired = [...outcomes].filter(([row, error]) => error === undefined && uncovered.includes(row))
      expect(repaired.map(([row]) => `${row}: is covered, delete its line`)).toEqual([])
    },
  )
})

describe('conformance/uncovered.txt', () => {
  it('lists rows of served kinds, sorted, each once', () => {
    const rows = new Set(servedKinds.flatMap(rowsOf).map(formatRow))
    expect(uncovered.filter((line) => !rows.has(line))).toEqual([])
    expect(uncovered).toEqual([...new Set(uncovered)].sort())
  })
})

/** Runs the check of every row of a kind, each on the same state, and returns what each failed with. */
async function runRows(served: ServedKind): Promise<ReadonlyMap<string, unknown>> {
  const server = base.fork()
  for (const sample of prerequisitesOf(served)) await create(server, '/api/v1/namespaces/default/pods', sample)
  const empty = server.fork()
  if (served.isStored) await create(server, collectionPath(served), sampleOf(served))
  // The server maintains conditions of some objects, after the next request.
  await readRevision(server)
  const filled = server.fork()
  const outcomes = new Map<string, unknown>()
  for (const row of rowsOf(served)) {
    server.restore(row.verb === 'create' && row.subresource === '' ? empty : filled)
    outcomes.set(formatRow(row), await failureOf(() => checks[row.aspect](server, row)))
  }
  for (const each of [server, empty, filled]) await each.close()
  return outcomes
}

async function failureOf(check: () => Promise<void>): Promise<unknown> {
  try {
    await check()
    return undefined
  } catch (error) {
    return error ?? new Error('failed')
  }
}

async function create(server: Server, path: string, body: Sample): Promise<void> {
  const reply = await send(server, { user: 'admin', method: 'POST', path, body })
  if (reply.status !== 201) throw new Error(`POST ${path}: ${reply.text}`)
}
