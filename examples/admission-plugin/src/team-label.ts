import { defineAdmissionPlugin, type DefinedPlugin } from '@pinnace/admission/define'

/** Adds a team label to deployments without one; a team cannot be changed once it is set. */
export const teamLabel: DefinedPlugin = defineAdmissionPlugin({
  name: 'TeamLabel',
  rules: [{ operations: ['CREATE', 'UPDATE'], apiGroups: ['apps'], apiVersions: ['*'], resources: ['deployments'] }],
  mutate({ draft }) {
    draft.metadata.labels ??= {}
    draft.metadata.labels['team'] ??= 'none'
  },
  validate({ object, oldObject, warn, deny }) {
    const team = object.metadata.labels?.['team']
    const before = oldObject?.metadata.labels?.['team']
    if (team === 'none') warn('this deployment has no team')
    if (before !== undefined && before !== 'none' && before !== team) deny(`team "${before}" keeps its deployment`)
  },
})
