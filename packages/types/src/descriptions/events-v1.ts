import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `events/v1`. */
export const descriptions: TypeDescriptions = {
  'events.v1.Event': {
    '': 'Reports that something happened to an object. Events are informative: they are kept for a short time and can be lost.',
    eventTime: 'When it was first observed.',
    series: 'Counts repetitions. Absent for what happened once.',
    reportingController: 'The controller that reports, as a name with a domain. It cannot be changed.',
    reportingInstance:
      'The instance of the controller, such as the name of its pod. At most 128 characters; it cannot be changed.',
    action: 'What was done or failed, as a CamelCase word for programs. At most 128 characters; it cannot be changed.',
    reason: 'Why it was done, as a CamelCase word for programs. At most 128 characters; it cannot be changed.',
    regarding: 'The object that it happened to. It cannot be changed.',
    related: 'A second object that is involved.',
    note: 'What happened, for people. At most 1024 bytes.',
    type: 'Normal or Warning.',
    deprecatedSource: 'The reporter in the form of core/v1, for old clients.',
    deprecatedFirstTimestamp: 'The time of the first occurrence in the form of core/v1.',
    deprecatedLastTimestamp: 'The time of the last occurrence in the form of core/v1.',
    deprecatedCount: 'How often it occurred, in the form of core/v1.',
  },
  'events.v1.EventSeries': {
    '': 'Repetitions of an event, which are counted instead of reported one by one.',
    count: 'How often it has occurred. At least 2.',
    lastObservedTime: 'When it was last observed.',
  },
}
