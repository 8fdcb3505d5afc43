/** Loaded only if a migration is pending. */
export { baseline } from './0001-baseline.ts'
