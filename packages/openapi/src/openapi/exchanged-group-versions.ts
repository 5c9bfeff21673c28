import type { Vocabulary } from '@pinnace/meta'

/** A group and one of its versions. */
export interface GroupVersionOfKinds {
  readonly group: string
  readonly version: string
}

// Every version that kube-apiserver can read, served or not; an asterisk is the domain of the vocabulary.
const ofResources = `
admissionregistration.* v1 v1alpha1 v1beta1
apps v1 v1beta1 v1beta2
authentication.* v1 v1alpha1 v1beta1
authorization.* v1 v1beta1
autoscaling v1 v2
batch v1 v1beta1
certificates.* v1 v1alpha1 v1beta1
coordination.* v1 v1alpha2 v1beta1
discovery.* v1 v1beta1
events.* v1 v1beta1
extensions v1beta1
flowcontrol.apiserver.* v1 v1beta1 v1beta2 v1beta3
internal.apiserver.* v1alpha1
networking.* v1 v1beta1
node.* v1 v1alpha1 v1beta1
policy v1 v1beta1
rbac.authorization.* v1 v1alpha1 v1beta1
resource.* v1 v1alpha3 v1beta1 v1beta2
scheduling.* v1 v1alpha2 v1beta1
storage.* v1 v1alpha1 v1beta1
storagemigration.* v1beta1`

const ofServers = `
admission.* v1 v1beta1
apiextensions.* v1 v1beta1
apiregistration.* v1 v1beta1
imagepolicy.* v1alpha1`

/**
 * The versions in which DeleteOptions and WatchEvent are kinds, in the version-2 document and in those of custom
 * resources, which do not know the groups of the server itself.
 */
// upstream: apimachinery/pkg/apis/meta/v1/register.go, AddToGroupVersion – called for every version of a scheme
export function versionsOfExchangedKinds(
  { groupDomain }: Vocabulary,
  of: 'all' | 'custom',
): readonly GroupVersionOfKinds[] {
  const lines = `${ofResources}${of === 'all' ? ofServers : ''}`.trim().split('\n')
  const found = lines.flatMap((line) => {
    const [group = '', ...versions] = line.replace('*', groupDomain).split(' ')
    return versions.map((version) => ({ group, version }))
  })
  const core = { group: '', version: 'v1' }
  return [core, ...found.sort((left, right) => (left.group < right.group ? -1 : left.group > right.group ? 1 : 0))]
}
