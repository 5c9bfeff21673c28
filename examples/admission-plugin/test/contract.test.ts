import { admissionPluginContract } from '@pinnace/testing'
import { describe, it } from 'vitest'
import { teamLabel } from '../src/team-label.ts'
import { deployment } from './deployment.ts'

const requests = [
  { object: deployment() },
  { object: deployment({ team: 'a' }) },
  { oldObject: deployment({ team: 'none' }), object: deployment({ team: 'a' }) },
  { oldObject: deployment({ team: 'a' }), object: deployment({ team: 'b' }) },
]
const others = [
  { oldObject: deployment({ team: 'a' }) },
  { object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } } },
]

admissionPluginContract('TeamLabel', { plugin: teamLabel, requests, others }, { describe, it })
