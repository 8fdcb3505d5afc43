import { join } from 'node:path'

/** File with the Hubs of a gateway. Its supervisor writes it; the edge and the web chat follow it. */
export const servedHubsFile = (dataFolder: string): string => join(dataFolder, 'hubs.json')
