import { join } from 'node:path'

/** File with the served Hubs of a gateway, written by its supervisor; the edge and the web chat follow it. */
export const servedHubsFile = (dataFolder: string): string => join(dataFolder, 'hubs.json')
