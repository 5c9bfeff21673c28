import type { StorageClass } from '@pinnace/types/storage-v1'
import type { ControllerContext, RunningController } from '../../controller.ts'
import { isLostRace } from '../../is-lost-race.ts'
import { startLoop } from '../../reconcile-loop.ts'
import type { VolumeInformers } from './volume-informers.ts'
import { simulatedDriver, volumeNames } from './volume-names.ts'

/** Creates the default storage class once, unless the cluster has one. */
export function createDefaultClass(
  context: ControllerContext,
  { classes }: VolumeInformers,
  name: string | false,
): RunningController {
  const { client, vocabulary } = context
  const { isDefaultClass } = volumeNames(vocabulary)
  const kind = { apiVersion: `${vocabulary.group('storage')}/v1`, kind: 'StorageClass' } as const
  const loop = startLoop({
    name: 'simulated-storage-class',
    context,
    async reconcile(key, signal) {
      const hasDefault = classes.store.list().some(({ metadata }) => metadata.annotations?.[isDefaultClass] === 'true')
      if (hasDefault || classes.store.get(key) !== undefined) return
      try {
        await client.resource<StorageClass>(kind).create(
          {
            metadata: { name: key, annotations: { [isDefaultClass]: 'true' } },
            provisioner: simulatedDriver,
            allowVolumeExpansion: true,
          },
          { signal },
        )
      } catch (error) {
        if (!isLostRace(error)) throw error
      }
    },
  })
  if (name !== false) loop.add(name)
  return loop
}
