// What a suite says about itself, in the form of vitest's JSON reporter.

/** The sum of suites, given as `[name, text of its result]`; without a text the suite broke off. */
export function sumResults(suites) {
  const lines = []
  let passed = 0
  let failed = 0
  for (const [name, text] of suites) {
    const counts = countsOf(text)
    passed += counts.passed
    failed += counts.failed
    lines.push(`${name}: ${counts.passed} passed, ${counts.failed} failed${counts.note}`)
  }
  return { lines, passed, failed }
}

function countsOf(text) {
  const result = parse(text)
  if (result === undefined) return { passed: 0, failed: 1, note: ' (it left no result)' }
  const passed = Number(result.numPassedTests)
  // A file that could not be loaded has no test that failed, and is a failure. So is a test that was skipped, unless its name
  // says that nothing was judged, because an engine is missing: it is counted as neither.
  const broken = (result.testResults ?? []).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length
  const unjudged = (result.testResults ?? [])
    .flatMap((file) => file.assertionResults)
    .filter(({ status, fullName }) => status === 'skipped' && String(fullName).includes('nothing was judged')).length
  const skipped = Number(result.numPendingTests ?? 0) + Number(result.numTodoTests ?? 0) - unjudged
  const failed = Number(result.numFailedTests) + broken + skipped
  if (passed + failed === 0) return { passed: 0, failed: 1, note: ' (it ran no tests)' }
  if (failed === 0 && result.success === false) return { passed, failed: 1, note: ' (an error outside of the tests)' }
  const notes = [
    ...(broken === 0 ? [] : [`${broken} files could not be run`]),
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    ...(unjudged === 0 ? [] : [`nothing was judged by ${unjudged}`]),
  ]
  return { passed, failed, note: notes.length === 0 ? '' : ` (${notes.join(', ')})` }
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
