import { subjectOf, type Bus } from '#ground/bus/bus.ts'
import { EVERYONE, type Subject } from './subject.ts'

/** Makes live views check access again at once. Notifications may be lost; decisions always read the database. */
export interface AccessNotifications {
  /** Call after the commit, so that listeners read the change. */
  notify(subjects: readonly Subject[]): void
  listen(who: Subject, then: () => void): Disposable
}

export const ACCESS_CHANGED = subjectOf('access')
/** Above this number of subjects, one notification for everyone replaces the list. */
const MAX_SUBJECTS = 100

export const createAccessNotifications = (bus: Pick<Bus, 'publish' | 'subscribe'>): AccessNotifications => ({
  notify(subjects) {
    const told = [...new Set(subjects)]
    bus.publish(ACCESS_CHANGED, (told.length > MAX_SUBJECTS ? [EVERYONE] : told).join(' '))
  },
  listen: (who, then) =>
    bus.subscribe(ACCESS_CHANGED, (text) => {
      const subjects = text.split(' ')
      if (subjects.includes(who) || subjects.includes(EVERYONE)) then()
    }),
})
