import { expect, it } from 'vitest'
import { paceInTurns, systemClock } from '../src/index.ts'

function turn(): Promise<void> {
  return new Promise((resolve) => {
    systemClock.soon(resolve)
  })
}

it('items that come together begin a few in a turn, in their order', async () => {
  const begun: number[] = []
  const begin = paceInTurns<number>(systemClock, 3, (item) => begun.push(item))
  for (let item = 0; item < 8; item++) begin(item)
  expect(begun).toEqual([0, 1, 2])
  await turn()
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
  // One that comes meanwhile is the last.
  begin(8)
  while (begun.length < 9) await turn()
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
})

it('an item that comes alone begins at once, again and again', async () => {
  let begun = 0
  const begin = paceInTurns<string>(systemClock, 1, () => begun++)
  for (let count = 1; count <= 3; count++) {
    begin('alone')
    expect(begun).toBe(count)
    await turn()
    await turn()
  }
})
