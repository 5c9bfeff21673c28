// Fails when a function of packages/*/src is too long or takes too many positional parameters, and when a package has
// too many non-null assertions (the limits stand in scripts/shape.mjs). What scripts/shape-allowed.json lists is
// allowed; `--write` rewrites that list, as long as it does not grow. `--list` prints every offender with its place, and
// the non-null assertions per 1,000 lines of each package.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { densitiesOf, offendersOf, shapeOf } from './shape.mjs'
import { checkAgainstList } from './shrinking-list.mjs'
import { filesBelow, packageFolders, root } from './workspace.mjs'

const generated = /^\/\/ Made by scripts\//

const shapes = []
for (const folder of packageFolders()) {
  for (const file of filesBelow(`packages/${folder}/src`, '.ts')) {
    const text = readFileSync(join(root, file), 'utf8')
    if (!generated.test(text)) shapes.push({ file, ...shapeOf(file, text) })
  }
}
const offenders = offendersOf(shapes)
if (process.argv.includes('--list')) {
  for (const { message } of offenders) console.log(message)
  for (const [folder, density] of densitiesOf(shapes)) console.log(`${density.toFixed(1).padStart(5)} ${folder}`)
}
checkAgainstList({ name: 'shape', file: 'scripts/shape-allowed.json', offenders })
