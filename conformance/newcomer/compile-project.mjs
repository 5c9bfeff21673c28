// Compiles the programs of a project as a user does: with declarations, and with the declarations of packages checked.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const shared = {
  target: 'es2023',
  lib: ['es2023', 'esnext.disposable', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
}

/** What the compiler says of both folders: the JavaScript of `programs`, the declarations of `exported`. */
export function compileProject(project) {
  const kinds = {
    programs: { ...shared, outDir: 'out', rootDir: 'programs' },
    exported: { ...shared, declaration: true, emitDeclarationOnly: true, outDir: 'declarations', rootDir: 'exported' },
  }
  return Object.entries(kinds).flatMap(([folder, compilerOptions]) => {
    const config = join(project, `tsconfig.${folder}.json`)
    writeFileSync(config, JSON.stringify({ compilerOptions, include: [folder] }))
    const tsc = join(project, 'node_modules', '.bin', 'tsc')
    const { stdout, status } = spawnSync(tsc, ['-p', config], { cwd: project, encoding: 'utf8' })
    return status === 0 ? [] : [`${folder}:\n${stdout.split('\n').slice(0, 40).join('\n')}`]
  })
}
