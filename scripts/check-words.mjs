// Fails when a source file of a package reads the time or draws lots by itself, spells the product word, or holds
// unfinished work.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, packageFolders, root } from './workspace.mjs'
import { wordErrors } from './words.mjs'

const errors = packageFolders()
  .flatMap((folder) => filesBelow(join('packages', folder, 'src'), '.ts'))
  .flatMap((file) => wordErrors(file, readFileSync(join(root, file), 'utf8')))
for (const error of errors) console.error(error)
process.exitCode = errors.length === 0 ? 0 : 1
