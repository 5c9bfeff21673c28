import { serveWebhook } from '@pinnace/admission/define'
import { platformVocabulary } from '@pinnace/meta'
import { createServingCertificates, listen, type Listening } from '@pinnace/server'
import { teamLabel } from './team-label.ts'

/** A running webhook: its URL and the CA of its certificate. */
export interface RunningWebhook extends Listening {
  /** PEM. */
  readonly ca: string
}

/** Serves the plugin over TLS on a free port of this machine, with a generated certificate. */
export async function startWebhook(): Promise<RunningWebhook> {
  const { ca, cert, key } = createServingCertificates({ vocabulary: platformVocabulary })
  const listening = await listen(serveWebhook(teamLabel), { tls: { cert, key } })
  return { ...listening, ca }
}
