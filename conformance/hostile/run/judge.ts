/** Collects what was seen of an attack. */
export interface Judge {
  /** A fact for the table: `2,500 accepted`. */
  note(fact: string): void
  /** Fails the attack with the sentence unless the condition holds. */
  expect(condition: boolean, sentence: string): void
  /** Fails the attack unless every value is among the allowed ones. */
  expectEach(values: readonly unknown[], allowed: readonly unknown[], what: string): void
}

/** What was seen of an attack. */
export interface Verdict {
  readonly facts: readonly string[]
  readonly failures: readonly string[]
}

/** Creates a judge and its verdict. */
export function createJudge(): Judge & Verdict {
  const facts: string[] = []
  const failures: string[] = []
  const expect = (condition: boolean, sentence: string): void => {
    if (!condition) failures.push(sentence)
  }
  return {
    facts,
    failures,
    note: (fact) => void facts.push(fact),
    expect,
    expectEach(values, allowed, what) {
      const others = values.filter((value) => !allowed.includes(value))
      const counts = new Map<unknown, number>()
      for (const value of others) counts.set(value, (counts.get(value) ?? 0) + 1)
      const seen = [...counts].map(([value, count]) => `${String(value)} (${count} times)`).join(', ')
      expect(others.length === 0, `${what}: ${seen}; expected ${allowed.join(' or ')}`)
    },
  }
}
