// The blocks of the pages as files of a project.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { blocksOf } from '../../scripts/examples.mjs'

/** Every block: `{ name, code, isSuite }`; a suite is run by vitest. */
export function programsOf(pages) {
  return pages.flatMap((page) =>
    blocksOf(page).map(({ line, code }) => ({
      name: `${page.replace(/\.md$/, '').replaceAll('/', '-').toLowerCase()}-${line}`,
      code,
      isSuite: code.includes(`from 'vitest'`),
    })),
  )
}

/** Writes each program twice: as it stands to be run, and with its constants exported, so that their types need names. */
export function writePrograms(project, programs) {
  for (const folder of ['programs', 'exported']) mkdirSync(join(project, folder), { recursive: true })
  for (const { name, code, isSuite } of programs) {
    writeFileSync(join(project, 'programs', `${name}${isSuite ? '.test' : ''}.ts`), `${code}\nexport {}\n`)
    const exported = code.replace(/^(?=(?:const|async function|function|interface|type|class) )/gm, 'export ')
    writeFileSync(join(project, 'exported', `${name}.ts`), `${exported}\nexport {}\n`)
  }
  return programs
}
