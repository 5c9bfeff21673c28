import type { ResourceClient } from '@pinnace/client'
import type { ApiObject } from '@pinnace/meta'

/** A ConfigMap, as far as the code under test cares. */
export interface Settings extends ApiObject {
  readonly data?: Readonly<Record<string, string>>
}

/** The code under test: counts up `data.round` of a ConfigMap; an update that came between is no loss. */
export async function rotateSettings(configMaps: ResourceClient<Settings>, name: string): Promise<number> {
  for (;;) {
    const settings = await configMaps.get(name)
    const round = Number(settings.data?.['round'] ?? '0') + 1
    try {
      await configMaps.update({ ...settings, data: { ...settings.data, round: String(round) } })
      return round
    } catch (error) {
      if ((error as { reason?: string }).reason !== 'Conflict') throw error
    }
  }
}
