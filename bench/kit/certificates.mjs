import { platformVocabulary } from '../../packages/meta/dist/index.js'
import { createServingCertificates } from '../../packages/server/dist/index.js'

/** The certificate of a bare server, which imports nothing of ours. */
export function bareCertificate() {
  const { cert, key } = createServingCertificates({ vocabulary: platformVocabulary })
  return { cert, key }
}
