export { baseline } from './0001-baseline.ts'
export { outboxCards } from './0114-outbox-cards.ts'
export { chatSchedules } from './0121-chat-schedules.ts'
export { chatScheduleRuns } from './0122-chat-schedule-runs.ts'
