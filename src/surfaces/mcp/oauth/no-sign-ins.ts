import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { listMcpSignIns } from './contract.ts'

/** Without sign-in, the list is empty, because pages read it without a setting that says so. */
export const noSignInsFeature: ConsoleFeature = {
  routes: (app) => app.handle(listMcpSignIns, () => Promise.resolve({ items: [] })),
}
