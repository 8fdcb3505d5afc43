export { baseline } from './0001-baseline.ts'
