import { formatJson, type ApiObject, type Vocabulary } from '@pinnace/meta'
import type { AdmissionAttributes } from '../attributes.ts'
import { jsonPatchBetween } from './json-patch-between.ts'

/**
 * Writes into the audit record that a plugin has been asked, and what it changed where the record is of level Request:
 * what webhooks leave there, under `plugin` in place of `webhook`, and by the plugin's name in place of an index.
 */
export function annotateMutation(
  plugin: string,
  attributes: AdmissionAttributes,
  before: ApiObject,
  after: ApiObject,
  vocabulary: Vocabulary | undefined,
): void {
  if (vocabulary === undefined || !attributes.isAudited('Metadata')) return
  const group = vocabulary.group('admission')
  const key = `round_${attributes.reinvocation.isReinvoked ? 1 : 0}_plugin_${plugin}`
  const mutated = after !== before
  attributes.annotate(`mutation.plugin.${group}/${key}`, JSON.stringify({ plugin, mutated }))
  if (!mutated || !attributes.isAudited('Request')) return
  const patch = jsonPatchBetween(before, after)
  attributes.annotate(`patch.plugin.${group}/${key}`, formatJson({ plugin, patch, patchType: 'JSONPatch' }), 'Request')
}
