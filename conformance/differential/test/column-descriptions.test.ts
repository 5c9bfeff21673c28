import { expect, it } from 'vitest'
import { withoutColumnDescriptions } from '../judge/column-descriptions.ts'

const table = (description: string): object => ({
  kind: 'Table',
  columnDefinitions: [{ name: 'Name', type: 'string', description }],
  rows: [{ cells: ['a'], object: { description: 'kept' } }],
})

it('a table, alone or in a watch, is compared without the descriptions of its columns', () => {
  const answer = (body: unknown): unknown => withoutColumnDescriptions({ status: 200, headers: {}, body }).body
  expect(answer(table('x'))).toEqual(table(''))
  const events = (description: string): object => ({ events: [{ type: 'ADDED', object: table(description) }] })
  expect(answer(events('x'))).toEqual(events(''))
})
