// What a source file of a package must not contain, and the exempt files.

/** The implementations of Clock and Random, and the contract suites. */
const mayWait = [/\/clock\.ts$/, /\/random\.ts$/, /^packages\/testing\/src\//]

/**
 * INVARIANT: the product name is data, and only the vocabulary contains it. The functions that Kubernetes adds to CEL belong
 * to a package that is used without a server. The programs that envtest looks for, and flags of kube-apiserver, have the
 * names that they have there.
 */
const mayNameProduct = [
  /^packages\/meta\/src\/vocabulary\.ts$/,
  /^packages\/cel\/src\/(?:index\.ts$|library\/kubernetes\/)/,
  /^packages\/cli\/src\/(?:envtest\/|flags\/(?:api-server|other|signer)-flags\.ts$)/,
]

/**
 * Terms of Kubernetes that contain the product name and are the same in every vocabulary: the kubeconfig file, the
 * command-line client by its name, the name of the preset, and fields on the wire.
 */
const kubernetesTerms =
  /\bkubectl\b|kubeconfig|'kubernetes'|"kubernetes"|\|kubernetes'|(?:requires|default|a|vocabulary=) ?kubernetes\b|\.kube\/config|\bkubernetes(?:Vocabulary|Libraries|Costs|Estimates)\b|createKubernetesEnvironment|kubelet(?:ConfigKey|Endpoint|Version)\b|\bkubeProxyVersion\b/gi

const waiting =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bset(?:Timeout|Interval|Immediate)\b|\brandomUUID\b|\bperformance\.now\b|\bprocess\.hrtime\b/
const product = /kube|k8s|platform\.io/i
const anything = /(?::|<|\bas|=>|\|)\s*any\b(?!\s*:)/
const unfinished = /\b(?:TODO|FIXME|XXX|HACK)\b|\bnot implemented\b|@ts-(?:ignore|nocheck|expect-error)/i

/** The errors of a file, one sentence each. */
export function wordErrors(file, text) {
  const errors = []
  const report = (index, message) => errors.push(`${file}:${index + 1}: ${message}`)
  const code = withoutComments(text).split('\n')
  for (const [index, line] of code.entries()) {
    if (waiting.test(line) && !mayWait.some((pattern) => pattern.test(file))) {
      report(index, `${waiting.exec(line)[0]}: use the injected Clock or Random`)
    }
    if (product.test(line.replace(kubernetesTerms, '')) && !mayNameProduct.some((pattern) => pattern.test(file))) {
      report(index, 'the product name belongs in packages/meta/src/vocabulary.ts')
    }
    if (anything.test(line.replace(/'[^']*'|`[^`]*`/g, "''")) && !file.includes('/types/')) {
      report(index, 'any: narrow unknown')
    }
  }
  for (const [index, line] of text.split('\n').entries()) {
    if (unfinished.test(line)) report(index, `unfinished: ${unfinished.exec(line)[0]}`)
  }
  return errors
}

/** The text with its comments blanked, line for line; a `//` within a string is not a comment. */
function withoutComments(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/^((?:[^'"`/\n]|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`\n]*`|\/(?!\/))*)\/\/.*$/gm, '$1')
}
