import type { FieldErrors } from '@pinnace/meta'
import type { Container, ContainerStatus, PodSpec, PodStatus } from '@pinnace/types/core-v1'

const healths = ['Healthy', 'Unhealthy', 'Unknown']

/** The health of the resources that containers use. */
// upstream: core/validation, validateContainerStatusAllocatedResourcesStatus and its opposite for ephemeral containers
export function validateAllocatedResources(status: PodStatus, spec: PodSpec, errors: FieldErrors): void {
  validateList(status.containerStatuses, spec.containers, 'status.containerStatuses', errors)
  validateList(status.initContainerStatuses, spec.initContainers, 'status.initContainerStatuses', errors)
  status.ephemeralContainerStatuses?.forEach(({ allocatedResourcesStatus }, index) => {
    if (!allocatedResourcesStatus?.length) return
    const path = `status.ephemeralContainerStatuses[${index}].allocatedResourcesStatus`
    errors.forbidden(path, 'must not be specified in container status')
  })
}

function validateList(
  statuses: readonly ContainerStatus[] | null | undefined,
  containers: readonly Container[] | null | undefined,
  path: string,
  errors: FieldErrors,
): void {
  statuses?.forEach(({ name, allocatedResourcesStatus }, index) => {
    const container = containers?.find((one) => one.name === name)
    allocatedResourcesStatus?.forEach((resource, at) => {
      const place = `${path}[${index}].allocatedResourcesStatus[${at}]`
      if (container !== undefined) validateName(resource.name, container, `${place}.name`, errors)
      const known = new Set<string>()
      resource.resources?.forEach(({ health = '', resourceID }, position) => {
        const inner = `${place}.resources[${position}]`
        if (!healths.includes(health)) errors.notSupported(`${inner}.health`, health, healths)
        if (known.has(resourceID)) errors.duplicate(`${inner}.resourceID`, resourceID)
        known.add(resourceID)
      })
    })
  })
}

function validateName(name: string, { resources }: Container, path: string, errors: FieldErrors): void {
  if (!name.startsWith('claim:')) {
    if (Object.hasOwn(resources?.requests ?? {}, name)) return
    errors.invalid(path, name, "must match one of the container's resource requests")
    return
  }
  const isClaimed = resources?.claims?.some(({ name: claim, request }) => name === claimName(claim, request))
  if (isClaimed === true) return
  const forms = "'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty"
  errors.invalid(path, name, `must match one of the container's resource claims in a format ${forms}`)
}

function claimName(claim: string, request = ''): string {
  return request === '' ? `claim:${claim}` : `claim:${claim}/${request}`
}
