import { describe, expect, it } from 'vitest'
import { parseFieldSelector, parseLabelSelector } from '../src/index.ts'

describe('selectors that were parsed before', () => {
  it('are the same object, which nothing can change', () => {
    const fields = parseFieldSelector('metadata.name=kept')
    expect(parseFieldSelector('metadata.name=kept')).toBe(fields)
    expect(Object.isFrozen(fields) && Object.isFrozen(fields.requirements)).toBe(true)
    const labels = parseLabelSelector('app in (kept,too)')
    expect(parseLabelSelector('app in (kept,too)')).toBe(labels)
    expect(Object.isFrozen(labels) && Object.isFrozen(labels.requirements)).toBe(true)
  })

  it('are parsed again if they are longer than 256 characters and not the last of these', () => {
    const [text, other] = ['x', 'y'].map((letter) => `metadata.name=${letter.repeat(256)}`) as [string, string]
    const first = parseFieldSelector(text)
    expect(parseFieldSelector(text)).toBe(first)
    parseFieldSelector('metadata.name=short')
    expect(parseFieldSelector(text)).toBe(first)
    parseFieldSelector(other)
    expect(parseFieldSelector(text)).not.toBe(first)
    expect(parseFieldSelector(text)).toMatchObject({ requirements: first.requirements })
  })

  it('are refused each time if they are wrong', () => {
    for (let round = 0; round < 2; round++) {
      expect(() => parseFieldSelector('nothing')).toThrow("invalid selector: 'nothing'; can't understand 'nothing'")
    }
  })

  it('give way to newer ones', () => {
    const first = parseLabelSelector('first=1')
    for (let index = 0; index < 600; index++) parseLabelSelector(`n=${index}`)
    expect(parseLabelSelector('first=1')).not.toBe(first)
  })
})
