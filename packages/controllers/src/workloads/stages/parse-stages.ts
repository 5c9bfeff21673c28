import { parseManifests } from '@pinnace/client'
import { compileStages } from './compile-stages.ts'
import { readStage } from './read-stage.ts'
import type { Stage } from './stage.ts'

/**
 * The stages of a text that contains kwok's `Stage` objects, of version v1alpha1, in YAML or JSON. A TypeError
 * names the document and the field of what is not supported: fields that do not exist here, expressions in CEL, parts of
 * jq and of Go templates that are not among those of {@link Stage}, and impersonation.
 *
 * @example
 * const stages = await parseStages(readFileSync('stages.yaml', 'utf8'))
 * startControllers({ ...optionsForServer(server), additional: simulateWorkloads({ stages }) })
 */
export async function parseStages(text: string): Promise<readonly Stage[]> {
  const manifests = await parseManifests(text, 'stages')
  const stages = manifests.map(({ object, where }) => {
    const { apiVersion, kind } = object
    if (kind !== 'Stage' || !apiVersion.startsWith('kwok.') || !apiVersion.endsWith('/v1alpha1')) {
      throw new TypeError(`${where}: ${apiVersion} ${kind} is not a Stage of kwok, version v1alpha1`)
    }
    return readStage(object, where)
  })
  compileStages(stages)
  return stages
}
