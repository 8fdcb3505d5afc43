import { subjectOf, type Bus } from '#ground/bus/bus.ts'
import { EVERYONE, type Subject } from './subject.ts'

/**
 * Notifies running turns and live pages, so that they check access again at once. A notification may be lost, so no
 * decision depends on it: each decision reads the database.
 */
export interface AccessNotifications {
  /** Call after the commit, so that listeners read the change. */
  notify(subjects: readonly Subject[]): void
  listen(who: Subject, then: () => void): Disposable
}

export const ACCESS_CHANGED = subjectOf('access')
/** If a change concerns more subjects than this, one notification for everyone replaces the list. */
const MAX_SUBJECTS = 100

export const createAccessNotifications = (bus: Pick<Bus, 'publish' | 'subscribe'>): AccessNotifications => ({
  notify(subjects) {
    const changed = [...new Set(subjects)]
    bus.publish(ACCESS_CHANGED, (changed.length > MAX_SUBJECTS ? [EVERYONE] : changed).join(' '))
  },
  listen: (who, then) =>
    bus.subscribe(ACCESS_CHANGED, (text) => {
      const subjects = text.split(' ')
      if (subjects.includes(who) || subjects.includes(EVERYONE)) then()
    }),
})
