/** A connection to another process, which keeps the order of messages. */
export interface Link<Sent, Received> {
  /** Sends a message; it is lost if the other process has ended. */
  send(message: Sent): void
  /** Receives every message, from the first one. To be called once, before anything else happens. */
  receive(onMessage: (message: Received) => void): void
  /** Resolves when the other side has ended, so that it cannot do anything anymore. */
  readonly ended: Promise<void>
  /** Ends the other side by force. `ended` tells when that is done. */
  end(): void
}
