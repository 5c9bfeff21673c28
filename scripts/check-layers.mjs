// Fails when a package imports one of its own row or above, one it does not declare, or itself by name; when a declared
// dependency is not used; when files of a package import each other in a cycle, `import type` included; and when folders of
// a package with floors do, or stand on too many.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cyclesOf, importsOf, resolveImport, shortestCycle } from './cycles.mjs'
import { floorErrors, folderGraph } from './floors.mjs'
import { floors, layerErrors, rows } from './layers.mjs'
import { filesBelow, manifestOf, packageFolders, root } from './workspace.mjs'

const errors = []
for (const folder of packageFolders()) {
  if (rows[folder] === undefined) errors.push(`packages/${folder} has no row in scripts/layers.mjs`)
  const manifest = manifestOf(folder)
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  const used = new Set()
  const graph = new Map()
  for (const file of filesBelow(join('packages', folder, 'src'), '.ts')) {
    const specifiers = importsOf(file, readFileSync(join(root, file), 'utf8'))
    const relative = specifiers.filter((specifier) => specifier.startsWith('.'))
    graph.set(
      file,
      relative.map((specifier) => resolveImport(file, specifier)),
    )
    const own = specifiers.filter((name) => name.startsWith('@pinnace/')).map((name) => name.split('/')[1])
    for (const error of layerErrors(folder, own)) errors.push(`${file}: ${error}`)
    if (own.includes(folder)) errors.push(`${file}: imports its own package by name`)
    for (const specifier of specifiers) {
      if (specifier.startsWith('.') || specifier.startsWith('node:')) continue
      const name = specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : specifier.split('/')[0]
      used.add(name)
      if (!declared.includes(name)) errors.push(`${file}: imports ${name}, which packages/${folder} does not declare`)
    }
  }
  for (const name of declared) {
    if (!used.has(name)) errors.push(`packages/${folder} declares ${name} and does not import it`)
  }
  for (const [file] of cyclesOf(graph)) errors.push(`import cycle: ${shortestCycle(graph, file).join(' -> ')}`)
  if (floors[folder] !== undefined) {
    for (const error of floorErrors(folderGraph(graph, `packages/${folder}/src`), floors[folder])) {
      errors.push(`packages/${folder}/src: ${error}`)
    }
  }
}

for (const error of errors) console.error(error)
if (errors.length > 0) process.exitCode = 1
console.log(
  errors.length === 0 ? 'layers: every import points down, without cycles' : `layers: ${errors.length} errors`,
)
