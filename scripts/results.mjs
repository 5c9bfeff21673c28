// What a suite says about itself, in the form of vitest's JSON reporter.
import { relative } from 'node:path'
import { root } from './workspace.mjs'

/**
 * The sum of suites, given as `[name, text of its result, text of the second run of its failed files]`; without a text the
 * suite broke off. A test that failed, and passed when its file ran again alone, is named as unsteady and counts as passed.
 */
export function sumResults(suites) {
  const lines = []
  let passed = 0
  let failed = 0
  for (const [name, text, again] of suites) {
    const counts = countsOf(parse(text), parse(again))
    passed += counts.passed
    failed += counts.failed
    lines.push(...counts.named)
    lines.push(`${name}: ${counts.passed} passed, ${counts.failed} failed${counts.note}`)
  }
  return { lines, passed, failed }
}

/** The files with failed tests, or that could not be loaded. */
export function failedFilesOf(text) {
  return (parse(text)?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name)
}

function countsOf(result, again) {
  if (result === undefined) return { passed: 0, failed: 1, named: [], note: ' (it left no result)' }
  const files = result.testResults ?? []
  const failures = files.flatMap(failuresOfFile)
  const steady = passedIn(again)
  const unsteady = failures.filter(({ file, test }) => steady(file, test))
  // A test that was skipped is a failure, unless its name says that nothing was judged, because an engine is missing: it is
  // counted as neither.
  const unjudged = files
    .flatMap((file) => file.assertionResults)
    .filter(({ status, fullName }) => status === 'skipped' && String(fullName).includes('nothing was judged')).length
  const skipped = Number(result.numPendingTests ?? 0) + Number(result.numTodoTests ?? 0) - unjudged
  const broken = failures.filter(({ test }) => test === undefined)
  const passed = Number(result.numPassedTests) + unsteady.length
  const failed = Number(result.numFailedTests) + broken.length + skipped - unsteady.length
  const named = failures.map((failure) => {
    const { file, test, message } = failure
    return `${unsteady.includes(failure) ? 'unsteady' : 'failed'}: ${file}${test === undefined ? '' : ` > ${test}`}\n    ${message}`
  })
  if (passed + failed === 0) return { passed: 0, failed: 1, named, note: ' (it ran no tests)' }
  if (failures.length === 0 && failed === 0 && result.success === false) {
    return { passed, failed: 1, named, note: ' (an error outside of the tests)' }
  }
  const notes = [
    ...(broken.length === 0 ? [] : [`${broken.length} files could not be run`]),
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    ...(unsteady.length === 0 ? [] : [`${unsteady.length} unsteady`]),
    ...(unjudged === 0 ? [] : [`nothing was judged by ${unjudged}`]),
  ]
  return { passed, failed, named, note: notes.length === 0 ? '' : ` (${notes.join(', ')})` }
}

/** The failed tests of a file; a file that could not be loaded has none, and is itself a failure. */
function failuresOfFile({ name, status, message, assertionResults }) {
  const file = name === undefined ? '' : relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [{ file, test: undefined, message: firstLines(message) }] : []
  return failed.map(({ fullName, failureMessages }) => ({
    file,
    test: fullName,
    message: firstLines(failureMessages?.[0]),
  }))
}

/** Whether a test, or a file, passed in this result. */
function passedIn(result) {
  const files = new Map((result?.testResults ?? []).map((file) => [relative(root, file.name), file]))
  return (name, test) => {
    const file = files.get(name)
    if (file === undefined || test === undefined) return file?.status === 'passed'
    return file.assertionResults.some(({ fullName, status }) => fullName === test && status === 'passed')
  }
}

function firstLines(message) {
  const lines = String(message ?? 'no message')
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
  return lines.slice(0, 6).join('\n    ').slice(0, 1500)
}

function parse(text) {
  if (text === undefined) return undefined
  try {
    const result = JSON.parse(text)
    return Number.isInteger(result.numPassedTests) && Number.isInteger(result.numFailedTests) ? result : undefined
  } catch {
    return undefined
  }
}
