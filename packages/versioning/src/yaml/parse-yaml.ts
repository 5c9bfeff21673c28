import { runAtOnce, runInSlices, type StatusError, type TimeSlices } from '@pinnace/meta'
import { parseEvents, YAMLException } from 'js-yaml'
import { goYamlReason, type YamlMark } from './go-yaml-error.ts'
import { parseEventsInWorker } from './parse-events-in-worker.ts'
import { eventsOf, unpackEvents, type EventSource } from './yaml-events.ts'
import { refusedYaml, severalDocuments, YamlReader, type ParsedYaml } from './yaml-reader.ts'

/** Collections inside one another, at most. Nothing a server stores comes near it. */
const maxDepth = 500

/**
 * Reads one YAML document as kube-apiserver does: YAML 1.1 words, keys turned into text, aliases copied. Throws
 * BadRequest (400) for text that is no YAML, more than one document, values JSON cannot say, and documents that grow
 * out of all proportion through aliases.
 */
// upstream: sigs yaml, YAMLToJSON and YAMLToJSONStrict over goyaml.v2
export function parseYaml(text: string): ParsedYaml {
  return runAtOnce(new YamlReader(text, eventsNow(text)).readInSteps())
}

/** As {@link parseYaml}, of a large text: it is parsed in another thread where there are threads, and read in slices. */
export async function parseLargeYaml(text: string, slices: TimeSlices): Promise<ParsedYaml> {
  if (hasManyDocuments(text)) throw severalDocuments()
  const answer = await parseEventsInWorker(text, maxDepth)
  if (answer?.reason !== undefined) throw noYaml(text, answer.reason, answer)
  const events = answer === undefined ? eventsNow(text) : unpackEvents(answer.packed)
  await slices.next()
  return runInSlices(new YamlReader(text, events).readInSteps(), slices)
}

/** Markers of documents from which a text is not parsed: it would be refused afterwards. */
const manyDocuments = 1_000

function hasManyDocuments(text: string): boolean {
  let count = 0
  for (let at = text.indexOf('\n---'); at >= 0 && count < manyDocuments; at = text.indexOf('\n---', at + 1)) count++
  return count === manyDocuments
}

function eventsNow(text: string): EventSource {
  try {
    return eventsOf(parseEvents(text, { maxDepth }))
  } catch (error) {
    if (error instanceof YAMLException) throw noYaml(text, error.reason, error.mark, error)
    throw error
  }
}

function noYaml(text: string, reason: string, mark: YamlMark | undefined, cause?: Error): StatusError {
  return refusedYaml(goYamlReason(text, reason, mark), undefined, cause)
}
