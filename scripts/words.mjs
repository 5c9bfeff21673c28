// What may not stand in a source file of a package, and the files that may all the same.

/** The implementations of Clock and Random, and what tests machines rather than servers. */
const mayWait = [/\/clock\.ts$/, /\/random\.ts$/, /^packages\/testing\/src\//]

/** INVARIANT: the product word is data, and this file is where it stands. */
const mayNameProduct = ['packages/meta/src/vocabulary.ts']

/**
 * Words of the field that contain the product word and are the same in every vocabulary: the kubeconfig file, the
 * command-line client by its name, the name of the preset, and fields on the wire.
 */
const wordsOfTheField =
  /\bkubectl\b|kubeconfig|'kubernetes'|"kubernetes"|\|kubernetes'|wants kubernetes|\bkubernetesVocabulary\b|kubelet(?:ConfigKey|Endpoint|Version)\b|\bkubeProxyVersion\b/gi

const waiting =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bset(?:Timeout|Interval|Immediate)\b|\brandomUUID\b|\bperformance\.now\b|\bprocess\.hrtime\b/
const product = /kube|k8s|platform\.io/i
const anything = /(?::|<|\bas|=>|\|)\s*any\b(?!\s*:)/
const unfinished = /\b(?:TODO|FIXME|XXX|HACK)\b|\bnot implemented\b|@ts-(?:ignore|nocheck|expect-error)/i

/** What is wrong with a file, one sentence each. */
export function wordErrors(file, text) {
  const errors = []
  const report = (index, message) => errors.push(`${file}:${index + 1}: ${message}`)
  const code = withoutComments(text).split('\n')
  for (const [index, line] of code.entries()) {
    if (waiting.test(line) && !mayWait.some((pattern) => pattern.test(file))) {
      report(index, `${waiting.exec(line)[0]}: use the injected Clock or Random`)
    }
    if (product.test(line.replace(wordsOfTheField, '')) && !mayNameProduct.includes(file)) {
      report(index, 'the product word belongs into packages/meta/src/vocabulary.ts')
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

/** The text with its comments blanked, line for line; a `//` within a string is taken for none. */
function withoutComments(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/^((?:[^'"`/\n]|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`\n]*`|\/(?!\/))*)\/\/.*$/gm, '$1')
}
