import { texts } from '../../ui/language.ts'
export const permissions = texts('console.permissions', {
  lead: 'Permissions on your Hubs, and the number of their holders.',
  search: 'Search by name or group',
  permission: 'Permission',
  group: 'Group',
  state: 'State',
  holders: 'People',
  who: (permission: string, hub: string) => `People with “${permission}” on ${hub}`,
  ready: 'Ready',
  notConfigured: 'Not configured',
  missing: (names: string) => `${names} isn’t set`,
  withoutEffect: 'No effect',
  withoutEffectText: 'No tool requires this permission any more; it can only be revoked.',
  empty: 'There are no permissions to grant',
  emptyText: 'Permissions appear here once you manage a Hub.',
})
