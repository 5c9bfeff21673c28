// The recipes of docs/guide/test-runners.md as files, under the headings of the page.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'guide', 'test-runners.md'), 'utf8')
const mochaCode = blockBelow('mocha', 'js')

/** The file, the code and the members of package.json of each recipe. */
export const recipes = {
  vitest: { file: 'recipe.test.ts', code: blockBelow('vitest', 'ts') },
  nodeTest: { file: 'recipe.test.mjs', code: blockBelow('node:test', 'js') },
  mocha: { file: 'recipe.test.mjs', code: mochaCode },
  jestCommonJs: { file: 'recipe.test.js', code: blockBelow('jest with CommonJS', 'js') },
  // The page: "The test is that for mocha, with afterAll instead of after."
  jestModules: {
    file: 'recipe.test.mjs',
    code: mochaCode.replace('after(', 'afterAll('),
    manifest: JSON.parse(blockBelow('jest with ES modules', 'json')),
  },
}

/** The first block in a language below a heading. */
function blockBelow(heading, language) {
  const start = page.indexOf(`\n## ${heading}\n`)
  if (start === -1) throw new Error(`test-runners.md has no heading "${heading}"`)
  const end = page.indexOf('\n## ', start + 1)
  const part = page.slice(start, end === -1 ? undefined : end)
  const match = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(part)
  if (match === null) throw new Error(`"${heading}" of test-runners.md has no block in ${language}`)
  return match[1]
}
