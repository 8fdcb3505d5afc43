import type { Log } from '#ground/base/log.ts'
import type { OutageReports } from '#ground/store/outages.ts'

export const storeEvents = (log: Log): OutageReports => ({
  onOutage: (error) =>
    log.warn(
      { event: 'store.away', err: error },
      'the store can’t be used, requests are refused until it can',
    ),
  onRecovery: (awayMs) => log.info({ event: 'store.back', away_ms: awayMs }, 'the store works again'),
})
