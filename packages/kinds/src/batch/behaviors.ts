import { cronJob } from './cron-job.ts'
import { job } from './job.ts'
import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of batch. */
export function behaviors({ vocabulary }: BehaviorContext): KindBehaviors {
  return {
    'batch.v1.CronJob': behaviorOf(cronJob(vocabulary)),
    'batch.v1.Job': behaviorOf(job(vocabulary)),
  }
}
