import { commandName, shortPath } from './command-name.ts'
import type { HubSettings } from './settings.ts'

export const notRunning = ({ gateway }: HubSettings, named: string): string =>
  gateway === null
    ? `the Hub is not running; start it with: ${commandName()} run ${named}`.trim()
    : `the gateway is not running; start it with: ${commandName()} gateway ${shortPath(gateway)}`
