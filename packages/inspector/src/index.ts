export { openInspectorPage, type InspectorPage, type InspectorPageOptions, type PageRequest } from './inspector-page.ts'
export type {
  AccessCell,
  AccessMatrix,
  AccessRow,
  InspectedBinding,
  InspectedCache,
  InspectedRule,
  OpenWatch,
  RequestPage,
  TracedFailure,
  TracedPatchOperation,
  TracedPlugin,
  TracedRequest,
  TracedRequestDetails,
  TracedRule,
  TracedStage,
  UsedRule,
  UsedRules,
  WatchReport,
} from './inspection.ts'
export type {
  ForkComparison,
  ForkDifference,
  InspectedFault,
  InspectedFork,
  InspectedTimer,
  TimeReport,
} from './test-time.ts'
