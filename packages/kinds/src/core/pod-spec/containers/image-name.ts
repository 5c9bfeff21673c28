const tagPattern = /^\w[\w.-]{0,127}$/
const componentPattern = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/
const domainPattern = /^(?:[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?$/
const digestPattern = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/
const idPattern = /^[a-f0-9]{64}$/

/**
 * The tag an image is pulled by: the one written, `latest` where neither tag nor digest is, and nothing for a name that
 * cannot be read or has only a digest.
 */
// upstream: pkg/util/parsers, ParseImageName – a bad reference has no tag; validation reports it.
export function imageTag(image: string): string | undefined {
  if (image === '' || idPattern.test(image)) return undefined
  let name = image
  let digest = ''
  const at = image.indexOf('@')
  if (at !== -1) {
    digest = image.slice(at + 1)
    name = image.slice(0, at)
    if (!digestPattern.test(digest)) return undefined
  }
  let tag = ''
  const colon = name.lastIndexOf(':')
  if (colon > name.lastIndexOf('/')) {
    tag = name.slice(colon + 1)
    name = name.slice(0, colon)
    if (!tagPattern.test(tag)) return undefined
  }
  if (!isRepository(name)) return undefined
  if (tag !== '') return tag
  return digest === '' ? 'latest' : undefined
}

function isRepository(name: string): boolean {
  if (name.length > 255) return false
  const slash = name.indexOf('/')
  if (slash === -1) return componentPattern.test(name)
  const components = name.split('/')
  const [first = ''] = components
  const hasDomain = first === 'localhost' || /[.:A-Z]/.test(first)
  if (hasDomain && !domainPattern.test(first)) return false
  return (hasDomain ? components.slice(1) : components).every((component) => componentPattern.test(component))
}
