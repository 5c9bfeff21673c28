import type { Reporter, TestCase } from 'vitest/node'

/** Prints, at the end, how many checks each client passed and failed. */
export class CountReporter implements Reporter {
  readonly #counts = new Map<string, { passed: number; failed: number }>()

  onTestCaseResult(test: TestCase): void {
    const version = /^kubectl 1\.\d+/.exec(test.fullName)?.[0]
    const { state } = test.result()
    if (version === undefined || state === 'skipped') return
    const count = this.#counts.get(version) ?? { passed: 0, failed: 0 }
    this.#counts.set(version, count)
    if (state === 'passed') count.passed++
    else count.failed++
  }

  onTestRunEnd(): void {
    const minor = (version: string): number => Number(version.split('.')[1])
    for (const [version, { passed, failed }] of [...this.#counts].sort(([a], [b]) => minor(a) - minor(b))) {
      console.log(`${version}: ${passed} checks passed, ${failed} failed`)
    }
  }
}
