// What a new user does, outside the repository: packs every package, installs it with npm, pnpm and yarn, compiles every
// documented block with `declaration: true`, and runs it and the examples on each Node. `npm run newcomer -- --managers=npm --nodes=24`.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pagesWithCode } from '../../scripts/examples.mjs'
import { installOutside } from '../../scripts/outside.mjs'
import { packAll } from '../../scripts/tarballs.mjs'
import { compileProject } from './compile-project.mjs'
import { programsOf, writePrograms } from './documented-programs.mjs'
import { copyExamples, packagesOfExamples, runExamples } from './run-examples.mjs'
import { runPrograms } from './run-programs.mjs'
import { runCommand } from './run-command.mjs'
import { developmentVersions, packagesOf } from './packages-of.mjs'

const managers = option('managers', 'npm,pnpm,yarn')
const nodes = option('nodes', '20,24')
const folder = mkdtempSync(join(tmpdir(), 'pinnace-newcomer-'))
const failures = []
try {
  const target = join(folder, 'tarballs')
  mkdirSync(target)
  const tarballs = await packAll(target)
  console.log(`packed ${tarballs.size} packages`)
  const pages = pagesWithCode()
  for (const manager of managers) {
    const project = join(folder, manager)
    const packages = [...new Set([...packagesOf(pages), ...packagesOfExamples()])].sort()
    await installOutside(project, { manager, packages, tarballs, versions: developmentVersions() })
    copyExamples(project)
    const programs = writePrograms(project, programsOf(pages))
    report(`${manager}: the code compiles, with declarations`, compileProject(project))
    for (const node of nodes) {
      report(`${manager}, node ${node}: the command starts and stops`, await runCommand(project, node))
      report(`${manager}, node ${node}: ${programs.length} programs run`, await runPrograms(project, programs, node))
      report(`${manager}, node ${node}: the examples pass their tests`, await runExamples(project, node))
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(failures.length === 0 ? 'everything passed' : `${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1

/** Prints what failed of a step, one text for each. */
function report(step, errors) {
  console.log(`${errors.length === 0 ? 'ok    ' : 'FAILED'} ${step}`)
  for (const error of errors) console.log(error.replace(/^/gm, '       '))
  failures.push(...errors)
}

function option(name, preset) {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`))
  return (given?.slice(name.length + 3) ?? preset).split(',')
}
