// Lets node run the sources of this repository: `node --conditions=@pinnace/source --import ./typescript.mjs FILE.ts`.
import { register } from 'node:module'

register('./typescript-hooks.mjs', import.meta.url)
