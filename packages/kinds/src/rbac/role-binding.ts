import { isSemanticEqual, type FieldErrors, type Mutable, type Vocabulary } from '@pinnace/meta'
import { nameIsDnsSubdomain, nameIsPathSegment } from '@pinnace/resources'
import type { ClusterRoleBinding, RoleBinding, Subject } from '@pinnace/types/rbac-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { roleBindingColumns } from '../columns/access.ts'

type Binding = RoleBinding | ClusterRoleBinding

/** Bindings: who has a role, in one namespace or (`isNamespaced` false) anywhere. The role never changes. */
// upstream: apis/rbac/v1/defaults.go; apis/rbac/validation, ValidateRoleBinding and ValidateClusterRoleBinding
export function roleBinding(vocabulary: Vocabulary, isNamespaced: boolean): KindBehavior<Binding> {
  const group = vocabulary.group('rbac.authorization')
  const roleKinds = isNamespaced ? ['Role', 'ClusterRole'] : ['ClusterRole']

  function validate({ roleRef, subjects = [] }: Binding, errors: FieldErrors): void {
    if (roleRef.apiGroup !== group) errors.notSupported('roleRef.apiGroup', roleRef.apiGroup ?? '', [group])
    if (!roleKinds.includes(roleRef.kind)) errors.notSupported('roleRef.kind', roleRef.kind, roleKinds)
    if (roleRef.name === '') errors.required('roleRef.name')
    else {
      for (const message of nameIsPathSegment(roleRef.name, false))
        errors.invalid('roleRef.name', roleRef.name, message)
    }
    subjects.forEach((subject, index) => validateSubject(subject, `subjects[${index}]`, errors))
  }

  function validateSubject(subject: Subject, path: string, errors: FieldErrors): void {
    const { kind, name, apiGroup = '', namespace = '' } = subject
    if (name === '') errors.required(`${path}.name`)
    if (kind === 'ServiceAccount') {
      if (name !== '') {
        for (const message of nameIsDnsSubdomain(name, false)) errors.invalid(`${path}.name`, name, message)
      }
      if (apiGroup !== '') errors.notSupported(`${path}.apiGroup`, apiGroup, [''])
      if (namespace === '' && !isNamespaced) errors.required(`${path}.namespace`)
    } else if (kind === 'User' || kind === 'Group') {
      if (apiGroup !== group) errors.notSupported(`${path}.apiGroup`, apiGroup, [group])
    } else {
      errors.notSupported(`${path}.kind`, kind, ['ServiceAccount', 'User', 'Group'])
    }
  }

  return {
    validateName: nameIsPathSegment,
    strategy: {
      allowCreateOnUpdate: true,
      defaults(next: Mutable<Binding>) {
        next.roleRef.apiGroup ||= group
        for (const subject of next.subjects ?? []) {
          if (subject.kind === 'User' || subject.kind === 'Group') subject.apiGroup ||= group
        }
      },
      validate,
      validateUpdate(next, live, errors) {
        validate(next, errors)
        if (isSemanticEqual(next.roleRef, live.roleRef)) return
        const { apiGroup: APIGroup, kind: Kind, name: Name } = next.roleRef
        errors.invalid('roleRef', { APIGroup, Kind, Name }, 'cannot change roleRef')
      },
    },
    columns: roleBindingColumns,
  }
}
