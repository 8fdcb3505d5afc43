import { subjectOf, type Bus } from '#ground/bus/bus.ts'
import { EVERYONE, type Subject } from './subject.ts'

/**
 * Notifications of changed access, so that live views are checked again at once. Decisions don't depend on
 * them.
 */
export interface AccessNotifications {
  /** Call once the change can be read. */
  notify(subjects: readonly Subject[]): void
  listen(who: Subject, then: () => void): Disposable
}

/** Bus subject of the notifications. */
export const ACCESS_CHANGED = subjectOf('access')
/** Above this number, the notification names everyone. */
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
