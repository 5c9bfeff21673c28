export {
  createFlowController,
  type FlowController,
  type FlowControllerOptions,
  type FlowRequest,
  type FlowSeat,
} from './flow-controller.ts'
export { FlowRejection, type RejectionReason } from './flow-rejection.ts'
export { estimateList, estimateWrite, oneSeat, type WorkEstimate } from './work-estimate.ts'
