/** Groups whose full name contains the domain of the product, by their first word. */
export type DomainGroup =
  | 'admissionregistration'
  | 'admission'
  | 'apidiscovery'
  | 'apiextensions'
  | 'apiregistration'
  | 'apiserver'
  | 'audit'
  | 'authentication'
  | 'authorization'
  | 'certificates'
  | 'client.authentication'
  | 'coordination'
  | 'discovery'
  | 'events'
  | 'flowcontrol.apiserver'
  | 'internal.apiserver'
  | 'meta'
  | 'metrics'
  | 'networking'
  | 'node'
  | 'rbac.authorization'
  | 'resource'
  | 'scheduling'
  | 'storage'
  | 'storagemigration'

/** The domains of API groups in the built-in vocabularies, `platform` and `kubernetes`. */
export type BuiltInDomain = 'platform.io' | 'k8s.io'

/** All identifiers that contain the product word. No other file has one. */
export interface Vocabulary {
  /** `platform`, `kubernetes`: also the name of the default service and of the namespace finalizer. */
  readonly product: string
  /** The domain of API groups: `networking.<groupDomain>`. */
  readonly groupDomain: string
  /** The domain of labels, annotations, taints, finalizers and secret types: `<labelDomain>/metadata.name`. */
  readonly labelDomain: string
  /** The prefix of component names: `kube` in `kube-scheduler`. */
  readonly componentPrefix: string
  /** The agent that runs on every node: `kubelet`. */
  readonly nodeAgent: string
  readonly systemNamespace: string
  readonly publicNamespace: string
  readonly nodeLeaseNamespace: string
  readonly protobufMediaType: string
  /** The prefix of type names in OpenAPI: `io.k8s.api`. */
  readonly openApiPrefix: string
  /** The prefix of type names of the API machinery in OpenAPI: `io.k8s.apimachinery.pkg`. */
  readonly openApiMetaPrefix: string
  /** `x-kubernetes-` */
  readonly schemaExtensionPrefix: string
  readonly signers: {
    readonly apiserverClient: string
    readonly nodeClient: string
    readonly nodeServing: string
    readonly legacyUnknown: string
  }
  readonly audit: { readonly deprecated: string; readonly removedRelease: string }
  /** The annotation of the bookmark at the end of initial events. */
  readonly initialEventsEndAnnotation: string
  readonly rootCaConfigMap: string
  readonly tokenVolumePrefix: string
  readonly tokenMountPath: string
  readonly execInfoVariable: string
  /** The default field manager of kubectl apply. */
  readonly commandLineClient: string
  readonly lastAppliedAnnotation: string
  readonly jwtPrivateClaim: string
  readonly defaultServiceAccountIssuer: string
  /** The full name of a group: `group('networking')`. */
  group<Word extends DomainGroup>(word: Word): `${Word}.${string}`
}

/** The names of the built-in vocabularies. */
export type VocabularyName = 'platform' | 'kubernetes'

/** Creates the vocabulary of a product word: `acme` has `networking.acme.io`, `acme-system` and so on. */
export function createVocabulary(word: string): Vocabulary {
  if (!/^[a-z]([a-z0-9]{0,30}[a-z0-9])?$/.test(word)) {
    throw new TypeError(`a vocabulary word is 1 to 32 lower-case letters and digits, not ${JSON.stringify(word)}`)
  }
  return build({
    product: word,
    groupDomain: `${word}.io`,
    labelDomain: `${word}.io`,
    short: word,
    openApi: `io.${word}`,
    apiserver: 'apiserver',
    nodeAgent: 'node-agent',
    auditDomain: `${word}.io`,
    commandLineClient: 'client-tool',
  })
}

interface Spelling {
  readonly product: string
  readonly groupDomain: string
  readonly labelDomain: string
  readonly short: string
  readonly openApi: string
  readonly apiserver: string
  readonly nodeAgent: string
  readonly auditDomain: string
  readonly commandLineClient: string
}

function build(spelling: Spelling): Vocabulary {
  const { product, groupDomain, labelDomain, short, openApi, apiserver, nodeAgent } = spelling
  return Object.freeze({
    product,
    groupDomain,
    labelDomain,
    componentPrefix: short,
    nodeAgent,
    systemNamespace: `${short}-system`,
    publicNamespace: `${short}-public`,
    nodeLeaseNamespace: `${short}-node-lease`,
    protobufMediaType: `application/vnd.${product}.protobuf`,
    openApiPrefix: `${openApi}.api`,
    openApiMetaPrefix: `${openApi}.apimachinery.pkg`,
    schemaExtensionPrefix: `x-${product}-`,
    signers: Object.freeze({
      apiserverClient: `${labelDomain}/${apiserver}-client`,
      nodeClient: `${labelDomain}/${apiserver}-client-${nodeAgent}`,
      nodeServing: `${labelDomain}/${nodeAgent}-serving`,
      legacyUnknown: `${labelDomain}/legacy-unknown`,
    }),
    audit: Object.freeze({
      deprecated: `${spelling.auditDomain}/deprecated`,
      removedRelease: `${spelling.auditDomain}/removed-release`,
    }),
    initialEventsEndAnnotation: `${spelling.auditDomain}/initial-events-end`,
    rootCaConfigMap: `${short}-root-ca.crt`,
    tokenVolumePrefix: `${short}-api-access-`,
    tokenMountPath: `/var/run/secrets/${labelDomain}/serviceaccount`,
    execInfoVariable: `${product.toUpperCase()}_EXEC_INFO`,
    commandLineClient: spelling.commandLineClient,
    lastAppliedAnnotation: `${spelling.commandLineClient}.${labelDomain}/last-applied-configuration`,
    jwtPrivateClaim: labelDomain,
    defaultServiceAccountIssuer: `https://${product}.default.svc`,
    group: <Word extends DomainGroup>(word: Word): `${Word}.${string}` => `${word}.${groupDomain}`,
  })
}

/** What encrypted values in the store begin with, in every vocabulary: the form is that of kube-apiserver. */
export const encryptedValuePrefix = 'k8s:enc:'

/** The default vocabulary. */
export const platformVocabulary: Vocabulary = createVocabulary('platform')

/** The vocabulary of unmodified Kubernetes clients. */
export const kubernetesVocabulary: Vocabulary = build({
  product: 'kubernetes',
  groupDomain: 'k8s.io',
  labelDomain: 'kubernetes.io',
  short: 'kube',
  openApi: 'io.k8s',
  apiserver: 'kube-apiserver',
  nodeAgent: 'kubelet',
  auditDomain: 'k8s.io',
  commandLineClient: 'kubectl',
})

/** Returns a built-in vocabulary by name. */
export function vocabularyNamed(name: VocabularyName): Vocabulary {
  return name === 'kubernetes' ? kubernetesVocabulary : platformVocabulary
}
