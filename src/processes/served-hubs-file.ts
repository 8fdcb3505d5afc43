import { join } from 'node:path'

export const servedHubsFile = (dataFolder: string): string => join(dataFolder, 'hubs.json')
