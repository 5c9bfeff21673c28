/**
 * A reporter of vitest that names the test files that still run when the run is ended from outside. A file that blocks
 * its thread cannot time out, and no other reporter mentions a file before it has ended.
 * @returns {import('vitest/reporters').Reporter}
 */
export default class ReportUnfinished {
  /** @type {Set<string>} */
  #running = new Set()

  onInit() {
    process.once('SIGTERM', () => {
      for (const file of this.#running) console.error(`not finished: ${file}`)
      process.exit(1)
    })
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleStart(module) {
    this.#running.add(module.relativeModuleId)
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    this.#running.delete(module.relativeModuleId)
  }
}
