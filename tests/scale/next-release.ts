// With `node --import`: makes the product a later release, with additional migrations.
import { registerHooks } from 'node:module'

const STEPS = new URL('../../src/ground/store/migrations/index.ts', import.meta.url).href
const AHEAD = new URL('next-steps.ts', import.meta.url).href

registerHooks({
  load: (url, context, load) =>
    url === STEPS ? { format: 'module', source: SOURCE, shortCircuit: true } : load(url, context),
})

const SOURCE = `
  import { MIGRATIONS as own } from '${STEPS}?own'
  import { stepsAhead } from '${AHEAD}'
  export const MIGRATIONS = stepsAhead(own, ${Number(process.env['TEST_RELEASES_AHEAD'])})`
