import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { Authorizer, AuthorizerAttributes, Decision } from '@pinnace/authz'
import { withinTime } from '../within-time.ts'
import type { AttributesToDecide, AuthorizerScene } from './scene.ts'

export { deepStrictEqual, ok, strictEqual }

/** One promise of every authorizer. `run` rejects where it does not hold. */
export interface AuthorizerPromise {
  readonly name: string
  readonly run: (trial: AuthorizerTrial) => Promise<void>
}

/** An authorizer under test. */
export interface AuthorizerTrial extends AuthorizerScene {
  readonly authorize: Authorizer
  readonly timeoutMs: number
  /** Asks the authorizer, and waits for its decision. Rejects where it throws, and where it takes too long. */
  decide(attributes: AuthorizerAttributes): Promise<Decision>
}

/** Creates the authorizer of a scene. */
export async function openAuthorizerTrial(scene: AuthorizerScene): Promise<AuthorizerTrial> {
  const authorize = await scene.create()
  const timeoutMs = scene.limits?.timeoutMs ?? 5000
  const decide = (attributes: AuthorizerAttributes): Promise<Decision> =>
    withinTime(`the decision on ${describe(attributes)}`, timeoutMs, async () => authorize(attributes))
  return { ...scene, authorize, timeoutMs, decide }
}

/** Attributes as the server passes them. */
export function attributesOf({ user, ...given }: AttributesToDecide): AuthorizerAttributes {
  return {
    verb: 'get',
    isResourceRequest: given.path === undefined,
    path: '',
    group: '',
    version: given.path === undefined ? 'v1' : '',
    namespace: '',
    resource: '',
    subresource: '',
    name: '',
    ...given,
    user: { groups: [], extra: {}, ...user },
  }
}

/** Names a request in a message. */
export function describe({ user, verb, isResourceRequest, path, resource, name }: AuthorizerAttributes): string {
  const what = isResourceRequest ? `${resource} "${name}"` : path
  return `${verb} ${what} by ${user.username}`.slice(0, 200)
}
