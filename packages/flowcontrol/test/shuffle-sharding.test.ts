import { expect, it } from 'vitest'
import { dealHand, hashText } from '../src/shuffle-sharding.ts'

it('a hand has different queues, and the same text and seed deal the same hand', () => {
  for (let flow = 0; flow < 1000; flow++) {
    const hand = dealHand(hashText(`flow-${flow}`, 42), 8, 8)
    expect([...hand].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  }
  expect(dealHand(hashText('a', 42), 128, 6)).toEqual(dealHand(hashText('a', 42), 128, 6))
  expect(dealHand(hashText('a', 42), 128, 6)).not.toEqual(dealHand(hashText('a', 43), 128, 6))
})

it('queues are dealt evenly, and few flows have no queue of their own beside ten busy ones', () => {
  const counts = Array.from({ length: 128 }, () => 0)
  for (let flow = 0; flow < 10_000; flow++) {
    for (const queue of dealHand(hashText(`user-${flow}`, 7), 128, 6)) counts[queue] = (counts[queue] ?? 0) + 1
  }
  // 469 each on average.
  expect(Math.min(...counts)).toBeGreaterThan(370)
  expect(Math.max(...counts)).toBeLessThan(570)
  const busy = new Set(Array.from({ length: 10 }, (_, flow) => dealHand(hashText(`busy-${flow}`, 7), 128, 6)).flat())
  let squeezed = 0
  for (let flow = 0; flow < 10_000; flow++) {
    if (dealHand(hashText(`user-${flow}`, 7), 128, 6).every((queue) => busy.has(queue))) squeezed++
  }
  // (60/128)^6 at most is 1 %.
  expect(squeezed).toBeLessThan(150)
})
