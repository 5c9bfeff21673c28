import { humanDuration } from '@pinnace/meta'
import { type Column, ageColumn, column, columns, nameColumn } from '@pinnace/resources'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import type { ClusterRoleBinding, RoleBinding } from '@pinnace/types/rbac-v1'

// upstream: printers, printRoleBinding
export const roleBindingColumns: readonly Column<RoleBinding | ClusterRoleBinding>[] = columns<
  RoleBinding | ClusterRoleBinding
>(
  column('Role', (object) => `${object.roleRef.kind}/${object.roleRef.name}`),
  column('Users', (object) => subjects(object, 'User'), { wide: true }),
  column('Groups', (object) => subjects(object, 'Group'), { wide: true }),
  column('ServiceAccounts', (object) => subjects(object, 'ServiceAccount'), { wide: true }),
)

function subjects({ subjects: all = [] }: RoleBinding, kind: string): string {
  return all
    .filter((subject) => subject.kind === kind)
    .map(({ name, namespace = '' }) => (kind === 'ServiceAccount' ? `${namespace}/${name}` : name))
    .join(', ')
}

// upstream: printers, printCertificateSigningRequest
export const certificateRequestColumns: readonly Column<CertificateSigningRequest>[] = [
  nameColumn,
  ageColumn,
  column('SignerName', (object) => object.spec.signerName ?? '<none>'),
  column('Requestor', (object) => object.spec.username ?? ''),
  column('RequestedDuration', ({ spec }) =>
    spec.expirationSeconds === undefined ? '<none>' : humanDuration(spec.expirationSeconds * 1000),
  ),
  column('Condition', certificateCondition),
]

function certificateCondition({ status }: CertificateSigningRequest): string {
  const has = (type: string): boolean => status?.conditions?.some((condition) => condition.type === type) ?? false
  const decision = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending'
  const isIssued = (status?.certificate ?? '') !== ''
  return `${decision}${has('Failed') ? ',Failed' : ''}${isIssued ? ',Issued' : ''}`
}
