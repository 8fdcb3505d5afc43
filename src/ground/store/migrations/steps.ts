/** The migrations' code, apart from their names: only a start with pending migrations loads it. */
export { baseline } from './0001-baseline.ts'
