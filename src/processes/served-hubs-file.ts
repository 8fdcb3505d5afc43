import { join } from 'node:path'

/** Where the supervisor of a gateway says which Hubs it serves; the edge and the web chat keep in step with it. */
export const servedHubsFile = (dataFolder: string): string => join(dataFolder, 'hubs.json')
