// Lists of known offenders that are checked in and may only shrink: JSON objects of sorted arrays, so that changes of
// two packages do not meet in one line.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

/**
 * Compares offenders (`{ folder, key, message }`) with the list in `file`, prints the difference and sets the exit
 * code: an offender that is not listed is an error, and so is an entry that no longer offends. With `--write` on the
 * command line the list is written anew, as long as it does not grow.
 */
export function checkAgainstList({ name, file, offenders }) {
  const path = join(root, file)
  const listed = JSON.parse(readFileSync(path, 'utf8'))
  const found = groupByFolder(offenders)
  const { added, gone } = compareLists(found, listed)
  const messageOf = new Map(offenders.map(({ folder, key, message }) => [`${folder} ${key}`, message]))
  if (process.argv.includes('--write') && sizeOf(found) <= sizeOf(listed)) {
    writeFileSync(path, `${JSON.stringify(found, undefined, 2)}\n`)
    console.log(`${name}: ${sizeOf(found)} allowed, ${sizeOf(listed)} before`)
    return
  }
  for (const entry of added) console.error(messageOf.get(entry))
  for (const entry of gone) console.error(`${file}: "${entry}" is no longer needed`)
  if (gone.length > 0) console.error(`run node scripts/check-${name}.mjs --write`)
  const errors = added.length + gone.length
  console.log(errors === 0 ? `${name}: ${sizeOf(found)} allowed` : `${name}: ${errors} errors`)
  if (errors > 0) process.exitCode = 1
}

/** What is found and not listed, and what is listed and not found, as `folder key`. */
export function compareLists(found, listed) {
  const foundEntries = entriesOf(found)
  const listedEntries = entriesOf(listed)
  return {
    added: foundEntries.filter((entry) => !listedEntries.includes(entry)),
    gone: listedEntries.filter((entry) => !foundEntries.includes(entry)),
  }
}

function groupByFolder(offenders) {
  const groups = new Map()
  for (const { folder, key } of offenders) groups.set(folder, new Set([...(groups.get(folder) ?? []), key]))
  const sorted = [...groups].sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(sorted.map(([folder, keys]) => [folder, [...keys].sort()]))
}

function entriesOf(list) {
  return Object.entries(list).flatMap(([folder, keys]) => keys.map((key) => `${folder} ${key}`))
}

function sizeOf(list) {
  return entriesOf(list).length
}
