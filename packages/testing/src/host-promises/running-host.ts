/** A listening host. */
export interface RunningHost {
  /** `http://127.0.0.1:1234`, `https://…` */
  readonly url: string
  readonly protocol: 'http/1.1' | 'h2'
  /** The certificate authority to trust for https, in PEM. */
  readonly ca?: string
  close(): Promise<void>
}
