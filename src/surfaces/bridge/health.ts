import type { Hub } from '#ground/hub/hub.ts'

export const healthOf = ({ folderName, agent }: Pick<Hub, 'folderName' | 'agent'>) => ({
  status: 'ok',
  hub: folderName,
  agent: agent().name,
})
