import type { ConsoleCaller } from '#ground/api/console-app.ts'

/** Messages and handles may only be read by managers of the Hub. */
export const manages = ({ isOrganizationAdmin, manages: managed }: ConsoleCaller, hub: string): boolean =>
  isOrganizationAdmin || managed.includes(hub)
