import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../workspace.mjs'

/** The names that the public API of a package takes from other packages, and those it exports. */
function namesOf(folder: string): { readonly taken: readonly string[]; readonly exported: ReadonlySet<string> } {
  const golden = readFileSync(join(root, 'packages', folder, 'api.d.ts.golden'), 'utf8')
  const taken = [...golden.matchAll(/^import \{ (.+) \} from '@pinnace\//gm)].flatMap(([, names = '']) =>
    names.split(', '),
  )
  const exported = [...golden.matchAll(/^export \{ (\w+)|^export (?:declare )?(?:\w+ )+?(\w+)\b(?=[ <({:=;])/gm)]
  return { taken, exported: new Set(exported.map(([, alias, declared]) => alias ?? declared ?? '')) }
}

// A strict installation, as that of pnpm, has only the packages that a program names: with `declaration: true`, a type
// that is inferred must have a name in one of them.
it('@pinnace/server exports every type of other packages that its public API refers to', () => {
  const { taken, exported } = namesOf('server')
  expect(taken.length).toBeGreaterThan(20)
  expect(taken.filter((name) => !exported.has(name))).toEqual([])
})
