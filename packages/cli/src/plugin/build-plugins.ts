import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { vocabularyNamed, type VocabularyName } from '@pinnace/meta'
import { createServingCertificates } from '@pinnace/server'
import { fromFile } from '../read-flag-file.ts'
import { loadPlugins } from './load-plugins.ts'
import { findPluginProject, pluginContainerfile } from './plugin-image.ts'
import { pluginConfigurations, pluginManifests } from './plugin-manifests.ts'

/** Options for {@link buildPlugins}. */
export interface BuildPluginsOptions {
  readonly file: string
  /** The directory for the files. */
  readonly output: string
  readonly name: string
  readonly namespace: string
  readonly image: string
  readonly replicas: number
  readonly vocabulary: VocabularyName
}

/** How long the certificate is valid: until it expires, nothing renews it. */
const certificateMs = 3650 * 86_400_000

/**
 * Writes what runs the plugins of a file in a cluster: `manifests.yaml`, with the private key of their certificate,
 * `webhooks.yaml`, and a `Containerfile`. Returns what to do next.
 */
export async function buildPlugins(options: BuildPluginsOptions): Promise<string> {
  const { file, output, name, namespace, image, replicas } = options
  const project = findPluginProject(file)
  const out = relative(project.root, resolve(output)).split(sep).join('/') || '.'
  if (out.split('/')[0] === project.source) {
    throw new Error(
      `--output: ${output} would be in the image, with the private key; use a directory beside ${project.source}`,
    )
  }
  const vocabulary = vocabularyNamed(options.vocabulary)
  const certificate = createServingCertificates({ vocabulary, service: { namespace, name }, ttlMs: certificateMs })
  const settings = { ...(await loadPlugins(file)), name, namespace, image, replicas, vocabulary, certificate }
  const files = {
    'manifests.yaml': await toYaml(pluginManifests(settings)),
    'webhooks.yaml': await toYaml(pluginConfigurations(settings)),
    Containerfile: pluginContainerfile(project, out),
  }
  await fromFile('output', output, async () => {
    await mkdir(output, { recursive: true })
    for (const [base, text] of Object.entries(files)) {
      const path = join(output, base)
      await writeFile(path, text, { mode: 0o600 })
      await chmod(path, base === 'manifests.yaml' ? 0o600 : 0o644)
    }
  })
  return [
    `wrote ${Object.keys(files).join(', ')} to ${output}; manifests.yaml contains a private key`,
    '',
    'Next:',
    `  docker build --file ${out}/Containerfile --tag ${image} .`,
    `  kubectl apply -f ${out}/manifests.yaml`,
    `  kubectl rollout status --namespace ${namespace} deployment ${name}`,
    `  kubectl apply -f ${out}/webhooks.yaml`,
    '',
  ].join('\n')
}

async function toYaml(objects: readonly object[]): Promise<string> {
  const { dump } = await import('js-yaml')
  return objects.map((object) => dump(object, { noRefs: true, lineWidth: -1 })).join('---\n')
}
