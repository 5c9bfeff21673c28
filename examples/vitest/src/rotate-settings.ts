import type { ResourceClient } from '@pinnace/client'
import type { ApiObject } from '@pinnace/meta'

/** The fields of a ConfigMap that the code under test uses. */
export interface Settings extends ApiObject {
  readonly data?: Readonly<Record<string, string>>
}

/** The code under test: increments `data.round` of a ConfigMap; retries when another update came first. */
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
