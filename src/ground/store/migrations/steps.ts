export { baseline } from './0001-baseline.ts'
export { outboxCards } from './0114-outbox-cards.ts'
export { notices } from './0120-notices.ts'
export { hubsQuarantined } from './0121-hubs-quarantined.ts'
