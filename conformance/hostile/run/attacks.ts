import { readdirSync } from 'node:fs'
import type { Attack } from '../attack.ts'

const folder = new URL('../attacks/', import.meta.url)

/** The names of all attacks. */
export const attackNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .toSorted()

/** Loads an attack. */
export async function loadAttack(name: string): Promise<Attack> {
  const { attack } = (await import(new URL(`${name}.ts`, folder).href)) as { readonly attack?: Attack }
  if (attack === undefined) throw new Error(`attacks/${name}.ts has no export "attack"`)
  return attack
}
