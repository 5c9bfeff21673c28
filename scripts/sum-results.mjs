// Adds up what the suites counted: `node scripts/sum-results.mjs FOLDER NAME…` reads FOLDER/NAME.json. The last line is
// `N passed, N failed`. A suite that left no result, or ran nothing, is a failure.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sumResults } from './results.mjs'

const [folder, ...names] = process.argv.slice(2)
const suites = names.map((name) => {
  const path = join(folder, `${name}.json`)
  return [name, existsSync(path) ? readFileSync(path, 'utf8') : undefined]
})
const { lines, passed, failed } = sumResults(suites)
for (const line of lines) console.log(line)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
