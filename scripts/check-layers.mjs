// Fails when a package imports one of its own row or above, one it does not declare, or itself by name; and when a
// declared dependency is not used.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layerErrors, rows } from './layers.mjs'
import { filesBelow, manifestOf, packageFolders, root } from './workspace.mjs'

const errors = []
for (const folder of packageFolders()) {
  if (rows[folder] === undefined) errors.push(`packages/${folder} has no row in scripts/layers.mjs`)
  const manifest = manifestOf(folder)
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  const used = new Set()
  for (const file of filesBelow(join('packages', folder, 'src'), '.ts')) {
    const specifiers = importsOf(readFileSync(join(root, file), 'utf8'))
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
}
for (const error of errors) console.error(error)
console.log(errors.length === 0 ? 'layers: every import points down' : `layers: ${errors.length} errors`)
process.exit(errors.length === 0 ? 0 : 1)

function importsOf(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '')
  const patterns = [
    /^(?:import|export)\s+(?:type\s+)?(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+(?:\s*,\s*\{[^}]*\})?)\s+from\s+'([^']+)'/gm,
    /^import\s+'([^']+)'/gm,
    /\bimport\('([^']+)'\)/g,
  ]
  return [...new Set(patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1])))]
}
