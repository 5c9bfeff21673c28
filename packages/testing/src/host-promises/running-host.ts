/** A host that listens. */
export interface RunningHost {
  /** `http://127.0.0.1:1234`, `https://…` */
  readonly url: string
  readonly protocol: 'http/1.1' | 'h2'
  /** For https: the authority to trust, PEM. */
  readonly ca?: string
  close(): Promise<void>
}
