import { delay, type Clock } from '@pinnace/meta'
import type { Logger, ServingCertificate } from '@pinnace/server'
import { readPair, type FlagFile } from './read-pair.ts'

/** Where and how long files are followed. */
export interface FollowOptions {
  readonly clock: Clock
  readonly logger: Logger
  /** Ends it. */
  readonly signal: AbortSignal
}

/** How often files are read. kube-apiserver does so every minute, and when the file system reports a change. */
// upstream: apiserver/pkg/server/dynamiccertificates/dynamic_serving_content.go
const pollMs = 10_000

/**
 * Reads a certificate and its key now, and again when they are replaced. The function it returns gives the newest pair that
 * could be used: half of a pair is not. Throws an Error that names the flag of an unusable file.
 */
export async function followPair(
  cert: FlagFile,
  key: FlagFile,
  options: FollowOptions,
): Promise<() => ServingCertificate> {
  let current = await readPair(cert, key)
  const { clock, logger, signal } = options
  const poll = async (): Promise<void> => {
    let reported: string | undefined
    for (;;) {
      await delay(clock, pollMs, signal, { keepAlive: false })
      try {
        const read = await readPair(cert, key)
        reported = undefined
        if (read.cert === current.cert && read.key === current.key) continue
        current = read
        logger.info({ file: cert[1] }, 'a certificate was reloaded')
      } catch (err) {
        const message = String(err)
        if (message !== reported) logger.error({ err }, 'a certificate could not be reloaded')
        reported = message
      }
    }
  }
  poll().catch(() => undefined)
  return () => current
}
