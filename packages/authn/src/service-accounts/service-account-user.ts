import type { UserInfo, Vocabulary } from '@pinnace/meta'
import type { BoundReference } from './service-account-claims.ts'

/** The account that a token names, and the objects that it is bound to. */
export interface ServiceAccountIdentity {
  readonly namespace: string
  readonly account: BoundReference
  /** The id of the token; empty without one. */
  readonly id?: string
  readonly pod?: BoundReference
  readonly node?: BoundReference
}

/** The username of a service account. */
export function serviceAccountUsername(namespace: string, name: string): string {
  return `system:serviceaccount:${namespace}:${name}`
}

/** The user of a service account. */
// upstream: apiserver/pkg/authentication/serviceaccount/util.go, ServiceAccountInfo.UserInfo
export function serviceAccountUser(identity: ServiceAccountIdentity, { labelDomain }: Vocabulary): UserInfo {
  const { namespace, account, id = '', pod, node } = identity
  const extra: [string, readonly string[]][] = []
  const add = (key: string, value: string): void => {
    extra.push([`authentication.${labelDomain}/${key}`, Object.freeze([value])])
  }
  if (id !== '') add('credential-id', `JTI=${id}`)
  if (node !== undefined && node.name !== '') {
    add('node-name', node.name)
    if (node.uid !== '') add('node-uid', node.uid)
  }
  if (pod !== undefined && pod.name !== '' && pod.uid !== '') {
    add('pod-name', pod.name)
    add('pod-uid', pod.uid)
  }
  return Object.freeze({
    username: serviceAccountUsername(namespace, account.name),
    uid: account.uid,
    groups: Object.freeze(['system:serviceaccounts', `system:serviceaccounts:${namespace}`]),
    extra: Object.freeze(Object.fromEntries(extra)),
  })
}
