// Which file of packages/types/src/groups a type is written to.

/**
 * Parts of core/v1, which is too long for one file and too much for a server that serves few kinds. A type belongs to the
 * first part with a root that reaches it.
 */
const coreParts = [
  [
    'core-v1-references',
    ['ObjectReference', 'LocalObjectReference', 'TypedLocalObjectReference', 'TypedObjectReference', 'SecretReference'],
  ],
  ['core-v1-selectors', ['NodeSelector', 'Toleration']],
  [
    'core-v1-volumes',
    [
      'Volume',
      'PersistentVolume',
      'PersistentVolumeList',
      'PersistentVolumeClaim',
      'PersistentVolumeClaimList',
      'PersistentVolumeClaimTemplate',
    ],
  ],
  ['core-v1-containers', ['Container', 'EphemeralContainer', 'ContainerStatus']],
  [
    'core-v1-pods',
    [
      'Pod',
      'PodList',
      'PodTemplate',
      'PodTemplateList',
      'PodStatusResult',
      'PodExecOptions',
      'PodAttachOptions',
      'PodLogOptions',
      'PodPortForwardOptions',
      'PodProxyOptions',
      'PodSignature',
      'AvoidPods',
      'ReplicationController',
      'ReplicationControllerList',
      'Binding',
    ],
  ],
  ['core-v1-nodes', ['Node', 'NodeList', 'NodeProxyOptions']],
]

/**
 * The files of the given types: `fileOf` from a type's name to its file, `files` from a file to its types in the order
 * of the facts.
 */
export function layOutTypes(types) {
  const byName = new Map(types.map((type) => [type.type, type]))
  const fileOf = new Map()
  for (const [file, roots] of coreParts) {
    const visit = (name) => {
      if (!name.startsWith('core.v1.') || fileOf.has(name)) return
      fileOf.set(name, file)
      for (const field of byName.get(name).fields) visit(baseName(field.inline ?? field.type))
    }
    for (const root of roots) visit(`core.v1.${root}`)
  }
  const files = new Map()
  for (const type of types) {
    const file = fileOf.get(type.type) ?? type.type.split('.').slice(0, -1).join('-').toLowerCase()
    fileOf.set(type.type, file)
    files.set(file, [...(files.get(file) ?? []), type])
  }
  return { fileOf, files, parts: coreParts.map(([part]) => part) }
}

/** `Pod` of `core.v1.Pod`. */
export function simpleName(name) {
  return name.slice(name.lastIndexOf('.') + 1)
}

function baseName(type) {
  return type.replace(/^(\[\]|map:)+/, '')
}
