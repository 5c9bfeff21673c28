// Adds up what the suites counted: `node scripts/sum-results.mjs FOLDER NAME…` reads FOLDER/NAME.json, and FOLDER/NAME.again.json,
// the second run of the files that failed. The last line is `N passed, N failed`, with every failed test named above. A suite
// that left no result, or ran nothing, is a failure. `--failed-files FOLDER NAME` prints the files to run again instead.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { failedFilesOf, sumResults } from './results.mjs'

const listsFiles = process.argv[2] === '--failed-files'
const [folder, ...names] = process.argv.slice(listsFiles ? 3 : 2)

if (listsFiles) {
  for (const file of failedFilesOf(resultOf(names[0]))) console.log(file)
} else {
  const { lines, passed, failed } = sumResults(names.map((name) => [name, resultOf(name), resultOf(`${name}.again`)]))
  for (const line of lines) console.log(line)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

function resultOf(name) {
  const path = join(folder, `${name}.json`)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
