import type { PolicyRule } from '@pinnace/authz'
import type { Vocabulary } from '@pinnace/meta'

/** The rule by which a component can write events. */
export const eventRule = 'create,patch,update core,events.{group} events'

const verbSets: ReadonlyMap<string, readonly string[]> = new Map([
  ['read', ['get', 'list', 'watch']],
  ['write', ['create', 'delete', 'deletecollection', 'patch', 'update']],
  ['readwrite', ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']],
])

/**
 * Reads `verbs groups resources`, `verbs groups resources names` or `verbs paths`: lists have commas, the core group
 * is `core`, and words in braces are those of the vocabulary; see {@link fillIn}. A line that begins with `1.34+`, and a
 * path that ends in `@1.34`, came with that release. A line that begins with `[Name]` needs that feature gate.
 */
export function readRuleLine(line: string, { vocabulary, minor, isEnabled }: RuleScope): PolicyRule | undefined {
  const [, since, gate, own = line] = /^(?:1\.(\d+)\+ |\[(\w+)\] )(.*)$/.exec(line) ?? []
  if (since !== undefined && Number(since) > minor) return undefined
  return gate !== undefined && !isEnabled(gate) ? undefined : readRule(own, vocabulary, minor)
}

/** What rules are for. */
export interface RuleScope {
  readonly vocabulary: Vocabulary
  /** The minor version of the release. */
  readonly minor: number
  readonly isEnabled: (gate: string) => boolean
}

function readRule(line: string, vocabulary: Vocabulary, minor: number): PolicyRule {
  const [verbWords = '', first = '', resources, names] = fillIn(line, vocabulary).split(' ')
  const verbs = verbSets.get(verbWords) ?? verbWords.split(',')
  if (resources === undefined) return { verbs, nonResourceURLs: pathsOf(first, minor) }
  return {
    verbs,
    apiGroups: first.split(',').map((group) => (group === 'core' ? '' : group)),
    resources: resources.split(','),
    ...(names === undefined ? {} : { resourceNames: names.split(',') }),
  }
}

/** The paths that a release has. */
function pathsOf(paths: string, minor: number): string[] {
  return paths.split(',').flatMap((path) => {
    const [text = '', since = '1.0'] = path.split('@')
    return Number(since.slice(2)) > minor ? [] : [text]
  })
}

/** Replaces names in braces with the words of the vocabulary. */
export function fillIn(text: string, vocabulary: Vocabulary): string {
  const { signers, labelDomain } = vocabulary
  const signer = (full: string): string => full.slice(labelDomain.length + 1)
  const words = new Map([
    ['group', vocabulary.groupDomain],
    ['label', labelDomain],
    ['component', vocabulary.componentPrefix],
    ['agent', vocabulary.nodeAgent],
    ['client', signer(signers.apiserverClient)],
    ['nodeClient', signer(signers.nodeClient)],
    ['nodeServing', signer(signers.nodeServing)],
    ['legacy', signer(signers.legacyUnknown)],
  ])
  return text.replace(/\{([a-zA-Z]+)\}/g, (whole, word: string) => words.get(word) ?? whole)
}
