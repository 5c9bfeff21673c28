// Packs every package into release/, for an image or an installation without a registry.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { packAll } from './tarballs.mjs'
import { root } from './workspace.mjs'

const target = join(root, 'release')
rmSync(target, { recursive: true, force: true })
mkdirSync(target)
const tarballs = await packAll(target)
console.log(`packed ${tarballs.size} packages into ${target}`)
