import { storagePrefix } from '@pinnace/resources'
import type { ObjectScope } from './object-scope.ts'

/** The key of an object in messages about the store. */
// upstream: storage/etcd3 adds its prefix; a dry run does not reach it.
export function registryKey(
  { served: { definition }, name }: Pick<ObjectScope, 'served' | 'name'>,
  namespace: string,
  dryRun: boolean,
): string {
  const key = `${storagePrefix(definition)}${namespace === '' ? '' : `${namespace}/`}${name}`
  return dryRun ? key.slice('/registry'.length) : key
}
