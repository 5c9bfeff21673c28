import type { Judge } from '../run/judge.ts'
import type { Ask, Target } from '../run/target.ts'

/** Where objects of an attack are created without being stored. */
export const createPath = '/api/v1/namespaces/default/configmaps?dryRun=All'

/** A request, and the statuses that it may be answered with. */
export interface ExpectedAsk extends Ask {
  readonly name: string
  readonly status: readonly number[]
}

/** Sends requests one after the other, and judges the statuses. */
export async function expectAnswers(target: Target, judge: Judge, asks: readonly ExpectedAsk[]): Promise<void> {
  for (const { name, status, ...ask } of asks) {
    const answer = await target.send(ask)
    judge.expectEach([answer.status], status, name)
  }
}

/** JSON of a ConfigMap with `count` keys, which a function names. */
export function configMapOf(name: string, count: number, entry: (index: number) => string): string {
  const entries = Array.from({ length: count }, (_, index) => entry(index)).join(',')
  return `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}"},"data":{${entries}}}`
}
