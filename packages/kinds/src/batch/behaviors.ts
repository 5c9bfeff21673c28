import { cronJob } from './cron-job.ts'
import { job } from './job.ts'
import { createPodRules } from '../core/pod-spec/pod-rules.ts'
import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of batch. */
export function behaviors({ vocabulary, isEnabled }: BehaviorContext): KindBehaviors {
  const rules = createPodRules(vocabulary, isEnabled)
  return {
    'batch.v1.CronJob': behaviorOf(cronJob(rules)),
    'batch.v1.Job': behaviorOf(job(rules)),
  }
}
