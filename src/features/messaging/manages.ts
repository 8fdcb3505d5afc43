import type { ConsoleCaller } from '#ground/api/console-app.ts'

/** Messages and handles are read by those who manage the Hub, and by nobody else. */
export const manages = ({ isOrganizationAdmin, manages: managed }: ConsoleCaller, hub: string): boolean =>
  isOrganizationAdmin || managed.includes(hub)
