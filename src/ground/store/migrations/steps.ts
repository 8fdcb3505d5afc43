export { baseline } from './0001-baseline.ts'
export { outboxCards } from './0114-outbox-cards.ts'
