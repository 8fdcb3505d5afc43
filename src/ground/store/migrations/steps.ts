/** Code of the migrations, loaded only if one is pending. */
export { baseline } from './0001-baseline.ts'
