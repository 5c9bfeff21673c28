// Fails when a type or field of the built-in kinds has no description and is not in the list of those that lack one,
// which may only shrink: run with `--write` after describing some of it.
import { descriptionErrors, missingDescriptions } from './missing-descriptions.mjs'
import { readDescriptions } from './read-descriptions.mjs'
import { checkAgainstList } from './shrinking-list.mjs'
import { readTypeFacts } from './type-facts.mjs'

/** Types that have descriptions and no facts: scalars of the machinery, and types that depend on the vocabulary. */
const withoutFacts =
  /^(?:util\.intstr\.|runtime\.|apis\.meta\.v1\.|api\.resource\.|version\.Info$|meta\.v1\.Patch$|apiextensions\.v1\.)/

const types = readTypeFacts()
const { texts } = await readDescriptions()
const errors = descriptionErrors(types, texts, withoutFacts)
for (const error of errors) console.error(error)
if (errors.length > 0) process.exitCode = 1
checkAgainstList({
  name: 'descriptions',
  file: 'scripts/descriptions-missing.json',
  offenders: missingDescriptions(types, texts),
})
