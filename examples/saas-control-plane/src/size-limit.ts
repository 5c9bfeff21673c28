import { defineAdmissionPlugin, type DefinedPlugin } from 'pinnace'
import type { ApiObject } from 'pinnace'

interface Sized extends ApiObject {
  readonly spec: { readonly sizeGb: number }
}

/** Records who has created a database, and refuses what only the staff may create. */
export const sizeLimit: DefinedPlugin<Sized> = defineAdmissionPlugin<Sized>({
  name: 'SizeLimit',
  rules: [
    {
      operations: ['CREATE', 'UPDATE'],
      apiGroups: ['saas.example.dev'],
      apiVersions: ['v1'],
      resources: ['databases'],
    },
  ],
  mutate({ operation, draft, user }) {
    if (operation !== 'CREATE') return
    draft.metadata.annotations = { ...draft.metadata.annotations, 'saas.example.dev/created-by': user.username }
  },
  validate({ object, user, deny }) {
    const isStaff = user.groups.includes('staff')
    if (object.spec.sizeGb > 100 && !isStaff) deny('databases over 100 GB are created by the staff')
  },
})
