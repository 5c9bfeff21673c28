import type { ClientOf } from '@pinnace/client'
import { StatusError } from '@pinnace/meta'

/** The code under test: increments `data.round` of a ConfigMap; retries when another update came first. */
export async function rotateSettings(configMaps: ClientOf<'v1', 'ConfigMap'>, name: string): Promise<number> {
  for (;;) {
    const settings = await configMaps.get(name)
    const round = Number(settings.data?.['round'] ?? '0') + 1
    try {
      await configMaps.update({ ...settings, data: { ...settings.data, round: String(round) } })
      return round
    } catch (error) {
      if (!(error instanceof StatusError && error.reason === 'Conflict')) throw error
    }
  }
}
