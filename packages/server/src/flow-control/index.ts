export { createFlowControlSeats, type FlowControlSeats } from './flow-control-seats.ts'
