/** What writes certificates and requests. */
export type X509 = typeof import('@peculiar/x509')

/** Loads it with the first certificate: it takes longer than the rest of a server does to start. */
export async function loadX509(): Promise<X509> {
  await import('reflect-metadata')
  return import('@peculiar/x509')
}
