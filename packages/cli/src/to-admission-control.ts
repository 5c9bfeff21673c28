import { dirname } from 'node:path'
import { readFile } from 'node:fs/promises'
import { parseAdmissionConfiguration, type PluginDocument } from '@pinnace/admission'
import type { Vocabulary } from '@pinnace/meta'
import type { AdmissionControl } from '@pinnace/server'
import type { AdmissionFlags } from './flags/admission-flags.ts'
import { readFlagFile } from './read-flag-file.ts'

const tolerations = 'DefaultTolerationSeconds'

/** Admission options from the flags. Throws an Error whose message begins with the flag of an unusable file. */
export async function toAdmissionControl(
  { enabledPlugins, disabledPlugins, admissionConfigFile: path, ...seconds }: AdmissionFlags,
  vocabulary: Vocabulary,
): Promise<AdmissionControl> {
  const documents = path === undefined ? [] : await readDocuments(path, vocabulary)
  return {
    ...(enabledPlugins === undefined ? {} : { enable: enabledPlugins }),
    ...(disabledPlugins === undefined ? {} : { disable: disabledPlugins }),
    configuration: withSeconds(documents, seconds),
  }
}

async function readDocuments(path: string, vocabulary: Vocabulary): Promise<readonly PluginDocument[]> {
  const { load } = await import('js-yaml')
  return readFlagFile('admission-control-config-file', path, async (text) => {
    const documents = await parseAdmissionConfiguration(load(text), {
      vocabulary,
      directory: dirname(path),
      readDocument: async (file) => load(await readFile(file, 'utf8')),
    })
    return documents.map((document) => ({ file: path, ...document }))
  })
}

// A flag takes precedence over the configuration file.
function withSeconds(
  documents: readonly PluginDocument[],
  { notReadyTolerationSeconds: notReady, unreachableTolerationSeconds: unreachable }: AdmissionFlags,
): readonly PluginDocument[] {
  if (notReady === undefined && unreachable === undefined) return documents
  const written = documents.find(({ name }) => name === tolerations)
  const value = {
    ...(written?.value as object | undefined),
    ...(notReady === undefined ? {} : { defaultNotReadyTolerationSeconds: notReady }),
    ...(unreachable === undefined ? {} : { defaultUnreachableTolerationSeconds: unreachable }),
  }
  return [...documents.filter((document) => document !== written), { ...written, name: tolerations, value }]
}
