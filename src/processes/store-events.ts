import type { Log } from '#ground/base/log.ts'
import type { OutageReports } from '#ground/store/outages.ts'

/**
 * Availability of the store, logged once for each outage: its failed requests are not logged individually.
 */
export const storeEvents = (log: Log): OutageReports => ({
  onAway: (error) =>
    log.warn(
      { event: 'store.away', err: error },
      'the store can’t be used, requests are refused until it can',
    ),
  onBack: (awayMs) => log.info({ event: 'store.back', away_ms: awayMs }, 'the store works again'),
})
