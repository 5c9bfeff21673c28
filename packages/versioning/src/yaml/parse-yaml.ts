import { parseEvents, YAMLException } from 'js-yaml'
import { goYamlReason } from './go-yaml-error.ts'
import { refusedYaml, YamlReader, type ParsedYaml } from './yaml-reader.ts'

/** Collections inside one another, at most. Nothing a server stores comes near it. */
const maxDepth = 500

/**
 * Reads one YAML document as kube-apiserver does: YAML 1.1 words, keys turned into text, aliases copied. Throws
 * BadRequest (400) for text that is no YAML, more than one document, values JSON cannot say, and documents that grow
 * out of all proportion through aliases.
 */
// upstream: sigs yaml, YAMLToJSON and YAMLToJSONStrict over goyaml.v2
export function parseYaml(text: string): ParsedYaml {
  try {
    return new YamlReader(text, parseEvents(text, { maxDepth })).read()
  } catch (error) {
    if (error instanceof YAMLException)
      throw refusedYaml(goYamlReason(text, error.reason, error.mark), undefined, error)
    throw error
  }
}
