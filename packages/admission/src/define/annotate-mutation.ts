import { formatJson, type ApiObject, type Vocabulary } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import { jsonPatchBetween } from './json-patch-between.ts'

/** A run of `mutate`. */
export interface Mutation {
  /** The name of the plugin. */
  readonly plugin: string
  readonly before: ApiObject
  /** The same object as `before` if the plugin changed nothing. */
  readonly after: ApiObject
}

/**
 * Annotates the audit event with the run of a plugin and, at level Request, with its changes as a JSON Patch. The
 * annotations are those of webhooks, with `plugin` for `webhook` and the name of the plugin for the index.
 */
export function annotateMutation(
  attributes: AdmissionAttributes,
  { plugin, before, after }: Mutation,
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
