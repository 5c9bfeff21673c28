import { authorizerContract } from '@pinnace/testing'
import { describe, it } from 'vitest'
import { createRbacAuthorizer } from '../src/index.ts'
import { binding, clusterBinding, clusterRole, indexFrom, paths, role, rule } from './policy.ts'

const jane = { username: 'jane', groups: ['devs'] }
const robot = { username: 'system:serviceaccount:space:robot', groups: ['system:serviceaccounts'] }

authorizerContract(
  'RBAC',
  {
    create: () =>
      createRbacAuthorizer(
        indexFrom(
          clusterRole('reader', [rule('get,list', 'core', 'pods'), paths('get', '/metrics*')]),
          role('space', 'writer', [rule('*', 'core', 'configmaps', 'one')]),
          clusterBinding('devs', 'reader', 'Group devs'),
          clusterBinding('missing', 'no-such-role', 'User joe'),
          binding('space', 'robot', 'Role writer', 'ServiceAccount robot'),
        ),
      ),
    decisions: [
      { attributes: { user: jane, verb: 'list', resource: 'pods' }, effect: 'allow' },
      { attributes: { user: jane, path: '/metrics/cadvisor' }, effect: 'allow' },
      {
        attributes: { user: robot, verb: 'delete', resource: 'configmaps', namespace: 'space', name: 'one' },
        effect: 'allow',
      },
      { attributes: { user: jane, verb: 'create', resource: 'pods' }, effect: 'noOpinion' },
      { attributes: { user: robot, verb: 'get', resource: 'configmaps', namespace: 'space' }, effect: 'noOpinion' },
      { attributes: { user: { username: 'joe' }, verb: 'list', resource: 'pods' }, effect: 'noOpinion' },
    ],
  },
  { describe, it },
)
